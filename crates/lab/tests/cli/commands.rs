//! `commands`: whole programs side by side, in a folder where nothing is prepared.

use serde_json::Value;

use crate::lab::{Lab, ended, rows, send, verdict};

/// A few runs of each, whatever comes of them.
const FEW: [&str; 3] = ["commands", "--rounds", "4"];

pub(crate) fn few(lab: &Lab, words: &[&str]) -> Value {
    lab.json(&[&FEW[..], &["--json"], words].concat())
}

/// A lab without any suite.
pub(crate) fn bare() -> Lab {
    let mut lab = Lab::new();
    lab.set("PARAGONE_SUITES", "");
    lab
}

pub(crate) fn caveats(row: &Value) -> Vec<&str> {
    row["caveats"].as_array().unwrap().iter().map(|caveat| caveat["name"].as_str().unwrap()).collect()
}

#[test]
fn the_slower_is_found_and_said_in_the_first_sentence() {
    let lab = bare();
    let words = ["commands", "-n", "nap", "-n", "long-nap", "sleep 0.001", "sleep 0.02"];
    let out = lab.out(&words);
    let first = out.lines().nth(1).unwrap();
    assert!(first.starts_with("  nap runs ") && first.contains("x as fast as long-nap"), "{out}");
    assert!(out.contains("long-nap  sleep 0.02") && out.contains("peak memory"), "{out}");
    assert!(out.contains("Starting a process that does nothing takes"), "{out}");
    let report = lab.json(&["report", "--json"]);
    assert_eq!(report["run"]["mode"], "fresh");
    assert_eq!(verdict(&report, "command.long-nap", 1)["verdict"], "slower");
    let contest = &report["findings"]["contests"][0];
    assert!(contest["start_ns"].as_f64() > Some(0.0), "{contest:#}");
    assert_eq!(contest["commands"][1]["text"], "sleep 0.02");
    for (_, row) in rows(&report) {
        let readings = &row["readings"];
        for name in ["user-time", "system-time", "peak-memory"] {
            assert_eq!(readings[name]["samples"], row["times"]["samples"], "{readings:#}");
        }
        assert!(readings["peak-memory"]["least"].as_f64() > Some(0.0), "{readings:#}");
    }
}

#[test]
fn exit_codes_are_checked_at_each_run() {
    let lab = bare();
    let report = few(&lab, &["true", "sh -c 'echo gone wrong >&2; exit 3'"]);
    let ruling = verdict(&report, "command.sh", 1);
    assert_eq!(ruling["verdict"], "failed");
    assert!(ruling["text"].as_str().unwrap().contains("exit code 3; its last words: gone wrong"), "{ruling:#}");
    lab.fails(1, &[&FEW[..], &["--fail-if", "failed", "true", "false"]].concat());
    let err = lab.fails(3, &[&FEW[..], &["false", "false"]].concat());
    let lines: Vec<&str> = err.lines().rev().take(4).collect();
    let told = [
        "--exit-code N takes that exit code for success, and --ignore-exit-code any",
        "  commands/time/command.false-2 at 1 run: failed: exit code 1",
        "  commands/time/command.false at 1 run: failed: exit code 1",
        "nothing could be measured:",
    ];
    assert_eq!(lines, told, "{err}");
    let err = lab.fails(1, &[&FEW[..], &["--fail-if", "failed", "false", "false"]].concat());
    assert!(err.contains("--fail-if failed:\n  commands/time/command.false at "), "{err}");
    let report = few(&lab, &["--exit-code", "1", "false", "true"]);
    assert_eq!(verdict(&report, "command.true", 1)["verdict"], "failed");
    let report = few(&lab, &["--ignore-exit-code", "true", "false"]);
    let (_, row) = rows(&report).into_iter().find(|(_, row)| row["implementation"] == "command.false").unwrap();
    assert!(row["times"].is_object() && caveats(row).contains(&"exit-code"), "{row:#}");
}

