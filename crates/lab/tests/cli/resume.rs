//! `run --resume`: what goes on, and what is refused.

use std::fs;

use rusqlite::Connection;

use crate::lab::{Lab, ended, rows, send, wait_until};
use crate::stop::LONG;

/// A lab with a run of its own copy of the suite that was killed on its way.
fn killed() -> Lab {
    let mut lab = Lab::new();
    lab.own_suite("tiny");
    lab.kill(lab.start_measuring(&LONG));
    lab
}

fn newest(lab: &Lab) -> serde_json::Value {
    lab.json(&["runs", "--json"])[0].take()
}

#[test]
fn a_run_that_was_cut_off_five_times_completes() {
    let lab = killed();
    let id = newest(&lab)["id"].take();
    assert!(lab.out(&["runs"]).contains("killed"));
    let mut blocks = newest(&lab)["blocks"].as_u64();
    for _ in 1..5 {
        lab.kill(lab.start_measuring(&["run", "--resume"]));
        let now = newest(&lab);
        assert_eq!((&now["id"], &now["state"], &now["live"]), (&id, &"open".into(), &false.into()));
        assert!(now["blocks"].as_u64() >= blocks, "{now:#}");
        blocks = now["blocks"].as_u64();
    }
    lab.shorten(1.0);
    let report = lab.json(&["run", "--resume", "--json", "--html", "page.html"]);
    assert!(fs::read_to_string(lab.path("page.html")).unwrap().contains("tiny/sum"));
    assert_eq!((&report["run"]["id"], &report["run"]["state"]), (&id, &"complete".into()));
    assert_eq!(rows(&report).len(), 6);
    let events = lab.json(&["runs", "show", "latest", "--json"])["events"].take();
    let resumed = events.as_array().unwrap().iter().filter(|event| event["event"] == "resumed").count();
    assert_eq!(resumed, 5);
}

#[test]
fn the_newest_run_that_was_cut_off_is_meant() {
    let lab = killed();
    let id = newest(&lab)["id"].take();
    lab.out(&["run", "tiny/sum", "--quick", "--rounds", "8", "--no-resources"]);
    lab.shorten(1.0);
    assert_eq!(lab.json(&["run", "--resume", "--json"])["run"]["id"], id);
    let err = lab.fails(2, &["run", "--resume"]);
    assert!(err.contains("no run in store") && err.contains("nothing to resume"), "{err}");
    let err = lab.fails(2, &["run", "--resume", id.as_str().unwrap()]);
    assert!(err.contains("is complete: there is nothing to resume"), "{err}");
}

#[test]
fn a_changed_input_is_not_mixed_with_the_old_one() {
    let mut lab = Lab::new();
    let suite = lab.own_suite("tiny").join("suite.toml");
    lab.kill(lab.start_measuring(&LONG));
    let whole = fs::read_to_string(&suite).unwrap();
    let changed = whole.replace("seed = 1", "seed = 2");
    assert_ne!(changed, whole);
    fs::write(&suite, changed).unwrap();
    let err = lab.fails(2, &["run", "--resume"]);
    assert!(err.contains("inputs and known answers of tiny/sum have changed since; begin a new run"), "{err}");
}

#[test]
fn a_changed_program_is_not_mixed_with_the_old_one() {
    let mut lab = Lab::new();
    let source = lab.own_suite("tiny").join("tiny.c");
    lab.kill(lab.start_measuring(&LONG));
    let whole = fs::read_to_string(&source).unwrap();
    fs::write(&source, whole.replace("turn < 2", "turn < 3")).unwrap();
    let err = lab.fails(2, &["run", "--resume"]);
    assert!(err.contains("has changed since; begin a new run") && err.contains("the program of c."), "{err}");
    fs::write(&source, whole.replace("int main", "#error\nint main")).unwrap();
    let err = lab.fails(2, &["run", "--resume"]);
    assert!(err.contains("failed to build") && err.contains("begin a new run"), "{err}");
    fs::write(&source, whole).unwrap();
    lab.shorten(1.0);
    lab.out(&["run", "--resume"]);
}

#[test]
fn a_run_of_another_machine_is_refused() {
    let lab = killed();
    let store = Connection::open(lab.store()).unwrap();
    let changed = store.execute("UPDATE run SET machine = json_set(machine, '$.fingerprint', '00000000cafe')", []);
    assert_eq!(changed.unwrap(), 1);
    drop(store);
    let err = lab.fails(2, &["run", "--resume"]);
    assert!(err.contains("begun on another machine") && err.contains("00000000cafe"), "{err}");
}

#[test]
fn a_run_that_is_being_written_is_left_alone() {
    let lab = Lab::with_builds();
    let child = lab.start_measuring(&LONG);
    let id = newest(&lab)["id"].as_str().unwrap().to_owned();
    let err = lab.fails(3, &["run", "--resume", &id]);
    assert!(err.contains("being written by another process"), "{err}");
    let err = lab.fails(2, &["run", "--resume"]);
    assert!(err.contains("nothing to resume"), "{err}");
    assert!(lab.fails(3, &["runs", "remove", &id]).contains(&id));
    let blocks = lab.blocks();
    wait_until("it goes on as if nothing had been asked", || lab.blocks() > blocks);
    send(&child, libc::SIGINT);
    assert_eq!(ended(child).code, Some(130));
    assert_eq!(newest(&lab)["state"], "interrupted");
}

#[test]
fn the_plan_is_the_runs_own() {
    let lab = killed();
    for option in [["--margin", "2%"], ["--seed", "3"], ["--sizes", "64"], ["--budget", "1s"], ["--note", "x"]] {
        let err = lab.fails(2, &[&["run", "--resume"], &option[..]].concat());
        assert!(err.contains("cannot be used with") && err.contains(option[0]), "{option:?}: {err}");
    }
    lab.out(&["runs", "export", "latest", "half.sqlite"]);
    let err = lab.fails(2, &["run", "--resume", "half.sqlite"]);
    assert!(err.contains("paragone runs import half.sqlite"), "{err}");
    let other = Lab::with_builds();
    let file = lab.path("half.sqlite");
    other.out(&["runs", "import", file.to_str().unwrap()]);
    let err = Lab::with_builds().fails(3, &["run", "--resume"]);
    assert!(err.contains("there is no store at"), "{err}");
}
