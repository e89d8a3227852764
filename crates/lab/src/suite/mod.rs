//! From files to definitions. Reads files and starts no process.

mod parts;
mod benchmark;
mod commands;
mod program;
mod implementations;
mod against;
mod check;
mod read;
mod find;
mod select;
mod generate;
mod benches;

pub use against::{add_revision, commit_of, earlier, earlier_build, stands_beside_itself, today};
pub use benches::{
    BenchSuites, GateSettings, HarnessBenchmark, NamedMargin, REPOSITORY_FILE, RepositoryFile, bench_suites,
    with_benchmarks,
};
pub use find::{FoundSuites, find_suites, suites_are_named, suites_beside_program};
pub use generate::{generate, input_count};
pub use implementations::{Implementation, implementations, named};
pub use parts::mistake::{Mistake, did_you_mean, did_you_mean_or};
pub use parts::params::with_each;
pub use parts::sizes::{parse_size, parse_sizes};
pub use read::{SUITE_FILE, read_suite};
pub use select::{Chosen, Selection, what_there_is};
