//! Findings as the text of Go's benchmarks (golang.org/design/14313-benchmark-format), which benchstat reads: a line
//! for each block, so that it sees how they differ.
//!
//! `benchstat -col /impl FILE` sets the implementations side by side. Its test takes blocks for independent of
//! each other and of one another's, which Paragone's own verdict does not.

use std::collections::BTreeSet;

use crate::model::names::capitalised;
use crate::model::{Better, Block, ComparisonFinding, ContestFinding, Findings, Row, Run, TrialMetric, Trials};
use crate::words::verdict;

use super::name;

pub fn go(run: &Run, findings: &Findings) -> String {
    let mut text = format!("goarch: {}\n", goarch(&run.machine.architecture));
    if let Some(cpu) = &run.machine.cpu {
        text += &format!("cpu: {}\n", words_of(cpu));
    }
    // Not as a key: benchstat would set two runs apart.
    text += &format!("# paragone, run {}\n", run.id);
    let mut package = None;
    text.extend(units(findings));
    for (contest, comparison, row) in name::rows(findings) {
        if package != Some(&contest.suite) {
            text += &format!("pkg: {}\n", words_of(&contest.suite));
            package = Some(&contest.suite);
        }
        text += &lines(run, contest, comparison, row);
    }
    text
}

/// For each metric of trials, whether more of it is better (golang.org/design/14313-benchmark-format, "Unit metadata").
fn units(findings: &Findings) -> BTreeSet<String> {
    let metrics = findings.contests.iter().filter_map(|contest| contest.trials.as_ref());
    let line = |metric: &TrialMetric| {
        let better = match metric.better {
            Better::More => "higher",
            Better::Less => "lower",
        };
        format!("Unit {} better={better}\n", unit_of(metric))
    };
    metrics.flat_map(|trials| &trials.metrics).map(line).collect()
}

/// `depth-frame`: two metrics may have one unit, and a line has each unit once.
fn unit_of(metric: &TrialMetric) -> String {
    let parts = [metric.name.as_str(), metric.unit.as_str()];
    let parts: Vec<String> = parts.iter().filter(|part| !part.is_empty()).map(|text| words_of(text)).collect();
    parts.join("-").replace(' ', "_")
}

/// A line for each trial, with all that it told.
fn lines_of_trials(name: &str, trials: &Trials, row: &Row) -> String {
    let most = row.outcomes.iter().map(|outcome| outcome.values.len()).max().unwrap_or(0);
    let mut text = String::new();
    for trial in 0..most {
        text += &format!("{name} 1");
        for metric in &trials.metrics {
            let value = row.outcome(&metric.name).and_then(|outcome| outcome.values.get(trial));
            text += &value.map(|value| format!(" {value} {}", unit_of(metric))).unwrap_or_default();
        }
        text.push('\n');
    }
    text
}

fn lines(run: &Run, contest: &ContestFinding, comparison: &ComparisonFinding, row: &Row) -> String {
    let name = title(contest, comparison, row);
    if row.times.is_none() {
        // Readers of the format pass over lines that are none of its own; people do not.
        return format!("# {name}: {}\n", words_of(&verdict::brief(&row.verdict)));
    }
    if let Some(trials) = &contest.trials {
        return lines_of_trials(&name, trials, row);
    }
    let mut text = String::new();
    for (block, lane) in name::blocks(run, contest, comparison, row) {
        let (Some(ns), Some(samples)) = (Block::per_call(block, lane), block.lanes.get(lane)) else { continue };
        let calls: u64 = samples.iter().map(|sample| sample.calls).sum();
        text += &format!("{name} {calls} {ns} ns/op");
        if contest.unit.is_bytes() && comparison.size > 0 && ns > 0.0 {
            text += &format!(" {} MB/s", comparison.size as f64 * 1e3 / ns);
        }
        text.push('\n');
    }
    text
}

/// `BenchmarkBlake2b/level=6/impl=rust.blake2/size=64`. The size is last: a name that ends in a number after a
/// dash would be taken for a number of processors.
fn title(contest: &ContestFinding, comparison: &ComparisonFinding, row: &Row) -> String {
    let mut text = format!("Benchmark{}", part(&capitalised(&contest.benchmark)));
    text.extend(comparison.params.iter().map(|(name, value)| format!("/{}={}", part(name), part(value))));
    text + &format!("/impl={}/size={}", part(&row.implementation.to_string()), comparison.size)
}

/// Neither space nor slash may stand in a part of a name.
fn part(text: &str) -> String {
    text.chars().map(|letter| if letter.is_whitespace() || letter == '/' { '_' } else { letter }).collect()
}

/// On one line.
fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// As Go spells it.
fn goarch(architecture: &str) -> &str {
    match architecture {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    #[test]
    fn a_block_is_a_line_and_a_failure_a_remark() {
        let mut contest = made_up::every_verdict();
        contest.comparisons[0].params.insert("key size".into(), "1/2".into());
        let mut run = made_up::run();
        run.plan.contests[0].comparisons[0].params = contest.comparisons[0].params.clone();
        let text = go(&run, &made_up::findings(vec![contest]));
        let head = "goarch: amd64\ncpu: AMD EPYC 9R14\n# paragone, run 00c0ffee00c0ffee\npkg: hashes\n";
        assert!(text.starts_with(head), "{text}");
        let line = "BenchmarkBlake2b/key_size=1_2/impl=rust.blake2/size=64 12000 70 ns/op 914.2857142857143 MB/s\n";
        assert_eq!(text.matches(line).count(), 6, "{text}");
        assert!(text.contains("# BenchmarkBlake2b/key_size=1_2/impl=c.botched/size=64: wrong answer"), "{text}");
    }

    #[test]
    fn a_trial_is_a_line_with_each_of_its_metrics() {
        let text = go(&made_up::run(), &made_up::findings(vec![made_up::trials()]));
        assert!(text.contains("Unit depth-frame better=higher\nUnit price-dollar better=lower\n"), "{text}");
        let name = "BenchmarkBlake2b/impl=c.direct/size=1048576";
        assert!(text.contains(&format!("{name} 1 43 depth-frame 1100000000 sustained-byte/s\n")), "{text}");
        assert_eq!(text.matches(name).count(), 5);
        assert!(!text.contains("ns/op"), "{text}");
    }
}
