//! A run from one store to another, row by row: export to a file of its own, and import.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::{Context, bail};
use rusqlite::types::Value;
use rusqlite::{Connection, Transaction, TransactionBehavior, params_from_iter};

use crate::store::file::live;
use crate::store::file::make::{draft_in, folder_of, write_schema};
use crate::store::file::opened::Store;

/// Every table with its column for the run's id, each after the tables that it refers to.
const TABLES: [(&str, &str); 4] = [("run", "id"), ("cell", "run"), ("block", "run"), ("event", "run")];

/// What to do with a file that has the name already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Present {
    Keep,
    Replace,
}

impl Store {
    /// Writes a run to a file of its own, which every command takes as a RUN. The file appears
    /// whole or not at all.
    pub fn export(&self, id: &str, file: &Path, present: Present) -> anyhow::Result<()> {
        if present == Present::Keep && file.exists() {
            bail!("`{}` is there already: choose another name, or replace it with --force", file.display());
        }
        if self.path.canonicalize().is_ok_and(|own| file.canonicalize().is_ok_and(|file| own == file)) {
            bail!("`{}` is the store that run {id} is in: choose another name", file.display());
        }
        let exported = self.write_export(id, file, present);
        exported.with_context(|| format!("failed to export run {id} to `{}`", file.display()))
    }

    fn write_export(&self, id: &str, file: &Path, present: Present) -> anyhow::Result<()> {
        let draft = draft_in(folder_of(file)).context("the file's folder cannot be written")?;
        // Without a log of its own beside it, one file is the whole run and may lie on read-only media.
        write_schema(&draft, "delete")?;
        let mut copy = Connection::open(&draft)?;
        copy_run(&self.connection, &mut copy, id)?;
        copy.close().map_err(|(_, err)| err)?;
        // Temporary files are made for their owner alone; an export is made to be handed on, as far as the folder's
        // other files are.
        fs::set_permissions(&draft, Permissions::from_mode(0o644))?;
        match present {
            Present::Replace => draft.persist(file)?,
            Present::Keep => draft.persist_noclobber(file)?,
        }
        Ok(())
    }

    /// Takes every run of an exported file, or of another store, into this one; returns their ids.
    pub fn import(&mut self, file: &Path) -> anyhow::Result<Vec<String>> {
        if !file.exists() {
            bail!("there is no file `{}` to import: `paragone runs export` writes such files", file.display());
        }
        // Asked before it is read as well: an older file is read as it was at one moment, and a run may end after it.
        if live::is_any_claimed(file)? {
            bail!("a run of `{}` is still being written: import it when it has ended", file.display());
        }
        let from = Store::open_to_read(file)?;
        let ids: Vec<String> = from.list()?.into_iter().rev().map(|run| run.id).collect();
        for id in &ids {
            if self.has(id).with_context(|| self.failed("import"))? {
                bail!("run {id} of `{}` is in store `{}` already", file.display(), self.path.display());
            }
        }
        for id in &ids {
            if live::is_claimed(&from.path, id)? {
                bail!("run {id} of `{}` is still being written: import it when it has ended", file.display());
            }
            copy_run(&from.connection, &mut self.connection, id)
                .with_context(|| self.failed(&format!("import run {id}")))?;
        }
        Ok(ids)
    }

    fn has(&self, id: &str) -> rusqlite::Result<bool> {
        self.connection.prepare("SELECT 1 FROM run WHERE id = ?1")?.exists([id])
    }
}

fn copy_run(from: &Connection, to: &mut Connection, id: &str) -> anyhow::Result<()> {
    // One transaction on either side: the copy is of one moment, and it is whole.
    let from = from.unchecked_transaction()?;
    let to = to.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for (table, key) in TABLES {
        let copied = copy_rows(&from, &to, table, key, id)?;
        if table == "run" && copied == 0 {
            bail!("there is no such run: `paragone runs` lists them");
        }
    }
    Ok(to.commit()?)
}

