//! The two changes that a recorded run allows: its note, and its removal.

use anyhow::{Context, bail};
use rusqlite::TransactionBehavior;

use crate::store::list::Summary;
use crate::store::live;
use crate::store::open::Store;

impl Store {
    /// Writes a note in the place of the old one.
    pub fn set_note(&self, id: &str, note: &str) -> anyhow::Result<()> {
        let changed = self.connection.execute("UPDATE run SET note = ?2 WHERE id = ?1", [id, note]);
        match changed.with_context(|| self.failed(&format!("note run {id}")))? {
            0 => bail!("there is no run {id} in store `{}`: `paragone runs` lists them", self.path.display()),
            _ => Ok(()),
        }
    }

    /// Removes a run with all that was measured, and says what it was. Its room in the file is used
    /// again.
    pub fn remove(&mut self, id: &str) -> anyhow::Result<Summary> {
        let was = self.summary(id)?;
        // Held until the rows are gone, so that nobody resumes what is being removed.
        let Some(_claim) = live::claim(&self.path, id)? else {
            bail!("run {id} is being written by another process: stop it first");
        };
        self.delete(id).with_context(|| self.failed(&format!("remove run {id}")))?;
        Ok(was)
    }

    fn delete(&mut self, id: &str) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // From the leaves to the root: so nothing is left for the foreign keys to look for.
        for table in ["block", "event", "cell"] {
            transaction.execute(&format!("DELETE FROM {table} WHERE run = ?1"), [id])?;
        }
        transaction.execute("DELETE FROM run WHERE id = ?1", [id])?;
        transaction.commit()
    }
}
