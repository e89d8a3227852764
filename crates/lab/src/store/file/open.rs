//! A path in, an open store out, or a word on why not.
//!
//! A file that is no store, is damaged, or was written by a newer lab is told apart before anything
//! is written, and is left as it is. One of an earlier lab opens as one of today. Knows no plan and no run.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Duration;
use std::{fs, io};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::store::file::make::make;
use crate::store::file::open_error::OpenError;
use crate::store::file::opened::{Store, be_careful, fault, is_damage, known};
use crate::store::file::place::beside;
use crate::store::file::schema::APPLICATION;
use crate::store::migrate;

/// As many as schema.sql makes.
const TABLES: u32 = 4;

/// Commits are short, so whoever waits longer than this waits for something stuck.
const PATIENCE: Duration = Duration::from_secs(30);

impl Store {
    /// Opens a store for writing, and makes it where there is none.
    pub fn open(path: &Path) -> Result<Store, OpenError> {
        match Store::open_present(path) {
            Err(OpenError::Absent(_)) => make(path).and_then(|()| Store::open_present(path)),
            opened => opened,
        }
    }

    /// Opens a store for writing. One of an earlier schema is brought to the present one.
    pub fn open_present(path: &Path) -> Result<Store, OpenError> {
        probe(path)?;
        let store = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, "")?;
        if store.connection.is_readonly("main").map_err(|err| fault(path, &err))? {
            return Err(OpenError::ReadOnly(path.to_owned()));
        }
        migrate::in_place(store)
    }

    /// Opens a store, or an exported run, for reading. One of an earlier schema stays as it is.
    pub fn open_to_read(path: &Path) -> Result<Store, OpenError> {
        probe(path)?;
        // A reader that may not write would leave an empty log behind; so it may, but does not.
        let store = match connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, "") {
            // A log cannot be set up in a folder that may not be written. If there is nothing in a
            // log, the file is whole by itself.
            Err(OpenError::Closed { .. } | OpenError::ReadOnly(_)) if !has_log(path) => {
                connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY, "?immutable=1")?
            }
            opened => opened?,
        };
        let store = migrate::aside(store)?;
        store.connection.pragma_update(None, "query_only", true).map_err(|err| fault(path, &err))?;
        Ok(store)
    }
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
        Ok((APPLICATION, found)) => known(path, found),
        Ok(_) => Err(OpenError::NotOurs(path.to_owned())),
        Err(err) if is_damage(&err) => Err(OpenError::NotOurs(path.to_owned())),
        Err(err) => Err(fault(path, &err)),
    }
}

