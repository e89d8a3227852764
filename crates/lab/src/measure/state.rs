//! What the launches of a run share: its plan, who takes part, what is known so far, how much time is left, and who
//! hears of what happens. And what is shared within the one that goes on.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::driver::{Server, Surroundings};
use crate::measure::given::inputs::Inputs;
use crate::measure::lane::{ContestPrograms, Lane, TimeMeter};
use crate::measure::lookout::Lookout;
use crate::measure::past::{ComparisonPast, RunPast};
use crate::measure::run_clock::RunClock;
use crate::model::{Answers, Contest, Decide, Design, Event, Fault, Listener, Mode, Plan, StopReason, budget_share};
use crate::plan::Dice;

/// The share of a comparison's time that the long requests of all its audits of a launch may take.
const AUDITED: f64 = 0.02;

/// A clock that is off by 1.3 % shows in the longest, and one that is far off in the shortest. In quick mode, where
/// audits take longer than samples, one that is off by 1.5 % shows.
const SHORTEST_AUDIT_NS: f64 = 1e6;
const LONGEST_AUDIT_NS: f64 = 2e7;
const LONGEST_QUICK_AUDIT_NS: f64 = 1e7;

/// Everything that the launches of a run share.
pub(super) struct RunInProgress<'a> {
    pub(super) plan: &'a Plan,
    pub(super) entries: &'a [ContestPrograms],
    pub(super) around: &'a Surroundings,
    pub(super) inputs: &'a Inputs,
    /// Who says how long to measure; nobody where answers are all that is wanted.
    pub(super) decide: Option<&'a mut dyn Decide>,
    pub(super) listener: &'a mut dyn Listener,
    pub(super) stop: &'a AtomicBool,
    pub(super) past: RunPast,
    pub(super) dice: Dice,
    pub(super) clock: RunClock,
    /// Nobody looks where nothing is timed.
    pub(super) lookout: Option<Lookout>,
    /// Of the inputs, by contest.
    pub(super) servers: BTreeMap<usize, Server>,
}

impl RunInProgress<'_> {
    /// Tells of the machine's state, where it is time to look.
    pub(super) fn look_around(&mut self) -> anyhow::Result<()> {
        // Takes what they have printed.
        self.servers.values_mut().for_each(Server::listen);
        let now_ns = self.clock.now_ns();
        let state = self.lookout.as_mut().and_then(|lookout| lookout.passing(now_ns));
        state.map_or(Ok(()), |state| self.listener.hear(&Event::State(state)))
    }

    /// Tells of the machine's state with all that there is to it, whatever that costs: at the beginning and at the end.
    pub(super) fn look_well(&mut self) -> anyhow::Result<()> {
        let now_ns = self.clock.now_ns();
        let state = self.lookout.as_mut().map(|lookout| lookout.all(now_ns));
        state.map_or(Ok(()), |state| self.listener.hear(&Event::State(state)))
    }

    /// Tells when the machine has slept since this was asked last.
    pub(super) fn notice_sleep(&mut self, at_ns: u64) -> anyhow::Result<()> {
        let slept = self.lookout.as_mut().and_then(Lookout::slept);
        slept.map_or(Ok(()), |seconds| self.listener.hear(&Event::Suspended { at_ns, seconds }))
    }

    pub(super) fn interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether no more is to be asked of anybody.
    pub(super) fn is_over(&self) -> bool {
        self.interrupted() || self.left_s() == 0.0
    }

    /// Whether not even what has been timed is looked into any more. The time of a run ends in the midst of its
    /// samples, and they are worth their audit where that takes a moment; whoever takes longer over it keeps what is
    /// known.
    pub(super) fn is_long_over(&self) -> bool {
        self.interrupted() || (self.decide.is_some() && self.clock.is_long_over())
    }

    /// Seconds left of the run; answers are checked however long that takes.
    pub(super) fn left_s(&self) -> f64 {
        if self.decide.is_some() { self.clock.left_s() } else { f64::INFINITY }
    }

    /// Seconds that an open comparison of a contest may spend in all: what is left is shared by those that are still
    /// open, so that what one leaves over goes to the others.
    pub(super) fn allowance_s(&self, contest: usize) -> f64 {
        let (mut undecided_s, mut spent_s) = (0.0, 0.0);
        for (contest_past, contest) in self.past.contests.iter().zip(&self.plan.contests) {
            for comparison_past in contest_past.comparisons.iter().filter(|past| past.stopped.is_none()) {
                undecided_s += self.plan.budget_of(contest);
                // What the open ones have spent counts as theirs, or each launch would move time from later
                // benchmarks to this one.
                spent_s += comparison_past.spent_s;
            }
        }
        budget_share(self.plan.budget_of(&self.plan.contests[contest]), self.left_s() + spent_s, undecided_s)
    }

    /// How long the longest requests of an audit are to be in a comparison of a contest, nanoseconds by Paragone's
    /// clock.
    pub(super) fn audit_ns(&self, contest: usize) -> f64 {
        let lanes = self.plan.contests[contest].lanes.len().max(1);
        let longest_ns = if self.plan.mode == Mode::Quick { LONGEST_QUICK_AUDIT_NS } else { LONGEST_AUDIT_NS };
        (self.allowance_s(contest) * 1e9 * AUDITED / lanes as f64).clamp(SHORTEST_AUDIT_NS, longest_ns)
    }

    /// Whether a lane of a contest is audited: not where every call is a run or a trial of its own, and not where
    /// nobody knows the right answers. Whole commands are timed by Paragone itself.
    pub(super) fn is_audited(&self, contest: usize, lane: usize) -> bool {
        let named = &self.plan.contests[contest];
        let has_batches = matches!(self.plan.design(contest), Design::Blocks | Design::Launches);
        let is_claimed = named.lanes[lane].implementation.call_kind().is_timed_by_its_driver();
        has_batches && named.answers != Answers::Told && is_claimed
    }

    /// Marks a lane as failed, in one comparison or in all, and tells it.
    pub(super) fn fail(
        &mut self,
        (contest, comparison): (usize, Option<usize>),
        lane: usize,
        launch: u32,
        fault: Fault,
    ) -> anyhow::Result<()> {
        let fault = self.blamed(contest, fault);
        self.past.failed(contest, comparison).push(lane);
        if let Some(decide) = self.decide.as_mut() {
            decide.failed(contest, comparison, lane, &fault);
        }
        self.listener.hear(&Event::Failed { contest, comparison, lane, launch, fault })
    }

    /// Ends a lane's process, and tells what it has printed.
    pub(super) fn close(&mut self, contest: usize, lane: usize, launch: u32, it: &mut Lane<'_>) -> anyhow::Result<()> {
        match it.end() {
            (0, _) => Ok(()),
            (bytes, tail) => self.listener.hear(&Event::Printed { contest, lane, launch, bytes, tail }),
        }
    }

    /// Whether a lane has failed in a comparison, or in all.
    pub(super) fn has_failed(&self, contest: usize, comparison: usize, lane: usize) -> bool {
        let contest_past = &self.past.contests[contest];
        contest_past.failed.contains(&lane) || contest_past.comparisons[comparison].failed.contains(&lane)
    }

    /// Comparisons of a contest that have not stopped.
    pub(super) fn open(&self, contest: usize) -> Vec<usize> {
        let comparisons = &self.past.contests[contest].comparisons;
        (0..comparisons.len()).filter(|comparison| comparisons[*comparison].stopped.is_none()).collect()
    }

    /// Ends what is still open of a contest.
    pub(super) fn stop_open(&mut self, contest: usize, reason: StopReason) -> anyhow::Result<()> {
        let launch = self.past.contests[contest].next_launch;
        let mut open = self.open(contest).into_iter();
        open.try_for_each(|comparison| self.stop_comparison(contest, comparison, launch, reason))
    }

    pub(super) fn stop_comparison(
        &mut self,
        contest: usize,
        comparison: usize,
        launch: u32,
        reason: StopReason,
    ) -> anyhow::Result<()> {
        self.past.at(contest, comparison).stopped = Some(reason);
        self.listener.hear(&Event::Stopped { contest, comparison, launch, reason })
    }
}

