//! Who still runs for the first place: samples so far in, who has left and whose turn it is in the race out.
//!
//! Lanes that are close to each other meet in balanced blocks. Who is far behind is told by a few samples, and takes
//! part in rounds of the race alone, which are bounded in what they cost; then it leaves.

use paragone_stats::quantile;

use super::look::Setting;
use super::race::{LEAST, Proof, SLOW, SLOW_SHARE};
use super::schedule::{FIRST_LOOK, may_race};
use crate::model::{Mode, Sample};

/// Who is left alone is measured for a usual comparison's first look, or for this part of the budget.
const ALONE_SHARE: f64 = 0.02;

/// Lanes of a comparison as the race stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runners {
    /// Those who take no further part.
    pub(crate) dropped: Vec<usize>,
    /// Those who are clearly slow, and not proven to be yet.
    pub(crate) slow: Vec<usize>,
    /// Who is ahead, as far as a few samples tell.
    leader: Option<usize>,
    /// Whether somebody may leave after the next block.
    is_open: bool,
}

impl Runners {
    /// Whether a comparison begins with a round of the race.
    pub(crate) fn are_wanted(setting: &Setting<'_>) -> bool {
        may_race(setting.plan, setting.field) && !setting.field.contenders.is_empty()
    }

    /// `dropped`: those who have left before.
    pub(crate) fn of(setting: &Setting<'_>, dropped: &[usize]) -> Runners {
        let mut runners = Runners { dropped: dropped.to_vec(), ..Runners::default() };
        let (Some(needed), Some(leader)) = (setting.schedule.race, leader(setting)) else { return runners };
        let launches = setting.race_launches();
        runners.leader = Some(leader);
        for lane in everybody(setting).filter(|lane| *lane != leader && !dropped.contains(lane)) {
            let Some(proof) = setting.proof(leader, lane) else { continue };
            let (is_slow, is_reference) = (is_slow(setting, leader, lane), lane == setting.field.reference);
            // Whom verdicts are beside stays, unless a sample of it is as long as several of the leader's.
            if is_reference && !is_costly(setting, leader, lane) {
                continue;
            }
            let is_told = is_slow || is_reference || is_told_from_reference(setting, lane);
            if proof.is_behind(needed, launches) && is_told {
                runners.dropped.push(lane);
            } else if is_slow {
                runners.slow.push(lane);
            } else {
                runners.is_open |= is_told && is_medium(&proof);
            }
        }
        let balanced = setting.balanced().count();
        runners.is_open = !runners.slow.is_empty() || (runners.is_open && balanced < FIRST_LOOK);
        runners
    }

    /// Whose turn it is in the race, where anybody's is: the cheapest of the slow ones that are within their share of
    /// the time, and the leader beside them.
    pub(crate) fn next_round(&self, setting: &Setting<'_>) -> Option<Vec<usize>> {
        let leader = self.leader.filter(|_| !self.slow.is_empty())?;
        let timed: f64 = setting.blocks.iter().map(|block| block.timed_ns() as f64).sum();
        // The reference that takes part in every block is paid for as one of those who race.
        let races = |lane: usize| lane == setting.field.reference && !is_costly(setting, leader, lane);
        let slow = everybody(setting).filter(|lane| is_slow(setting, leader, *lane) && !races(*lane));
        let mut spent: f64 = slow.map(|lane| walls(setting, lane).skip(1).sum::<f64>()).sum();
        let mut costs: Vec<(f64, usize)> = self.slow.iter().map(|lane| (next_ns(setting, *lane), *lane)).collect();
        costs.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut turn = vec![leader];
        for (cost, lane) in costs {
            spent += cost;
            if spent > SLOW_SHARE * timed {
                break;
            }
            turn.push(lane);
        }
        (turn.len() > 1).then_some(turn)
    }

    /// Whether somebody may leave, or have a turn in the race, after the next block.
    pub(crate) fn may_change(&self) -> bool {
        self.is_open
    }

    /// Whether one alone is left, of whom enough is known; `blocks`: the balanced ones of this launch.
    pub(crate) fn is_over(&self, setting: &Setting<'_>, blocks: usize) -> bool {
        let running = everybody(setting).filter(|lane| !self.dropped.contains(lane)).count();
        if self.leader.is_none() || running > 1 {
            return false;
        }
        let timed_s: f64 = setting.balanced().map(|block| block.timed_ns() as f64 / 1e9).sum();
        let is_dear = timed_s >= ALONE_SHARE * setting.budget_s();
        is_dear || (setting.mode() != Mode::Standard && blocks >= FIRST_LOOK)
    }
}

/// The reference and the contenders: A' has no part in the race.
fn everybody(setting: &Setting<'_>) -> impl Iterator<Item = usize> {
    [setting.field.reference].into_iter().chain(setting.field.contenders.iter().copied())
}

fn samples<'a>(setting: &'a Setting<'_>, lane: usize) -> impl Iterator<Item = &'a Sample> {
    setting.blocks.iter().filter_map(move |block| block.lanes.get(lane)).flatten()
}

fn walls(setting: &Setting<'_>, lane: usize) -> impl Iterator<Item = f64> {
    samples(setting, lane).map(|sample| sample.wall_ns as f64)
}

/// What its next sample will take.
fn next_ns(setting: &Setting<'_>, lane: usize) -> f64 {
    quantile::median(&walls(setting, lane).collect::<Vec<_>>()).unwrap_or(0.0)
}

