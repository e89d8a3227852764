//! One commit beside another in, whether it is slower out: a `paragone gate` of its own, whose report is read.

use std::ffi::OsString;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::Command;

use anyhow::Context;
use glob::Pattern;
use serde::Deserialize;
use signal_hook::consts::{SIGINT, SIGTERM};

use crate::cli::bisect::copy::forget_others;
use crate::cli::exit::Exit;
use crate::cli::session::cache;
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
    /// What is slower by less, as far as is known, is as good.
    pub(super) margin: f64,
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
    /// Each of these.
    Each(Vec<BenchmarkName>),
}

/// Which benchmark of which program: two programs may have benchmarks of one name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BenchmarkName {
    suite: String,
    implementation: String,
    /// As its harness calls it.
    pub(super) name: String,
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
    pub(super) of: BenchmarkName,
    /// By that share of the earlier time.
    pub(super) at_least: f64,
    pub(super) likely: f64,
}

#[derive(Deserialize)]
struct GateReport {
    summary: GateSummary,
    findings: GateFindings,
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
    suite: String,
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
    command.arg("--margin").arg(format!("{:.6}%", question.margin * 100.0));
    command.env("PARAGONE_CACHE", cache()?);
    forget_others(&mut command);
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
    let was_stopped = output.status.code() == Some(Exit::Interrupted as i32);
    if was_stopped || matches!(output.status.signal(), Some(SIGINT | SIGTERM)) {
        return Ok((StepAnswer::Interrupted, 0.0));
    }
    Ok(match serde_json::from_slice::<GateReport>(&output.stdout) {
        Ok(report) => (question.wanted.answer(&report, question.margin), report.summary.measuring_ns as f64 * 1e-9),
        Err(_) => (StepAnswer::Unknown(reason(&String::from_utf8_lossy(&output.stderr))), 0.0),
    })
}

impl WantedBenchmarks {
    fn globs(&self) -> Vec<String> {
        match self {
            WantedBenchmarks::Globs(globs) => globs.clone(),
            WantedBenchmarks::Each(all) => all.iter().map(|one| Pattern::escape(&one.name)).collect(),
        }
    }

    fn answer(&self, report: &GateReport, margin: f64) -> StepAnswer {
        let rows = report.findings.contests.iter().flat_map(|contest| {
            let rows = contest.comparisons.iter().flat_map(|comparison| &comparison.rows);
            rows.filter(|row| row.implementation != contest.baseline).map(move |row| (contest.name(row), &row.verdict))
        });
        let (mut there, mut slower, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
        for (of, verdict) in rows.filter(|(of, _)| self.has(of)) {
            match verdict {
                Verdict::Slower { at_least, likely, .. } if *likely > margin => {
                    slower.push(SlowerBenchmark { of: of.clone(), at_least: *at_least, likely: *likely });
                }
                Verdict::Slower { .. } | Verdict::Faster { .. } | Verdict::Same { .. } | Verdict::SameCode => {}
                other => unknown.push(format!("{}: {}", of.name, brief(other))),
            }
            there.push(of);
        }
        if !slower.is_empty() {
            return StepAnswer::Slower(slower);
        }
        match self {
            WantedBenchmarks::Globs(_) => {
                unknown.extend(report.findings.unmatched.failed.iter().map(|name| format!("{name} has no answer")));
            }
            WantedBenchmarks::Each(all) => {
                let missing = all.iter().filter(|one| !there.contains(one));
                unknown.extend(missing.map(|one| format!("{} is not there", one.name)));
            }
        }
        if unknown.is_empty() { StepAnswer::NotSlower } else { StepAnswer::Unknown(unknown.join("; ")) }
    }

    fn has(&self, of: &BenchmarkName) -> bool {
        match self {
            WantedBenchmarks::Globs(_) => true,
            WantedBenchmarks::Each(all) => all.contains(of),
        }
    }
}

impl GateContest {
    fn name(&self, row: &GateRow) -> BenchmarkName {
        BenchmarkName {
            suite: self.suite.clone(),
            implementation: row.implementation.clone(),
            name: self.question.clone(),
        }
    }
}

/// The last line that a gate said, which is the most particular one.
fn reason(said: &str) -> String {
    said.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("it says nothing").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARGIN: f64 = 0.01;

    fn name(suite: &str, name: &str) -> BenchmarkName {
        let of = |text: &str| text.to_owned();
        BenchmarkName { suite: of(suite), implementation: of("go-test.test"), name: of(name) }
    }

    /// Of benchmarks with these suites and names.
    fn report(found: &[(&str, &str, &str)], failed: &str) -> GateReport {
        let contest = |(suite, name, verdict): &(&str, &str, &str)| {
            format!(
                r#"{{"suite": "{suite}", "question": "{name}", "baseline": "go-test.test@at-1", "comparisons": [{{"rows": [
                    {{"implementation": "go-test.test@at-1", "verdict": {{"verdict": "baseline"}}}},
                    {{"implementation": "go-test.test", "verdict": {verdict}}}]}}]}}"#
            )
        };
        let contests: Vec<String> = found.iter().map(contest).collect();
        let text = format!(
            r#"{{"summary": {{"measuring_ns": 1}},
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
        let all = |found: &[(&str, &str, &str)]| WantedBenchmarks::Globs(Vec::new()).answer(&report(found, ""), MARGIN);
        let slower = SlowerBenchmark { of: name("s", "B"), at_least: 0.1, likely: 0.2 };
        let found = [("s", "A", SAME), ("s", "B", SLOWER), ("s", "C", UNKNOWN)];
        assert_eq!(all(&found), StepAnswer::Slower(vec![slower]));
        assert_eq!(all(&[("s", "A", SAME), ("s", "B", LITTLE)]), StepAnswer::NotSlower);
        assert!(why(all(&[("s", "A", SAME), ("s", "B", UNKNOWN)])).starts_with("B: "));
    }

    #[test]
    fn what_was_not_compared_is_not_good() {
        let (all, failed) = (WantedBenchmarks::Globs(Vec::new()), "\"s/test\"");
        assert_eq!(why(all.answer(&report(&[("s", "A", SAME)], failed), MARGIN)), "s/test has no answer");
        let one = WantedBenchmarks::Each(vec![name("s", "A")]);
        // Another program has a benchmark of that name.
        assert_eq!(why(one.answer(&report(&[("t", "A", SLOWER)], failed), MARGIN)), "A is not there");
        assert_eq!(one.answer(&report(&[("s", "A", SAME), ("t", "A", SLOWER)], failed), MARGIN), StepAnswer::NotSlower);
    }

    #[test]
    fn a_name_is_no_glob() {
        let escaped = WantedBenchmarks::Each(vec![name("s", "Sort/[]int"), name("s", "a*")]).globs();
        let patterns: Vec<Pattern> = escaped.iter().map(|glob| Pattern::new(glob).unwrap()).collect();
        assert!(patterns[0].matches("Sort/[]int") && patterns[1].matches("a*") && !patterns[1].matches("ab"));
    }

    #[test]
    fn a_reason_is_what_was_said_last() {
        assert_eq!(reason("not known:\n  sums: undefined: som\n\n"), "sums: undefined: som");
        assert_eq!(reason(""), "it says nothing");
    }
}
