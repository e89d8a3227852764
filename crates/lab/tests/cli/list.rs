//! `paragone list`: what there is, and what this machine lacks for it.

use crate::lab::Lab;

#[test]
fn suites_are_shown_with_what_is_missing() {
    let out = Lab::new().out(&["list", "tiny"]);
    assert!(out.contains("tiny: Tiny sums"), "{out}");
    assert!(out.contains("tiny/sum: Which sum is fastest?"), "{out}");
    assert!(out.contains("c.once (baseline, reference)"), "{out}");
    assert!(out.contains("    c.elsewhere@nowhere: skipped\n"), "{out}");
    let missing = "  `paragone-test-no-such-compiler` is not on PATH; skipped: c.elsewhere@nowhere\n";
    assert!(out.contains(missing), "{out}");
    assert!(!out.contains("misbehaving"), "{out}");
}

#[test]
fn without_a_selection_all_suites_are_shown_in_brief() {
    let lab = Lab::new();
    let out = lab.out(&["list"]);
    assert!(out.contains("tiny: Tiny sums") && out.contains("misbehaving: "), "{out}");
    assert!(out.contains("implementations: c ") && !out.contains("c.once"), "{out}");
    assert!(lab.out(&["list", "--all"]).contains("    c.once (baseline, reference)\n"));
}

#[test]
fn a_script_reads_the_same() {
    let listed = Lab::new().json(&["list", "tiny/sum/c.*", "--json"]);
    let sum = &listed[0]["benchmarks"][0];
    assert_eq!(
        (&listed[0]["suite"], &sum["benchmark"], &sum["baseline"]),
        (&"tiny".into(), &"sum".into(), &"c.once".into())
    );
    assert_eq!(sum["sizes"], serde_json::json!([1000, 4000]));
    assert_eq!(sum["full_sizes"], serde_json::json!([1000, 2000, 4000, 8000, 16000]));
    let here: Vec<(&str, bool)> = sum["implementations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["id"].as_str().unwrap(), one["available"].as_bool().unwrap()))
        .collect();
    assert_eq!(here, [("c.once", true), ("c.twin", true), ("c.thrice", true), ("c.elsewhere@nowhere", false)]);
}