fn copy_rows(from: &Transaction<'_>, to: &Transaction<'_>, table: &str, key: &str, id: &str) -> rusqlite::Result<u64> {
    let mut select = from.prepare(&format!("SELECT * FROM {table} WHERE {key} = ?1"))?;
    let columns: Vec<String> = select.column_names().into_iter().map(str::to_owned).collect();
    let places = vec!["?"; columns.len()].join(", ");
    let mut insert = to.prepare(&format!("INSERT INTO {table} ({}) VALUES ({places})", columns.join(", ")))?;
    let mut rows = select.query([id])?;
    let mut copied = 0;
    while let Some(row) = rows.next()? {
        let values = (0..columns.len()).map(|column| row.get(column)).collect::<rusqlite::Result<Vec<Value>>>()?;
        insert.execute(params_from_iter(values))?;
        copied += 1;
    }
    Ok(copied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Event, Listener, Run, RunState};
    use crate::store::example::{Example, block, launch_began, launch_ended};

    fn written(example: &Example) -> Run {
        let mut writer = example.begin();
        for index in 0..50 {
            writer.hear(&launch_began(index)).unwrap();
            writer.hear(&Event::Block(block(index, 0))).unwrap();
        }
        writer.hear(&launch_ended(49)).unwrap();
        let id = writer.id().to_owned();
        writer.finish(RunState::Complete).unwrap();
        example.store().run(&id).unwrap()
    }

    #[test]
    fn a_run_travels_by_file_and_is_the_same_there() {
        let example = Example::new();
        let (run, other) = (written(&example), written(&example));
        let file = example.folder.path().join("run.sqlite");
        example.store().export(&run.id, &file, Present::Keep).unwrap();

        let exported = Store::open_to_read(&file).unwrap();
        assert_eq!(exported.list().unwrap().len(), 1);
        assert_eq!(format!("{:?}", exported.run(&run.id).unwrap()), format!("{run:?}"));

        let elsewhere = Example::new();
        assert_eq!(elsewhere.store().import(&file).unwrap(), [run.id.as_str()]);
        assert_eq!(format!("{:?}", elsewhere.store().run(&run.id).unwrap()), format!("{run:?}"));
        assert_eq!(elsewhere.store().summary(&run.id).unwrap(), example.store().summary(&run.id).unwrap());
        let again = elsewhere.store().import(&file).unwrap_err();
        assert!(again.to_string().contains("already"), "{again}");
        let both = elsewhere.store().import(&example.path()).unwrap_err();
        assert!(both.to_string().contains("already"), "{both}");
        assert!(elsewhere.store().run(&other.id).is_err());
    }

    #[test]
    fn an_export_replaces_nothing_unasked_and_leaves_nothing_else() {
        let example = Example::new();
        let run = written(&example);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.sqlite");
        fs::write(&file, "mine").unwrap();
        let store = example.store();
        assert!(store.export(&run.id, &file, Present::Keep).is_err());
        assert_eq!(fs::read(&file).unwrap(), b"mine");
        assert!(store.export("0123456789abcdef", &file, Present::Replace).is_err());
        assert_eq!(fs::read(&file).unwrap(), b"mine");
        store.export(&run.id, &file, Present::Replace).unwrap();
        assert_eq!(Store::open_to_read(&file).unwrap().list().unwrap()[0].id, run.id);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        let own = store.export(&run.id, &example.path(), Present::Replace).unwrap_err();
        assert!(own.to_string().contains("is the store"), "{own}");
        assert!(store.export(&run.id, &folder.path().join("absent/run.sqlite"), Present::Keep).is_err());
    }

    #[test]
    fn a_run_under_way_is_exported_as_it_stands() {
        let example = Example::new();
        let mut writer = example.begin();
        writer.hear(&Event::Block(block(0, 0))).unwrap();
        let file = example.folder.path().join("run.sqlite");
        example.store().export(writer.id(), &file, Present::Keep).unwrap();
        writer.hear(&Event::Block(block(0, 1))).unwrap();
        let run = Store::open_to_read(&file).unwrap().run(writer.id()).unwrap();
        assert_eq!((run.state, run.blocks), (RunState::Open, vec![block(0, 0)]));
        let live = Example::new().store().import(&example.path()).unwrap_err();
        assert!(live.to_string().contains("still being written"), "{live}");
    }
}
