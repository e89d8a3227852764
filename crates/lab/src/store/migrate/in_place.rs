//! An older store is brought to the present schema where it lies, because it is about to be written.
//!
//! One transaction: whoever is cut off in it leaves the store as it was. It is not done while a run is being written.

use rusqlite::{Transaction, TransactionBehavior};

use crate::store::file::live;
use crate::store::file::open_error::OpenError;
use crate::store::file::opened::{Store, fault, known};
use crate::store::file::schema::SCHEMA;
use crate::store::migrate::steps::{bring_up, schema_of};

pub(in crate::store) fn in_place(mut store: Store) -> Result<Store, OpenError> {
    let path = store.path.clone();
    if schema_of(&store.connection).map_err(|err| fault(&path, &err))? < SCHEMA {
        migrate(&mut store)?;
    }
    Ok(store)
}

fn migrate(store: &mut Store) -> Result<(), OpenError> {
    let Store { path, connection } = store;
    let failed = |found| {
        let path = &*path;
        move |err: rusqlite::Error| OpenError::unmigrated(path, found, &err)
    };
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed(None))?;
    // Asked again: whoever had the lock before may have done it, and have begun a run since.
    let found = schema_of(&transaction).map_err(failed(None))?;
    known(path, found)?;
    if found == SCHEMA {
        return Ok(());
    }
    // Behind the lock, so that a lab which begins a run now writes into what it finds after this.
    match live::is_any_claimed(path) {
        Ok(false) => {}
        Ok(true) => return Err(OpenError::Written { path: path.clone(), found }),
        Err(err) => return Err(OpenError::Closed { path: path.clone(), why: format!("{err:#}") }),
    }
    if let Some(why) = damage(&transaction).map_err(failed(Some(found)))? {
        return Err(OpenError::Damaged { path: path.clone(), why });
    }
    bring_up(&transaction, found).map_err(failed(Some(found)))?;
    transaction.commit().map_err(failed(Some(found)))?;
    // Earlier labs look at the file's head alone, so the new number is not left in the log. Where somebody is reading
    // it stays there a while: then an earlier lab that comes is as one that was there before.
    let _ = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
    Ok(())
}

/// What is damaged, if anything is: every page is looked at before the first is changed.
fn damage(transaction: &Transaction<'_>) -> rusqlite::Result<Option<String>> {
    let said: String = transaction.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((said != "ok").then_some(said))
}
