//! Findings and what was asked of a run (`--fail-if`) in; how the command ends, and what to say of it, out.
//!
//! Whoever could not be measured has no time to be slower with, and that must not pass for good news: where its
//! baseline was measured, the condition holds; where not, the question has no answer.

use paragone_stats::interim;

use crate::cli::args::{FailIf, name_of};
use crate::cli::exit::Exit;
use crate::measure::Ended;
use crate::model::{ComparisonFinding, ContestFinding, Findings, Row, StopReason};
use crate::words::{brief, point};

/// So many rows are named.
const NAMED: usize = 4;

/// How a run ends, and why where that is not 0.
pub(crate) fn ending(fail_if: &[FailIf], findings: &Findings, ended: Ended) -> (Exit, Option<String>) {
    if ended == Ended::Interrupted {
        return (Exit::Interrupted, None);
    }
    let found = lost(fail_if, findings).or_else(|| met(fail_if, findings));
    let failed = || unanswered(fail_if, findings).map(|text| (Exit::Failed, Some(text)));
    found.map(|text| (Exit::Found, Some(text))).or_else(failed).unwrap_or((Exit::Done, None))
}

/// Who has no time beside a baseline that has one, where somebody asked whether it is slower or faster.
fn lost(fail_if: &[FailIf], findings: &Findings) -> Option<String> {
    let asked = comparing(fail_if)?;
    let lost = rows(findings).filter(|(contest, one, row)| {
        let is_beside_a_time = baseline(contest, one).is_some_and(is_measured);
        is_beside_a_time && row.implementation != contest.baseline && is_broken(row)
    });
    Some(format!("--fail-if {asked}: the baseline has a time here, and these have none:{}", shown(lost)?))
}

/// Of which rows a condition holds.
fn met(fail_if: &[FailIf], findings: &Findings) -> Option<String> {
    fail_if.iter().find_map(|what| {
        let met = rows(findings).filter(|(.., row)| what.holds(&row.verdict));
        Some(format!("--fail-if {}:{}", name_of(*what), shown(met)?))
    })
}

/// Why a question has no answer.
fn unanswered(fail_if: &[FailIf], findings: &Findings) -> Option<String> {
    let asked = comparing(fail_if);
    // Whoever is the same code has been compared, and needs no time.
    if !findings.contests.is_empty() && findings.contests.iter().all(ContestFinding::is_same_code) {
        return None;
    }
    if !rows(findings).any(|(.., row)| is_measured(row)) {
        let broken = rows(findings).filter(|(.., row)| is_broken(row));
        let why = shown(broken).map_or(String::new(), |rows| format!(":{rows}"));
        let asked = asked.map_or(String::new(), |asked| format!("--fail-if {asked}: no answer, because "));
        return Some(format!("{asked}nothing could be measured{why}"));
    }
    let asked = asked?;
    if let Some(unreached) = shown(rows(findings).filter(is_unreached)) {
        return Some(format!(
            "--fail-if {asked}: no answer, because time was up before these could be compared; choose some benchmarks, or \
             give more time (`--total`):{unreached}"
        ));
    }
    let timeless = comparisons(findings).filter_map(|(contest, one)| {
        let row = baseline(contest, one).filter(|row| !is_measured(row) && !one.is_same_code())?;
        Some((contest, one, row))
    });
    Some(format!("--fail-if {asked}: no answer, because the baseline has no time:{}", shown(timeless)?))
}

/// Whether a benchmark of a harness, of which a gate may have hundreds, had no time for the launches that the first interim
/// analysis needs.
fn is_unreached((contest, one, row): &Placed<'_>) -> bool {
    let is_cut_short = matches!(one.stopped, Some(StopReason::Budget | StopReason::Total));
    let is_harness = row.implementation.call_kind().is_harness() && row.implementation != contest.baseline;
    is_harness && is_cut_short && one.launches < interim::LAUNCHES[0] && row.verdict.is_undecided()
}

/// The first condition that compares with the baseline.
fn comparing(fail_if: &[FailIf]) -> Option<String> {
    fail_if.iter().find(|what| matches!(what, FailIf::Slower | FailIf::Faster)).map(|what| name_of(*what))
}

/// Every comparison, with its benchmark.
fn comparisons(findings: &Findings) -> impl Iterator<Item = (&ContestFinding, &ComparisonFinding)> {
    findings.contests.iter().flat_map(|contest| contest.comparisons.iter().map(move |one| (contest, one)))
}

