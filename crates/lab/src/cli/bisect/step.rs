//! One commit beside another in, whether it is slower out: a `paragone gate` of its own, whose report is read.

use std::ffi::OsString;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::Command;

use anyhow::Context;
use glob::Pattern;
use serde::Deserialize;
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::cli::exit::Exit;
use crate::model::{Unmatched, Verdict};
use crate::words::brief;

/// What a step is to ask.
#[derive(Clone, Copy)]
pub(super) struct StepQuestion<'a> {
    /// The commit to compare with.
    pub(super) against: &'a str,
    pub(super) wanted: &'a WantedBenchmarks,
    /// How long it may measure.
    pub(super) seconds: f64,
    /// What is slower by less is as good; as it is typed.
    pub(super) margin: Option<&'a str>,
    /// How often it may find a difference that is none.
    pub(super) error_rate: f64,
    /// Options that say where things are.
    pub(super) places: &'a [OsString],
}

/// Which benchmarks a step looks at.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum WantedBenchmarks {
    /// Those that these globs choose, by their harness' names; all of them, where there is none.
    Globs(Vec<String>),
    /// Each of these, by its harness' name.
    Names(Vec<String>),
}

/// What came out.
#[derive(Debug, PartialEq)]
pub(super) enum StepAnswer {
    Slower(Vec<SlowerBenchmark>),
    NotSlower,
    /// With the reason.
    Unknown(String),
    Interrupted,
}

/// A benchmark that is certainly slower, and by more than the margin as far as is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SlowerBenchmark {
    /// As its harness calls it.
    pub(super) name: String,
    /// By that share of the earlier time.
    pub(super) at_least: f64,
    pub(super) likely: f64,
}

#[derive(Deserialize)]
struct GateReport {
    run: GateRun,
    summary: GateSummary,
    findings: GateFindings,
}

#[derive(Deserialize)]
struct GateRun {
    margin: f64,
}

#[derive(Deserialize)]
struct GateSummary {
    measuring_ns: u64,
}

#[derive(Deserialize)]
struct GateFindings {
    contests: Vec<GateContest>,
    #[serde(default)]
    unmatched: Unmatched,
}

#[derive(Deserialize)]
struct GateContest {
    question: String,
    baseline: String,
    comparisons: Vec<GateComparison>,
}

#[derive(Deserialize)]
struct GateComparison {
    rows: Vec<GateRow>,
}

#[derive(Deserialize)]
struct GateRow {
    implementation: String,
    verdict: Verdict,
}

/// Asks of what lies in a folder; with the answer come the seconds that were measured for it.
pub(super) fn ask(folder: &Path, question: StepQuestion<'_>) -> anyhow::Result<(StepAnswer, f64)> {
    if !folder.is_dir() {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        return Ok((StepAnswer::Unknown(format!("the folder `{name}` is not there")), 0.0));
    }
    let own = std::env::current_exe().context("failed to find this program")?;
    let mut command = Command::new(own);
    command.args(["gate", "--json", "--quiet", "--against", question.against]).args(question.places);
    command.arg("--total").arg(format!("{:.3}s", question.seconds));
    command.arg("--error-rate").arg(format!("{:.6}%", question.error_rate * 100.0));
    command.args(question.margin.map(|margin| format!("--margin={margin}")));
    command.arg("--").args(question.wanted.globs()).current_dir(folder);
    #[cfg(target_os = "linux")]
    // SAFETY: between fork and exec it makes one system call, and takes no memory and no lock.
    unsafe {
        command.pre_exec(|| {
            // Nobody but this process would end it, or lock the copy that it is in.
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
            Ok(())
        });
    }
    let output = command.output().context("failed to start a gate")?;
    let was_stopped = output.status.code() == Some(i32::from(Exit::Interrupted.code()));
    if was_stopped || matches!(output.status.signal(), Some(SIGINT | SIGTERM)) {
        return Ok((StepAnswer::Interrupted, 0.0));
    }
    Ok(match serde_json::from_slice::<GateReport>(&output.stdout) {
        Ok(report) => (question.wanted.answer(&report), report.summary.measuring_ns as f64 * 1e-9),
        Err(_) => (StepAnswer::Unknown(reason(&String::from_utf8_lossy(&output.stderr))), 0.0),
    })
}

impl WantedBenchmarks {
    fn globs(&self) -> Vec<String> {
        match self {
            WantedBenchmarks::Globs(globs) => globs.clone(),
            WantedBenchmarks::Names(names) => names.iter().map(|name| Pattern::escape(name)).collect(),
        }
    }