/// The least time of a call that was seen of a lane.
fn least_ns(setting: &Setting<'_>, lane: usize) -> Option<f64> {
    samples(setting, lane).map(Sample::per_call).filter(|time| *time > 0.0).min_by(f64::total_cmp)
}

fn leader(setting: &Setting<'_>) -> Option<usize> {
    let times = everybody(setting).filter_map(|lane| Some((least_ns(setting, lane)?, lane)));
    times.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, lane)| lane)
}

fn is_slow(setting: &Setting<'_>, leader: usize, lane: usize) -> bool {
    let times = least_ns(setting, leader).zip(least_ns(setting, lane));
    times.is_some_and(|(leader, lane)| lane >= SLOW * leader)
}

fn is_costly(setting: &Setting<'_>, leader: usize, lane: usize) -> bool {
    next_ns(setting, lane) > SLOW * next_ns(setting, leader)
}

/// Whether a difference is there that a few more samples may prove.
fn is_medium(proof: &Proof) -> bool {
    proof.ratio > LEAST.ln()
}

/// Whether a lane leaves with its verdict, because it is far from the reference too.
fn is_told_from_reference(setting: &Setting<'_>, lane: usize) -> bool {
    setting.proof(setting.field.reference, lane).is_some_and(|proof| proof.interval.excludes_0())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::field::Field;
    use crate::judge::schedule::Schedule;
    use crate::judge::stage::{contest, flat_block, plan};
    use crate::model::{Block, Plan};

    /// Baseline, contenders and A' in rounds of the race, then in balanced blocks, by the lengths of their samples; 0 is
    /// no sample.
    fn runners(mode: Mode, race: &[&[u64]], balanced: &[&[u64]]) -> (Runners, Option<Vec<usize>>) {
        let of = |(index, times, race): (usize, &&[u64], bool)| {
            let mut block = flat_block(0, index as u32, times, if race { 1 } else { 4 });
            block.lanes.iter_mut().filter(|samples| samples[0].wall_ns == 0).for_each(Vec::clear);
            Block { race, ..block }
        };
        let all = race.iter().map(|times| (times, true)).chain(balanced.iter().map(|times| (times, false)));
        let blocks: Vec<Block> = all.enumerate().map(|(index, (times, race))| of((index, times, race))).collect();
        let plan = Plan { budget_s: 1.0, ..plan(mode, contest(race[0].len() - 2)) };
        let field = Field::of(&plan.contests[0], &[]).unwrap();
        let blocks: Vec<&Block> = blocks.iter().collect();
        let schedule = Schedule::of(&plan, &field, &blocks);
        let setting = Setting::new(&plan, &field, &blocks, &schedule, None);
        let runners = Runners::of(&setting, &[]);
        let next = runners.next_round(&setting);
        (runners, next)
    }

    #[test]
    fn what_no_disturbance_explains_leaves_after_one_sample() {
        let (found, next) = runners(Mode::Quick, &[&[200_000, 210_000, 2_000_000, 200_000_000, 0]], &[]);
        assert_eq!((found.dropped, found.slow), (vec![3], vec![2]));
        // 2 ms are less than a tenth of what the first round took.
        assert_eq!(next, Some(vec![0, 2]));
    }

    #[test]
    fn slow_ones_wait_until_a_tenth_of_the_time_pays_for_them() {
        let race: &[&[u64]] = &[&[1_000_000, 20_000_000, 0]];
        let (found, next) = runners(Mode::Quick, race, &[]);
        assert_eq!((found.slow.clone(), next, found.may_change()), (vec![1], None, true));
        let alone: &[u64] = &[1_000_000, 0, 1_000_000];
        assert_eq!(runners(Mode::Quick, race, &vec![alone; 23]).1, Some(vec![0, 1]));
    }

    #[test]
    fn three_samples_are_enough_for_a_factor_of_ten() {
        let round: &[u64] = &[200_000, 2_000_000, 0];
        assert_eq!(runners(Mode::Quick, &[round; 2], &[]).0.dropped, [0usize; 0]);
        let (found, next) = runners(Mode::Quick, &[round; 3], &[]);
        assert_eq!((found.dropped, found.slow, next), (vec![1], vec![], None));
    }

    #[test]
    fn a_smaller_difference_leaves_after_two_blocks_and_in_standard_mode_after_two_launches() {
        let race: &[u64] = &[200_000, 400_000, 0];
        let block: &[u64] = &[200_000, 400_000, 200_000];
        assert_eq!(runners(Mode::Quick, &[race], &[block]).0.dropped, [0usize; 0]);
        assert_eq!(runners(Mode::Quick, &[race], &[block; 2]).0.dropped, [1]);
        assert_eq!(runners(Mode::Standard, &[race], &[block; 4]).0.dropped, [0usize; 0]);
    }

    #[test]
    fn the_baseline_stays_unless_its_samples_are_long() {
        let cheap: &[u64] = &[300_000, 80_000, 0];
        assert_eq!(runners(Mode::Quick, &[cheap; 6], &[]).0.dropped, [0usize; 0]);
        let dear: &[u64] = &[40_000_000, 200_000, 0];
        assert_eq!(runners(Mode::Quick, &[dear], &[]).0.dropped, [0]);
    }
}
