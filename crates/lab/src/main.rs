//! The command `paragone`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(paragone::cli::start(std::env::args_os().collect()))
}
