//! Why a store does not open, in sentences that say what to do.

use std::path::PathBuf;

use thiserror::Error;

use crate::store::file::schema::SCHEMA;

/// Why a store does not open.
#[derive(Debug, Error)]
pub enum OpenError {
    #[error("there is no store at `{0}`: `paragone run` makes one, and --store names another")]
    Absent(PathBuf),
    #[error("`{0}` is a folder: name a file with --store, for instance `{0}/runs.sqlite`")]
    Folder(PathBuf),
    #[error(
        "`{0}` is neither a store of paragone nor an exported run, or its head is damaged; it is left as it is: name another file"
    )]
    NotOurs(PathBuf),
    #[error("`{path}` was written by a newer paragone (schema {found}, and this one knows {SCHEMA}): update paragone")]
    Newer { path: PathBuf, found: i32 },
    #[error(
        "store `{path}` is damaged ({why}); it is left as it is: put a copy back, or name another file with --store"
    )]
    Damaged { path: PathBuf, why: String },
    #[error(
        "store `{path}` is of an earlier paragone (schema {found}), and a run is being written into it: wait until that ends, or name another file with --store"
    )]
    Written { path: PathBuf, found: i32 },
    #[error(
        "`{path}` is of an earlier paragone{}, and could not be brought to schema {SCHEMA} ({why}); it is left as it is: put a copy back, or name another file with --store",
        found.map_or(String::new(), |found| format!(" (schema {found})"))
    )]
    Unmigrated { path: PathBuf, found: Option<i32>, why: String },
    #[error("store `{0}` may not be written: ask for permission, or name another file with --store")]
    ReadOnly(PathBuf),
    #[error("failed to make store `{path}`: {why}")]
    Make { path: PathBuf, why: String },
    #[error("failed to open store `{path}`: {why}: may this user read it and write into its folder?")]
    Closed { path: PathBuf, why: String },
}