fn connect(path: &Path, how: OpenFlags, parameters: &str) -> Result<Store, OpenError> {
    let damaged = |why| Err(OpenError::Damaged { path: path.to_owned(), why });
    let has_log = has_log(path);
    let opened = || -> rusqlite::Result<(Connection, u32, u64, i32)> {
        let connection = Connection::open_with_flags(uri(path, parameters), flags(how))?;
        connection.busy_timeout(PATIENCE)?;
        // Until the store is known to be whole, its log is not moved into it.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, has_log)?;
        be_careful(&connection)?;
        let tables = "SELECT count(*) FROM sqlite_schema
             WHERE type = 'table' AND name IN ('run', 'cell', 'block', 'event')";
        let tables = connection.query_row(tables, [], |row| row.get(0))?;
        let page = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
        // What a newer lab has committed may lie in the log alone, where the file's head does not show it.
        let found = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        Ok((connection, tables, page, found))
    };
    let (connection, tables, page, found) = opened().map_err(|err| fault(path, &err))?;
    known(path, found)?;
    if tables != TABLES {
        return damaged(format!("it has {tables} of its {TABLES} tables"));
    }
    // SQLite takes what a page lacks for zeros. A log may still hold the page that was being moved.
    let length = fs::metadata(path).map_or(0, |found| found.len());
    if !length.is_multiple_of(page) && !has_log {
        return damaged(format!("it ends within a page, after {length} bytes"));
    }
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map_err(|err| fault(path, &err))?;
    Ok(Store { path: path.to_owned(), connection })
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

/// Whether anything that was committed may lie in the log beside the store.
fn has_log(path: &Path) -> bool {
    fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    #[cfg(target_os = "linux")]
    use crate::store::example::as_nobody;
    use crate::store::file::schema::SCHEMA;

    /// A store in a folder of its own, and the bytes it has on disk.
    fn store_file() -> (tempfile::TempDir, PathBuf, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a #1 100%?").join("runs.sqlite");
        Store::open(&path).unwrap();
        let bytes = fs::read(&path).unwrap();
        (folder, path, bytes)
    }

    /// Opens in every way, and sees that nothing changes on the disk.
    fn refused(path: &Path) -> [OpenError; 3] {
        let before = fs::read(path).unwrap();
        let errors = [Store::open(path), Store::open_present(path), Store::open_to_read(path)].map(Result::unwrap_err);
        assert_eq!(fs::read(path).unwrap(), before);
        let names: Vec<_> = fs::read_dir(path.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(names, [path]);
        errors
    }

    #[test]
    fn a_store_is_made_once_and_opened_again() {
        let (_folder, path, bytes) = store_file();
        assert_eq!(&bytes[68..72], b"PARG");
        assert_eq!(Store::open(&path).unwrap().list().unwrap(), []);
        assert_eq!(Store::open_to_read(&path).unwrap().list().unwrap(), []);
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn what_is_absent_is_made_by_writers_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.sqlite");
        assert!(matches!(Store::open_to_read(&path), Err(OpenError::Absent(_))));
        assert!(matches!(Store::open_present(&path), Err(OpenError::Absent(_))));
        assert!(!path.exists());
        assert!(matches!(Store::open(folder.path()), Err(OpenError::Folder(_))));
        assert!(matches!(Store::open(Path::new("/dev/null")), Err(OpenError::NotOurs(_))));
        assert!(matches!(Store::open(Path::new("/dev/null/runs.sqlite")), Err(OpenError::Closed { .. })));
    }

    #[test]
    fn files_of_others_are_refused_and_kept() {
        let (_folder, path, bytes) = store_file();
        let noise: Vec<u8> = (0..20_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let mut other_application = bytes.clone();
        other_application[68..72].copy_from_slice(b"GPKG");
        let mut nobodys = bytes.clone();
        nobodys[68..72].fill(0);
        for foreign in [&noise, &b"suite = 1\n".to_vec(), &Vec::new(), &other_application, &nobodys] {
            fs::write(&path, foreign).unwrap();
            for err in refused(&path) {
                assert!(matches!(err, OpenError::NotOurs(_)), "{err}");
            }
        }
    }

    #[test]
    fn a_newer_schema_is_refused() {
        let (_folder, path, mut bytes) = store_file();
        bytes[60..64].copy_from_slice(&(SCHEMA + 1).to_be_bytes());
        fs::write(&path, bytes).unwrap();
        for err in refused(&path) {
            let told = format!("written by a newer paragone (schema {}", SCHEMA + 1);
            assert!(err.to_string().contains(&told), "{err}");
        }
    }

    #[test]
    fn a_damaged_store_is_refused_and_kept() {
        let (_folder, path, bytes) = store_file();
        let mut spoilt_head = bytes.clone();
        spoilt_head[0] = b'X';
        for length in [50, 99, 100, 1000, 4096, 4097, bytes.len() - 4096, bytes.len() - 1] {
            fs::write(&path, &bytes[..length]).unwrap();
            for err in refused(&path) {
                assert!(matches!(err, OpenError::Damaged { .. } | OpenError::NotOurs(_)), "{length}: {err}");
            }
        }
        fs::write(&path, spoilt_head).unwrap();
        refused(&path);
        let mut spoilt_schema = bytes;
        spoilt_schema[100..4096].fill(0xa5);
        fs::write(&path, spoilt_schema).unwrap();
        for err in refused(&path) {
            assert!(matches!(err, OpenError::Damaged { .. }), "{err}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn without_permission_nothing_is_opened_or_made() {
        use std::os::unix::fs::PermissionsExt;

        let (folder, path, _) = store_file();
        let (mode, shut) = (|mode| fs::Permissions::from_mode(mode), folder.path().join("shut"));
        fs::create_dir(&shut).unwrap();
        fs::set_permissions(folder.path(), mode(0o755)).unwrap();
        fs::set_permissions(path.parent().unwrap(), mode(0o555)).unwrap();
        as_nobody(|| {
            assert!(matches!(Store::open(&shut.join("runs.sqlite")), Err(OpenError::Make { .. })));
        });
        // Readable, in a folder where no log can be set up: good enough for reading.
        fs::set_permissions(&path, mode(0o444)).unwrap();
        as_nobody(|| {
            assert!(matches!(Store::open(&path), Err(OpenError::ReadOnly(_) | OpenError::Closed { .. })));
            assert_eq!(Store::open_to_read(&path).unwrap().list().unwrap(), []);
        });
        fs::set_permissions(&path, mode(0o000)).unwrap();
        as_nobody(|| {
            assert!(matches!(Store::open(&path), Err(OpenError::Closed { .. })));
            assert!(matches!(Store::open_to_read(&path), Err(OpenError::Closed { .. })));
        });
        fs::set_permissions(path.parent().unwrap(), mode(0o755)).unwrap();
    }
}
