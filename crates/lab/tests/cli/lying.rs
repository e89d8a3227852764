//! Drivers that lie about their times or their work, through the whole program: they have no time, or the answer doubts
//! them, and whoever is honest keeps its own.

use serde_json::Value;

use crate::lab::{Lab, rows, verdict};

/// Who lies, the verdict, and what is said of it.
const LIARS: [(&str, &str, &str); 5] = [
    // That it does nothing, or where a reply came late and its request was long for once, that its clock is wrong.
    ("c.one-call-of-n", "implausible", " by Paragone's clock"),
    ("c.half-of-the-calls", "implausible", "not every call is made in the time that it tells"),
    ("c.says-half", "implausible", "by Paragone's clock, "),
    ("c.works-after-the-clock", "implausible", "its clock is wrong: `time "),
    // By their digest, or by the last of some calls, where that is one of the wrong ones.
    ("c.every-tenth-is-wrong", "wrong", "call"),
];

/// Whose clock is a little slow, and a mode in which that is seen: where requests are long, less is.
const SLOW_CLOCKS: [(&str, &str); 2] = [("c.clock-2-slow", "--standard"), ("c.clock-10-slow", "--quick")];

/// On a busy machine all replies of an audit may come late, each by another time, which accuses nobody: so many runs
/// may be made until one accuses.
const RUNS: usize = 4;

const SIZE: u64 = 65536;

fn measured(lab: &Lab, mode: &str, who: &[&str]) -> Value {
    let who = who.join(",");
    let options = ["--rounds", "40", "--json", "--quiet", "--no-resources"];
    lab.json(&[&["run", "lying", "--implementations", &who, mode], &options[..]].concat())
}

/// The first of some runs in which that is so; nothing where the machine was busy in all of them.
fn measured_until(lab: &Lab, mode: &str, who: &[&str], what: &str, is_so: impl Fn(&Value) -> bool) -> Option<Value> {
    let mut was_quiet = false;
    let mut runs = (0..RUNS).map(|_| measured(lab, mode, who));
    let found = runs.find(|report| {
        was_quiet |= !is_busy(report);
        is_so(report)
    });
    if found.is_none() {
        assert!(!was_quiet, "in {RUNS} runs {what}");
        eprintln!("skipped: the machine is too busy: {what}");
    }
    found
}

fn answer(report: &Value) -> &str {
    report["findings"]["contests"][0]["answer"].as_str().unwrap()
}

/// Whether the report says so, which is the least that it has to say where nobody can be accused.
fn is_busy(report: &Value) -> bool {
    let caveats = report["findings"]["contests"][0]["comparisons"][0]["caveats"].as_array().unwrap();
    caveats.iter().any(|caveat| caveat["name"] == "busy-machine")
}

#[test]
fn no_liar_has_a_time_and_the_answer_names_it() {
    let lab = Lab::with_builds();
    let who: Vec<&str> = LIARS.iter().map(|(name, ..)| *name).chain(["c.good", "c.twice"]).collect();
    let is_as_usual = |report: &Value| {
        let answer = answer(report);
        assert!(answer.starts_with("c.good is fastest"), "{answer}");
        let has_time =
            |name: &str| rows(report).iter().any(|(_, row)| row["implementation"] == name && row["times"].is_object());
        assert!(has_time("c.good") && has_time("c.twice"));
        // However each is found out.
        for (name, ..) in LIARS {
            assert!(!has_time(name) && answer.split("No time for ").nth(1).unwrap().contains(name), "{answer}");
        }
        LIARS.iter().all(|(name, word, text)| {
            let found = verdict(report, name, SIZE);
            found["verdict"] == *word && found["text"].as_str().unwrap().contains(text)
        })
    };
    measured_until(&lab, "--quick", &who, "not every liar was found out as it usually is", is_as_usual);
}

#[test]
fn clocks_that_are_a_little_slow_are_found_out() {
    let lab = Lab::with_builds();
    for (name, mode) in SLOW_CLOCKS {
        let is_accused = |report: &Value| verdict(report, name, SIZE)["verdict"] == "implausible";
        let what = format!("{name} was not accused");
        let report = measured_until(&lab, mode, &["c.good", "c.twice", name], &what, is_accused);
        let Some(report) = report else { continue };
        let found = verdict(&report, name, SIZE);
        assert!(found["text"].as_str().unwrap().contains("its clock is wrong: `time "), "{found}");
        assert!(answer(&report).contains(&format!("No time for {name} ")), "{}", answer(&report));
    }
}

#[test]
fn work_beside_the_calls_is_no_wrong_clock() {
    let lab = Lab::with_builds();
    for mode in ["--quick", "--standard"] {
        let report = measured(&lab, mode, &["c.good", "c.twice", "c.slow-beside-its-calls"]);
        let found = verdict(&report, "c.slow-beside-its-calls", SIZE);
        assert!(
            ["same", "faster", "slower", "not-enough", "unreliable"].contains(&found["verdict"].as_str().unwrap()),
            "{found}"
        );
    }
}

#[test]
fn who_cannot_be_audited_or_tells_little_of_its_time_is_in_doubt() {
    let lab = Lab::with_builds();
    let report = measured(&lab, "--quick", &["c.good", "c.twice", "c.old"]);
    assert!(answer(&report).contains("In doubt: c.old (cannot be audited)."), "{}", answer(&report));
    let report = measured(&lab, "--quick", &["c.good", "c.twice", "c.hides-behind-a-reset"]);
    let doubt = "In doubt: c.hides-behind-a-reset (tells little of its time).";
    assert!(answer(&report).contains(doubt), "{}", answer(&report));
}
