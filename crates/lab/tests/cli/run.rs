//! `paragone run`: from a selection to a report, a kept run and an exit code.

use std::fs;

use serde_json::Value;

use crate::lab::{Lab, rows, verdict};

/// Enough rounds to tell a threefold difference, few enough for a test.
const SHORT: [&str; 4] = ["--quick", "--rounds", "400", "--no-resources"];

fn words<'a>(selection: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["run", selection], &SHORT[..], more].concat()
}

#[test]
fn a_threefold_difference_is_found_and_a_twin_is_not_called_different() {
    let lab = Lab::with_builds();
    let report = lab.json(&["run", "tiny/sum", "--quick", "--budget", "5s", "--json", "--note", "first light"]);
    assert_eq!((&report["run"]["state"], &report["run"]["note"]), (&"complete".into(), &"first light".into()));
    assert_eq!((&report["run"]["mode"], &report["run"]["margin"]), (&"quick".into(), &0.01.into()));
    for size in [1000, 4000] {
        let slow = verdict(&report, "c.thrice", size);
        assert_eq!(slow["verdict"], "slower", "{report:#}");
        assert_ne!(slow["at_least"].as_f64().unwrap().max(0.0), 0.0);
        assert_eq!(verdict(&report, "c.once", size)["verdict"], "baseline");
    }
    assert_eq!(rows(&report).len(), 6, "a skipped implementation has no row: {report:#}");
    assert!(lab.processes().is_empty(), "{:?}", lab.processes());
}

#[test]
fn the_report_is_printed_and_progress_stays_apart() {
    let lab = Lab::new();
    let said = lab.run(&words("tiny/sum", &["--percentiles"]));
    assert_eq!(said.code, Some(0), "{said:#?}");
    for part in ["tiny/sum  Which sum is fastest?", "c.thrice", "p50", "p100", "machine", "again    paragone report "] {
        assert!(said.out.contains(part), "{part} in {}", said.out);
    }
    assert!(said.err.contains("building c.tiny") && said.err.contains("tiny/sum 1000 B: "), "{}", said.err);
    assert!(said.err.contains("is not on PATH; skipped: c.elsewhere@nowhere"), "{}", said.err);
    let quiet = lab.run(&words("tiny/sum", &["--quiet"]));
    assert_eq!((quiet.code, quiet.err.as_str()), (Some(0), ""));
}

#[test]
fn exit_codes_say_what_was_asked_about() {
    let lab = Lab::with_builds();
    let code = |selection: &str, more: &[&str]| lab.run(&words(selection, more)).code;
    let slow = ["--implementations", "c.once,c.thrice", "--sizes", "1000"];
    assert_eq!(code("tiny/sum", &[&slow[..], &["--fail-if", "slower"]].concat()), Some(1));
    assert_eq!(code("tiny/sum", &[&slow[..], &["--fail-if", "faster"]].concat()), Some(0));
    assert_eq!(code("tiny/sum", &[&slow[..], &["--fail-if", "faster", "--baseline", "c.thrice"]].concat()), Some(1));
    assert_eq!(code("tiny/faulty", &["--fail-if", "wrong"]), Some(1));
    assert_eq!(code("tiny/faulty", &["--fail-if", "failed"]), Some(1));
    assert_eq!(code("tiny/faulty", &["--fail-if", "faster,failed"]), Some(1));
    // Who crashed has no time to be faster with.
    let said = lab.run(&words("tiny/faulty", &["--fail-if", "faster"]));
    assert_eq!(said.code, Some(1), "{said:#?}");
    assert!(said.err.contains("--fail-if faster: the baseline has a time here, and these have none:"), "{said:#?}");
    assert_eq!(code("tiny/faulty", &[]), Some(0));
    assert_eq!(code("tiny/faulty", &["--fail-if", "wrong", "--sizes", "64"]), Some(0));
    assert_eq!(
        lab.run(&[
            "run",
            "tiny/sum",
            "--quick",
            "--rounds",
            "2",
            "--no-resources",
            "--margin",
            "0.001%",
            "--fail-if",
            "undecided"
        ])
        .code,
        Some(1)
    );
}

