//! Two runs of one machine in, what became of every cell that both have out.

use crate::judge::compare::change::{RunSide, change};
use crate::judge::decide::rule::{Evidence, rule};
use crate::judge::design::schedule;
use crate::judge::estimate::times::{percentiles, samples};
use crate::judge::findings::around::last_start;
use crate::judge::findings::comparison::ComparisonData;
use crate::model::natural::{by_name, by_size_and_params};
use crate::model::{
    Against, BenchmarkChanges, CellChange, ComparedCode, Comparison, Contest, ImplementationId, LaneStart, Plan, Role,
    Run, Verdict,
};

/// A cell that both runs have a time of.
struct Both<'a> {
    from: ComparedCell<'a>,
    to: ComparedCell<'a>,
    code: ComparedCode,
}

/// Where a cell stands in its run.
#[derive(Clone, Copy)]
struct ComparedCell<'a> {
    run: &'a Run,
    /// Contest and comparison.
    place: (usize, usize),
    lane: usize,
    /// The lane of the later run's baseline.
    base: Option<usize>,
}

/// By benchmark of the later run; `indices` are the two in the list of runs, and `pairs` how many pairs of runs are
/// judged with them.
pub(crate) fn changes(from: &Run, to: &Run, indices: (usize, usize), pairs: usize) -> Vec<BenchmarkChanges> {
    let of_runs = from.plan.margin.max(to.plan.margin);
    let contests: Vec<Vec<Both>> = (0..to.plan.contests.len()).map(|contest| both(from, to, contest)).collect();
    // "Has anything become slower?" is asked of all cells of all pairs together.
    let cells = contests.iter().map(Vec::len).sum::<usize>().max(1);
    let alpha = Plan::ALPHA / (pairs.max(1) * cells) as f64;
    let found = contests.iter().zip(&to.plan.contests).filter(|(cells, _)| !cells.is_empty());
    let of = |(cells, contest): (&Vec<Both>, &Contest)| {
        let margin = contest.margin(of_runs);
        let moved = |cell: &Both| Some((cell.to.place.1, cell.moved(alpha)?));
        let moved: Vec<(usize, CellChange)> = cells.iter().filter_map(moved).collect();
        let judged = |(comparison, cell): &(usize, CellChange)| judged(cell, floor(&moved, *comparison), margin);
        let mut cells: Vec<CellChange> = moved.iter().map(judged).collect();
        cells.sort_by(|a, b| {
            by_size_and_params((a.size, &a.params), (b.size, &b.params))
                .then_with(|| by_name(&a.implementation, &b.implementation))
        });
        BenchmarkChanges {
            suite: contest.suite.clone(),
            benchmark: contest.benchmark.clone(),
            unit: contest.unit.clone(),
            from: indices.0,
            to: indices.1,
            margin,
            cells,
        }
    };
    found.map(of).collect()
}

/// How far the same code moved at this size: as much may be no doing of code that changed.
fn floor(moved: &[(usize, CellChange)], comparison: usize) -> f64 {
    let here = moved.iter().filter(|(of, _)| *of == comparison).map(|(_, cell)| cell);
    // The baseline itself tells how the machine moved, which is in no ratio to it.
    let same = here.filter(|cell| cell.code == ComparedCode::Same && cell.measured == Against::Baseline);
    same.map(|cell| cell.ratio.abs()).fold(0.0, f64::max)
}

/// A cell with its verdict, where the same code moved by up to `floor`.
fn judged(cell: &CellChange, floor: f64, margin: f64) -> CellChange {
    let noise = if cell.code == ComparedCode::Same { 0.0 } else { floor };
    let (judged, verdict) = rule(&Evidence { ratio: cell.ratio, interval: cell.judged, noise }, margin, false);
    CellChange { judged, verdict, ..cell.clone() }
}

fn both<'a>(from: &'a Run, to: &'a Run, contest: usize) -> Vec<Both<'a>> {
    let later = &to.plan.contests[contest];
    let mut found = Vec::new();
    // Where two were followed to their crossover, sizes are as chance would have them; of trials, time decides nothing.
    if later.between.is_some() || later.trials.is_some() {
        return found;
    }
    let baseline = later.lanes.iter().position(|lane| lane.role == Role::Baseline);
    for (comparison, at) in later.comparisons.iter().enumerate() {
        for (lane, of) in later.shown() {
            let Some((place, old)) = cell_in(from, later, at, &of.implementation) else { continue };
            let earlier = &from.plan.contests[place.0];
            let code = |old: usize, new: usize| same_code(last_start(from, place.0, old), last_start(to, contest, new));
            let base = baseline.and_then(|new| Some((earlier.lane_of(&later.lanes[new].implementation)?, new)));
            let steady = base.filter(|(old, new)| *new != lane && code(*old, *new) == ComparedCode::Same);
            found.push(Both {
                from: ComparedCell { run: from, place, lane: old, base: steady.map(|(old, _)| old) },
                to: ComparedCell { run: to, place: (contest, comparison), lane, base: steady.map(|(_, new)| new) },
                code: code(old, lane),
            });
        }
    }
    found
}

