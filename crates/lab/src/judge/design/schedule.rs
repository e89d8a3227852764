//! When a comparison is looked at: plan and the first blocks in, rising counts of the unit that its design counts out,
//! and of the A/A control how many blocks there are to be.
//!
//! Only what the store keeps goes in, so that reading a run gives the analyses that it had.

use paragone_stats::interim;

use crate::judge::design::field::Field;
use crate::judge::estimate::race;
use crate::model::{Block, Design, Plan, StopReason};

/// Blocks before the first interim analysis of one launch.
pub(crate) const FIRST_ANALYSIS: usize = 16;

/// A pair and the A/A control.
const FEW: usize = 3;

/// Time between the timed sections, as a factor: requests, replies, the change of process.
const OVERHEAD: f64 = 1.2;

/// After so many blocks of a launch come so many of the reference and its control alone.
///
/// A processor learns the branches of code by where it lies, whichever process runs it. A control that took part in the
/// blocks of the others would teach it the baseline's code twice in each round where programs lie at fixed addresses,
/// and everybody else's once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Control {
    pub(crate) every: usize,
    pub(crate) count: usize,
    /// So does one launch in so many, and the first is one of them; the others have none.
    pub(crate) one_in: u32,
}

/// The interim analyses of one comparison.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Schedule {
    /// Rising counts of what the design counts: blocks, or launches.
    pub(crate) analyses: Vec<usize>,
    /// Blocks that make a launch whole.
    pub(crate) per_launch: usize,
    /// Seconds that a block takes, as far as is known.
    pub(crate) block_s: Option<f64>,
    /// What keeps it from more analyses.
    pub(crate) limit: StopReason,
    /// Samples that prove a large difference; `None`: there is no race.
    pub(crate) race: Option<usize>,
    /// Blocks of the A/A control; `None`: it takes part in those of the others.
    pub(crate) control: Option<Control>,
}

impl Schedule {
    /// What an analysis of one pair may spend of the error rate, by the units that the pair has in common where later analyses
    /// have less.
    pub(crate) fn error_rate(&self, field: &Field, in_common: Option<usize>) -> f64 {
        // What the race may be wrong by is no longer there to be spent.
        let lanes = field.contest.lanes.len();
        let alpha = field.alpha() - self.race.map_or(0.0, |samples| race::error(lanes, samples));
        match in_common {
            None => interim::error_rate(alpha, field.family, self.analyses.len()),
            Some(units) => {
                // Of a run that was cut short, the analysis that did not come.
                let analysis = self.analyses.partition_point(|analysis| *analysis < units);
                interim::falling_error_rate(alpha, field.family, self.analyses.len(), analysis)
            }
        }
    }

    pub(crate) fn last(&self) -> usize {
        self.analyses.last().copied().unwrap_or(1)
    }
}

/// Whether those who are far behind leave early: not where everybody is asked for to the end.
///
/// Two that follow each other between sizes are close, and have little alpha to spend on a race.
pub(crate) fn may_race(field: &Field) -> bool {
    let asks_all = field.contest.intervention.is_some() || field.contest.between.is_some();
    field.design != Design::Trials && !field.plan.sustained && !asks_all
}

/// Blocks that budget and limit on rounds allow, at most, and which of them is the closer: as if only
/// the fastest raced on, since planning too many analyses costs little and making an unplanned one costs alpha.
pub(crate) fn most_blocks(field: &Field, blocks: &[&Block], block_s: Option<f64>) -> (usize, StopReason) {
    let by_time = block_s.map_or(usize::MAX, |block_s| (field.plan.budget_of(field.contest) / block_s) as usize);
    let by_rounds = by_rounds(field.plan, blocks);
    if by_rounds < by_time { (by_rounds, StopReason::Rounds) } else { (by_time, StopReason::Budget) }
}

pub(crate) fn by_rounds(plan: &Plan, blocks: &[&Block]) -> usize {
    match (plan.rounds, blocks.iter().find(|block| !block.race)) {
        (Some(limit), Some(first)) => (limit as usize).div_ceil(first.rounds().max(1)),
        _ => usize::MAX,
    }
}

/// The least that a block of few lanes took, or would have: the least of the first ones, because one disturbed block
/// must not shorten the whole schedule.
pub(crate) fn least_s(blocks: &[&Block]) -> Option<f64> {
    let of = |block: &&Block| {
        let lanes = block.lanes.iter().filter(|samples| !samples.is_empty()).count();
        seconds(block) * (FEW as f64 / lanes.max(FEW) as f64).powi(2)
    };
    blocks.iter().filter(|block| !block.race).take(FIRST_ANALYSIS).map(of).min_by(f64::total_cmp)
}