/// A row with the comparison and the benchmark that it is of.
type Placed<'a> = (&'a ContestFinding, &'a ComparisonFinding, &'a Row);

fn rows(findings: &Findings) -> impl Iterator<Item = Placed<'_>> {
    comparisons(findings).flat_map(|(contest, one)| one.rows.iter().map(move |row| (contest, one, row)))
}

fn baseline<'a>(contest: &ContestFinding, one: &'a ComparisonFinding) -> Option<&'a Row> {
    one.rows.iter().find(|row| row.implementation == contest.baseline)
}

fn is_measured(row: &Row) -> bool {
    !is_broken(row) && (row.times.is_some() || !row.outcomes.is_empty())
}

fn is_broken(row: &Row) -> bool {
    row.verdict.fault().is_some()
}

/// `suite/benchmark/c.name at 1 KiB: 1.20x as long, 1.17 to 1.26`, on one line.
fn told((contest, one, row): Placed<'_>) -> String {
    let ContestFinding { suite, benchmark, unit, .. } = contest;
    let at = point(one.size, unit, &one.params);
    let text = brief(&row.verdict);
    // What a compiler had to say stands above already, and in its log.
    let text = text.split("; its end: ").next().unwrap_or_default();
    let layouts = row.verdict.fault().map_or_else(|| row.over_layouts(), |_| String::new());
    format!("{suite}/{benchmark}/{} at {at}: {text}{layouts}", row.implementation)
}