/// Contests of the starting plan: sizes between which two were followed to their crossover are as chance would have them.
pub(crate) fn planned(run: &Run) -> impl Iterator<Item = (usize, &Contest)> {
    run.plan.contests.iter().enumerate().filter(|(_, contest)| contest.between.is_none())
}

/// Where a run has an implementation of a benchmark, at a size: contest and comparison, and the lane.
pub(crate) fn cell_in(
    run: &Run,
    of: &Contest,
    at: &Comparison,
    implementation: &ImplementationId,
) -> Option<((usize, usize), usize)> {
    planned(run).filter(|(_, contest)| contest.is_of_benchmark(of)).find_map(|(index, contest)| {
        let comparison = contest.comparisons.iter().position(|one| one == at)?;
        Some(((index, comparison), contest.lane_of(implementation)?))
    })
}

/// By the machine code where there is some, else by all that went in; another runtime is another program.
fn same_code(one: Option<&LaneStart>, other: Option<&LaneStart>) -> ComparedCode {
    let (Some(one), Some(other)) = (one, other) else { return ComparedCode::Unknown };
    let digests = match (&one.code, &other.code) {
        (Some(one), Some(other)) => (one, other),
        _ => (&one.artefact, &other.artefact),
    };
    match digests {
        (one, other) if one.is_empty() || other.is_empty() => ComparedCode::Unknown,
        (digest, same) if digest == same && one.runtime == other.runtime => ComparedCode::Same,
        _ => ComparedCode::Changed,
    }
}

impl Both<'_> {
    /// Not judged yet: by how much its time moved, and the interval of that.
    ///
    /// Beside the baseline, or alone where it has no block in common with it, as who left the race early has none.
    fn moved(&self, alpha: f64) -> Option<CellChange> {
        let measured = if self.to.base.is_some() { Against::Baseline } else { Against::Nothing };
        self.moved_against(measured, alpha).or_else(|| self.moved_against(Against::Nothing, alpha))
    }

    fn moved_against(&self, measured: Against, alpha: f64) -> Option<CellChange> {
        let ((from, from_ns), (to, to_ns)) = (self.from.read(measured)?, self.to.read(measured)?);
        let (ratio, judged) = change(&from, &to, alpha)?;
        let contest = &self.to.run.plan.contests[self.to.place.0];
        let Comparison { params, size } = contest.comparisons[self.to.place.1].clone();
        let implementation = contest.lanes[self.to.lane].implementation.clone();
        let (verdict, code) = (Verdict::NotEnough, self.code);
        Some(CellChange { implementation, params, size, from_ns, to_ns, ratio, judged, verdict, measured, code })
    }
}

