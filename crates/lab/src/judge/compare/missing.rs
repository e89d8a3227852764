//! Two runs of one machine in, the cells that the earlier has a time of and the later has not out.
//!
//! Who fails has no time that could be slower, and must not pass for good news. By how much times differ is not
//! known here.

use crate::judge::compare::changes::{cell_in, planned};
use crate::judge::estimate::times::samples;
use crate::judge::findings::failures::failures;
use crate::judge::findings::usable::usable;
use crate::model::{ImplementationId, MissingCell, Run};

/// In the order of the earlier run; `indices` are the two in the list of runs. Benchmarks that the later run was not
/// asked for are not lost.
pub(crate) fn missing(from: &Run, to: &Run, indices: (usize, usize)) -> Vec<MissingCell> {
    let mut found = Vec::new();
    for (index, contest) in planned(from) {
        if !planned(to).any(|(_, later)| later.is_of_benchmark(contest)) {
            continue;
        }
        for (comparison, at) in contest.comparisons.iter().enumerate() {
            for implementation in timed(from, index, comparison) {
                let later = cell_in(to, contest, at, implementation);
                let verdict = later.and_then(|(place, lane)| failures(to, place.0, place.1).remove(&lane));
                let has_time = later.is_some_and(|(place, _)| timed(to, place.0, place.1).contains(&implementation));
                if has_time {
                    continue;
                }
                found.push(MissingCell {
                    suite: contest.suite.clone(),
                    benchmark: contest.benchmark.clone(),
                    unit: contest.unit.clone(),
                    from: indices.0,
                    to: indices.1,
                    implementation: implementation.clone(),
                    params: at.params.clone(),
                    size: at.size,
                    verdict,
                });
            }
        }
    }
    found
}

/// Those who have a time there that counts.
fn timed(run: &Run, contest: usize, comparison: usize) -> Vec<&ImplementationId> {
    let failed = failures(run, contest, comparison);
    let usable = usable(run, contest, comparison);
    let own = run.plan.contests[contest].shown().filter(|(lane, _)| !failed.contains_key(lane));
    own.filter(|(lane, _)| !samples(&usable.blocks, *lane).is_empty()).map(|(_, of)| &of.implementation).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{
        contest, failed, flat_block, launch_began, launch_ended, plan, run_of, wrong,
    };
    use crate::model::{Event, Fault, Mode};

    fn run(more: Vec<Event>) -> Run {
        let blocks = (0..16).map(|index| flat_block(0, index, &[200_000, 300_000, 200_000], 4)).collect();
        let events = [launch_began(0), launch_ended(0)].into_iter().chain(more).collect();
        run_of(plan(Mode::Quick, contest(1)), blocks, events)
    }

    fn words(from: &Run, to: &Run) -> Vec<(String, Option<&'static str>)> {
        let found = missing(from, to, (0, 1));
        assert!(found.iter().all(|cell| (cell.from, cell.to, cell.size) == (0, 1, 1024)), "{found:?}");
        found.iter().map(|it| (it.implementation.to_string(), it.verdict.as_ref().map(|it| it.word()))).collect()
    }

    fn died() -> Fault {
        Fault::Died { how: "signal 11".into(), stderr: String::new() }
    }

    #[test]
    fn who_died_or_answers_wrongly_now_is_lost_and_who_always_did_is_not() {
        let (well, dead, liar) =
            (run(Vec::new()), run(vec![failed(Some(0), 1, died())]), run(vec![failed(None, 1, wrong())]));
        assert_eq!(words(&well, &well), []);
        assert_eq!(words(&well, &dead), [("c.one1".to_owned(), Some("failed"))]);
        assert_eq!(words(&well, &liar), [("c.one1".to_owned(), Some("wrong"))]);
        assert_eq!(words(&dead, &liar), []);
        assert_eq!(words(&dead, &well), []);
    }

    #[test]
    fn who_was_not_measured_again_is_missing_unless_its_benchmark_is() {
        let before = run(Vec::new());
        let mut renamed = before.clone();
        renamed.plan.contests[0].lanes[1].implementation = "c.new".parse().unwrap();
        assert_eq!(words(&before, &renamed), [("c.one1".to_owned(), None)]);
        let mut cut_off = before.clone();
        cut_off.blocks.clear();
        assert_eq!(words(&before, &cut_off), [("c.base".to_owned(), None), ("c.one1".to_owned(), None)]);
        let mut larger = before.clone();
        larger.plan.contests[0].comparisons[0].size = 2048;
        assert_eq!(words(&before, &larger).len(), 2);
        let mut other = before.clone();
        other.plan.contests[0].benchmark = "other".into();
        assert_eq!(words(&before, &other), []);
    }
}