/// What a block of the control takes, as a part of what `block` does; 0 where the control takes part in that, or is not
/// there.
pub(crate) fn control_share(field: &Field, block: &Block) -> f64 {
    let timed_ns: u64 = block.timed_ns();
    let is_apart = field.clone.is_some_and(|clone| !block.has_part(clone)) && !field.contenders.is_empty();
    let reference = block.lanes.get(field.reference).filter(|_| is_apart && timed_ns > 0);
    reference
        .map_or(0.0, |samples| 2.0 * samples.iter().map(|sample| sample.wall_ns as f64).sum::<f64>() / timed_ns as f64)
}

/// Seconds that a block took, requests and replies with it.
pub(crate) fn seconds(block: &Block) -> f64 {
    (block.timed_ns() as f64 * 1e-9 * OVERHEAD).max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::design;
    use crate::judge::simulation::stage::{contest, flat_block, plan};
    use crate::model::{Contest, Mode};

    fn schedule(mode: Mode, budget_s: f64, rounds: Option<u64>, sample_ns: u64) -> Schedule {
        let plan = Plan { budget_s, rounds, ..plan(mode, contest(1)) };
        let field = Field::of(&plan, 0, &[]).unwrap();
        // Three lanes, four rounds.
        let block = flat_block(0, 0, &[sample_ns; 3], 4);
        design::schedule(&field, &[&block])
    }

    #[test]
    fn looks_at_one_launch_double_up_to_the_budget() {
        // 12 samples of 200 us and a fifth on top: 2.88 ms a block, 347 blocks in a second.
        assert_eq!(schedule(Mode::Quick, 1.0, None, 200_000).analyses, [16, 32, 64, 128, 256, 347]);
    }

    #[test]
    fn whole_commands_are_looked_at_sooner_and_oftener() {
        // 12 runs of 20 ms and a fifth on top: 0.288 s a block, 104 blocks in the budget.
        assert_eq!(schedule(Mode::Fresh, 30.0, None, 20_000_000).analyses, [8, 12, 17, 24, 34, 48, 68, 96, 104]);
        assert_eq!(schedule(Mode::Fresh, 30.0, None, 400_000_000).analyses, [5]);
    }

    #[test]
    fn a_benchmarks_own_budget_makes_more_looks() {
        let plan = plan(Mode::Quick, Contest { budget_s: Some(60.0), ..contest(1) });
        let field = Field::of(&plan, 0, &[]).unwrap();
        let block = flat_block(0, 0, &[200_000_000; 3], 4);
        assert_eq!(design::schedule(&field, &[&block]).analyses, [16, 20]);
        assert_eq!(schedule(Mode::Quick, 30.0, None, 200_000_000).analyses, [10]);
    }

    #[test]
    fn a_limit_on_rounds_is_a_budget() {
        assert_eq!(schedule(Mode::Quick, 30.0, Some(100), 200_000).analyses, [16, 25]);
        assert_eq!(schedule(Mode::Quick, 30.0, Some(3), 200_000).analyses, [1]);
    }

    #[test]
    fn slow_calls_get_fewer_looks() {
        assert_eq!(schedule(Mode::Quick, 30.0, None, 1_000_000_000).analyses, [2]);
    }

    #[test]
    fn launches_are_looked_at_and_those_that_are_too_long_are_shortened() {
        let short = schedule(Mode::Standard, 30.0, None, 200_000);
        assert_eq!((short.analyses, short.per_launch), (vec![5, 8, 13, 21, 34, 55, 89], 16));
        // 1.2 s a block: eight launches of three blocks.
        let long = schedule(Mode::Standard, 30.0, None, 83_333_333);
        assert_eq!((long.analyses, long.per_launch), (vec![5, 8], 3));
    }

    #[test]
    fn launches_of_a_harness_may_be_more() {
        let mut contest = contest(1);
        contest.lanes.iter_mut().for_each(|lane| lane.implementation.language = "criterion".to_owned());
        let plan = Plan { budget_s: 300.0, blocks_per_launch: 2, ..plan(Mode::Standard, contest) };
        let field = Field::of(&plan, 0, &[]).unwrap();
        let analyses = design::schedule(&field, &[&flat_block(0, 0, &[10_000_000; 3], 2)]).analyses;
        assert_eq!(analyses, [5, 8, 13, 21, 34, 55, 89, 144, 233]);
    }

    #[test]
    fn one_alone_is_looked_at_once() {
        let plan = plan(Mode::Quick, contest(0));
        let field = Field::of(&plan, 0, &[]).unwrap();
        let block = flat_block(0, 0, &[200_000; 2], 4);
        assert_eq!(design::schedule(&field, &[&block]).analyses, [64]);
    }
}
