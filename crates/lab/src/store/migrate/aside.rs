//! An older store is read through a copy that is brought to the present schema: the file itself stays as it is.
//!
//! The copy is SQLite's own passing database: small ones stay in memory, large ones go to a file without a name.

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, Error, OpenFlags, ffi};

use crate::store::file::open_error::OpenError;
use crate::store::file::opened::{Store, be_careful, fault, unmigrated};
use crate::store::file::schema::SCHEMA;
use crate::store::migrate::steps::{bring_up, schema_of};

pub(in crate::store) fn aside(store: Store) -> Result<Store, OpenError> {
    let Store { path, connection } = store;
    let found = schema_of(&connection).map_err(|err| fault(&path, &err))?;
    if found >= SCHEMA {
        return Ok(Store { path, connection });
    }
    let copy = migrated(&connection).map_err(|err| unmigrated(&path, Some(found), &err))?;
    Ok(Store { path, connection: copy })
}

fn migrated(from: &Connection) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut copy = Connection::open_with_flags("", flags)?;
    // In one step, so that it is of one moment, whoever writes meanwhile.
    if Backup::new(from, &mut copy)?.step(-1)? != StepResult::Done {
        return Err(Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_BUSY), None));
    }
    be_careful(&copy)?;
    let transaction = copy.transaction()?;
    bring_up(&transaction, schema_of(&transaction)?)?;
    transaction.commit()?;
    Ok(copy)
}