#[test]
fn what_is_printed_is_compared() {
    let lab = bare();
    let report = few(&lab, &["echo one", "echo two"]);
    let told = |report: &Value, name: &str| {
        rows(report).into_iter().any(|(_, row)| row["implementation"] == name && caveats(row).contains(&"other-answer"))
    };
    assert!(told(&report, "command.echo-2") && !told(&report, "command.echo"), "{report:#}");
    let report = few(&lab, &["--check-output", "echo one", "echo two", "echo one"]);
    assert_eq!(verdict(&report, "command.echo-2", 1)["verdict"], "wrong");
    assert_ne!(verdict(&report, "command.echo-3", 1)["verdict"], "wrong");
    lab.write("expected", "two\n");
    let report = few(&lab, &["--expect", "expected", "echo one", "echo two"]);
    assert_eq!(verdict(&report, "command.echo", 1)["verdict"], "wrong");
    assert_eq!(verdict(&report, "command.echo-2", 1)["verdict"], "baseline");
    // Another process number each time.
    let report = few(&lab, &["sh -c 'echo $$'"]);
    assert!(told(&report, "command.sh"), "{report:#}");
    let report = few(&lab, &["--output", "null", "echo one", "echo two"]);
    assert!(!told(&report, "command.echo-2"), "{report:#}");
}

#[test]
fn sweeps_make_sizes_and_parameters() {
    let lab = bare();
    let words = ["--sweep", "n=1..4x2", "--sweep", "word=a,b", "echo {n} {word}", "echo {word} {n} {}"];
    let report = few(&lab, &words);
    let comparisons = report["findings"]["contests"][0]["comparisons"].as_array().unwrap();
    let places: Vec<(u64, &str)> = comparisons
        .iter()
        .map(|one| (one["size"].as_u64().unwrap(), one["params"]["word"].as_str().unwrap()))
        .collect();
    assert_eq!(places, [(1, "a"), (1, "b"), (2, "a"), (2, "b"), (4, "a"), (4, "b")]);
    assert!(lab.out(&["report"]).contains("n=4"), "a size bears its name");
    let err = lab.fails(2, &["commands", "--sweep", "n=1,2", "echo {m}"]);
    assert!(err.contains("write `{n}`"), "{err}");
}

#[test]
fn what_stands_beside_a_command_runs_each_time() {
    let lab = bare();
    lab.write("text", "standard input\n");
    let words =
        ["--input", "text", "--prepare", "touch made", "--cleanup", "rm made", "cat", "sh -c 'test -e made && cat'"];
    let report = few(&lab, &words);
    assert_eq!(report["failures"], Value::Array(Vec::new()), "{report:#}");
    assert!(!lab.path("made").exists());
    let report = few(&lab, &["--shell", "printf 'a\\nb\\n' | wc -l", "echo $((1 + 1))"]);
    assert_eq!(report["failures"], Value::Array(Vec::new()), "{report:#}");
}

#[test]
fn slips_are_told_before_anything_runs() {
    let lab = bare();
    assert!(lab.fails(2, &["commands", "no-such-program -x"]).contains("`no-such-program` is no program here"));
    assert!(lab.fails(2, &["commands", "ls | wc"]).contains("add --shell"));
    assert!(lab.fails(2, &["commands", "-n", "one", "true", "false"]).contains("--name is given 1 times"));
    let err = lab.fails(2, &["commands", "--output", "null", "--check-output", "true", "false"]);
    assert!(err.contains("--output null leaves nothing to compare"), "{err}");
    assert!(lab.fails(2, &["commands"]).contains("<COMMAND>..."));
    // The command is right, and the file may be there in a moment: what fails is looked at as with `--expect`.
    for option in ["--input", "--expect"] {
        let err = lab.fails(3, &["commands", "cat", "true", option, "/nonexistent"]);
        let told = format!("failed to read `/nonexistent`, given by {option}: No such file or directory (os error 2)");
        assert_eq!(err, format!("paragone: {told}\n"));
    }
    assert!(lab.fails(2, &["commands", "cat", "-i", "."]).contains("it is a folder; name a file"));
    assert!(!lab.store().exists());
    let plan = lab.out(&["commands", "--dry-run", "sleep 5", "sleep 6"]);
    assert!(plan.contains("sleep 5") && plan.contains("sleep 6") && !lab.store().exists(), "{plan}");
}