/// A launch that goes on: its lanes and what they share.
pub(super) struct OpenLaunch<'r, 'a> {
    pub(super) run: &'r mut RunInProgress<'a>,
    pub(super) contest: usize,
    pub(super) comparison: usize,
    pub(super) launch: u32,
    pub(super) began: Instant,
    /// Seconds that the comparison may spend in all; 0 until its processes have started.
    pub(super) budget_s: f64,
    /// By lane; `None` for those without a process.
    pub(super) lanes: Vec<Option<Lane<'a>>>,
    /// By lane, whether it has not failed; who was not started because his verdict stands has not.
    pub(super) healthy: Vec<bool>,
    /// Calls of a sample by lane, before jitter; 0 for those without a process. Empty until all have been warmed up.
    pub(super) calls: Vec<u64>,
    /// Right answers by lane and input, in the order in which the inputs are rotated. Empty until all have been prepared.
    pub(super) answers: Vec<Vec<Vec<u8>>>,
    /// Lanes whose verdict stands, so that they take no further part: as far as that was told.
    pub(super) left: Vec<usize>,
    /// Lanes of which it was told that their answers vary.
    pub(super) varied: Vec<usize>,
    /// Blocks so far.
    pub(super) blocks: u32,
    /// Least length of a sample.
    pub(super) least_ns: u64,
    /// Whether every run is a launch of its own.
    pub(super) fresh: bool,
    pub(super) dice: Dice,
    pub(super) meter: TimeMeter,
}

impl<'a> OpenLaunch<'_, 'a> {
    pub(super) fn named(&self) -> &'a Contest {
        &self.run.plan.contests[self.contest]
    }

    /// What is known of its comparison so far.
    pub(super) fn past(&mut self) -> &mut ComparisonPast {
        self.run.past.at(self.contest, self.comparison)
    }

    /// Marks a lane as failed in the launch's comparison, and tells it.
    pub(super) fn fail(&mut self, lane: usize, fault: Fault) -> anyhow::Result<()> {
        self.healthy[lane] = false;
        self.run.fail((self.contest, Some(self.comparison)), lane, self.launch, fault)
    }
}
