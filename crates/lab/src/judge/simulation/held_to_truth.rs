//! One simulated comparison and what is true of it in, which of the claims hold out; and the same counted over many.
//!
//! Tests only. It knows findings and no judgement.

use std::ops::AddAssign;

use crate::judge::estimate::spread::Spreads;
use crate::judge::findings::of_run::findings;
use crate::judge::simulation::made_up_machine::{MadeUp, MadeUpNoise, MadeUpSpread};
use crate::judge::simulation::simulated::{SimulatedOutcome, carried_out};
use crate::judge::simulation::stage::{BlockKind, contest, run_of};
use crate::model::{Block, ComparisonFinding, Design, Interval, Plan, Row, Standing};
use crate::words::answer::{refuted, shown_tables};

/// What machines and comparisons have in common of which claims are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldCell {
    pub(crate) kind: BlockKind,
    pub(crate) noise: MadeUpNoise,
    pub(crate) spread: MadeUpSpread,
    /// Without the A/A control.
    pub(crate) lanes: usize,
}

/// Comparisons of a cell, and in how many of them what is so.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) comparisons: u64,
    /// A lane that is truly the fastest is called behind.
    pub(crate) best_lost: u64,
    /// An interval does not hold the truth.
    pub(crate) intervals_missed: u64,
    /// One alone is called the fastest, and another is truly as fast.
    pub(crate) falsely_alone: u64,
    /// The race dropped a lane that is truly the fastest.
    pub(crate) best_raced_out: u64,
    /// A sentence, or a row, is refuted by the table.
    pub(crate) refuted: u64,
    /// Nobody is left of whom it is not known whether he is as fast.
    pub(crate) decided: u64,
    pub(crate) blocks: u64,
    /// Nanoseconds that were timed while anybody but those far behind was measured, and which of them lanes took that
    /// are far behind, after each one's first sample.
    pub(crate) timed_ns: u64,
    pub(crate) far_ns: u64,
    /// Seconds by which that is above its share of a comparison, below 0 where it is not; and the sum of the squares.
    pub(crate) above_s: f64,
    pub(crate) above_s_squared: f64,
    /// What broke, for one who wants to see it: of a few comparisons.
    pub(crate) broken: Vec<String>,
}

/// At least so many times as long as the fastest is far behind.
const FAR: f64 = 4.0;

/// Of the timed time, what lanes far behind may take after their first samples.
pub(crate) const FAR_SHARE: f64 = 0.1;

/// A sample is a whole number of nanoseconds.
const WHOLE_NS: f64 = 2e-5;

/// Seconds that a comparison may take beside its first two rounds.
const BUDGET_S: f64 = 1.0;

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.comparisons += other.comparisons;
        self.best_lost += other.best_lost;
        self.intervals_missed += other.intervals_missed;
        self.falsely_alone += other.falsely_alone;
        self.best_raced_out += other.best_raced_out;
        self.refuted += other.refuted;
        self.decided += other.decided;
        self.blocks += other.blocks;
        self.timed_ns += other.timed_ns;
        self.far_ns += other.far_ns;
        self.above_s += other.above_s;
        self.above_s_squared += other.above_s_squared;
        self.broken.extend(other.broken);
        self.broken.truncate(5);
    }
}

/// One comparison of a cell.
pub(crate) fn held(cell: HeldCell, seed: u64) -> Counts {
    let mut machine = MadeUp::new(cell.noise, cell.spread, cell.lanes, seed);
    let round_s: f64 = machine.truth(Design::Launches).iter().map(|time| 200e-6 * time.exp()).sum();
    let budget_s = BUDGET_S + 2.0 * round_s;
    let plan = Plan { budget_s, ..cell.kind.plan(contest(cell.lanes - 1)) };
    let outcome = carried_out(&mut machine, &plan, Spreads::new());
    let truth = machine.truth(cell.kind.design);
    let margin = plan.margin;
    let (timed_ns, far_ns) = cost(&outcome.blocks, &machine.truth(Design::Launches));
    let run = run_of(plan, outcome.blocks.clone(), Vec::new());
    let found = findings(&run).contests.remove(0);
    let refutations = refuted(&found.answer, &shown_tables(&found), margin);
    let mut counts = against(&found.comparisons[0], &truth, &outcome);
    counts.refuted = u64::from(!refutations.is_empty());
    (counts.timed_ns, counts.far_ns) = (timed_ns, far_ns);
    counts.above_s = (far_ns as f64 - FAR_SHARE * timed_ns as f64) / 1e9;
    counts.above_s_squared = counts.above_s.powi(2);
    let broken = counts.best_lost + counts.intervals_missed + counts.falsely_alone + counts.refuted;
    if broken + counts.best_raced_out > 0 {
        counts.broken.push(format!(
            "{cell:?} seed {seed}: {} {refutations:?} {}",
            found.answer,
            missed(&found.comparisons[0], &truth)
        ));
    }
    counts
}

