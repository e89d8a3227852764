//! Drivers that lie about their times or their work, through the whole program: they have no time, or the answer doubts
//! them, and whoever is honest keeps its own.

use serde_json::Value;

use crate::lab::{Lab, rows, verdict};

/// Who lies, the verdict, and what is said of it.
const LIARS: [(&str, &str, &str); 5] = [
    ("c.one-call-of-n", "implausible", "does nothing that can be measured: `time 4294967296` took"),
    ("c.half-of-the-calls", "implausible", "not every call is made in the time that it tells"),
    ("c.says-half", "implausible", "by the lab's clock, "),
    ("c.works-after-the-clock", "implausible", "its clock is wrong: `time "),
    // By their digest, or by the last of some calls, where that is one of the wrong ones.
    ("c.every-tenth-is-wrong", "wrong", "call"),
];

const SIZE: u64 = 65536;

fn measured(lab: &Lab, who: &[&str]) -> Value {
    let who = who.join(",");
    lab.json(&["run", "lying", "--implementations", &who, "--quick", "--rounds", "40", "--json", "--quiet"])
}

#[test]
fn no_liar_has_a_time_and_the_answer_names_it() {
    let lab = Lab::new();
    let who: Vec<&str> = LIARS.iter().map(|(name, ..)| *name).chain(["c.good", "c.twice"]).collect();
    let report = measured(&lab, &who);
    let contest = &report["findings"]["contests"][0];
    let answer = contest["answer"].as_str().unwrap();
    assert!(answer.starts_with("c.good is fastest"), "{answer}");
    for (name, word, text) in LIARS {
        let found = verdict(&report, name, SIZE);
        assert_eq!(found["verdict"], word, "{found}");
        assert!(found["text"].as_str().unwrap().contains(text), "{found}");
        assert!(answer.split("No time for ").nth(1).unwrap().contains(name), "{answer}");
    }
    let has_time =
        |name: &str| rows(&report).iter().any(|(_, row)| row["implementation"] == name && row["times"].is_object());
    assert!(has_time("c.good") && has_time("c.twice"));
}

#[test]
fn who_cannot_be_audited_or_tells_little_of_its_time_is_in_doubt() {
    let lab = Lab::new();
    let report = measured(&lab, &["c.good", "c.twice", "c.old"]);
    let answer = |report: &Value| report["findings"]["contests"][0]["answer"].as_str().unwrap().to_owned();
    assert!(answer(&report).contains("In doubt: c.old (cannot be audited)."), "{}", answer(&report));
    let report = measured(&lab, &["c.good", "c.twice", "c.hides-behind-a-reset"]);
    let doubt = "In doubt: c.hides-behind-a-reset (tells little of its time).";
    assert!(answer(&report).contains(doubt), "{}", answer(&report));
}
