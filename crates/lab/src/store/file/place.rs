//! Where the store lies when nobody says: in the user's data folder. And what lies beside it.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::Context;
use etcetera::{BaseStrategy, choose_base_strategy};

/// Names a store for every command of a shell.
pub const VARIABLE: &str = "PARAGONE_STORE";

/// `$PARAGONE_STORE`, else `paragone/runs.sqlite` in the user's data folder.
pub fn default_path() -> anyhow::Result<PathBuf> {
    if let Some(named) = env::var_os(VARIABLE).filter(|named| !named.is_empty()) {
        return Ok(PathBuf::from(named));
    }
    let strategy = choose_base_strategy()
        .with_context(|| format!("there is no home folder to keep runs in: name a file with --store or {VARIABLE}"))?;
    Ok(strategy.data_dir().join("paragone").join("runs.sqlite"))
}

/// The file whose name is the store's with this behind it.
pub(in crate::store) fn beside(store: &Path, ending: &str) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
