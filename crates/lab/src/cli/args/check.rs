//! What can be typed behind `paragone check`.

use clap::Args;

/// Find every mistake in the suites' definitions, without building or running anything
///
/// Reads each suite.toml with the files that it includes and names, and tells every mistake with its
/// file and line. The exit code is 1 where there are any, so that it can guard a commit.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct CheckArgs {
    /// Print JSON: each suite's folder with its mistakes
    #[arg(long)]
    pub json: bool,
}
