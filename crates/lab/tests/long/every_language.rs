//! `paragone new` in every language that can be used here: what it writes runs at once.

use serde_json::Value;

use crate::fixtures::{files, inside, newcomer};
use crate::lab::Lab;

/// The languages that can be used here, as Paragone itself says; the others are told of on standard error.
fn usable(lab: &Lab) -> Vec<String> {
    let listed = lab.json(&["list", "--languages", "--json"]);
    let mut usable = Vec::new();
    for row in listed.as_array().unwrap() {
        let language = row["language"].as_str().unwrap().to_owned();
        match row["available"] == true {
            true => usable.push(language),
            false => eprintln!("skipped: {language}, which lacks {}", row["ways"]),
        }
    }
    // Whole commands need no program of theirs to be written.
    usable.retain(|language| language != "command");
    usable
}

#[test]
fn every_language_runs_from_an_empty_folder() {
    let lab = newcomer();
    let languages = usable(&lab);
    assert!(languages.iter().any(|language| language == "rust"), "{languages:?}");
    let said = lab.run(&["new", "mine", "--languages", &languages.join(",")]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{said:#?}");
    assert!(said.out.ends_with("next:\n  cd mine\n  paragone run --quick\n"), "{}", said.out);
    assert_eq!(inside(&lab, "mine", &["check"]).out, "1 suite, 1 benchmark: no mistakes\n");

    let said = inside(&lab, "mine", &["run", "--quick", "--rounds", "8", "--sizes", "64", "--json", "--quiet"]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{said:#?}");
    let report: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(report["failures"], serde_json::json!([]));
    let verified = inside(&lab, "mine", &["verify", "--quiet"]);
    assert_eq!(verified.code, Some(0), "{verified:#?}");
    let rows = crate::lab::rows(&report);
    for language in &languages {
        let own = format!("{language}.");
        let ways = rows.iter().filter(|(_, row)| row["implementation"].as_str().unwrap().starts_with(&own)).count();
        assert_eq!(ways, 2, "{language}: a loop, and what its users would write");
        let right =
            verified.out.lines().filter(|line| line.contains(&format!("/{own}")) && line.ends_with("all right"));
        assert_eq!(right.count(), 2, "{language}: {}", verified.out);
    }
    // Nothing is built into the suite's own folder.
    let again = inside(&lab, ".", &["new", "again", "--languages", &languages.join(",")]);
    assert_eq!(again.code, Some(0), "{again:#?}");
    assert_eq!(files(&lab.path("mine")), files(&lab.path("again")));
}