/// Where the logarithm of a lane's true time over another's lies.
fn holds(interval: Interval, truth: f64) -> bool {
    interval.low - WHOLE_NS <= truth && truth <= interval.high + WHOLE_NS
}

fn lane_of(row: &Row) -> usize {
    row.implementation.name.strip_prefix("one").map_or(0, |number| number.parse().expect("lanes are numbered"))
}

/// Whether both of a row's intervals hold: to the fastest, and to the baseline.
fn row_holds(row: &Row, truth: &[f64], best: f64) -> bool {
    let lane = lane_of(row);
    let to_best =
        row.to_best.is_none_or(|(_, low, high)| holds(Interval { low: low.ln(), high: high.ln() }, truth[lane] - best));
    let to_baseline = row.estimate.as_ref().is_none_or(|estimate| holds(estimate.interval, truth[lane] - truth[0]));
    to_best && to_baseline
}

fn missed(found: &ComparisonFinding, truth: &[f64]) -> String {
    let best = truth.iter().copied().fold(f64::INFINITY, f64::min);
    let of = |row: &Row| {
        let (to_best, to_baseline) = (truth[lane_of(row)] - best, truth[lane_of(row)] - truth[0]);
        let ends = row.estimate.as_ref().map(|one| (one.interval, one.raced, one.blocks, one.launches));
        format!(
            "{}: {:.4} in {:?}, beside the baseline {to_baseline:.4} in {ends:?}",
            row.implementation,
            to_best.exp(),
            row.to_best
        )
    };
    found.rows.iter().filter(|row| !row_holds(row, truth, best)).map(of).collect::<Vec<_>>().join("; ")
}

fn against(found: &ComparisonFinding, truth: &[f64], outcome: &SimulatedOutcome) -> Counts {
    let best = truth.iter().copied().fold(f64::INFINITY, f64::min);
    let is_best = |lane: usize| truth[lane] <= best + 1e-12;
    let lost = |row: &&Row| is_best(lane_of(row)) && !leads(row);
    let raced_out = |row: &Row| row.raced || outcome.raced_out.contains(&lane_of(row));
    let alone = match (found.fastest.as_slice(), found.may_be_as_fast.as_slice()) {
        ([alone], []) => Some(lane_of(&found.rows[*alone])),
        _ => None,
    };
    let as_fast = |one: usize| (0..truth.len()).any(|other| other != one && truth[other] <= truth[one] + 1e-12);
    Counts {
        comparisons: 1,
        best_lost: u64::from(found.rows.iter().any(|row| lost(&row))),
        intervals_missed: u64::from(!found.rows.iter().all(|row| row_holds(row, truth, best))),
        falsely_alone: u64::from(alone.is_some_and(as_fast)),
        best_raced_out: u64::from(found.rows.iter().any(|row| lost(&row) && raced_out(row))),
        decided: u64::from(found.may_be_as_fast.is_empty()),
        blocks: outcome.blocks.len() as u64,
        ..Counts::default()
    }
}

fn leads(row: &Row) -> bool {
    matches!(row.standing, Some(Standing::Fastest | Standing::MayBeAsFast))
}

/// Nanoseconds that were timed until nobody but those far behind had samples, and what these took of them.
fn cost(blocks: &[Block], times: &[f64]) -> (u64, u64) {
    let best = times.iter().copied().fold(f64::INFINITY, f64::min);
    // The A/A control is the baseline once more.
    let is_far = |lane: usize| times[if lane < times.len() { lane } else { 0 }] - best >= FAR.ln();
    let mut had = vec![false; times.len() + 1];
    let (mut timed, mut far) = (0, 0);
    for block in blocks {
        for (lane, samples) in block.lanes.iter().enumerate() {
            let skipped = usize::from(is_far(lane) && !samples.is_empty() && !had[lane]);
            had[lane] |= !samples.is_empty();
            let wall = |from: usize| samples[from..].iter().map(|sample| sample.wall_ns).sum::<u64>();
            timed += wall(0);
            far += if is_far(lane) { wall(skipped) } else { 0 };
        }
    }
    (timed, far)
}
