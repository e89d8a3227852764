//! What was found in a repository: a value.

use crate::model::Suite;

/// What a repository has.
#[derive(Debug, Default)]
pub struct BenchSuites {
    /// Without benchmarks yet; the drivers are programs of a harness.
    pub suites: Vec<Suite>,
    /// Benchmarks that nobody can run, a sentence each.
    pub left_out: Vec<String>,
}
