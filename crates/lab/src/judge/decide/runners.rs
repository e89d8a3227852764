//! Who still runs for the first place: samples so far in, who has left and whose turn it is in the race out.
//!
//! Lanes that are close to each other meet in balanced blocks. Who is far behind is told by a few samples, and takes
//! part in rounds of the race alone, which are bounded in what they cost; then it leaves.

use crate::judge::design::budgets::launch_s;
use crate::judge::design::schedule::{FIRST_ANALYSIS, may_race};
use crate::judge::design::setting::Setting;
use crate::judge::estimate::race::{DISTURBED_MEAN, LEAST, Proof, SLOW, SLOW_SHARE};
use crate::model::{Block, Progress, Sample};

/// Who is left alone is measured for a usual comparison's first interim analysis, or for this part of the budget.
const ALONE_SHARE: f64 = 0.02;

/// Lanes of a comparison as the race stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runners {
    /// Those who take no further part.
    pub(crate) dropped: Vec<usize>,
    /// Those who are clearly slow, and not proven to be yet.
    pub(crate) slow: Vec<usize>,
    /// Those of them who have no process.
    resting: Vec<usize>,
    /// Who is ahead, as far as a few samples tell.
    leader: Option<usize>,
    /// Whether one that is no slow one may leave after the next block.
    is_open: bool,
}

impl Runners {
    /// Whether a comparison begins with a round of the race.
    pub(crate) fn are_wanted(setting: &Setting<'_>) -> bool {
        may_race(setting.field) && !setting.field.contenders.is_empty()
    }

