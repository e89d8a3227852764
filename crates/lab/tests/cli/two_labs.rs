//! Two labs at once on one store and one cache: neither harms the other.

use crate::lab::{Lab, ended, rows};

#[test]
fn both_complete_and_both_can_be_read() {
    let lab = Lab::with_builds();
    let words = |note: &'static str| {
        [
            "run",
            "tiny/sum",
            "--budget",
            "2s",
            "--rounds",
            "400",
            "--margin",
            "0.001%",
            "--json",
            "--no-resources",
            "--note",
            note,
        ]
    };
    let both = ["one", "other"].map(|note| (note, lab.start(&words(note))));
    for (note, child) in both {
        let said = ended(child);
        assert_eq!(said.code, Some(0), "{said:#?}");
        let report: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!((&report["run"]["note"], &report["run"]["state"]), (&note.into(), &"complete".into()));
        assert_eq!(rows(&report).len(), 6);
        let id = report["run"]["id"].as_str().unwrap();
        assert_eq!(lab.json(&["report", id, "--json"]), report);
    }
    assert_eq!(lab.json(&["runs", "--json"]).as_array().unwrap().len(), 2);
    let store = rusqlite::Connection::open(lab.store()).unwrap();
    let sound: String = store.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(sound, "ok");
}
