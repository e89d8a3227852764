//! What was found in a repository: a value, and how a package and a program of a harness become one.

use std::path::Path;

use crate::model::{Build, DriverSpec, Suite};
use crate::suite::benches::names::part;

/// What a repository has.
#[derive(Debug, Default)]
pub struct BenchSuites {
    /// Without benchmarks yet; the drivers are programs of a harness.
    pub suites: Vec<Suite>,
    /// Benchmarks that nobody can run, a sentence each.
    pub left_out: Vec<String>,
}

impl BenchSuites {
    /// Adds a package, unless it has no programs.
    pub(super) fn add(&mut self, title: String, folder: &Path, drivers: Vec<DriverSpec>) {
        if !drivers.is_empty() {
            let name = part(&title);
            self.suites.push(Suite { title, drivers, ..Suite::new(&name, folder.to_owned()) });
        }
    }
}

/// A program of a harness, with options for how it is built.
pub(super) fn program(harness: &str, name: &str, options: Vec<String>) -> DriverSpec {
    DriverSpec {
        language: harness.to_owned(),
        name: name.to_owned(),
        builds: vec![Build { options, ..Build::default() }],
        ..DriverSpec::default()
    }
}
