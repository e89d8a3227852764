//! From files to definitions. Reads files and starts no process.

mod mistake;
mod fields;
mod sizes;
mod trials;
mod answers;
mod params;
mod intervention;
mod given;
mod benchmark;
mod commands;
mod functions;
mod program;
mod server;
mod implementations;
mod against;
mod check;
mod read;
mod find;
mod select;
mod generate;

pub use against::{add_revision, commit_of, earlier, earlier_build, stands_beside_itself, today};
pub use answers::{BadLine, parse_answers};
pub use find::{Found, find_suites, suites_are_named, suites_beside_program};
pub use generate::{generate, input_count};
pub use implementations::{Implementation, implementations, named};
pub use mistake::{Mistake, did_you_mean};
pub use read::{SUITE_FILE, read_suite};
pub use select::{Chosen, Selection};
pub use sizes::{parse_size, parse_sizes};
