//! The steps from each schema to the next, and the way through those that a store lacks.
//!
//! In: an open transaction; out: tables of today. A step only adds, with defaults that are true of what is there, so
//! that an earlier lab which has the store open goes on writing rows that are right. It neither begins nor commits.

use rusqlite::{Connection, Transaction};

use crate::store::file::schema::SCHEMA;

/// From schema 1 to 2, from 2 to 3, and so on up to the present one.
const STEPS: [&str; SCHEMA as usize - 1] = [include_str!("1-2.sql")];

/// Takes the tables from a schema to the present one.
pub(super) fn bring_up(transaction: &Transaction<'_>, found: i32) -> rusqlite::Result<()> {
    let gone = usize::try_from(found).unwrap_or(0).saturating_sub(1);
    // Those that are lacking; of today's schema and newer ones none.
    take(transaction, STEPS.get(gone..).unwrap_or_default())
}

pub(super) fn take(transaction: &Transaction<'_>, steps: &[&str]) -> rusqlite::Result<()> {
    for step in steps {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", SCHEMA)
}

/// As it is at this moment, whatever the file's head said before.
pub(super) fn schema_of(connection: &Connection) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}
