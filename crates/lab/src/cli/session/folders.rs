//! Where builds and inputs are kept.

use std::path::{Path, PathBuf};

use anyhow::Context;
use etcetera::BaseStrategy;

use crate::driver::Emulated;

/// Where drivers are built, those for another processor apart from this machine's.
pub(crate) fn builds_of(emulated: Option<&Emulated>) -> anyhow::Result<PathBuf> {
    let cache = cache()?;
    Ok(emulated.map_or(cache.clone(), |one| cache.join("emulated").join(one.architecture)))
}

/// Folder of input files.
pub(crate) fn inputs() -> anyhow::Result<PathBuf> {
    Ok(cache()?.join("inputs"))
}

/// Where builds and inputs are kept.
pub(crate) fn cache() -> anyhow::Result<PathBuf> {
    if let Some(folder) = std::env::var_os("PARAGONE_CACHE").filter(|value| !value.is_empty()) {
        return std::path::absolute(Path::new(&folder)).context("failed to find the folder that PARAGONE_CACHE names");
    }
    let base = etcetera::choose_base_strategy().context("failed to find your home folder; set PARAGONE_CACHE")?;
    Ok(base.cache_dir().join("paragone"))
}