/// One benchmark has no answer, since its baseline cannot be built; another one has a bad one, which counts for more.
#[test]
fn who_is_slower_counts_although_another_baseline_has_no_time() {
    let lab = Lab::with_builds();
    let words =
        ["run", "unbuildable", "tiny/sum", "--quick", "--rounds", "40", "--sizes", "1000", "--quiet", "--no-resources"];
    let who = ["-i", "c.broken,c.once,c.thrice"];
    let asked = |more: &[&str]| lab.run(&[&words[..], more, &["--fail-if", "slower"]].concat());
    let said = asked(&who);
    assert_eq!(said.code, Some(1), "{said:#?}");
    assert!(
        said.err.contains("--fail-if slower:\n") && said.err.contains("tiny/sum/c.thrice at 1000 B: "),
        "{said:#?}"
    );
    let said = asked(&["-i", "c.broken,c.once"]);
    assert_eq!(said.code, Some(3), "{said:#?}");
    let told = "--fail-if slower: no answer, because the baseline has no time:\n  unbuildable/sum/c.broken at 1000 B: ";
    assert!(said.err.contains(told), "{said:#?}");
}

#[test]
fn a_run_that_never_began_is_not_kept() {
    let lab = Lab::with_builds();
    for (code, words) in [
        (3, ["--sizes", "4611686018427387904"]),
        // Its compiler is not there.
        (2, ["--implementations", "c.elsewhere*"]),
    ] {
        lab.fails(code, &[&["run", "tiny/sum", "--quick"], &words[..]].concat());
        assert_eq!(lab.json(&["runs", "--json"]), serde_json::json!([]), "{words:?}");
    }
}

#[test]
fn faults_are_rows_and_cost_their_own_cells_alone() {
    let report = Lab::with_builds().json(&words("tiny/faulty", &["--json"]));
    assert_eq!(verdict(&report, "c.astray", 100)["verdict"], "wrong");
    assert_eq!(verdict(&report, "c.crashes", 100)["verdict"], "failed");
    for name in ["c.astray", "c.crashes"] {
        let fine = verdict(&report, name, 64)["verdict"].as_str().unwrap();
        assert!(!["wrong", "failed"].contains(&fine), "{name} {fine}");
    }
    let failures = report["failures"].as_array().unwrap();
    assert_eq!(failures.len(), 2, "{failures:#?}");
    assert!(failures.iter().all(|failure| failure["size"] == 100), "{failures:#?}");
}

#[test]
fn options_reach_the_plan() {
    let lab = Lab::with_builds();
    let out = lab.out(&words(
        "tiny/sum",
        &["--sizes", "100,2KiB", "--baseline", "c.twin", "--margin", "2%", "--seed", "42", "--total", "1m", "--json"],
    ));
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&report["run"]["seed"], &report["run"]["margin"]), (&"42".into(), &0.02.into()));
    assert_eq!(report["findings"]["contests"][0]["baseline"], "c.twin");
    let sizes: Vec<u64> = rows(&report).iter().map(|(size, _)| *size).collect();
    assert_eq!(sizes, [100, 100, 100, 2048, 2048, 2048]);
    let plan = &lab.json(&["runs", "show", "latest", "--json"])["plan"];
    assert_eq!((plan["total_s"].as_f64(), plan["rounds"].as_u64()), (Some(60.0), Some(400)));
    let one = lab.json(&words("tiny/sum", &["--implementations", "c.thrice", "--sizes", "1000", "--json"]));
    assert_eq!(one["findings"]["contests"][0]["baseline"], "c.thrice");
    assert_eq!(rows(&one).len(), 1, "{one:#}");
}

