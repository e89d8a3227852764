//! What has been measured already: by this process, or by an earlier part of the run, as its events and blocks tell it.

use std::collections::HashSet;

use crate::model::{Block, Event, Plan, Run, StopReason};

/// What is known of one comparison so far.
#[derive(Clone, Debug, Default)]
pub(super) struct ComparisonPast {
    pub(super) blocks: Vec<Block>,
    pub(super) stopped: Option<StopReason>,
    /// Lanes that failed in this comparison.
    pub(super) failed: Vec<usize>,
    pub(super) spent_s: f64,
    /// Inputs that its first launch rotated: what others can take in must not change once somebody has left.
    pub(super) inputs: Option<usize>,
    /// The least length of a sample that any of its lanes has asked for.
    pub(super) least_ns: u64,
    /// Lanes of which has been counted what they take of the machine.
    pub(super) counted: Vec<usize>,
    /// Lanes of which has been seen whether they learn their input.
    pub(super) rotated: Vec<usize>,
    /// Lanes whose builds are known to be lucky, or unlucky.
    pub(super) beside_layouts: Vec<usize>,
}

/// What is known of one contest so far.
#[derive(Clone, Debug, Default)]
pub(super) struct ContestPast {
    pub(super) comparisons: Vec<ComparisonPast>,
    /// Lanes that failed in every comparison.
    pub(super) failed: Vec<usize>,
    pub(super) next_launch: u32,
}

/// What an earlier part of the run has measured already.
#[derive(Clone, Debug, Default)]
pub struct RunPast {
    pub(super) contests: Vec<ContestPast>,
    /// The last moment that something was told of, in nanoseconds of the run.
    pub(super) last_ns: u64,
    /// Seconds that the run has taken, where somebody has had a clock on it.
    taken_s: Option<f64>,
}

impl RunPast {
    /// Nothing has been measured.
    pub fn none(plan: &Plan) -> RunPast {
        let contests = plan.contests.iter().map(|contest| {
            let comparisons = vec![ComparisonPast::default(); contest.comparisons.len()];
            ContestPast { comparisons, ..ContestPast::default() }
        });
        RunPast { contests: contests.collect(), ..RunPast::default() }
    }

    /// What a run that was cut off holds. Its last launch starts anew: half a launch is no launch, but
    /// where every run of a program is one, or a trial.
    pub fn of(run: &Run) -> RunPast {
        let mut past = RunPast::none(&run.plan);
        let ends = run.events.iter().filter_map(|event| match event {
            Event::LaunchEnded { contest, launch, .. } => Some((*contest, *launch)),
            _ => None,
        });
        let ended: HashSet<(usize, u32)> = ends.collect();
        for block in &run.blocks {
            let contest_past = &mut past.contests[block.contest];
            contest_past.next_launch = contest_past.next_launch.max(block.launch + 1);
            past.last_ns = past.last_ns.max(block.began_ns.saturating_add(block.timed_ns()));
            let comparison_past = &mut contest_past.comparisons[block.comparison];
            comparison_past.spent_s += block.timed_ns() as f64 / 1e9;
            if run.plan.design(block.contest).counts_every_block() || ended.contains(&(block.contest, block.launch)) {
                comparison_past.blocks.push(block.clone());
            }
        }
        for event in &run.events {
            match event {
                Event::LaunchBegan(launch) => {
                    let contest_past = &mut past.contests[launch.contest];
                    contest_past.next_launch = contest_past.next_launch.max(launch.launch + 1);
                }
                Event::State(state) => past.last_ns = past.last_ns.max(state.at_ns),
                Event::Stopped { reason: StopReason::Interrupted, .. } => {}
                &Event::Stopped { contest, comparison, reason, .. } => {
                    past.at(contest, comparison).stopped = Some(reason);
                }
                &Event::Failed { contest, comparison, lane, .. } => past.failed(contest, comparison).push(lane),
                &Event::Counted { contest, comparison, lane, .. } => past.at(contest, comparison).counted.push(lane),
                &Event::Rotated { contest, comparison, lane, .. } => past.at(contest, comparison).rotated.push(lane),
                &Event::BesideLayouts { contest, comparison, lane, .. } => {
                    past.at(contest, comparison).beside_layouts.push(lane);
                }
                _ => {}
            }
        }
        past
    }

    pub(super) fn at(&mut self, contest: usize, comparison: usize) -> &mut ComparisonPast {
        &mut self.contests[contest].comparisons[comparison]
    }

    /// Lanes that failed in one comparison, or in all.
    pub(super) fn failed(&mut self, contest: usize, comparison: Option<usize>) -> &mut Vec<usize> {
        match comparison {
            Some(comparison) => &mut self.at(contest, comparison).failed,
            None => &mut self.contests[contest].failed,
        }
    }

    /// The past of a run that has taken so many seconds so far, whatever was timed in them.
    pub fn having_taken(self, seconds: f64) -> RunPast {
        RunPast { taken_s: Some(seconds), ..self }
    }

    /// Seconds that the run has taken, as far as is known.
    pub fn spent_s(&self) -> f64 {
        let comparisons = self.contests.iter().flat_map(|contest_past| &contest_past.comparisons);
        let timed = comparisons.map(|comparison_past| comparison_past.spent_s).sum();
        self.taken_s.unwrap_or(timed)
    }
}
