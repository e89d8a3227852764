//! A path in, an open store out, or a word on why not.
//!
//! A file that is no store, is damaged, or was written by a newer lab is told apart before anything
//! is written, and is left as it is. Knows no plan and no run.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};
use thiserror::Error;

/// The bytes `PARG`, in the header of every store.
const APPLICATION: i32 = 0x5041_5247;
/// The schema that is written, and the newest that is read.
const SCHEMA: i32 = 1;
const SCHEMA_SQL: &str = include_str!("schema.sql");
const TABLES: u32 = 4;

/// Commits are short, so whoever waits longer than this waits for something stuck.
const PATIENCE: Duration = Duration::from_secs(30);

/// Pages of the log before they are moved into the store, which waits for the disk: seldom.
const LOG_PAGES: u32 = 4000;

/// An open store: runs, and what was measured in them.
#[derive(Debug)]
pub struct Store {
    pub(in crate::store) path: PathBuf,
    pub(in crate::store) connection: Connection,
}

/// Why a store does not open.
#[derive(Debug, Error)]
pub enum OpenError {
    #[error("there is no store at `{0}`: `paragone run` makes one, and --store names another")]
    Absent(PathBuf),
    #[error("`{0}` is a folder: name a file with --store, for instance `{0}/runs.sqlite`")]
    Folder(PathBuf),
    #[error(
        "`{0}` is not a store of paragone, or its head is damaged; it is left as it is: name another file with --store"
    )]
    NotOurs(PathBuf),
    #[error("`{path}` was written by a newer paragone (schema {found}, and this one knows {SCHEMA}): update paragone")]
    Newer { path: PathBuf, found: i32 },
    #[error(
        "store `{path}` is damaged ({why}); it is left as it is: put a copy back, or name another file with --store"
    )]
    Damaged { path: PathBuf, why: String },
    #[error("store `{0}` may not be written: ask for permission, or name another file with --store")]
    ReadOnly(PathBuf),
    #[error("failed to make store `{path}`: {why}")]
    Make { path: PathBuf, why: String },
    #[error("failed to open store `{path}`: {why}: may this user read it and write into its folder?")]
    Closed { path: PathBuf, why: String },
}

impl Store {
    /// Opens a store for writing, and makes it where there is none.
    pub fn open(path: &Path) -> Result<Store, OpenError> {
        match Store::open_present(path) {
            Err(OpenError::Absent(_)) => {}
            opened => return opened,
        }
        make(path)?;
        Store::open_present(path)
    }

    /// Opens a store for writing.
    pub fn open_present(path: &Path) -> Result<Store, OpenError> {
        probe(path)?;
        let store = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, "")?;
        if store.connection.is_readonly("main").map_err(|err| fault(path, &err))? {
            return Err(OpenError::ReadOnly(path.to_owned()));
        }
        Ok(store)
    }

    /// Opens a store, or an exported run, for reading.
    pub fn open_to_read(path: &Path) -> Result<Store, OpenError> {
        probe(path)?;
        match connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY, "") {
            // A log cannot be set up in a folder that may not be written. If there is no log, the
            // file is whole by itself.
            Err(OpenError::Closed { .. }) if !log_of(path).exists() => {
                connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY, "?immutable=1")
            }
            opened => opened,
        }
    }

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

/// Makes an empty store under a passing name, then gives it its own: nobody ever sees half a
/// store, and whatever has that name by then is kept.
fn make(path: &Path) -> Result<(), OpenError> {
    let failed = |why: String| OpenError::Make { path: path.to_owned(), why };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder).map_err(|err| failed(err.to_string()))?;
    let draft = draft_in(folder).map_err(|err| failed(err.to_string()))?;
    write_schema(&draft, "wal").map_err(|err| failed(err.to_string()))?;
    match draft.persist_noclobber(path) {
        Err(err) if err.error.kind() != io::ErrorKind::AlreadyExists => Err(failed(err.error.to_string())),
        _ => Ok(()),
    }
}

/// An empty file beside the store to be.
pub(in crate::store) fn draft_in(folder: &Path) -> io::Result<tempfile::TempPath> {
    Ok(tempfile::Builder::new().prefix(".paragone-").suffix(".sqlite").tempfile_in(folder)?.into_temp_path())
}

