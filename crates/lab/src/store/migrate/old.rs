//! Every store that tests keep of an earlier schema: what becomes of it when it is written into, and that nothing
//! does when it is only read.

use std::path::{Path, PathBuf};
use std::{fs, thread};

use rusqlite::Connection;

use crate::model::{Event, Listener, Run, RunState};
#[cfg(target_os = "linux")]
use crate::store::example::as_nobody;
use crate::store::example::{Example, block};
use crate::store::file::live;
use crate::store::file::open_error::OpenError;
use crate::store::file::opened::Store;
use crate::store::file::schema::SCHEMA;
use crate::store::migrate::in_place::in_place;
use crate::store::migrate::steps::{schema_of, take};
use crate::store::writing::write::RunWriter;

/// An older store of its own, with its folder.
pub(super) struct Old {
    folder: tempfile::TempDir,
    pub(super) path: PathBuf,
    bytes: Vec<u8>,
}

impl Old {
    pub(super) fn of(kept: &Path) -> Old {
        let folder = tempfile::tempdir().unwrap();
        let (path, bytes) = (folder.path().join("runs.sqlite"), fs::read(kept).unwrap());
        fs::write(&path, &bytes).unwrap();
        Old { folder, path, bytes }
    }

    /// Each run as it reads now, in words.
    pub(super) fn runs(&self) -> Vec<String> {
        runs_of(&Store::open_to_read(&self.path).unwrap())
    }

    fn raw(&self) -> Connection {
        Connection::open(&self.path).unwrap()
    }

    fn is_untouched(&self) -> bool {
        let left = fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let left: Vec<_> = left.filter(|name| name != "runs.sqlite-live").collect();
        fs::read(&self.path).unwrap() == self.bytes && left == ["runs.sqlite"]
    }
}

pub(super) fn runs_of(store: &Store) -> Vec<String> {
    let runs = store.list().unwrap();
    runs.iter().map(|run| format!("{:?}", store.run(&run.id).unwrap())).collect()
}

/// Stores of all earlier schemas, as the labs of their time wrote them.
pub(super) fn kept() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stores");
    (1..SCHEMA).map(|schema| folder.join(format!("schema-{schema}.sqlite"))).collect()
}

fn old() -> impl Iterator<Item = Old> {
    kept().into_iter().map(|path| Old::of(&path))
}

