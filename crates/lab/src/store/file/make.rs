//! A name out of which a store is to become, and an empty store of that name.
//!
//! Nobody ever sees half a store, and whatever has the name already is kept.

use std::path::Path;
use std::{fs, io};

use rusqlite::Connection;

use crate::store::file::open_error::OpenError;
use crate::store::file::schema::{APPLICATION, SCHEMA};

const SCHEMA_SQL: &str = include_str!("../schema.sql");

/// Makes an empty store under a passing name, then gives it its own.
pub(in crate::store) fn make(path: &Path) -> Result<(), OpenError> {
    let failed = |why: String| OpenError::Make { path: path.to_owned(), why };
    let folder = folder_of(path);
    fs::create_dir_all(folder).map_err(|err| failed(err.to_string()))?;
    let draft = draft_in(folder).map_err(|err| failed(err.to_string()))?;
    write_schema(&draft, "wal").map_err(|err| failed(err.to_string()))?;
    match draft.persist_noclobber(path) {
        Err(err) if err.error.kind() != io::ErrorKind::AlreadyExists => Err(failed(err.error.to_string())),
        _ => Ok(()),
    }
}

/// Where a file lies.
pub(in crate::store) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
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

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::store::file::opened::Store;

    #[test]
    fn many_may_make_the_same_store_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("runs.sqlite");
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| Store::open(&path).unwrap());
            }
        });
        // Two that close at once may each take the other for one that goes on, and leave their files to the next.
        drop(Store::open(&path).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn every_column_has_a_comment() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("runs.sqlite")).unwrap();
        let names = |sql: &str| -> Vec<String> {
            let mut select = store.connection.prepare(sql).unwrap();
            select.query_map([], |row| row.get(0)).unwrap().collect::<Result<_, _>>().unwrap()
        };
        let tables = names("SELECT name FROM sqlite_schema WHERE type = 'table'");
        assert_eq!(tables, ["run", "cell", "block", "event"]);
        for table in tables {
            let (_, definition) = SCHEMA_SQL.split_once(&format!("CREATE TABLE {table} (")).unwrap();
            let (definition, _) = definition.split_once(") STRICT").unwrap();
            for column in names(&format!("SELECT name FROM pragma_table_info('{table}')")) {
                let line = definition.lines().find(|line| line.trim_start().starts_with(&format!("{column} ")));
                let (_, comment) = line.unwrap().split_once("-- ").unwrap_or_default();
                assert!(comment.len() > 10, "column `{column}` of table `{table}` has no comment");
            }
        }
    }
}