    /// `dropped`: those who have left before; `resting`: those who have no process.
    pub(crate) fn of(setting: &Setting<'_>, dropped: &[usize], resting: &[usize]) -> Runners {
        let (dropped, resting) = (dropped.to_vec(), resting.to_vec());
        let mut runners = Runners { dropped, resting, ..Runners::default() };
        let (Some(needed), Some(leader)) = (setting.schedule.race, leader(setting)) else { return runners };
        let launches = setting.field.rules().race_launches();
        runners.leader = Some(leader);
        for lane in setting.field.ranked().filter(|lane| *lane != leader) {
            if runners.dropped.contains(&lane) {
                continue;
            }
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
        runners.is_open &= setting.balanced().count() < FIRST_ANALYSIS;
        runners
    }

    /// Whether a lane has no part in the next blocks.
    pub(crate) fn is_away(&self, lane: usize) -> bool {
        self.dropped.contains(&lane) || self.slow.contains(&lane)
    }

    /// Whose turn it is in the race, where anybody's is.
    pub(crate) fn next_round(&self, setting: &Setting<'_>) -> Option<Vec<usize>> {
        self.second_round(setting).or_else(|| self.round_of_slow(setting))
    }

    /// Before the first balanced block, all who would take part in it: the first sample of the fastest may have been
    /// disturbed, and a block with one that is truly slow costs as much as everything else.
    fn second_round(&self, setting: &Setting<'_>) -> Option<Vec<usize>> {
        let turn: Vec<usize> = setting.field.ranked().filter(|lane| !self.is_away(*lane)).collect();
        let is_first = turn.iter().any(|lane| samples(setting, *lane).nth(1).is_none());
        let is_wanted = self.leader.is_some() && turn.len() > 1 && setting.balanced().next().is_none();
        (is_wanted && is_first).then_some(turn)
    }

    /// The cheapest of the slow ones that are within their share of the time, and the leader beside them.
    fn round_of_slow(&self, setting: &Setting<'_>) -> Option<Vec<usize>> {
        let leader = self.leader.filter(|_| !self.slow.is_empty())?;
        let mut left_ns = self.left_ns(setting, leader);
        let mut turn = vec![leader];
        for (cost, lane) in self.costs(setting) {
            left_ns -= cost;
            if left_ns < 0.0 {
                break;
            }
            turn.push(lane);
        }
        (turn.len() > 1).then_some(turn)
    }

    /// Nanoseconds that slow lanes may still take; below 0 where they have taken more than their share.
    fn left_ns(&self, setting: &Setting<'_>, leader: usize) -> f64 {
        // A disturbed sample does not pay for a slow lane's turn: what disturbed it may go on, and meet that too.
        let usual_ns = |lane: usize| {
            let most = expected_ns(setting, lane);
            walls(setting, lane).map(|wall| wall.min(most)).sum::<f64>()
        };
        let timed: f64 = (0..setting.field.contest.lanes.len()).map(usual_ns).sum();
        // The reference that takes part in every block is paid for as one of those who race.
        let races = |lane: usize| lane == setting.field.reference && !is_costly(setting, leader, lane);
        let slow = setting.field.ranked().filter(|lane| is_slow(setting, leader, *lane) && !races(*lane));
        SLOW_SHARE * timed - slow.map(|lane| walls(setting, lane).skip(1).sum::<f64>()).sum::<f64>()
    }

    /// What a sample of each slow lane may take, the cheapest first.
    fn costs(&self, setting: &Setting<'_>) -> Vec<(f64, usize)> {
        let there = self.slow.iter().filter(|lane| !self.resting.contains(lane));
        let mut costs: Vec<(f64, usize)> = there.map(|lane| (expected_ns(setting, *lane), *lane)).collect();
        costs.sort_by(|one, other| one.0.total_cmp(&other.0));
        costs
    }

    /// So many blocks as are wanted, or fewer: until somebody may leave, or have a turn in the race.
    pub(crate) fn until_change(&self, setting: &Setting<'_>, wanted: u32) -> u32 {
        if self.is_open {
            return 1;
        }
        let block_ns = setting.balanced().last().map_or(0, Block::timed_ns) as f64;
        let waits = || Some((self.costs(setting).first()?.0, self.leader?));
        waits().map_or(wanted, |(cost, leader)| {
            let blocks = (cost - self.left_ns(setting, leader)) / (SLOW_SHARE * block_ns);
            if blocks.is_finite() { wanted.min(blocks.ceil() as u32).max(1) } else { 1 }
        })
    }

    /// Slow lanes that have fewer samples than prove a large difference.
    fn waiting(&self, setting: &Setting<'_>) -> Vec<usize> {
        let needed = setting.schedule.race.unwrap_or_default();
        let waits = |lane: &&usize| samples(setting, **lane).take(needed).count() < needed;
        self.slow.iter().filter(waits).copied().collect()
    }

    /// Whether the others have been looked at, so that it is the slow lanes' turn.
    fn is_turn_of_slow(setting: &Setting<'_>) -> bool {
        setting.schedule.analyses.first().is_some_and(|first| setting.field.rules().units(setting) >= *first)
    }

    /// Who has no process in the next launch: to prepare slow lanes in each would take longer than all samples. They are
    /// started once more when the others have been looked at. The reference has a process in any case.
    pub(crate) fn who_rest(&self, setting: &Setting<'_>) -> Vec<usize> {
        if Runners::is_turn_of_slow(setting) {
            return Vec::new();
        }
        self.waiting(setting).into_iter().filter(|lane| *lane != setting.field.reference).collect()
    }

    /// Whether a launch goes on until slow lanes in it have had their samples.
    pub(crate) fn wait_for_a_turn(&self, setting: &Setting<'_>) -> bool {
        Runners::is_turn_of_slow(setting) && self.waiting(setting).iter().any(|lane| !self.resting.contains(lane))
    }

    /// Of those who need no more data, who is measured all the same: the leader, beside slow ones that wait.
    pub(crate) fn stays(&self, lane: usize) -> bool {
        !self.slow.is_empty() && self.leader == Some(lane)
    }

    /// Whether one alone is left, of whom enough is known; `blocks`: the balanced ones of this launch.
    pub(crate) fn is_over(&self, setting: &Setting<'_>, blocks: usize) -> bool {
        let running = setting.field.ranked().filter(|lane| !self.dropped.contains(lane)).count();
        if self.leader.is_none() || running > 1 {
            return false;
        }
        let timed_s: f64 = setting.balanced().map(|block| block.timed_ns() as f64 / 1e9).sum();
        let is_dear = timed_s >= ALONE_SHARE * setting.field.plan.budget_of(setting.field.contest);
        is_dear || setting.field.rules().enough_alone().is_some_and(|enough| blocks >= enough)
    }
}

/// Whether a launch after the first interim analysis can be paid for: whoever rests until then would have no turn at all without it.
pub(crate) fn has_time_after_first_analysis(progress: &Progress<'_>, setting: &Setting<'_>) -> bool {
    let schedule = &setting.schedule;
    let first = schedule.analyses.first().copied().unwrap_or(1);
    let to_come = (first + 1).saturating_sub(setting.field.rules().units(setting));
    schedule.analyses.len() > 1 && progress.spent_s + launch_s(progress, setting) * to_come as f64 <= progress.budget_s
}

fn samples<'a>(setting: &'a Setting<'_>, lane: usize) -> impl Iterator<Item = &'a Sample> {
    setting.blocks.iter().filter_map(move |block| block.lanes.get(lane)).flatten()
}

fn walls(setting: &Setting<'_>, lane: usize) -> impl Iterator<Item = f64> {
    samples(setting, lane).map(|sample| sample.wall_ns as f64)
}

/// What its next sample may take: its usual time, or more where it is disturbed.
fn expected_ns(setting: &Setting<'_>, lane: usize) -> f64 {
    DISTURBED_MEAN * next_ns(setting, lane)
}

/// What its next sample takes where nothing disturbs it.
fn next_ns(setting: &Setting<'_>, lane: usize) -> f64 {
    walls(setting, lane).min_by(f64::total_cmp).unwrap_or(0.0)
}

/// The least time of a call that was seen of a lane.
fn least_ns(setting: &Setting<'_>, lane: usize) -> Option<f64> {
    samples(setting, lane).map(Sample::per_call).filter(|time| *time > 0.0).min_by(f64::total_cmp)
}

fn leader(setting: &Setting<'_>) -> Option<usize> {
    let times = setting.field.ranked().filter_map(|lane| Some((least_ns(setting, lane)?, lane)));
    times.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, lane)| lane)
}