impl ComparedCell<'_> {
    /// What is judged, and the median of its times. `None`: it has no time here that counts.
    fn read(&self, against: Against) -> Option<(RunSide, f64)> {
        let whole = ComparisonData::of(self.run, self.place);
        let field = whole.field.as_ref().filter(|_| !whole.failures.contains_key(&self.lane))?;
        let blocks = &whole.usable.blocks;
        let per_launch = schedule(field, blocks).per_launch;
        let base = self.base.filter(|_| against == Against::Baseline);
        let side = RunSide::of(blocks, base, self.lane, field.design, per_launch);
        let times = percentiles(&samples(blocks, self.lane))?;
        Some((side.with_spread(whole.spread), times.p50))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{
        contest, failed, flat_block, launch_began, launch_ended, plan, run_of, wrong,
    };
    use crate::model::{Block, Event, Interval, Mode};

    /// Five launches, a little apart from each other, of a baseline, a contender and the clone.
    fn run(times: [u64; 3], codes: [&str; 3], more: Vec<Event>) -> Run {
        let blocks = (0..5u32).flat_map(|launch| {
            let own = times.map(|time| time + u64::from(launch) * time / 2000);
            (0..16).map(move |index| flat_block(launch, index, &own, 4))
        });
        let blocks: Vec<Block> = blocks.collect();
        let mut events: Vec<Event> = (0..5).flat_map(|launch| [launch_began(launch), launch_ended(launch)]).collect();
        for event in &mut events {
            let Event::LaunchBegan(launch) = event else { continue };
            for (lane, code) in launch.lanes.iter_mut().zip(codes) {
                lane.as_mut().unwrap().code = Some(code.to_owned());
            }
        }
        events.extend(more);
        run_of(plan(Mode::Standard, contest(1)), blocks, events)
    }

    fn found(from: &Run, to: &Run) -> Vec<CellChange> {
        let mut changes = changes(from, to, (0, 1), 1);
        assert_eq!(changes.len(), 1);
        changes.remove(0).cells
    }

    fn words(cells: &[CellChange]) -> Vec<(String, &'static str, Against, ComparedCode)> {
        let of = |cell: &CellChange| (cell.implementation.to_string(), cell.verdict.word(), cell.measured, cell.code);
        cells.iter().map(of).collect()
    }

    #[test]
    fn a_slower_machine_is_no_slower_code() {
        let before = run([200_000, 300_000, 200_000], ["a", "b", "a"], Vec::new());
        let after = run([240_000, 396_000, 240_000], ["a", "c", "a"], Vec::new());
        let cells = found(&before, &after);
        let expected = [
            ("c.base".to_owned(), "slower", Against::Nothing, ComparedCode::Same),
            ("c.one1".to_owned(), "slower", Against::Baseline, ComparedCode::Changed),
        ];
        assert_eq!(words(&cells), expected);
        assert!((cells[0].ratio - 1.2f64.ln()).abs() < 1e-3 && (cells[1].ratio - 1.1f64.ln()).abs() < 1e-3);
        assert!((cells[1].to_ns / cells[1].from_ns - 1.32).abs() < 0.01);
    }

    #[test]
    fn where_the_baseline_changed_times_stand_alone() {
        let before = run([200_000, 300_000, 200_000], ["a", "b", "a"], Vec::new());
        let after = run([240_000, 300_000, 240_000], ["z", "b", "z"], Vec::new());
        let expected = [
            ("c.base".to_owned(), "slower", Against::Nothing, ComparedCode::Changed),
            ("c.one1".to_owned(), "same", Against::Nothing, ComparedCode::Same),
        ];
        assert_eq!(words(&found(&before, &after)), expected);
    }

    #[test]
    fn who_failed_in_one_of_them_is_left_out() {
        let before = run([200_000, 300_000, 200_000], ["a", "b", "a"], Vec::new());
        let after = run([200_000, 300_000, 200_000], ["a", "b", "a"], vec![failed(None, 1, wrong())]);
        assert_eq!(words(&found(&before, &after)).len(), 1);
        assert_eq!(words(&found(&after, &before)).len(), 1);
    }

    #[test]
    fn who_left_the_race_early_has_no_time_beside_the_baseline_and_is_there_all_the_same() {
        let before = run([200_000, 300_000, 200_000], ["a", "b", "a"], Vec::new());
        let mut after = before.clone();
        for block in &mut after.blocks {
            block.lanes[1].clear();
        }
        let mut raced = flat_block(0, 0, &[200_000, 330_000, 200_000], 4);
        raced.race = true;
        after.blocks.insert(0, raced);
        let cells = found(&before, &after);
        let expected = [
            ("c.base".to_owned(), "same", Against::Nothing, ComparedCode::Same),
            ("c.one1".to_owned(), "not-enough", Against::Nothing, ComparedCode::Same),
        ];
        assert_eq!(words(&cells), expected);
        assert!((cells[1].ratio - 1.1f64.ln()).abs() < 2e-3, "{}", cells[1].ratio);
        assert_eq!(cells[1].judged, Interval::EVERYTHING);
    }

    #[test]
    fn every_pair_of_runs_has_its_share_of_alpha() {
        let before = run([200_000, 300_000, 200_000], ["a", "b", "a"], Vec::new());
        let after = run([200_000, 330_000, 200_000], ["a", "c", "a"], Vec::new());
        let widths = |pairs: usize| -> Vec<f64> {
            let found = changes(&before, &after, (0, 1), pairs);
            found[0].cells.iter().map(|cell| cell.judged.high - cell.judged.low).collect()
        };
        // Two cells at half the alpha are four at the whole of it.
        let (one, two, ten) = (widths(1), widths(2), widths(10));
        for cell in 0..2 {
            assert!(one[cell].is_finite() && one[cell] < two[cell] && two[cell] < ten[cell], "{one:?} {two:?} {ten:?}");
        }
    }

    #[test]
    fn other_benchmarks_and_sizes_have_nothing_in_common() {
        let before = run([200_000, 300_000, 200_000], ["a", "b", "a"], Vec::new());
        let mut after = before.clone();
        after.plan.contests[0].comparisons[0].size = 2048;
        assert!(changes(&before, &after, (0, 1), 1).is_empty());
        let mut renamed = before.clone();
        renamed.plan.contests[0].lanes[1].implementation =
            ImplementationId { language: "c".into(), name: "new".into(), build: None };
        assert_eq!(found(&before, &renamed).len(), 1);
    }

    #[test]
    fn another_runtime_is_another_program_and_what_is_not_known_is_not_the_same() {
        let Event::LaunchBegan(launch) = launch_began(0) else { unreachable!() };
        let start = launch.lanes[0].clone().unwrap();
        let with = |code: &str, runtime: &str| LaneStart {
            code: Some(code.to_owned()),
            layout: None,
            runtime: runtime.to_owned(),
            ..start.clone()
        };
        assert_eq!(same_code(Some(&with("a", "1")), Some(&with("a", "1"))), ComparedCode::Same);
        assert_eq!(same_code(Some(&with("a", "1")), Some(&with("a", "2"))), ComparedCode::Changed);
        assert_eq!(same_code(Some(&with("a", "1")), Some(&with("b", "1"))), ComparedCode::Changed);
        assert_eq!(same_code(Some(&start), Some(&start)), ComparedCode::Unknown);
        assert_eq!(same_code(None, Some(&start)), ComparedCode::Unknown);
        let interpreted = LaneStart { artefact: "a".to_owned(), ..start.clone() };
        assert_eq!(same_code(Some(&interpreted), Some(&interpreted)), ComparedCode::Same);
    }
}
