//! A cell over the runs of one machine: each run's word on it, and where the level changed.
//!
//! The medians are those that a report shows, over the same samples. Runs that have no time for the cell
//! keep their places in the history and count for no level.

use paragone_stats::shifts::shifts;

use crate::judge::estimate::times::{percentiles, samples};
use crate::judge::findings::around::last_start;
use crate::judge::findings::failures::failures;
use crate::judge::findings::outcomes::outcomes;
use crate::judge::findings::usable::usable;
use crate::model::{CellPast, LevelChange, Run, Trials};

/// The least difference of two levels, as a logarithm: two launches of one program differ by one or two per
/// cent on many machines, by the layout of memory alone.
const LEAST: f64 = 0.02;

/// What a run says of one lane in one comparison.
pub fn past(run: &Run, contest: usize, comparison: usize, lane: usize) -> CellPast {
    let fault = failures(run, contest, comparison).remove(&lane);
    let blocks = usable(run, contest, comparison).blocks;
    let trials = run.plan.contests[contest].trials.as_ref();
    let times = percentiles(&samples(&blocks, lane)).filter(|_| fault.is_none());
    let outcome = |trials: &Trials| {
        let metric = trials.deciding()?.clone();
        let outcome = outcomes(trials, &blocks, lane).into_iter().find(|outcome| outcome.metric == metric.name)?;
        Some((metric, outcome))
    };
    let mut launches: Vec<u32> = blocks.iter().map(|block| block.launch).collect();
    launches.dedup();
    let start = last_start(run, contest, lane);
    CellPast {
        run: run.id.clone(),
        began: run.began,
        trials: trials.filter(|_| times.is_some()).and_then(outcome),
        // Of a trial the time decides nothing.
        times: times.filter(|_| trials.is_none()),
        fault,
        launches: if times.is_some() { launches.len() } else { 0 },
        program: start.map(|start| start.artefact.clone()),
        runtime: start.map(|start| start.runtime.clone()),
    }
}

/// A history with the values of those alone that tell what the latest tells: a suite may have come to decide by
/// another metric, or by time.
pub fn of_one_measure(mut history: Vec<CellPast>) -> Vec<CellPast> {
    let metric = |past: &CellPast| past.trials.as_ref().map(|(metric, _)| metric.clone());
    let latest = history.iter().rev().find(|past| past.middle().is_some()).map(metric);
    let others = history.iter_mut().filter(|past| latest.as_ref().is_some_and(|latest| metric(past) != *latest));
    others.for_each(|past| (past.times, past.trials) = (None, None));
    history
}

