//! What is to be built.

use std::path::Path;

use crate::driver::language::toolchains::Toolchains;
use crate::model::{Build, DriverSpec, Suite};

/// A build of a driver, and all that it takes to make it.
#[derive(Clone, Copy, Debug)]
pub struct BuildTask<'a> {
    pub suite: &'a Suite,
    pub spec: &'a DriverSpec,
    pub build: &'a Build,
    pub toolchains: &'a Toolchains,
    /// Every build has a folder below it.
    pub cache: &'a Path,
}
