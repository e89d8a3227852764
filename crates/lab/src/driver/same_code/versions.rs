//! Whose two versions are compared, and where they are found.

use std::path::Path;

use crate::model::{DriverSpec, Suite};

/// Whose versions they are.
#[derive(Clone, Copy, Debug)]
pub struct BothVersions<'a> {
    pub suite: &'a Suite,
    pub spec: &'a DriverSpec,
    /// Of the earlier one.
    pub commit: &'a str,
    pub cache: &'a Path,
}