fn is_slow(setting: &Setting<'_>, leader: usize, lane: usize) -> bool {
    let times = least_ns(setting, leader).zip(least_ns(setting, lane));
    times.is_some_and(|(leader, lane)| lane >= SLOW * leader) && !is_raced_in_vain(setting, leader, lane)
}

/// Whether the race had what it takes to tell a lane that is clearly slow, and does not: one that waits for most of its
/// time looks as if others had its core. It meets the others in blocks, as whoever is close does.
fn is_raced_in_vain(setting: &Setting<'_>, leader: usize, lane: usize) -> bool {
    let (needed, launches) = (setting.schedule.race.unwrap_or_default(), setting.field.rules().race_launches());
    // A proof reads all blocks, and few lanes have so many samples and are slow.
    samples(setting, lane).count() >= needed
        && setting.proof(leader, lane).is_some_and(|proof| proof.is_in_vain(needed, launches))
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
    use crate::judge::design::field::Field;
    use crate::judge::simulation::stage::{contest, flat_block, plan};
    use crate::model::{Mode, Plan};

    /// Baseline, contenders and the A/A control in rounds of the race, then in balanced blocks, by the lengths of their samples; 0 is
    /// no sample.
    fn runners(mode: Mode, race: &[&[u64]], balanced: &[&[u64]]) -> (Runners, Option<Vec<usize>>) {
        let of = |(index, times, race): (usize, &&[u64], bool)| {
            let mut block = flat_block(0, index as u32, times, if race { 1 } else { 4 });
            block.lanes.iter_mut().filter(|samples| samples[0].wall_ns == 0).for_each(Vec::clear);
            Block { race, ..block }
        };
        let all = race.iter().map(|times| (times, true)).chain(balanced.iter().map(|times| (times, false)));
        found(mode, all.enumerate().map(|(index, (times, race))| of((index, times, race))).collect())
    }

    fn found(mode: Mode, blocks: Vec<Block>) -> (Runners, Option<Vec<usize>>) {
        let plan = Plan { budget_s: 1.0, ..plan(mode, contest(blocks[0].lanes.len() - 2)) };
        let field = Field::of(&plan, 0, &[]).unwrap();
        let blocks: Vec<&Block> = blocks.iter().collect();
        let setting = Setting::new(&field, &blocks, None);
        let runners = Runners::of(&setting, &[], &[]);
        let next = runners.next_round(&setting);
        (runners, next)
    }

    #[test]
    fn what_no_disturbance_explains_leaves_after_one_sample() {
        let first: &[u64] = &[200_000, 210_000, 2_000_000, 200_000_000, 0];
        let (found, next) = runners(Mode::Quick, &[first], &[]);
        assert_eq!((found.dropped, found.slow), (vec![3], vec![2]));
        assert_eq!(next, Some(vec![0, 1]));
        // 2 ms are less than a tenth of what the first round took.
        let second: &[u64] = &[200_000, 210_000, 0, 0, 0];
        assert_eq!(runners(Mode::Quick, &[first, second], &[]).1, Some(vec![0, 2]));
    }

    #[test]
    fn nobody_meets_in_a_block_before_a_second_sample() {
        // The second's first sample was disturbed: it is as long as that of one that takes 25 times as long.
        let disturbed: &[u64] = &[5_000_000, 5_100_000, 0];
        assert_eq!(runners(Mode::Quick, &[disturbed], &[]).1, Some(vec![0, 1]));
        let (found, _) = runners(Mode::Quick, &[disturbed, &[5_000_000, 200_000, 0]], &[]);
        assert_eq!(found.slow, [0]);
    }

    #[test]
    fn slow_ones_wait_until_a_tenth_of_the_time_pays_for_them() {
        let race: &[&[u64]] = &[&[1_000_000, 20_000_000, 0]];
        let (found, next) = runners(Mode::Quick, race, &[]);
        assert_eq!((found.slow.clone(), next), (vec![1], None));
        let alone: &[u64] = &[1_000_000, 0, 1_000_000];
        assert_eq!(runners(Mode::Quick, race, &vec![alone; 37]).1, Some(vec![0, 1]));
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
    fn one_that_the_race_cannot_tell_meets_the_others_in_blocks() {
        // It waits for two thirds of its time, as one does whose core others have.
        let waits = |mut block: Block| {
            block.lanes[1].iter_mut().for_each(|sample| sample.cpu_ns /= 3);
            block
        };
        let rounds = |count: u32| -> Vec<Block> {
            let round = |index| Block { race: true, ..waits(flat_block(0, index, &[200_000, 810_000, 0], 1)) };
            (0..count).map(round).collect()
        };
        assert_eq!(found(Mode::Fresh, rounds(5)).0.slow, [1]);
        let (found, next) = found(Mode::Fresh, rounds(6));
        assert_eq!((found.slow, found.dropped, next), (vec![], vec![], None));
    }

    #[test]
    fn the_baseline_stays_unless_its_samples_are_long() {
        let cheap: &[u64] = &[300_000, 80_000, 0];
        assert_eq!(runners(Mode::Quick, &[cheap; 6], &[]).0.dropped, [0usize; 0]);
        let dear: &[u64] = &[40_000_000, 200_000, 0];
        assert_eq!(runners(Mode::Quick, &[dear], &[]).0.dropped, [0]);
    }
}
