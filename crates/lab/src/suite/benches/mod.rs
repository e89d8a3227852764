//! Benchmarks that a repository has already, for harnesses that other people made: its files in, a suite for each package
//! out, whose drivers are the programs of a harness. Which benchmarks are in them only the programs themselves can tell.

mod bench_suites;
mod found;
mod walk;
mod cargo;
mod go;
mod names;

pub use bench_suites::BenchSuites;
pub use found::bench_suites;
pub use names::{HarnessBenchmark, with_benchmarks};
