//! A run's samples as a table: a row for each, with the block and the launch that it was taken in.

use std::sync::Arc;

use crate::model::{Block, ComparisonFinding, ContestFinding, Findings, Lane, Mode, Role, Run, Sample};

use super::name;
use super::table::{Table, Value};

/// Those of the findings' comparisons, and of the sizes between them at which two that change places were measured, in
/// the order of measuring; the A/A control is there as `clone`.
pub fn samples(run: &Run, findings: &Findings) -> Table {
    let mut table = Table::default();
    let shared = |text: &str| -> Arc<str> { text.into() };
    let id = shared(&run.id);
    for (index, contest) in run.plan.contests.iter().enumerate() {
        let of = |found: &&ContestFinding| (&found.suite, &found.benchmark) == (&contest.suite, &contest.benchmark);
        let Some(found) = findings.contests.iter().find(of) else { continue };
        let (suite, benchmark) = (shared(&contest.suite), shared(&contest.benchmark));
        let lanes: Vec<(Arc<str>, Arc<str>)> =
            contest.lanes.iter().map(|lane| (shared(&lane.implementation.to_string()), shared(role(lane)))).collect();
        for (place, comparison) in contest.comparisons.iter().enumerate() {
            let same = |found: &ComparisonFinding| (found.size, &found.params) == (comparison.size, &comparison.params);
            if contest.between.is_none() && !found.comparisons.iter().any(same) {
                continue;
            }
            let params = shared(&name::params(&comparison.params));
            let blocks = run.blocks.iter().filter(|block| (block.contest, block.comparison) == (index, place));
            for (block, lane, round, sample) in blocks.flat_map(taken) {
                let Some((implementation, role)) = lanes.get(lane) else { continue };
                let text = |text: &Arc<str>| Value::Text(Some(Arc::clone(text)));
                table.push(vec![
                    ("run", text(&id)),
                    ("suite", text(&suite)),
                    ("benchmark", text(&benchmark)),
                    ("params", text(&params)),
                    ("size", Value::count(comparison.size)),
                    ("implementation", text(implementation)),
                    ("role", text(role)),
                    ("launch", Value::count(block.launch)),
                    ("block", Value::count(block.index)),
                    ("began_ns", Value::count(block.began_ns)),
                    ("round", Value::count(round)),
                    ("calls", Value::count(sample.calls)),
                    ("wall_ns", Value::count(sample.wall_ns)),
                    ("cpu_ns", cpu_ns(run, sample)),
                    ("per_call_ns", Value::number(Some(sample.per_call()))),
                ]);
            }
        }
    }
    table
}

fn taken(block: &Block) -> impl Iterator<Item = (&Block, usize, usize, &Sample)> {
    block.lanes.iter().enumerate().flat_map(move |(lane, samples)| {
        samples.iter().enumerate().map(move |(round, sample)| (block, lane, round, sample))
    })
}

/// Other tools seldom tell it.
fn cpu_ns(run: &Run, sample: &Sample) -> Value {
    match (run.plan.mode, sample.cpu_ns) {
        (Mode::Imported, 0) => Value::Count(None),
        (_, cpu_ns) => Value::count(cpu_ns),
    }
}

fn role(lane: &Lane) -> &'static str {
    match lane.role {
        Role::Baseline => "baseline",
        Role::Contender => "contender",
        Role::Clone => "clone",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Between, Further, Params};
    use crate::report::formats::csv;
    use crate::report::specimen::made_up;

    #[test]
    fn sizes_at_which_a_crossover_was_looked_for_are_among_them() {
        let mut run = made_up::run();
        let findings = made_up::findings(vec![made_up::ladder(&[64, 1024, 65536])]);
        let planned = samples(&run, &findings);
        let between = Between { of: 0, lanes: [0, 1], params: Params::new(), low: 64, high: 1024, alpha: 0.01 };
        assert!(run.plan.extend(&Further { contest: 1, between, sizes: vec![256] }));
        run.blocks.push(Block { contest: 1, ..run.blocks[0].clone() });
        let lines = |table: &Table| String::from_utf8(csv(table).unwrap()).unwrap();
        let (before, after) = (lines(&planned), lines(&samples(&run, &findings)));
        assert_eq!(before.lines().count(), 1 + 6 * 8);
        let added: Vec<&str> = after.strip_prefix(&before).unwrap().lines().collect();
        assert_eq!(added.len(), 4, "{after}");
        assert!(added.iter().all(|line| line.contains(",hashes,blake2b,{},256,rust.blake2,baseline,")), "{after}");
    }
}