#[test]
fn a_run_that_was_stopped_goes_on_without_a_suite() {
    let lab = bare();
    let words =
        ["commands", "--json", "--margin", "0.0001%", "--budget", "1h", "--total", "2h", "sleep 0.001", "sleep 0.001"];
    let child = lab.start_measuring(&words);
    send(&child, libc::SIGINT);
    let said = ended(child);
    assert_eq!(said.code, Some(130), "{said:#?}");
    assert!(lab.processes().is_empty(), "{:?}", lab.processes());
    let first: Value = serde_json::from_str(&said.out).unwrap();
    lab.shorten(8.0);
    let whole = lab.json(&["run", "--resume", "--json", "--html", "page.html"]);
    let page = std::fs::read_to_string(lab.path("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("sleep 0.001"));
    assert_eq!((&whole["run"]["state"], &whole["run"]["id"]), (&"complete".into(), &first["run"]["id"]));
    let blocks = |report: &Value| report["findings"]["contests"][0]["comparisons"][0]["blocks"].as_u64();
    assert!(blocks(&whole) > blocks(&first), "every run that was kept counts");
}

#[test]
fn the_report_is_a_page_too() {
    let lab = bare();
    few(&lab, &["--html", "page.html", "true", "false --help"]);
    assert!(std::fs::read_to_string(lab.path("page.html")).unwrap().contains("false --help"));
    assert!(lab.fails(2, &["commands", "--dry-run", "--html", "page.html", "true"]).contains("cannot be used with"));
}

#[test]
fn a_hanging_command_fails_and_leaves_nobody() {
    let lab = bare();
    let report = few(&lab, &["--deadline", "200ms", "true", "sleep 1000"]);
    let ruling = verdict(&report, "command.sleep", 1);
    assert!(ruling["text"].as_str().unwrap().starts_with("did not end within 0.2 s (--deadline gives"), "{ruling:#}");
    assert!(lab.processes().is_empty(), "{:?}", lab.processes());
}

const SUITE: &str = r#"
title = "Lines"
[[benchmark]]
name = "count"
question = "Who counts lines fastest?"
input = { kind = "words", seed = 1, count = 2 }
sizes = "100, 1000"
answer = { reference = "command.cat" }
[[driver]]
language = "command"
name = "tools"
commands = { cat = ["cat", "{input}"], dd = ["dd", "status=none", "bs={size}", "if={input}"], wrong = ["echo", "{size}"] }
implements = { count = ["cat", "dd", "wrong"] }
"#;

#[test]
fn a_suite_may_hold_commands() {
    let mut lab = Lab::new();
    lab.write("own/lines/suite.toml", SUITE);
    lab.set("PARAGONE_SUITES", lab.path("own"));
    lab.out(&["check"]);
    assert!(lab.out(&["list"]).contains("command.dd"));
    lab.fails(1, &["verify", "lines"]);
    let report = lab.json(&["run", "lines", "--quick", "--rounds", "4", "--json"]);
    for size in [100, 1000] {
        assert_eq!(verdict(&report, "command.wrong", size)["verdict"], "wrong");
        assert_eq!(verdict(&report, "command.cat", size)["verdict"], "baseline");
    }
    assert_eq!(rows(&report).iter().filter(|(_, row)| row["times"].is_object()).count(), 4);
}

#[test]
fn a_suites_slips_are_told_with_their_lines() {
    let mut lab = Lab::new();
    let faulty = SUITE.replace(
        "implements = { count = [\"cat\", \"dd\", \"wrong\"] }",
        "implements = { count = [\"cat\", \"ddd\"] }",
    );
    lab.write("own/lines/suite.toml", &faulty);
    lab.set("PARAGONE_SUITES", lab.path("own"));
    let said = lab.run(&["check"]);
    assert_eq!(said.code, Some(1), "{said:#?}");
    let text = said.out + &said.err;
    assert!(text.contains("`commands` has no `ddd`; did you mean `dd`?"), "{text}");
    assert!(text.contains("the command `wrong` is in no benchmark's list"), "{text}");
}
