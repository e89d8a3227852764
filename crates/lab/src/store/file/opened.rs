//! An open store, and what is true of any: which schemas are known, what an error of SQLite means.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, ErrorCode};

use crate::store::file::open_error::OpenError;
use crate::store::file::schema::SCHEMA;

/// Pages of the log before they are moved into the store, which waits for the disk: seldom.
const LOG_PAGES: u32 = 4000;

/// An open store: runs, and what was measured in them.
#[derive(Debug)]
pub struct Store {
    pub(in crate::store) path: PathBuf,
    pub(in crate::store) connection: Connection,
}

impl Store {
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Prepares a store for commits between blocks: appended to a log, without waiting for the disk.
    /// They outlive the process; a loss of power may cost the last of them, but no more.
    pub(in crate::store) fn append_to_log(&self) -> rusqlite::Result<()> {
        self.connection.pragma_update(None, "journal_mode", "wal")?;
        self.connection.pragma_update(None, "synchronous", "normal")?;
        self.connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)
    }

    /// What an error of this store opens with.
    pub(in crate::store) fn failed(&self, to_do: &str) -> String {
        format!("failed to {to_do} in store `{}`", self.path.display())
    }
}

/// Whether this lab knows a store of such a schema.
pub(in crate::store) fn known(path: &Path, found: i32) -> Result<(), OpenError> {
    match found {
        1..=SCHEMA => Ok(()),
        found if found > SCHEMA => Err(OpenError::Newer { path: path.to_owned(), found }),
        _ => Err(OpenError::NotOurs(path.to_owned())),
    }
}

/// Files come from elsewhere too: their schema may call nothing, and bad pages are noticed.
pub(in crate::store) fn be_careful(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.pragma_update(None, "cell_size_check", true)
}

/// Whether SQLite says that a file is no store, or a broken one.
pub(in crate::store) fn is_damage(err: &rusqlite::Error) -> bool {
    matches!(err.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

/// Why an older store could not become one of today.
pub(in crate::store) fn unmigrated(path: &Path, found: Option<i32>, err: &rusqlite::Error) -> OpenError {
    match fault(path, err) {
        OpenError::Closed { path, why } => OpenError::Unmigrated { path, found, why },
        other => other,
    }
}

/// Why a store could not be opened, by what SQLite says.
pub(in crate::store) fn fault(path: &Path, err: &rusqlite::Error) -> OpenError {
    let (path, why) = (path.to_owned(), err.to_string());
    match err.sqlite_error_code() {
        _ if is_damage(err) => OpenError::Damaged { path, why },
        Some(ErrorCode::ReadOnly) => OpenError::ReadOnly(path),
        _ => OpenError::Closed { path, why },
    }
}
