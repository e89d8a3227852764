//! `compare`: runs of one machine after each other, and `run --against`, which needs no second run.

use std::path::Path;
use std::process::Command;

use crate::lab::{Lab, verdict};

const SHORT: [&str; 6] = ["--quick", "--rounds", "64", "--sizes", "4000", "--quiet"];

fn run(lab: &Lab, words: &[&str]) -> serde_json::Value {
    lab.json(&[&["run"], words, &SHORT[..], &["--json"]].concat())
}

/// Puts a folder under git, with everything in it committed.
fn commit(folder: &Path) {
    let git = |words: &[&str]| {
        let me = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"];
        let ended = Command::new("git").arg("-C").arg(folder).args(me).args(words).status().unwrap();
        assert!(ended.success(), "git {words:?}");
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "as it was"]);
}

/// From now on `once` does three times the work.
fn slowed(suite: &Path) {
    let file = suite.join("tiny.c");
    let text = std::fs::read_to_string(&file).unwrap();
    let changed = text.replace(r#""sum", "once", once"#, r#""sum", "once", thrice"#);
    assert_ne!(text, changed);
    std::fs::write(&file, changed).unwrap();
}

#[test]
fn runs_of_one_machine_tell_what_moved_and_whose_code_is_the_same() {
    let lab = Lab::new();
    for _ in 0..2 {
        run(&lab, &["tiny/sum"]);
    }
    let runs = lab.json(&["runs", "--json"]);
    let [later, earlier] = [0, 1].map(|index| runs[index]["id"].as_str().unwrap().to_owned());
    let found = lab.json(&["compare", &earlier, "latest", "--json"]);
    assert_eq!(found["runs"][1]["id"], later.as_str());
    assert_eq!(found["machines"].as_array().unwrap().len(), 0);
    let cells = found["shifts"][0]["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 3);
    for cell in cells {
        assert_eq!((&cell["code"], &cell["size"]), (&"same".into(), &4000.into()), "{cell:#}");
        // One launch each, and nobody knows what launches differ by here.
        assert_eq!(cell["verdict"]["verdict"], "not-enough", "{cell:#}");
    }
    let text = lab.out(&["compare", &earlier, &later, "--all", "--fail-if-slower"]);
    assert!(text.contains("Every one of 3 cells runs the same code in A and B"), "{text}");
    assert!(text.contains("c.thrice") && text.contains("were not measured side by side"), "{text}");
    let err = lab.fails(2, &["compare", &later, "latest"]);
    assert!(err.contains("was given twice"), "{err}");
    assert!(lab.fails(2, &["compare", &later]).contains("2 values required"));
    assert!(lab.run(&["compare", &later, "0000dead"]).err.contains("0000dead"));
}

#[test]
fn an_implementation_stands_beside_itself_as_it_was() {
    let mut lab = Lab::new();
    let suite = lab.own_suite("tiny");
    commit(&suite);
    slowed(&suite);
    let words = ["tiny/sum/c.once", "--against", "HEAD"];
    let report = run(&lab, &words);
    assert_eq!(verdict(&report, "c.once", 4000)["verdict"], "slower", "{report:#}");
    let baseline = report["findings"]["contests"][0]["baseline"].as_str().unwrap();
    assert!(baseline.starts_with("c.once@at-"), "{baseline}");
    let ended = lab.run(&[&["run"], &words[..], &SHORT[..], &["--fail-if", "slower"]].concat());
    assert_eq!(ended.code, Some(1), "{ended:#?}");
    // What did not change is the same code, each beside itself.
    let both = run(&lab, &["tiny/sum/c.t*", "--against", "HEAD"]);
    let contests = both["findings"]["contests"].as_array().unwrap();
    assert_eq!(contests.len(), 2);
    let err = lab.fails(2, &["run", "tiny", "--against", "no-such-branch"]);
    assert!(err.contains("there is no revision `no-such-branch`") && err.contains("git log"), "{err}");
}
