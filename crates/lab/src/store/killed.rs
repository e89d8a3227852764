//! What is left when the writing process is killed: every block whose commit returned, and a
//! store that opens and can be gone on with.

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::model::{Event, Listener};
use crate::store::example::{Example, block, launch_began};
use crate::store::file::opened::Store;
use crate::store::writing::write::RunWriter;

const STORE: &str = "PARAGONE_TEST_STORE";
const LAUNCH: &str = "PARAGONE_TEST_LAUNCH";
const KILLS: u32 = 20;

/// The process that is killed: commits blocks for ever, and says each one's index when its commit
/// has returned.
#[test]
#[ignore = "started by the test below"]
fn write_for_ever() {
    let store = Store::open(&PathBuf::from(env::var_os(STORE).unwrap())).unwrap();
    let launch = env::var(LAUNCH).unwrap().parse().unwrap();
    let left = store.latest_resumable().unwrap();
    let mut writer = match left {
        Some(run) => RunWriter::resume(store, &run.id).unwrap(),
        None => RunWriter::begin(store, &Example::new().beginning()).unwrap(),
    };
    writer.hear(&launch_began(launch)).unwrap();
    // Past the harness, which keeps what is printed.
    let mut witness = io::stderr();
    for index in 0.. {
        writer.hear(&Event::Notice { text: index.to_string() }).unwrap();
        writer.hear(&Event::Block(block(launch, index))).unwrap();
        writeln!(witness, "committed {index}").unwrap();
    }
}

/// Lets a writer go until it has committed so many blocks, kills it at whatever it is doing then,
/// and returns the index of the last block it is known to have committed.
fn kill_a_writer(example: &Example, launch: u32, patience: u32) -> u32 {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "store::killed::write_for_ever", "--ignored", "--nocapture"])
        .env(STORE, example.path())
        .env(LAUNCH, launch.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    let committed = |line: String| line.strip_prefix("committed ").and_then(|index| index.parse().ok());
    let seen: Vec<u32> = lines.by_ref().take(patience as usize + 1).filter_map(committed).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    // What it had said by then is still in the pipe.
    lines.filter_map(committed).chain(seen).max().expect("the writer ended before its first block")
}

#[test]
fn killed_writers_leave_every_committed_block() {
    let example = Example::new();
    let mut witnessed = Vec::new();
    for launch in 0..KILLS {
        // Early, while the log grows, and late, when it has been moved into the store.
        let patience = launch * launch * 13 % 997;
        witnessed.push(kill_a_writer(&example, launch, patience));

        let runs = example.store().list().unwrap();
        assert_eq!((runs.len(), runs[0].word()), (1, "killed"));
        let run = example.store().run(&runs[0].id).unwrap();
        for (launch, last) in witnessed.iter().enumerate() {
            let launch = launch as u32;
            let kept: Vec<_> = run.blocks.iter().filter(|block| block.launch == launch).cloned().collect();
            // One more may have been committed than was said, and each is whole.
            assert!(kept.len() as u32 > *last && kept.len() as u32 <= last + 2, "{} blocks, {last} said", kept.len());
            assert_eq!(kept, (0..kept.len() as u32).map(|index| block(launch, index)).collect::<Vec<_>>());
        }
        let resumed = run.events.iter().filter(|event| matches!(event, Event::Resumed)).count();
        let notices = run.events.iter().filter(|event| matches!(event, Event::Notice { .. })).count();
        assert_eq!((resumed as u32, notices), (launch, run.blocks.len()));
    }
    let sound: String = example.store().connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
}
