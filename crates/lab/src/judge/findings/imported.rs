//! One comparison of an imported run in, what may be said of it out: times, and no verdict.
//!
//! Another tool's samples were taken one implementation after the other. There are no rounds in which two stand
//! side by side, so that no interval of their ratio can be had, and none is made up.

use crate::judge::caveats::comparison::{summary_only, unpaired};
use crate::judge::estimate::times::{percentiles, percentiles_of, samples};
use crate::model::{Block, ComparisonFinding, Event, ImportSource, ImportedTimes, Row, Run, Verdict};

/// The answer to every question of such a run.
pub(crate) const UNPAIRED: &str =
    "Imported and unpaired: nobody was measured beside anybody else, so nobody is called the fastest.";

pub(crate) fn judge_imported(run: &Run, place: (usize, usize), source: &ImportSource) -> ComparisonFinding {
    let planned = &run.plan.contests[place.0];
    let blocks: Vec<&Block> = run.blocks_of(place).collect();
    let rows = (0..planned.lanes.len()).filter_map(|lane| {
        let (per_call_ns, told) = told(run, place, lane);
        let times = percentiles(&samples(&blocks, lane)).or_else(|| percentiles_of(per_call_ns));
        if times.is_none() && told.is_empty() {
            return None;
        }
        Some(Row {
            times,
            caveats: summary_only(times.is_some(), &told).into_iter().collect(),
            told,
            ..Row::bare(planned.lanes[lane].implementation.clone(), Verdict::Unpaired)
        })
    });
    let mut rows: Vec<Row> = rows.collect();
    let time = |row: &Row| row.central_ns().unwrap_or(f64::INFINITY);
    rows.sort_by(|one, other| time(one).total_cmp(&time(other)));
    ComparisonFinding {
        params: planned.comparisons[place.1].params.clone(),
        size: planned.comparisons[place.1].size,
        rows,
        caveats: vec![unpaired(source)],
        ..ComparisonFinding::default()
    }
}

fn told(run: &Run, place: (usize, usize), lane: usize) -> (Vec<f64>, ImportedTimes) {
    let mut found = (Vec::new(), ImportedTimes::new());
    for event in run.events_of(place, lane) {
        if let Event::Told { per_call_ns, summary, .. } = event {
            found.0.extend(per_call_ns);
            found.1.extend(summary.iter().map(|(name, ns)| (name.clone(), *ns)));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::findings;
    use crate::judge::simulation::stage::{contest, flat_block, plan, run_of};
    use crate::model::Mode;

    #[test]
    fn there_are_times_and_neither_an_interval_nor_a_verdict() {
        let source = ImportSource { tool: "jmh".into(), version: None, file: "a.json".into(), measured: None };
        let told = |lane, per_call_ns: &[f64], summary: &[(&str, f64)]| Event::Told {
            contest: 0,
            comparison: 0,
            lane,
            per_call_ns: per_call_ns.to_vec(),
            summary: summary.iter().map(|(name, ns)| ((*name).to_owned(), *ns)).collect(),
        };
        let mut block = flat_block(0, 0, &[3000], 4);
        block.lanes.extend([Vec::new(), Vec::new()]);
        let events = vec![Event::Imported(source), told(1, &[20.0, 22.0, 24.0], &[]), told(2, &[], &[("mean", 25.0)])];
        let found = findings(&run_of(plan(Mode::Imported, contest(2)), vec![block], events)).contests.remove(0);
        assert_eq!(found.answer, UNPAIRED);
        let comparison = &found.comparisons[0];
        let names: Vec<(String, Option<f64>)> =
            comparison.rows.iter().map(|row| (row.implementation.to_string(), row.central_ns())).collect();
        let expected = [("c.one1", 22.0), ("c.one2", 25.0), ("c.base", 30.0)];
        assert_eq!(names, expected.map(|(name, ns)| (name.to_owned(), Some(ns))));
        assert!(comparison.rows.iter().all(|row| row.verdict == Verdict::Unpaired));
        assert!(comparison.rows.iter().all(|row| row.estimate.is_none() && row.to_best.is_none()));
        assert_eq!(comparison.caveats[0].name(), "unpaired");
        assert_eq!(comparison.rows[1].caveats[0].name(), "summary-only");
        assert!(comparison.rows[1].times.is_none() && comparison.fastest.is_empty() && comparison.is_unpaired());
    }
}