    fn answer(&self, report: &GateReport) -> StepAnswer {
        let rows = report.findings.contests.iter().flat_map(|contest| {
            let rows = contest.comparisons.iter().flat_map(|comparison| &comparison.rows);
            rows.filter(|row| row.implementation != contest.baseline).map(|row| (&contest.question, &row.verdict))
        });
        let (mut there, mut slower, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
        for (name, verdict) in rows {
            there.push(name);
            match verdict {
                Verdict::Slower { at_least, likely, .. } if *likely > report.run.margin => {
                    slower.push(SlowerBenchmark { name: name.clone(), at_least: *at_least, likely: *likely });
                }
                Verdict::Slower { .. } => unknown.push(format!("{name}: slower by less than the margin")),
                Verdict::Faster { .. } | Verdict::Same { .. } | Verdict::SameCode => {}
                other => unknown.push(format!("{name}: {}", brief(other))),
            }
        }
        if !slower.is_empty() {
            return StepAnswer::Slower(slower);
        }
        match self {
            WantedBenchmarks::Globs(_) => {
                unknown.extend(report.findings.unmatched.failed.iter().map(|name| format!("{name} has no answer")));
            }
            WantedBenchmarks::Names(names) => {
                unknown.extend(
                    names.iter().filter(|name| !there.contains(name)).map(|name| format!("{name} is not there")),
                );
            }
        }
        if unknown.is_empty() { StepAnswer::NotSlower } else { StepAnswer::Unknown(unknown.join("; ")) }
    }
}

/// The last line that a gate said, which is the most particular one.
fn reason(said: &str) -> String {
    said.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("it says nothing").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(all: &[&str]) -> WantedBenchmarks {
        WantedBenchmarks::Names(all.iter().map(|&name| name.to_owned()).collect())
    }

    /// Of benchmarks B0, B1 and so on.
    fn report(verdicts: &[&str], failed: &str) -> GateReport {
        let contest = |(at, verdict): (usize, &&str)| {
            format!(
                r#"{{"question": "B{at}", "baseline": "go-test.test@at-1", "comparisons": [{{"rows": [
                    {{"implementation": "go-test.test@at-1", "verdict": {{"verdict": "baseline"}}}},
                    {{"implementation": "go-test.test", "verdict": {verdict}}}]}}]}}"#
            )
        };
        let contests: Vec<String> = verdicts.iter().enumerate().map(contest).collect();
        let text = format!(
            r#"{{"run": {{"margin": 0.01}}, "summary": {{"measuring_ns": 1}},
                "findings": {{"contests": [{}], "unmatched": {{"failed": [{failed}]}}}}}}"#,
            contests.join(",")
        );
        serde_json::from_str(&text).unwrap()
    }

    const SLOWER: &str = r#"{"verdict": "slower", "at_least": 0.1, "likely": 0.2, "at_most": null}"#;
    const LITTLE: &str = r#"{"verdict": "slower", "at_least": 0.001, "likely": 0.005, "at_most": null}"#;
    const SAME: &str = r#"{"verdict": "same-code"}"#;
    const UNKNOWN: &str = r#"{"verdict": "not-enough"}"#;

    fn why(answer: StepAnswer) -> String {
        match answer {
            StepAnswer::Unknown(why) => why,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_commit_is_bad_by_one_benchmark_and_good_by_all() {
        let all = WantedBenchmarks::Globs(Vec::new());
        let slower = SlowerBenchmark { name: "B1".to_owned(), at_least: 0.1, likely: 0.2 };
        assert_eq!(all.answer(&report(&[SAME, SLOWER, UNKNOWN], "")), StepAnswer::Slower(vec![slower]));
        assert_eq!(all.answer(&report(&[SAME, SAME], "")), StepAnswer::NotSlower);
        assert!(why(all.answer(&report(&[SAME, UNKNOWN], ""))).starts_with("B1: "));
        assert_eq!(why(all.answer(&report(&[LITTLE], ""))), "B0: slower by less than the margin");
    }

    #[test]
    fn what_was_not_compared_is_not_good() {
        let all = WantedBenchmarks::Globs(Vec::new());
        assert_eq!(why(all.answer(&report(&[SAME], "\"sums/test\""))), "sums/test has no answer");
        assert_eq!(why(names(&["B0", "B1"]).answer(&report(&[SAME], ""))), "B1 is not there");
        assert_eq!(names(&["B0"]).answer(&report(&[SAME], "\"sums/test\"")), StepAnswer::NotSlower);
    }

    #[test]
    fn a_name_is_no_glob() {
        let escaped = names(&["Sort/[]int", "a*"]).globs();
        assert!(
            Pattern::new(&escaped[0]).unwrap().matches("Sort/[]int")
                && !Pattern::new(&escaped[1]).unwrap().matches("ab")
        );
    }

    #[test]
    fn a_reason_is_what_was_said_last() {
        assert_eq!(reason("not known:\n  sums: undefined: som\n\n"), "sums: undefined: som");
        assert_eq!(reason(""), "it says nothing");
    }
}
