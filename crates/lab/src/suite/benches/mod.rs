//! Benchmarks that a repository has already, for harnesses that other people made: its files in, a suite for each package
//! out, whose drivers are the programs of a harness. Which benchmarks are in them only the programs themselves can tell.

mod bench_suites;
mod cargo;
mod cmake;
mod cmake_commands;
mod found;
mod go;
mod maven;
mod names;
mod pytest;
mod repository_file;
mod walk;

pub use bench_suites::BenchSuites;
pub use found::bench_suites;
pub use names::{HarnessBenchmark, with_benchmarks};
pub use repository_file::{GateSettings, NamedMargin, REPOSITORY_FILE, RepositoryFile};
