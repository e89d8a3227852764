//! `paragone check`: every mistake with its file and line, and an exit code for a commit's guard.

use std::fs;

use crate::lab::Lab;

#[test]
fn whole_suites_pass() {
    let out = Lab::new().out(&["check"]);
    assert!(out.contains("11 suites, 21 benchmarks: no mistakes"), "{out}");
}

#[test]
fn mistakes_are_told_all_at_once_and_stop_every_other_command() {
    let mut lab = Lab::new();
    let file = lab.own_suite("tiny").join("suite.toml");
    let text = fs::read_to_string(&file).unwrap().replace("unit ", "unti ").replace("seed = 2", "seed = \"two\"");
    fs::write(&file, text).unwrap();
    let said = lab.run(&["check"]);
    assert_eq!(said.code, Some(1), "{said:#?}");
    assert!(said.out.contains("did you mean `unit`") && said.out.contains("suite.toml:13"), "{}", said.out);
    assert!(said.out.contains("2 mistakes in 1 of 1 suite"), "{}", said.out);

    let said = lab.run(&["check", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    let lines: Vec<_> = found[0]["mistakes"].as_array().unwrap().iter().map(|one| one["line"].as_u64()).collect();
    assert_eq!((said.code, lines), (Some(1), vec![Some(13), Some(20)]), "{found:#}");

    for command in ["list", "build", "run"] {
        let words: &[&str] = if command == "run" { &["run", "tiny"] } else { &[command] };
        let err = lab.fails(2, words);
        assert!(err.contains("2 mistakes") && err.contains("did you mean `unit`"), "{command}: {err}");
    }
}