/// The first few, each on a line of its own; `None` where there are none.
fn shown<'a>(rows: impl Iterator<Item = Placed<'a>>) -> Option<String> {
    let rows: Vec<String> = rows.map(|row| format!("\n  {}", told(row))).collect();
    let more = rows.len().saturating_sub(NAMED);
    let more = (more > 0).then(|| format!("\n  and {more} more"));
    (!rows.is_empty()).then(|| rows.into_iter().take(NAMED).chain(more).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CodeChange, Params, Percentiles, Revised, Throughput, Verdict};

    fn failed() -> Verdict {
        Verdict::Failed { text: "failed to start".into() }
    }

    fn slower() -> Verdict {
        Verdict::Slower { at_least: 0.2, likely: 0.3, at_most: None }
    }

    /// A benchmark of one size, with these beside its baseline; who has no fault has a time.
    fn contest(benchmark: &str, baseline: Verdict, others: &[(&str, Verdict)]) -> ContestFinding {
        let times = Percentiles { samples: 9, p0: 1.0, p25: 1.0, p50: 1.0, p75: 1.0, p90: 1.0, p99: 1.0, p100: 1.0 };
        let row = |name: &str, verdict: &Verdict| {
            let bare = Row::bare(name.parse().unwrap(), verdict.clone());
            Row { times: verdict.fault().is_none().then_some(times), ..bare }
        };
        let others = others.iter().map(|(name, verdict)| row(name, verdict));
        let one = ComparisonFinding {
            params: Params::new(),
            size: 64,
            rows: [row("c.base", &baseline)].into_iter().chain(others).collect(),
            fastest: Vec::new(),
            may_be_as_fast: Vec::new(),
            gap: None,
            noise: None,
            caveats: Vec::new(),
            blocks: 1,
            launches: 1,
            spending: Default::default(),
            stopped: None,
        };
        ContestFinding {
            suite: "s".into(),
            benchmark: benchmark.into(),
            question: String::new(),
            unit: Throughput::of("byte"),
            margin: None,
            trials: None,
            baseline: "c.base".parse().unwrap(),
            answer: String::new(),
            comparisons: vec![one],
            crossovers: Vec::new(),
            choices: Vec::new(),
            intervention: None,
            effects: Vec::new(),
            revised: None,
            code: Vec::new(),
            commands: Vec::new(),
            start_ns: None,
        }
    }

    fn ended(fail_if: &[FailIf], contests: &[ContestFinding]) -> (Exit, String) {
        let findings = Findings { contests: contests.to_vec(), ..Findings::default() };
        let (exit, why) = ending(fail_if, &findings, Ended::Complete);
        (exit, why.unwrap_or_default())
    }

    #[test]
    fn an_answer_that_is_bad_counts_for_more_than_one_that_is_missing() {
        let no_baseline = contest("down", failed(), &[("c.one", Verdict::NotEnough)]);
        let (exit, why) = ended(&[FailIf::Slower], std::slice::from_ref(&no_baseline));
        assert_eq!(exit, Exit::Failed);
        assert_eq!(
            why,
            "--fail-if slower: no answer, because the baseline has no time:\n  s/down/c.base at 64 B: failed to start"
        );
        let slow = contest("up", Verdict::Baseline, &[("c.one", slower())]);
        let (exit, why) = ended(&[FailIf::Slower], &[no_baseline.clone(), slow.clone()]);
        assert!(exit == Exit::Found && why.starts_with("--fail-if slower:\n  s/up/c.one at 64 B: "), "{why}");
        // Whoever has no time beside a baseline that has one comes before whoever is slower.
        let lost = contest("left", Verdict::Baseline, &[("c.one", failed())]);
        let (exit, why) = ended(&[FailIf::Slower], &[no_baseline, slow, lost]);
        let told = "--fail-if slower: the baseline has a time here, and these have none:";
        assert_eq!((exit, why), (Exit::Found, format!("{told}\n  s/left/c.one at 64 B: failed to start")));
    }

    #[test]
    fn where_nobody_has_a_time_a_condition_on_faults_is_still_met() {
        let nobody = [contest("down", failed(), &[("c.one", failed())])];
        for (fail_if, exit, start) in [
            (
                &[][..],
                Exit::Failed,
                "nothing could be measured:\n  s/down/c.base at 64 B: failed to start\n  s/down/c.one",
            ),
            (&[FailIf::Slower], Exit::Failed, "--fail-if slower: no answer, because nothing could be measured:\n"),
            (&[FailIf::Wrong], Exit::Failed, "nothing could be measured:\n"),
            (&[FailIf::Failed], Exit::Found, "--fail-if failed:\n  s/down/c.base at 64 B: failed to start\n"),
            (&[FailIf::Slower, FailIf::Failed], Exit::Found, "--fail-if failed:\n"),
        ] {
            let (found, why) = ended(fail_if, &nobody);
            assert!(found == exit && why.starts_with(start), "{fail_if:?}: {found:?}, {why}");
        }
    }

    #[test]
    fn what_a_gate_had_no_time_for_has_no_answer() {
        let cut_short = |name: &str, stopped: StopReason, launches: usize| {
            let mut one = contest("long", Verdict::Baseline, &[(name, Verdict::NotEnough)]);
            one.comparisons[0].stopped = Some(stopped);
            one.comparisons[0].launches = launches;
            ended(&[FailIf::Slower], &[one])
        };
        let (exit, why) = cut_short("criterion.one", StopReason::Total, 4);
        assert_eq!(exit, Exit::Failed);
        assert!(
            why.contains("time was up before these could be compared") && why.contains("s/long/criterion.one"),
            "{why}"
        );
        assert_eq!(cut_short("criterion.one", StopReason::Total, 5), (Exit::Done, String::new()));
        assert_eq!(cut_short("criterion.one", StopReason::Rounds, 4), (Exit::Done, String::new()));
        assert_eq!(cut_short("c.one", StopReason::Budget, 1), (Exit::Done, String::new()));
    }

    #[test]
    fn what_was_stopped_is_stopped_whatever_was_found() {
        let slow = contest("up", Verdict::Baseline, &[("c.one", slower())]);
        let findings = Findings { contests: vec![slow], ..Findings::default() };
        assert_eq!(ending(&[FailIf::Slower], &findings, Ended::Interrupted), (Exit::Interrupted, None));
    }

    #[test]
    fn the_same_code_has_been_compared_without_a_time() {
        let revised = Some(Revised { revision: "main".into(), change: CodeChange::Same });
        let mut same = contest("same", Verdict::SameCode, &[("c.one", Verdict::SameCode)]);
        for row in &mut same.comparisons[0].rows {
            row.times = None;
        }
        let same = ContestFinding { revised, ..same };
        assert_eq!(ended(&[FailIf::Slower], std::slice::from_ref(&same)), (Exit::Done, String::new()));
        // It does not speak for another one that has none.
        let (exit, why) = ended(&[FailIf::Slower], &[same, contest("down", failed(), &[])]);
        assert!(exit == Exit::Failed && why.contains("nothing could be measured:\n  s/down/c.base"), "{why}");
    }
}
