//! Where the lead changes: followed by `run`, gone on with after a kill, told by `report` and `choose`.

use serde_json::Value;

use crate::fixtures::played;
use crate::lab::{Lab, wait_until};

/// Its times are claimed and not taken, so that no neighbour of this machine moves what is to be found.
const SUITE: &str = r#"
title = "A change of lead"
essay = "What takes eight for each byte, against what takes 2000 at once and one for each byte: 285.7 bytes."

[[benchmark]]
name     = "job"
question = "From which size on?"
input    = { kind = "random", seed = 1 }
sizes    = "100, 1000"
unit     = "byte"
answer   = { reference = "pretended.per-byte" }
baseline = "pretended.per-byte"

[[driver]]
language   = "pretended"
name       = "warming"
sources    = ["warming.c"]
implements = { job = ["per-byte", "fixed-cost"] }
"#;

fn lab() -> Lab {
    played("swap", SUITE, "")
}

fn crossovers(report: &Value) -> &Vec<Value> {
    report["findings"]["contests"][0]["crossovers"].as_array().unwrap()
}

/// The one crossover encloses the size that it was made at, and everything that was asked for has been verified.
fn assert_found(report: &Value) {
    let [one] = crossovers(report).as_slice() else { panic!("{report:#}") };
    assert_eq!(
        (&one["place"], &one["first"], &one["second"]),
        (&"once".into(), &"pretended.per-byte".into(), &"pretended.fixed-cost".into())
    );
    let (below, above) = (one["below"].as_u64().unwrap(), one["above"].as_u64().unwrap());
    // The call itself costs both the same, so that the order changes where it was made to.
    assert!(below <= 286 && 286 <= above && above as f64 <= below as f64 * 1.05, "{one:#}");
    assert!(one["points"].as_array().unwrap().len() >= 5, "{one:#}");
    assert_eq!(report["findings"]["contests"].as_array().map(Vec::len), Some(1));
    assert_eq!(report["failures"].as_array().map(Vec::len), Some(0));
}

#[test]
fn the_lead_is_followed_and_the_choice_told() {
    let lab = lab();
    assert_found(&lab.json(&["run", "swap", "--sample", "500us", "--json"]));
    let out = lab.out(&["report"]);
    assert!(
        out.contains("where the lead changes")
            && out.contains("pretended.per-byte, then pretended.fixed-cost: between"),
        "{out}"
    );
    assert!(out.contains("Use pretended.per-byte up to") && out.contains("either between"), "{out}");
    let chosen = lab.json(&["choose", "--as", "json"]);
    let uses = &chosen["benchmarks"][0]["choices"][0]["uses"];
    assert!(uses[0]["to"].as_u64() <= Some(286) && uses[1]["from"].as_u64() >= Some(286), "{chosen:#}");
    assert!(lab.out(&["choose"]).contains("Use pretended.per-byte up to"));
    assert!(lab.out(&["choose", "--as", "rust"]).contains("pub const SWAP_JOB_PRETENDED_FIXED_COST_FROM: u64 = 2"));
    let events = lab.json(&["runs", "show", "latest", "--json"])["events"].take();
    let verified = |size: u64| {
        let contest = events.as_array().unwrap().iter().filter(|event| event["contest"] == 1);
        contest.filter(|event| event["event"] == "verified" && event["comparison"] == size).count()
    };
    assert!((0..5).all(|size| verified(size) == 2), "each of the two, once: {events:#}");
}

#[test]
fn who_does_not_want_that_is_told_of_the_sizes_alone() {
    let lab = lab();
    let report = lab.json(&["run", "swap", "--quick", "--no-crossovers", "--json"]);
    assert!(crossovers(&report).is_empty());
    let choice = report["findings"]["contests"][0]["choices"][0]["text"].as_str().unwrap();
    assert!(
        choice.contains("pretended.per-byte up to 100 B and pretended.fixed-cost from 1000 B on (between these"),
        "{choice}"
    );
}

#[test]
fn a_search_that_was_cut_off_goes_on() {
    let lab = lab();
    // Samples as long as these leave time to look before the search is at its end.
    let child = lab.start(&["run", "swap", "--sample", "1ms"]);
    let is_begun = || {
        let runs = lab.json(&["runs", "--json"]);
        runs.as_array().is_some_and(|runs| !runs.is_empty()) && {
            let shown = lab.json(&["runs", "show", "latest", "--json"]);
            shown["events"].as_array().unwrap().iter().any(|event| event["event"] == "furthered")
        }
    };
    wait_until("a change of lead is followed", is_begun);
    lab.kill(child);
    assert_found(&lab.json(&["run", "--resume", "--json"]));
}