/// Fills an empty file with a store without runs.
pub(in crate::store) fn write_schema(draft: &Path, journal: &str) -> rusqlite::Result<()> {
    let mut connection = Connection::open(draft)?;
    let transaction = connection.transaction()?;
    transaction.execute_batch(SCHEMA_SQL)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", SCHEMA)?;
    transaction.commit()?;
    connection.pragma_update(None, "journal_mode", journal)?;
    connection.close().map_err(|(_, err)| err)
}

/// Looks at the head of a file, writing nothing and locking nothing. SQLite does the reading
/// because closing a file by other means would drop the locks that this process has on it.
fn probe(path: &Path) -> Result<(), OpenError> {
    match fs::metadata(path) {
        Err(err) if err.kind() == io::ErrorKind::NotFound => return Err(OpenError::Absent(path.to_owned())),
        Err(err) => return Err(OpenError::Closed { path: path.to_owned(), why: err.to_string() }),
        Ok(found) if found.is_dir() => return Err(OpenError::Folder(path.to_owned())),
        // Opening a pipe would wait for its other end.
        Ok(found) if !found.is_file() => return Err(OpenError::NotOurs(path.to_owned())),
        Ok(_) => {}
    }
    let head = || -> rusqlite::Result<(i32, i32)> {
        let connection =
            Connection::open_with_flags(uri(path, "?immutable=1"), flags(OpenFlags::SQLITE_OPEN_READ_ONLY))?;
        // Without this, a file that is shorter than its head says does not show its head.
        connection.pragma_update(None, "writable_schema", true)?;
        let number = |name| connection.pragma_query_value(None, name, |row| row.get(0));
        Ok((number("application_id")?, number("user_version")?))
    };
    match head() {
        Ok((APPLICATION, found)) if found > SCHEMA => Err(OpenError::Newer { path: path.to_owned(), found }),
        Ok((APPLICATION, SCHEMA)) => Ok(()),
        Ok(_) => Err(OpenError::NotOurs(path.to_owned())),
        Err(err) if is_damage(&err) => Err(OpenError::NotOurs(path.to_owned())),
        Err(err) => Err(fault(path, &err)),
    }
}

fn connect(path: &Path, how: OpenFlags, parameters: &str) -> Result<Store, OpenError> {
    let opened = || -> rusqlite::Result<(Connection, u32)> {
        let connection = Connection::open_with_flags(uri(path, parameters), flags(how))?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // Files come from elsewhere too: their schema may call nothing, and bad pages are noticed.
        connection.pragma_update(None, "trusted_schema", false)?;
        connection.pragma_update(None, "cell_size_check", true)?;
        let tables = "SELECT count(*) FROM sqlite_schema
             WHERE type = 'table' AND name IN ('run', 'cell', 'block', 'event')";
        let tables = connection.query_row(tables, [], |row| row.get(0))?;
        Ok((connection, tables))
    };
    match opened() {
        Ok((connection, TABLES)) => Ok(Store { path: path.to_owned(), connection }),
        Ok((_, found)) => {
            Err(OpenError::Damaged { path: path.to_owned(), why: format!("it has {found} of its {TABLES} tables") })
        }
        Err(err) => Err(fault(path, &err)),
    }
}

fn flags(how: OpenFlags) -> OpenFlags {
    how | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

/// A path of any bytes, as SQLite takes it with parameters.
fn uri(path: &Path, parameters: &str) -> String {
    let mut uri = String::from("file:");
    if !path.is_absolute() {
        uri.push_str("./");
    }
    for &byte in path.as_os_str().as_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => uri.push(byte as char),
            _ => uri.push_str(&format!("%{byte:02x}")),
        }
    }
    uri + parameters
}

fn log_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(OsStr::new("-wal"));
    PathBuf::from(name)
}

fn is_damage(err: &rusqlite::Error) -> bool {
    matches!(err.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
}

fn fault(path: &Path, err: &rusqlite::Error) -> OpenError {
    let (path, why) = (path.to_owned(), err.to_string());
    match err.sqlite_error_code() {
        _ if is_damage(err) => OpenError::Damaged { path, why },
        Some(ErrorCode::ReadOnly) => OpenError::ReadOnly(path),
        _ => OpenError::Closed { path, why },
    }
}
