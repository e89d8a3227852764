//! `paragone runs`: list, show, hand on, take in, note, remove.

use std::fs;

use crate::lab::Lab;

fn with_a_run(note: &str) -> (Lab, String) {
    let lab = Lab::with_builds();
    lab.out(&["run", "tiny/sum", "--quick", "--rounds", "8", "--quiet", "--no-resources", "--note", note]);
    let id = lab.json(&["runs", "--json"])[0]["id"].as_str().unwrap().to_owned();
    (lab, id)
}

#[test]
fn runs_are_listed_and_shown() {
    let none = Lab::with_builds();
    assert!(none.out(&["runs"]).contains("no runs yet in"));
    assert_eq!(none.json(&["runs", "--json"]), serde_json::json!([]));
    let (lab, id) = with_a_run("a quiet afternoon");
    let out = lab.out(&["runs"]);
    for part in [id.as_str(), "complete", "quick", "tiny", "a quiet afternoon"] {
        assert!(out.contains(part), "{part} in {out}");
    }
    let out = lab.out(&["runs", "show", &id]);
    for part in [id.as_str(), "run tiny/sum --quick", "tiny/sum: Which sum is fastest?", "lanes", "a quiet afternoon"] {
        assert!(out.contains(part), "{part} in {out}");
    }
    let shown = lab.json(&["runs", "show", "latest", "--json"]);
    assert_eq!((&shown["run"]["id"], &shown["run"]["state"]), (&id.as_str().into(), &"complete".into()));
    assert!(shown["events"].as_array().is_some_and(|events| !events.is_empty()));
}

#[test]
fn a_run_travels_as_a_file() {
    let (lab, id) = with_a_run("travels");
    let told = lab.out(&["report", &id]);
    lab.out(&["runs", "export", "latest", "there.sqlite"]);
    let err = lab.fails(3, &["runs", "export", "latest", "there.sqlite"]);
    assert!(err.contains("`there.sqlite` is there already") && err.contains("--force"), "{err}");
    lab.out(&["runs", "export", "latest", "there.sqlite", "--force"]);
    let before = fs::read(lab.path("there.sqlite")).unwrap();

    let other = Lab::with_builds();
    let file = lab.path("there.sqlite");
    let file = file.to_str().unwrap();
    assert_eq!(other.out(&["report", file]), told);
    assert_eq!(other.json(&["report", file, "--json"]), lab.json(&["report", &id, "--json"]));
    assert!(other.out(&["runs", "show", file]).contains(&id));
    assert!(!other.store().exists(), "reading a file makes no store");
    assert!(other.out(&["runs", "import", file]).contains(&format!("imported run {id}")));
    assert_eq!(other.out(&["report", &id]), told);
    let err = other.fails(3, &["runs", "import", file]);
    assert!(err.contains(&id) && err.contains("already"), "{err}");
    assert_eq!(fs::read(file).unwrap(), before, "reading changes nothing");
    let err = other.fails(3, &["runs", "import", "nowhere.sqlite"]);
    assert!(err.contains("there is no file `nowhere.sqlite` to import"), "{err}");
    let err = other.fails(3, &["runs", "export", "latest", "/nonexistent/file"]);
    assert!(err.contains("/nonexistent/file"), "{err}");
}

#[test]
fn notes_are_kept_and_taken_away() {
    let (lab, id) = with_a_run("old");
    lab.out(&["runs", "note", &id, "the fan was loud"]);
    assert!(lab.out(&["report"]).contains("the fan was loud"));
    assert!(!lab.out(&["runs"]).contains("old"));
    lab.out(&["runs", "note", "latest", ""]);
    assert_eq!(lab.json(&["runs", "--json"])[0]["note"], "");
}

#[test]
fn only_a_named_run_is_removed() {
    let (lab, id) = with_a_run("");
    let err = lab.fails(3, &["runs", "remove", "latest"]);
    assert!(err.contains("`latest` is no id of a run"), "{err}");
    let err = lab.fails(3, &["runs", "remove", &id, "0123456789abcdef"]);
    assert!(err.contains("0123456789abcdef"), "{err}");
    assert_eq!(lab.json(&["runs", "--json"]).as_array().unwrap().len(), 1, "a slip removes nothing");
    assert!(lab.out(&["runs", "remove", &id[..8]]).contains(&id));
    assert_eq!(lab.json(&["runs", "--json"]), serde_json::json!([]));
    assert!(lab.fails(3, &["report"]).contains("has no runs yet"));
}
