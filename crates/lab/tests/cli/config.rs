//! The configuration file: defaults for `run`, and what is said where it is wrong.

use proptest::prelude::*;
use serde_json::Value;

use crate::lab::{Lab, PROGRAM};

fn plan_of(lab: &Lab, more: &[&str]) -> Value {
    let little = ["run", "tiny/sum", "--sizes", "100", "-i", "c.once,c.thrice", "--no-resources"];
    lab.out(&[&little[..], more].concat());
    lab.json(&["runs", "show", "latest", "--json"])["plan"].take()
}

#[test]
fn the_file_gives_defaults_and_the_command_line_wins() {
    let mut lab = Lab::with_builds();
    let text = "mode = \"quick\"\nbudget = \"5s\"\ntotal = \"1m\"\nrounds = 12\nmargin = \"3%\"\nseed = 9\n";
    let usual = lab.write("config/paragone/config.toml", text);
    let plan = plan_of(&lab, &[]);
    assert_eq!((&plan["mode"], plan["rounds"].as_u64(), plan["seed"].as_u64()), (&"quick".into(), Some(12), Some(9)));
    assert_eq!((plan["budget_s"].as_f64(), plan["total_s"].as_f64()), (Some(5.0), Some(60.0)));
    assert_eq!(plan["margin"].as_f64(), Some(0.03));
    assert_eq!(plan_of(&lab, &["--seed", "10"])["seed"].as_u64(), Some(10));

    let named = lab.write("named.toml", "mode = \"quick\"\nseed = 11\nrounds = 12\n");
    assert_eq!(plan_of(&lab, &["--config", named.to_str().unwrap()])["seed"].as_u64(), Some(11));
    lab.set("PARAGONE_CONFIG", named);
    assert_eq!(plan_of(&lab, &[])["seed"].as_u64(), Some(11));
    assert_eq!(plan_of(&lab, &["--config", usual.to_str().unwrap()])["seed"].as_u64(), Some(9));
    lab.set("PARAGONE_CONFIG", "");
    assert_eq!(plan_of(&lab, &[])["seed"].as_u64(), Some(9));
}

#[test]
fn what_is_wrong_in_it_is_told_with_its_place() {
    let lab = Lab::new();
    for (text, told) in [
        ("buget = \"5s\"\n", ["buget", "budget"]),
        ("\n\nrounds = \"many\"\n", ["line 3", "rounds"]),
        ("budget = \"3x\"\n", ["key `budget`", "ms, s, m or h"]),
        ("memory = \"4T\"\n", ["key `memory`", "K, M or G"]),
        ("mode = \"swift\"\n", ["swift", "`quick` or `standard`"]),
        ("rounds = 0\n", ["line 1", "from 1 to 18446744073709551615"]),
        ("seed = -1\n", ["it is no seed", "from 0 to 18446744073709551615"]),
        ("seed = 99999999999999999999\n", ["it is no seed", "from 0 to 18446744073709551615"]),
        ("= =\n", ["line 1", "TOML"]),
    ] {
        let path = lab.write("bad.toml", text);
        let err = lab.fails(2, &["run", "tiny", "--dry-run", "--config", path.to_str().unwrap()]);
        assert!(err.contains("bad.toml") && told.iter().all(|told| err.contains(told)), "{text}: {err}");
    }
    let err = lab.fails(2, &["run", "tiny", "--dry-run", "--config", "nowhere.toml"]);
    assert!(err.contains("failed to read configuration file `nowhere.toml`"), "{err}");
}

/// Something like a configuration file, or nothing like one.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let key =
        prop::sample::select(vec!["mode", "budget", "total", "rounds", "margin", "seed", "deadline", "memory", "x"]);
    let value = prop_oneof![
        any::<i64>().prop_map(|number| number.to_string()),
        any::<f64>().prop_map(|number| format!("{number:?}")),
        "[-+.0-9a-zA-Z% ]{0,12}".prop_map(|text| format!("{text:?}")),
        "\"[0-9]{1,30}(s|m|h|ms|%|G|M)?\"",
        "[\\[\\]{}=\",0-9a-z]{0,8}",
    ];
    let line = (key, value).prop_map(|(key, value)| format!("{key} = {value}\n"));
    let lines = prop::collection::vec(line, 0..4).prop_map(|lines| lines.concat().into_bytes());
    prop_oneof![4 => lines, 1 => prop::collection::vec(any::<u8>(), 0..60)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_file_makes_the_program_panic(bytes in text()) {
        let lab = Lab::with_builds();
        std::fs::write(lab.path("any.toml"), &bytes).unwrap();
        let said = lab.run(&["run", "tiny/sum", "--dry-run", "--config", "any.toml"]);
        prop_assert!(matches!(said.code, Some(0 | 2)), "{PROGRAM}: {said:#?}");
        prop_assert!(said.code == Some(0) || said.err.contains("any.toml"), "{}", said.err);
    }
}
