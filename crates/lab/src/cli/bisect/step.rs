//! One commit beside another in, whether it is slower out: a `paragone gate` of its own, whose report is read.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use anyhow::Context;
use serde::Deserialize;

use crate::cli::exit::Exit;
use crate::model::Verdict;

/// What a step is to ask.
#[derive(Clone, Copy)]
pub(super) struct StepQuestion<'a> {
    /// The commit to compare with.
    pub(super) against: &'a str,
    /// Benchmarks, by globs over their harness' names.
    pub(super) only: &'a [String],
    /// How long it may measure.
    pub(super) seconds: f64,
    pub(super) margin: Option<f64>,
    /// How often it may find a difference that is none.
    pub(super) error_rate: f64,
    /// Options that say where things are.
    pub(super) places: &'a [OsString],
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

/// A benchmark that is certainly slower.
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
    findings: GateFindings,
}

#[derive(Deserialize)]
struct GateFindings {
    contests: Vec<GateContest>,
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

/// Asks of what lies in a folder.
pub(super) fn ask(folder: &Path, question: StepQuestion<'_>) -> anyhow::Result<StepAnswer> {
    let own = std::env::current_exe().context("failed to find this program")?;
    let mut command = Command::new(own);
    command.args(["gate", "--json", "--quiet", "--against", question.against]).args(question.places);
    command.arg("--total").arg(format!("{:.3}s", question.seconds));
    command.arg("--error-rate").arg(format!("{:.6}%", question.error_rate * 100.0));
    if let Some(margin) = question.margin {
        command.arg("--margin").arg(format!("{:.6}%", margin * 100.0));
    }
    command.arg("--").args(question.only).current_dir(folder);
    let output = command.output().context("failed to start a gate")?;
    if output.status.code() == Some(i32::from(Exit::Interrupted.code())) {
        return Ok(StepAnswer::Interrupted);
    }
    match serde_json::from_slice::<GateReport>(&output.stdout) {
        Ok(report) => Ok(answer(&report)),
        Err(_) => Ok(StepAnswer::Unknown(reason(&String::from_utf8_lossy(&output.stderr)))),
    }
}

fn answer(report: &GateReport) -> StepAnswer {
    let rows = report.findings.contests.iter().flat_map(|contest| {
        let rows = contest.comparisons.iter().flat_map(|comparison| &comparison.rows);
        rows.filter(|row| row.implementation != contest.baseline).map(|row| (&contest.question, &row.verdict))
    });
    let (mut slower, mut unknown) = (Vec::new(), Vec::new());
    for (name, verdict) in rows {
        match verdict {
            Verdict::Slower { at_least, likely, .. } => {
                slower.push(SlowerBenchmark { name: name.clone(), at_least: *at_least, likely: *likely });
            }
            Verdict::Faster { .. } | Verdict::Same { .. } | Verdict::SameCode => {}
            other => unknown.push(format!("{name}: {}", crate::words::brief(other))),
        }
    }
    match (slower.is_empty(), unknown.is_empty()) {
        (false, _) => StepAnswer::Slower(slower),
        (true, false) => StepAnswer::Unknown(unknown.join("; ")),
        (true, true) => StepAnswer::NotSlower,
    }
}

/// The last line that a gate said, which is the most particular one.
fn reason(said: &str) -> String {
    said.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("it says nothing").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(verdicts: &[&str]) -> StepAnswer {
        let contest = |(at, verdict): (usize, &&str)| {
            format!(
                r#"{{"question": "B{at}", "baseline": "go-test.test@at-1", "comparisons": [{{"rows": [
                    {{"implementation": "go-test.test@at-1", "verdict": {{"verdict": "baseline"}}}},
                    {{"implementation": "go-test.test", "verdict": {verdict}}}]}}]}}"#
            )
        };
        let contests: Vec<String> = verdicts.iter().enumerate().map(contest).collect();
        let text = format!(r#"{{"findings": {{"contests": [{}]}}}}"#, contests.join(","));
        answer(&serde_json::from_str(&text).unwrap())
    }

    const SLOWER: &str = r#"{"verdict": "slower", "at_least": 0.1, "likely": 0.2, "at_most": null}"#;
    const SAME: &str = r#"{"verdict": "same-code"}"#;
    const UNKNOWN: &str = r#"{"verdict": "not-enough"}"#;

    #[test]
    fn a_commit_is_bad_by_one_benchmark_and_good_by_all() {
        let slower = SlowerBenchmark { name: "B1".to_owned(), at_least: 0.1, likely: 0.2 };
        assert_eq!(of(&[SAME, SLOWER, UNKNOWN]), StepAnswer::Slower(vec![slower]));
        assert_eq!(of(&[SAME, SAME]), StepAnswer::NotSlower);
        assert!(matches!(of(&[SAME, UNKNOWN]), StepAnswer::Unknown(why) if why.starts_with("B1: ")));
    }

    #[test]
    fn a_reason_is_what_was_said_last() {
        assert_eq!(reason("not known:\n  sums: undefined: som\n\n"), "sums: undefined: som");
        assert_eq!(reason(""), "it says nothing");
    }
}
