//! What a gate finds where nothing changed, and where something had: a run of versions that are the same in, the rates out.
//! Changes are made in the samples: each of today's times is multiplied, and judged anew. A real change would have been
//! measured for longer where it is in doubt, so that no more is promised than can be found.

use paragone_stats::{interim, rate};

use crate::judge::findings::of_run::findings;
use crate::model::{ContestFinding, Role, Row, Run, Sample, SeenChange, SelfTest, SelfTestRow, Verdict};

/// So much longer are today's times made, by turns.
const CHANGES: [f64; 6] = [0.01, 0.02, 0.03, 0.05, 0.1, 0.2];

/// Of a run whose contests are self-tests.
pub fn self_test(run: &Run) -> SelfTest {
    let as_measured = judged(run);
    let with_changes = CHANGES.map(|longer| judged(&slowed_down(run, longer)));
    let mut test = SelfTest::default();
    for (place, JudgedBenchmark { name, verdict, launches }) in as_measured.into_iter().enumerate() {
        // Whoever is undecided after so few launches had hardly a chance of a false alarm.
        if verdict.fault().is_some() || (launches < interim::LAUNCHES[0] && verdict.is_undecided()) {
            test.unjudged.push(name);
            continue;
        }
        let is_found: Vec<bool> = with_changes.iter().map(|judged| is_slower(&judged[place].verdict)).collect();
        // From the largest down, as long as each is found.
        let found = is_found.iter().rev().take_while(|found| **found).count();
        let finds = CHANGES.get(CHANGES.len() - found).copied();
        test.alarms += usize::from(verdict.is_different());
        test.benchmarks.push(SelfTestRow { name, verdict, finds });
    }
    test.alarms_at_most = rate::upper_bound(test.alarms as u64, test.benchmarks.len() as u64, 0.05);
    let found =
        |longer: f64| test.benchmarks.iter().filter(|row| row.finds.is_some_and(|least| least <= longer)).count();
    test.changes = CHANGES.iter().map(|&longer| SeenChange { longer, found: found(longer) }).collect();
    test
}

fn is_slower(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Slower { .. })
}

/// What was found of today's version of a benchmark.
struct JudgedBenchmark {
    /// The harness' name.
    name: String,
    verdict: Verdict,
    launches: usize,
}

fn judged(run: &Run) -> Vec<JudgedBenchmark> {
    let of = |contest: &ContestFinding| {
        let is_of_today = |row: &&Row| row.implementation != contest.baseline;
        let mut placed = contest.comparisons.iter().flat_map(|one| one.rows.iter().map(move |row| (one.launches, row)));
        let (launches, today) = placed.find(|(_, row)| is_of_today(row))?;
        Some(JudgedBenchmark { name: contest.question.clone(), verdict: today.verdict.clone(), launches })
    };
    findings(run).contests.iter().filter_map(of).collect()
}

/// The run, as if today's versions took so much longer.
fn slowed_down(run: &Run, longer: f64) -> Run {
    let mut run = run.clone();
    for block in &mut run.blocks {
        let lanes = &run.plan.contests[block.contest].lanes;
        let today = lanes.iter().zip(&mut block.lanes).filter(|(lane, _)| lane.role == Role::Contender);
        for (_, samples) in today {
            samples.iter_mut().for_each(|sample| *sample = stretched(sample, longer));
        }
    }
    run
}

fn stretched(sample: &Sample, longer: f64) -> Sample {
    let more = |ns: u64| (ns as f64 * (1.0 + longer)).round() as u64;
    Sample { wall_ns: more(sample.wall_ns), cpu_ns: more(sample.cpu_ns), ..*sample }
}