/// The changes of level in a history, which is in the order of time and tells one thing throughout.
pub fn level_changes(history: &[CellPast]) -> Vec<LevelChange> {
    let timed = history.iter().enumerate().filter_map(|(place, past)| Some((place, past.middle()?[0])));
    let timed: Vec<(usize, f64)> = timed.filter(|(_, ns)| *ns > 0.0 && ns.is_finite()).collect();
    let logs: Vec<f64> = timed.iter().map(|(_, ns)| ns.ln()).collect();
    let change = |shift: paragone_stats::shifts::Shift| {
        let (at, before) = (timed[shift.at].0, timed[shift.at - 1].0);
        let programs = history[before].program.as_ref().zip(history[at].program.as_ref());
        LevelChange {
            at,
            before: shift.before.exp(),
            after: shift.after.exp(),
            other_program: programs.map(|(one, other)| one != other),
        }
    };
    shifts(&logs, LEAST).into_iter().map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{
        contest, failed, flat_block, launch_began, launch_ended, plan, run_of, wrong,
    };
    use crate::model::{Better, Block, Mode, Percentiles, Readings, Tally, TrialMetric};

    #[test]
    fn a_runs_word_is_its_reports() {
        let blocks: Vec<_> = (0..4).map(|index| flat_block(0, index, &[200_000, 250_000, 200_400], 4)).collect();
        let events = vec![launch_began(0), launch_ended(0)];
        let run = run_of(plan(Mode::Quick, contest(1)), blocks, events);
        let told = crate::judge::findings(&run).contests.remove(0).comparisons.remove(0);
        for lane in [0, 1] {
            let id = &run.plan.contests[0].lanes[lane].implementation;
            let row = told.rows.iter().find(|row| &row.implementation == id).unwrap();
            let word = past(&run, 0, 0, lane);
            assert_eq!((word.times, word.launches, word.fault), (row.times, 1, None));
            assert!(word.program.is_some());
        }
    }

    #[test]
    fn a_wrong_answer_has_no_time_whatever_was_measured() {
        let blocks = (0..4).map(|index| flat_block(0, index, &[200_000, 250_000, 200_400], 4)).collect();
        let run = run_of(plan(Mode::Quick, contest(1)), blocks, vec![launch_began(0), failed(Some(0), 1, wrong())]);
        let word = past(&run, 0, 0, 1);
        assert!(word.times.is_none() && word.launches == 0 && word.fault.unwrap().word() == "wrong");
        assert!(past(&run, 0, 0, 0).times.is_some());
    }

    #[test]
    fn of_trials_the_metric_is_told_and_no_time() {
        let metric = TrialMetric { name: "depth".into(), unit: "frame".into(), better: Better::More, exact: false };
        let mut of = contest(1);
        of.trials = Some(Trials { decides: "depth".into(), least: 3, most: 3, metrics: vec![metric.clone()] });
        let block = |index: u32| {
            let told: Readings = [("depth".to_owned(), Tally::of(f64::from(40 + index)))].into();
            let readings = vec![told.clone(), told.clone(), told];
            Block { readings, ..flat_block(0, index, &[200_000, 250_000, 200_400], 1) }
        };
        let run = run_of(plan(Mode::Quick, of), (0..3).map(block).collect(), vec![launch_began(0), launch_ended(0)]);
        let word = past(&run, 0, 0, 1);
        assert_eq!((word.times, word.middle()), (None, Some([41.0, 40.0, 42.0])));
        assert_eq!(word.amount(41.0), "41 frames");
        let earlier = history(&[Some(100.0)]).remove(0);
        let found = of_one_measure(vec![earlier.clone(), word.clone()]);
        assert_eq!((found[0].middle(), found[1].middle()), (None, word.middle()));
        let found = of_one_measure(vec![word, earlier.clone()]);
        assert_eq!((found[0].middle(), found[1].middle()), (None, earlier.middle()));
    }

    fn history(times: &[Option<f64>]) -> Vec<CellPast> {
        let one = |(place, ns): (usize, &Option<f64>)| CellPast {
            run: format!("{place:016x}"),
            began: place as i64,
            times: ns.map(|ns| Percentiles {
                samples: 8,
                p0: ns,
                p25: ns,
                p50: ns,
                p75: ns,
                p90: ns,
                p99: ns,
                p100: ns,
            }),
            trials: None,
            fault: None,
            launches: 1,
            program: Some(if place < 9 { "old" } else { "new" }.to_owned()),
            runtime: None,
        };
        times.iter().enumerate().map(one).collect()
    }

    #[test]
    fn a_change_is_named_by_its_first_run_past_those_without_times() {
        let mut times: Vec<Option<f64>> = (0..8).map(|run| Some(100.0 + 0.1 * (run % 3) as f64)).collect();
        times.push(None);
        times.extend((0..8).map(|run| Some(120.0 + 0.1 * (run % 3) as f64)));
        let found = level_changes(&history(&times));
        assert!(found.len() == 1 && found[0].at == 9 && found[0].other_program == Some(true), "{found:?}");
        assert!((found[0].before - 100.1).abs() < 0.1 && (found[0].after - 120.1).abs() < 0.1);
        assert_eq!(level_changes(&history(&[Some(1.0), None, Some(9.0)])), []);
        assert_eq!(level_changes(&[]), []);
    }
}