/// Tables and indexes, without comments and spaces.
fn definitions(connection: &Connection) -> Vec<(String, String)> {
    let bare = |sql: &str| {
        let code: String = sql.lines().map(|line| line.split("--").next().unwrap_or_default()).collect();
        code.chars().filter(|letter| !letter.is_whitespace()).collect()
    };
    let mut select =
        connection.prepare("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name").unwrap();
    let rows = select.query_map([], |row| Ok((row.get(0)?, bare(&row.get::<_, String>(1)?)))).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

#[test]
fn a_store_of_each_earlier_schema_is_kept() {
    for (schema, path) in (1..SCHEMA).zip(kept()) {
        let name = path.display();
        let bytes = fs::read(&path).unwrap_or_else(|err| {
            panic!("`{name}`: {err}. SCHEMA was raised: Paragone of before makes this file (tests/stores/README.md)")
        });
        assert_eq!(bytes[60..64], schema.to_be_bytes(), "`{name}` is of another schema");
        assert!(bytes.len() < 300 << 10, "`{name}` is too large to be kept");
    }
}

#[test]
fn what_is_brought_up_is_what_is_made_anew() {
    let example = Example::new();
    let new = definitions(&example.store().connection);
    for old in old() {
        let store = Store::open(&old.path).unwrap();
        assert_eq!(definitions(&store.connection), new, "{}", old.path.display());
        assert_eq!(schema_of(&store.connection).unwrap(), SCHEMA);
        drop(store);
        let bytes = fs::read(&old.path).unwrap();
        assert_eq!(bytes[60..64], SCHEMA.to_be_bytes());
        let sound: String = old.raw().query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
        assert_eq!(sound, "ok");
    }
}

#[test]
fn runs_read_the_same_before_and_after() {
    for old in old() {
        let before = old.runs();
        assert!(before.len() > 3 && old.is_untouched());
        let mut store = Store::open(&old.path).unwrap();
        assert_eq!(runs_of(&store), before);
        let schemas: Vec<u32> = store.list().unwrap().iter().map(|run| run.schema).collect();
        assert!(schemas.iter().all(|schema| (1..SCHEMA as u32).contains(schema)), "{schemas:?}");
        // A new run stands beside them and knows by what it was written, here and wherever it travels.
        let example = Example::new();
        let mut writer = example.begin();
        writer.hear(&Event::Block(crate::model::Block { race: true, ..block(0, 0) })).unwrap();
        writer.finish(RunState::Complete).unwrap();
        store.import(&example.path()).unwrap();
        let newest = store.list().unwrap().into_iter().find(|run| run.command == "paragone run words").unwrap();
        let run: Run = store.run(&newest.id).unwrap();
        assert_eq!((run.schema, newest.schema, run.blocks[0].race), (SCHEMA as u32, SCHEMA as u32, true));
    }
}

#[test]
fn an_older_file_is_taken_in_and_stays_as_it_is() {
    for old in old() {
        let example = Example::new();
        let mut ids = example.store().import(&old.path).unwrap();
        ids.reverse();
        assert!(old.is_untouched());
        let taken = example.store();
        assert_eq!(ids, taken.list().unwrap().into_iter().map(|run| run.id).collect::<Vec<_>>());
        assert_eq!(runs_of(&taken), old.runs());
        let file = example.folder.path().join("one.sqlite");
        Store::open_to_read(&old.path).unwrap().export(&ids[0], &file, crate::store::Present::Keep).unwrap();
        assert_eq!(runs_of(&Store::open_to_read(&file).unwrap()), old.runs()[..1]);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn what_may_not_be_written_is_read_all_the_same() {
    use std::os::unix::fs::PermissionsExt;
    for old in old() {
        let expected = old.runs();
        let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        mode(&old.path, 0o444);
        mode(old.folder.path(), 0o555);
        as_nobody(|| {
            assert_eq!(old.runs(), expected);
            let err = Store::open(&old.path).unwrap_err();
            assert!(matches!(err, OpenError::ReadOnly(_) | OpenError::Closed { .. }), "{err}");
        });
        mode(old.folder.path(), 0o755);
        assert!(old.is_untouched());
    }
}

#[test]
fn while_a_run_is_written_it_is_read_and_not_changed() {
    for old in old() {
        let id = Store::open_to_read(&old.path).unwrap().list().unwrap()[0].id.clone();
        let claim = live::claim(&old.path, &id).unwrap().unwrap();
        let err = Store::open(&old.path).unwrap_err();
        assert!(matches!(&err, OpenError::Written { .. }), "{err}");
        assert!(err.to_string().contains("wait until that ends"), "{err}");
        assert!(Store::open_to_read(&old.path).unwrap().summary(&id).unwrap().live);
        assert!(Example::new().store().import(&old.path).unwrap_err().to_string().contains("still being written"));
        assert!(old.is_untouched());
        drop(claim);
        Store::open(&old.path).unwrap();
        assert!(!old.is_untouched());
    }
}

#[test]
fn a_step_that_fails_changes_nothing() {
    for old in old() {
        let mut connection = old.raw();
        let transaction = connection.transaction().unwrap();
        let steps = [include_str!("1-2.sql"), "ALTER TABLE block ADD COLUMN x; SELECT nothing"];
        take(&transaction, &steps).unwrap_err();
        drop(transaction);
        drop(connection);
        assert!(old.is_untouched());
        // A file that says it is older than it is.
        let sql = "ALTER TABLE block ADD COLUMN race INTEGER";
        old.raw().execute_batch(sql).unwrap();
        let before = fs::read(&old.path).unwrap();
        for err in [Store::open(&old.path), Store::open_to_read(&old.path)].map(Result::unwrap_err) {
            let text = err.to_string();
            assert!(text.contains("could not be brought to schema") && text.contains("duplicate column"), "{text}");
        }
        assert_eq!(fs::read(&old.path).unwrap(), before);
    }
}

#[test]
fn a_damaged_store_is_not_changed() {
    for old in old() {
        let pages = old.bytes.len() / 4096;
        let mut noticed = 0;
        for page in 1..pages {
            let mut spoilt = old.bytes.clone();
            spoilt[page * 4096..][..4096].fill(0xa5);
            fs::write(&old.path, &spoilt).unwrap();
            if let Err(err) = Store::open(&old.path) {
                assert!(matches!(err, OpenError::Damaged { .. }), "{err}");
                assert_eq!(fs::read(&old.path).unwrap(), spoilt);
                noticed += 1;
            }
        }
        assert_eq!(noticed, pages - 1);
    }
}

#[test]
fn many_may_open_an_older_store_at_once() {
    for old in old() {
        let before = old.runs();
        thread::scope(|scope| {
            for turn in 0..8 {
                let (path, before) = (&old.path, &before);
                scope.spawn(move || match turn % 2 {
                    0 => assert_eq!(&runs_of(&Store::open(path).unwrap()), before),
                    _ => assert_eq!(&runs_of(&Store::open_to_read(path).unwrap()), before),
                });
            }
        });
        assert_eq!(old.runs(), before);
    }
}

/// A lab of schema 1 that has the store open goes on with the statements that it has: they stay true.
#[test]
fn an_earlier_lab_that_is_there_already_does_no_harm() {
    let old = Old::of(&kept()[0]);
    let earlier = old.raw();
    let insert_run =
        "INSERT INTO run (id, began, state, mode, seed, command, note, fingerprint, machine, versions, plan)
        SELECT '0000000000000001', began + 1000000, 'interrupted', mode, seed, command, note, fingerprint, machine,
               versions, plan FROM run WHERE mode = 'standard' AND state = 'complete'";
    let insert_cells =
        "INSERT INTO cell (run, contest, comparison, lane, suite, benchmark, implementation, role, params, size)
        SELECT '0000000000000001', contest, comparison, lane, suite, benchmark, implementation, role, params, size
        FROM cell JOIN run ON run.id = cell.run WHERE mode = 'standard' AND state = 'complete'";
    let insert_blocks =
        "INSERT INTO block (run, contest, comparison, launch, block, lane, seq, began_ns, rounds, samples)
        SELECT '0000000000000001', contest, comparison, launch, block, lane, seq, began_ns, rounds, block.samples
        FROM block JOIN run ON run.id = block.run WHERE mode = 'standard' AND state = 'complete'";
    let mut prepared = [insert_run, insert_cells, insert_blocks].map(|sql| earlier.prepare(sql).unwrap());
    let store = Store::open(&old.path).unwrap();
    for statement in &mut prepared {
        assert!(statement.execute([]).unwrap() > 0);
    }
    let run = store.run("0000000000000001").unwrap();
    assert!(run.schema == 1 && run.blocks.len() > 10 && run.blocks.iter().all(|block| !block.race));
    let err = RunWriter::resume(store, "0000000000000001").unwrap_err();
    assert!(err.to_string().contains("begun by an earlier paragone"), "{err}");
}

#[test]
fn the_newer_number_in_the_log_alone_is_seen() {
    let old = Old::of(&kept()[0]);
    let newer = old.raw();
    newer.pragma_update(None, "user_version", SCHEMA + 1).unwrap();
    assert_eq!(fs::read(&old.path).unwrap(), old.bytes);
    for err in [Store::open(&old.path), Store::open_to_read(&old.path)].map(Result::unwrap_err) {
        assert!(matches!(err, OpenError::Newer { .. }), "{err}");
    }
    drop(newer);
    // And the present one, of a lab that was killed before it could move it: nothing is done twice.
    let old = Old::of(&kept()[0]);
    let before = old.runs();
    let holder = old.raw();
    let held = holder.unchecked_transaction().unwrap();
    schema_of(&held).unwrap();
    assert_eq!(runs_of(&in_place(Store::open(&old.path).unwrap()).unwrap()), before);
    assert_eq!(fs::read(&old.path).unwrap()[60..64], 1i32.to_be_bytes());
    assert_eq!(old.runs(), before);
    Store::open(&old.path).unwrap();
}
