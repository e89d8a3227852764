//! An older store is brought to the present schema where it lies, because it is about to be written.
//!
//! One transaction: whoever is cut off in it leaves the store as it was. It is not done while a run is being written.

use rusqlite::TransactionBehavior;

use crate::store::file::live;
use crate::store::file::open_error::OpenError;
use crate::store::file::opened::{Store, fault, known, unmigrated};
use crate::store::file::schema::SCHEMA;
use crate::store::migrate::steps::{bring_up, schema_of};

pub(in crate::store) fn in_place(mut store: Store) -> Result<Store, OpenError> {
    if schema_of(&store.connection).map_err(|err| fault(&store.path, &err))? < SCHEMA {
        migrate(&mut store)?;
    }
    Ok(store)
}

fn migrate(store: &mut Store) -> Result<(), OpenError> {
    let (path, connection) = (store.path.as_path(), &mut store.connection);
    let failed = |found| move |err: rusqlite::Error| unmigrated(path, found, &err);
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed(None))?;
    // Asked again: whoever had the lock before may have done it, and have begun a run since.
    let found = schema_of(&transaction).map_err(failed(None))?;
    known(path, found)?;
    if found == SCHEMA {
        return Ok(());
    }
    // Behind the lock, so that a lab which begins a run now writes into what it finds after this.
    let closed = |err| OpenError::Closed { path: path.to_owned(), why: format!("{err:#}") };
    if live::is_any_claimed(path).map_err(closed)? {
        return Err(OpenError::Written { path: path.to_owned(), found });
    }
    // Every page is looked at before the first is changed.
    let looked = transaction.query_row("PRAGMA quick_check(1)", [], |row| row.get(0));
    let why: String = looked.map_err(failed(Some(found)))?;
    if why != "ok" {
        return Err(OpenError::Damaged { path: path.to_owned(), why });
    }
    bring_up(&transaction, found).map_err(failed(Some(found)))?;
    transaction.commit().map_err(failed(Some(found)))?;
    // Earlier labs look at the file's head alone, so the new number is not left in the log. Where somebody is reading
    // it stays there a while: then an earlier lab that comes is as one that was there before.
    let _ = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
    Ok(())
}
