//! From a suite to the implementations of its benchmarks, in order of declaration.

use crate::model::{Build, DriverSpec, ImplementationId, Suite};

/// One implementation of one benchmark, and the build of the driver that serves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Implementation {
    pub id: ImplementationId,
    /// Index into the suite's drivers.
    pub driver: usize,
    /// Index into that driver's builds.
    pub build: usize,
}

impl Implementation {
    /// The driver that serves it, and the build of it.
    pub fn origin<'a>(&self, suite: &'a Suite) -> (&'a DriverSpec, &'a Build) {
        let driver = &suite.drivers[self.driver];
        (driver, &driver.builds[self.build])
    }
}

/// Every implementation of a benchmark: by driver, by name, by build.
pub fn implementations(suite: &Suite, benchmark: &str) -> Vec<Implementation> {
    let mut all = Vec::new();
    for (driver, spec) in suite.drivers.iter().enumerate() {
        for (_, name) in spec.implements.iter().filter(|(of, _)| of == benchmark) {
            for (build, setting) in spec.builds.iter().enumerate() {
                all.push(Implementation { id: id_of(spec, name, setting), driver, build });
            }
        }
    }
    all
}

/// What an implementation is called that a driver serves by this name.
pub(super) fn id_of(driver: &DriverSpec, name: &str, build: &Build) -> ImplementationId {
    ImplementationId { language: driver.language.clone(), name: name.to_owned(), build: build.name.clone() }
}

/// The one that an id names: itself or, where the id names no build, the first build of it.
pub fn named<'a>(all: &'a [Implementation], id: &ImplementationId) -> Option<&'a Implementation> {
    let same = |other: &&Implementation| other.id.language == id.language && other.id.name == id.name;
    all.iter().find(|other| other.id == *id).or_else(|| all.iter().filter(|_| id.build.is_none()).find(same))
}