#[test]
fn a_dry_run_tells_and_does_nothing() {
    let lab = Lab::new();
    let dry = |more: &[&str]| lab.out(&[&["run", "tiny", "--dry-run"], more].concat());
    let out = dry(&["--seed", "7"]);
    assert!(out.contains("would execute") && out.contains("tiny.c") && out.contains("would measure"), "{out}");
    assert!(out.contains("is not on PATH; skipped: c.elsewhere@nowhere"), "{out}");
    assert_eq!(out, dry(&["--seed", "7"]), "the same seed gives the same plan");
    assert_ne!(out, dry(&["--seed", "7", "--full"]));
    // As the run itself would settle it.
    assert!(out.contains("standard: at least 8 launches, 8 blocks a size in each"), "{out}");
    assert!(dry(&["--quick"]).contains("quick: at least 5 launches, 8 blocks a size in each"));
    assert!(!lab.path("cache").exists() && !lab.store().exists());
}

#[test]
fn the_same_seed_gives_the_same_plan() {
    let lab = Lab::with_builds();
    let plan = |seed: &str| {
        lab.out(&words("tiny/sum", &["--seed", seed, "--sizes", "100"]));
        lab.json(&["runs", "show", "latest", "--json"])["plan"].take()
    };
    let (first, second, other) = (plan("3"), plan("3"), plan("4"));
    assert_eq!(first, second);
    assert_ne!(first, other);
}

#[test]
fn a_baseline_that_cannot_be_built_leaves_the_others() {
    let report = Lab::with_builds().json(&words("unbuildable", &["--json"]));
    let broken = verdict(&report, "c.broken", 1000);
    assert_eq!(broken["verdict"], "failed");
    assert!(broken["text"].as_str().unwrap().contains("build.log"), "{broken}");
    assert_eq!(verdict(&report, "c.thrice", 1000)["verdict"], "slower", "{report:#}");
}

#[test]
fn where_the_reference_crashes_another_stands_in() {
    let report = Lab::with_builds().json(&words("crashing", &["--json"]));
    assert_eq!(verdict(&report, "c.crashes", 100)["verdict"], "failed");
    assert_eq!(verdict(&report, "c.astray", 100)["verdict"], "wrong");
    let notice = report["notices"][0].as_str().unwrap();
    let told = "crashing/faulty at size 100: the reference gave no answer, so all are held against c.once";
    assert_eq!(notice, told);
}

#[test]
fn what_cannot_be_meant_is_refused() {
    let lab = Lab::with_builds();
    for (words, told) in [
        (["--margin", "0"], "1% or 0.01"),
        (["--budget", "3weeks"], "ms, s, m or h"),
        (["--memory", "4T"], "K, M or G"),
        (["--rounds", "0"], "expected a whole number from 1 to"),
        (["--fail-if", "sad"], "possible values: slower"),
    ] {
        let err = lab.fails(2, &["run", "tiny", words[0], words[1]]);
        assert!(err.contains(told), "{words:?}: {err}");
    }
    assert!(lab.fails(2, &["run", "tiny", "--quick", "--standard"]).contains("cannot be used with"));
    let err = lab.fails(3, &["run", "tiny/sum", "--quick", "--sizes", "4611686018427387904"]);
    assert!(err.contains("an input of 4611686018427387904 bytes does not fit into memory"), "{err}");
}

#[test]
fn a_driver_that_calls_its_language_otherwise_is_told_of() {
    let mut lab = Lab::new();
    let folder = lab.own_suite("tiny");
    let text = fs::read_to_string(folder.join("suite.toml")).unwrap();
    let text = text.replace("language   = \"c\"", "language   = \"odd\"").replace("c.once", "odd.once");
    fs::write(folder.join("suite.toml"), text).unwrap();
    let toolchain = "[odd]\ncheck = [\"cc\", \"--version\"]\nrun = [\"{program}\"]\nsdk = \"c\"\n\
                     build = [\"cc\", \"-I{sdk}\", \"-o\", \"{program}\", \"{sources}\", \"{sdk}/paragone.c\"]\n";
    lab.write("own/toolchains.toml", toolchain);
    let report = lab.json(&words("tiny/sum", &["--json"]));
    let notices: Vec<&str> = report["notices"].as_array().unwrap().iter().filter_map(|one| one.as_str()).collect();
    let told = |id: &str| notices.iter().filter(|text| text.starts_with(&format!("{id}: its driver calls"))).count();
    assert_eq!((told("odd.once"), told("odd.thrice")), (1, 1), "{notices:#?}");
}
