//! What is left when a lab is killed while it brings an older store to the present schema: the old store or the new
//! one, and its runs in either case.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, fs};

use rusqlite::{Connection, TransactionBehavior};

use crate::store::file::opened::Store;
use crate::store::file::schema::SCHEMA;
use crate::store::migrate::old::{Old, kept, runs_of};
use crate::store::migrate::steps::{bring_up, schema_of};

const FOLDER: &str = "PARAGONE_TEST_FOLDER";
const KILLS: usize = 10;

fn start(test: &str, folder: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", &format!("store::migrate::killed::{test}"), "--ignored", "--nocapture"])
        .env(FOLDER, folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits for so many lines of its standard error that say `told`, and kills it.
fn kill_after(mut child: Child, told: &str, lines: usize) {
    let said = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert_eq!(said.filter(|line| line == told).take(lines).count(), lines);
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The process that is killed: opens one older store after the other.
#[test]
#[ignore = "started by the test below"]
fn open_for_ever() {
    let folder = PathBuf::from(env::var_os(FOLDER).unwrap());
    for number in 0.. {
        let (draft, path) = (folder.join("draft"), folder.join(format!("{number}.sqlite")));
        fs::copy(&kept()[number % kept().len()], &draft).unwrap();
        fs::rename(&draft, &path).unwrap();
        Store::open(&path).unwrap();
        writeln!(io::stderr(), "opened").unwrap();
    }
}

#[test]
fn killed_at_any_moment_it_leaves_a_store_that_opens() {
    let expected: Vec<_> = kept().iter().map(|path| Old::of(path).runs()).collect();
    for kill in 0..KILLS {
        let folder = tempfile::tempdir().unwrap();
        kill_after(start("open_for_ever", folder.path()), "opened", 1 + kill);
        let stores = (0..).map(|number| folder.path().join(format!("{number}.sqlite")));
        for (number, path) in stores.take_while(|path| path.exists()).enumerate() {
            assert_eq!(runs_of(&Store::open(&path).unwrap()), expected[number % expected.len()]);
        }
    }
}

/// The process that is killed: has written all that is new into the file, or its log, and has not committed it.
#[test]
#[ignore = "started by the test below"]
fn write_and_wait() {
    let path = PathBuf::from(env::var_os(FOLDER).unwrap()).join("runs.sqlite");
    let mut connection = Connection::open(path).unwrap();
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
    bring_up(&transaction, schema_of(&transaction).unwrap()).unwrap();
    transaction.cache_flush().unwrap();
    writeln!(io::stderr(), "written").unwrap();
    let _ = io::stdin().read(&mut [0]);
}

#[test]
fn killed_before_its_commit_it_leaves_the_old_store() {
    for kept in kept() {
        for journal in ["wal", "delete"] {
            let old = Old::of(&kept);
            let (expected, path) = (old.runs(), &old.path);
            Connection::open(path).unwrap().pragma_update(None, "journal_mode", journal).unwrap();
            kill_after(start("write_and_wait", path.parent().unwrap()), "written", 1);
            let left = Connection::open(path).unwrap();
            assert!(schema_of(&left).unwrap() < SCHEMA);
            let columns = "SELECT count(*) FROM pragma_table_info('block') WHERE name = 'race'";
            assert_eq!(left.query_row(columns, [], |row| row.get::<_, i32>(0)).unwrap(), 0);
            drop(left);
            assert_eq!(old.runs(), expected);
            assert_eq!(runs_of(&Store::open(path).unwrap()), expected);
        }
    }
}
