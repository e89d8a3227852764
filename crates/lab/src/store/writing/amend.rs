//! The two changes that a recorded run allows: its note, and its removal.

use anyhow::{Context, bail};
use rusqlite::TransactionBehavior;

use crate::store::file::live;
use crate::store::file::opened::Store;
use crate::store::reading::list::RunSummary;

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
    pub fn remove(&mut self, id: &str) -> anyhow::Result<RunSummary> {
        let was = self.summary(id)?;
        // Held until the rows are gone, so that nobody resumes what is being removed.
        let Some(_claim) = live::claim(&self.path, id)? else {
            bail!("run {id} is being written by another process: stop it first");
        };
        self.delete(id).with_context(|| self.failed(&format!("remove run {id}")))?;
        Ok(was)
    }

    /// Whoever calls it has claimed the run.
    pub(crate) fn delete(&mut self, id: &str) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // From the leaves to the root: so nothing is left for the foreign keys to look for.
        for table in ["block", "event", "cell"] {
            transaction.execute(&format!("DELETE FROM {table} WHERE run = ?1"), [id])?;
        }
        transaction.execute("DELETE FROM run WHERE id = ?1", [id])?;
        transaction.commit()
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{Event, Listener, RunState};
    use crate::store::example::{Example, block, launch_ended};

    #[test]
    fn a_note_takes_the_place_of_the_old_one() {
        let example = Example::new();
        let writer = example.begin();
        let store = example.store();
        store.set_note(writer.id(), "on battery; 'quoted'").unwrap();
        assert_eq!(store.run(writer.id()).unwrap().note, "on battery; 'quoted'");
        assert!(store.set_note("0123456789abcdef", "").is_err());
    }

    #[test]
    fn a_removed_run_leaves_the_others_whole() {
        let example = Example::new();
        let mut ids = Vec::new();
        for _ in 0..2 {
            let mut writer = example.begin();
            writer.hear(&Event::Block(block(0, 0))).unwrap();
            writer.hear(&launch_ended(0)).unwrap();
            ids.push(writer.id().to_owned());
            writer.finish(RunState::Complete).unwrap();
        }
        let mut store = example.store();
        assert_eq!(store.remove(&ids[0]).unwrap().blocks, 1);
        assert!(store.run(&ids[0]).is_err());
        assert_eq!(store.run(&ids[1]).unwrap().blocks, [block(0, 0)]);
        for table in ["run", "cell", "block", "event"] {
            let runs = format!("SELECT count(DISTINCT {}) FROM {table}", if table == "run" { "id" } else { "run" });
            let runs: u32 = store.connection.query_row(&runs, [], |row| row.get(0)).unwrap();
            assert_eq!(runs, 1, "{table}");
        }
        assert!(store.remove(&ids[0]).is_err());
    }

    #[test]
    fn a_run_under_way_is_not_removed() {
        let example = Example::new();
        let mut writer = example.begin();
        let err = example.store().remove(writer.id()).unwrap_err();
        assert!(err.to_string().contains("another process"), "{err}");
        writer.hear(&Event::Block(block(0, 0))).unwrap();
        assert_eq!(example.store().run(writer.id()).unwrap().blocks.len(), 1);
    }
}
