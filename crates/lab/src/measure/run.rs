//! A whole run: contest after contest, or all in turn where versions are compared; of each first its answers and then
//! launch after launch, until every comparison has stopped.

use std::collections::BTreeMap;
use std::collections::btree_map;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::card::Gauges;
use crate::driver::Surroundings;
use crate::measure::beside_layouts;
use crate::measure::expected::Expected;
use crate::measure::inputs::Inputs;
use crate::measure::inputs::Place;
use crate::measure::lane::Entry;
use crate::measure::lane::Supply;
use crate::measure::launch;
use crate::measure::lookout::Lookout;
use crate::measure::past::Past;
use crate::measure::resources;
use crate::measure::resources::Instruments;
use crate::measure::rotated;
use crate::measure::supply::Servers;
use crate::measure::verification;
use crate::model::Answers;
use crate::model::COMMAND;
use crate::model::Decide;
use crate::model::Event;
use crate::model::Fault;
use crate::model::Listener;
use crate::model::Mode;
use crate::model::Plan;
use crate::model::StopReason;
use crate::model::budget_share;
use crate::plan::Dice;
use crate::plan::shuffled;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Complete,
    Interrupted,
}

/// Everything that the launches of a run share.
pub(super) struct Stage<'a> {
    pub(super) plan: &'a Plan,
    pub(super) entries: &'a [Entry],
    pub(super) around: &'a Surroundings,
    pub(super) inputs: &'a Inputs,
    /// Who says how long to measure; nobody where answers are all that is wanted.
    pub(super) decide: Option<&'a mut dyn Decide>,
    pub(super) listener: &'a mut dyn Listener,
    pub(super) stop: &'a AtomicBool,
    pub(super) past: Past,
    pub(super) dice: Dice,
    pub(super) began: Instant,
    /// Seconds of the run after which nothing is timed any more.
    until_s: f64,
    /// Seconds that were spent before this process began.
    pub(super) before_s: f64,
    /// Where this process goes on in the time of the run.
    before_ns: u64,
    /// Nobody looks where nothing is timed.
    lookout: Option<Lookout>,
    pub(super) servers: Servers,
}

impl Stage<'_> {
    /// Nanoseconds since the run began; no moment of an earlier part comes later.
    pub(super) fn now_ns(&self) -> u64 {
        self.before_ns + self.began.elapsed().as_nanos() as u64
    }

    /// Tells of the machine's state, where it is time to look.
    pub(super) fn look_around(&mut self) -> anyhow::Result<()> {
        self.servers.listen();
        let now_ns = self.now_ns();
        let state = self.lookout.as_mut().and_then(|lookout| lookout.passing(now_ns));
        state.map_or(Ok(()), |state| self.listener.hear(&Event::State(state)))
    }

    /// The same whatever it costs: at the beginning and at the end.
    fn look_well(&mut self) -> anyhow::Result<()> {
        let now_ns = self.now_ns();
        let state = self.lookout.as_mut().map(|lookout| lookout.all(now_ns));
        state.map_or(Ok(()), |state| self.listener.hear(&Event::State(state)))
    }

    /// Tells when the machine has slept since this was asked last.
    pub(super) fn notice_sleep(&mut self, at_ns: u64) -> anyhow::Result<()> {
        let slept = self.lookout.as_mut().and_then(Lookout::slept);
        slept.map_or(Ok(()), |seconds| self.listener.hear(&Event::Suspended { at_ns, seconds }))
    }

    /// What drivers of a contest are handed for the inputs of one size; its server is the one that others were given,
    /// unless [`Servers::look`] was called since.
    pub(super) fn inputs(&mut self, contest: usize, size: u64) -> anyhow::Result<Result<Vec<PathBuf>, Fault>> {
        let files = self.inputs.files(&self.entries[contest].input, size, self.place(contest))?;
        self.handed(contest, files)
    }

    /// Where inputs of a contest have to be: on the disk where jobs, servers or commands read them.
    pub(super) fn place(&self, contest: usize) -> Place {
        let is_command = self.plan.contests[contest].lanes.iter().any(|lane| lane.program().language == COMMAND);
        match &self.entries[contest].given {
            Supply::Bytes if !is_command => Place::Anywhere,
            _ => Place::Disk,
        }
    }

    /// The same for files that have been made.
    pub(super) fn handed(
        &mut self,
        contest: usize,
        files: Vec<PathBuf>,
    ) -> anyhow::Result<Result<Vec<PathBuf>, Fault>> {
        for text in self.inputs.notices() {
            self.listener.hear(&Event::Notice { text })?;
        }
        self.servers.handed(contest, &self.entries[contest], (self.inputs, self.around), files)
    }

    /// What somebody gave who alone was at work, unless the server of the inputs has died over it, or inputs have
    /// changed; else why they failed.
    pub(super) fn served<T>(&mut self, contest: usize, given: Result<T, Fault>) -> Result<T, Fault> {
        match given {
            Ok(given) => {
                let given = self.servers.gone(contest, &self.entries[contest]).map_or(Ok(given), Err);
                self.inputs.well_after(given)
            }
            Err(fault) => Err(self.blamed(contest, fault)),
        }
    }

    /// Why somebody of a contest failed.
    pub(super) fn blamed(&mut self, contest: usize, fault: Fault) -> Fault {
        let fault = self.servers.blamed(contest, &self.entries[contest], fault);
        match self.inputs.after(Err::<(), Fault>(fault.clone())) {
            Err(fault) => fault,
            Ok(()) => fault,
        }
    }

    pub(super) fn interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether no more is to be asked of anybody.
    pub(super) fn is_over(&self) -> bool {
        self.interrupted() || self.left_s() == 0.0
    }

    /// Whether not even what has been timed is looked into any more. The time of a run ends in the midst of its samples,
    /// and they are worth their audit where that takes a moment; whoever takes longer over it keeps what is known.
    pub(super) fn is_long_over(&self) -> bool {
        self.interrupted() || (self.decide.is_some() && self.spent_s() > self.until_s + AUDITED_AFTER_S)
    }

    /// Seconds left of the run; answers are checked however long that takes.
    pub(super) fn left_s(&self) -> f64 {
        if self.decide.is_none() {
            return f64::INFINITY;
        }
        self.left_of(self.until_s)
    }

    /// Seconds that the run has taken so far.
    pub(super) fn spent_s(&self) -> f64 {
        self.before_s + self.began.elapsed().as_secs_f64()
    }

    /// The same of any part of the run that begins with it.
    pub(super) fn left_of(&self, part_s: f64) -> f64 {
        (part_s - self.spent_s()).max(0.0)
    }

    /// Seconds that an open comparison of a contest may spend in all: what is left is shared by those that are still
    /// open, so that what one leaves over goes to the others.
    pub(super) fn allowance_s(&self, contest: usize) -> f64 {
        let (mut undecided_s, mut spent_s) = (0.0, 0.0);
        for (chapter, contest) in self.past.chapters.iter().zip(&self.plan.contests) {
            for story in chapter.stories.iter().filter(|story| story.stopped.is_none()) {
                undecided_s += self.plan.budget_of(contest);
                // What the open ones have spent counts as theirs, or each launch would move time from later
                // benchmarks to this one.
                spent_s += story.spent_s;
            }
        }
        budget_share(self.plan.budget_of(&self.plan.contests[contest]), self.left_s() + spent_s, undecided_s)
    }

    /// How long the longest requests of an audit are to be in a comparison of a contest, nanoseconds by the lab's clock.
    pub(super) fn audit_ns(&self, contest: usize) -> f64 {
        let lanes = self.plan.contests[contest].lanes.len().max(1);
        let longest_ns = if self.plan.mode == Mode::Quick { LONGEST_QUICK_AUDIT_NS } else { LONGEST_AUDIT_NS };
        (self.allowance_s(contest) * 1e9 * AUDITED / lanes as f64).clamp(SHORTEST_AUDIT_NS, longest_ns)
    }

    /// Whether a lane of a contest is audited: not where every call is a run or a trial of its own, and not where nobody
    /// knows the right answers. Whole commands are timed by the lab itself.
    pub(super) fn is_audited(&self, contest: usize, lane: usize) -> bool {
        let named = &self.plan.contests[contest];
        let is_command = named.lanes[lane].implementation.language == COMMAND;
        self.plan.mode != Mode::Fresh && named.trials.is_none() && named.answers != Answers::Told && !is_command
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
        let chapter = &mut self.past.chapters[contest];
        let failed = comparison.map_or(&mut chapter.failed, |comparison| &mut chapter.stories[comparison].failed);
        failed.push(lane);
        if let Some(decide) = self.decide.as_mut() {
            decide.failed(contest, comparison, lane, &fault);
        }
        self.listener.hear(&Event::Failed { contest, comparison, lane, launch, fault })
    }

    /// Whether a lane has failed in a comparison, or in all.
    pub(super) fn has_failed(&self, contest: usize, comparison: usize, lane: usize) -> bool {
        let chapter = &self.past.chapters[contest];
        chapter.failed.contains(&lane) || chapter.stories[comparison].failed.contains(&lane)
    }

    /// Comparisons of a contest that have not stopped.
    pub(super) fn open(&self, contest: usize) -> Vec<usize> {
        let stories = self.past.chapters[contest].stories.iter().enumerate();
        stories.filter(|(_, story)| story.stopped.is_none()).map(|(comparison, _)| comparison).collect()
    }

    pub(super) fn stop_comparison(
        &mut self,
        contest: usize,
        comparison: usize,
        launch: u32,
        reason: StopReason,
    ) -> anyhow::Result<()> {
        self.past.chapters[contest].stories[comparison].stopped = Some(reason);
        self.listener.hear(&Event::Stopped { contest, comparison, launch, reason })
    }
}

/// So long after the time of a run its last samples may still be looked into.
const AUDITED_AFTER_S: f64 = 0.5;

/// The share of a comparison's time that the long requests of all its audits of a launch may take.
const AUDITED: f64 = 0.02;

/// A clock that is off by 1.3 % shows in the longest, and one that is far off in the shortest. In quick mode, where audits
/// take longer than samples, one that is off by 1.5 % shows.
const SHORTEST_AUDIT_NS: f64 = 1e6;
const LONGEST_AUDIT_NS: f64 = 2e7;
const LONGEST_QUICK_AUDIT_NS: f64 = 1e7;

/// What is to be done, by whom, and who hears of it.
pub struct Task<'a> {
    pub plan: &'a Plan,
    /// By contest.
    pub entries: &'a [Entry],
    pub around: &'a Surroundings,
    pub inputs: &'a Inputs,
    /// Hears every event as it happens.
    pub listener: &'a mut dyn Listener,
    /// Ends the run in good order when it becomes true.
    pub stop: &'a AtomicBool,
    /// Seconds of the run after which nothing is timed any more.
    pub until_s: f64,
    /// What to count with once all has been timed, where the plan wants that.
    pub instruments: Option<&'a Instruments>,
    /// What tells the machine's state between blocks; nobody asks where answers are all that is wanted.
    pub gauges: Option<Gauges>,
}

/// Carries a plan out, or what an earlier part of the run has left of it.
pub fn carry_out<'a>(task: Task<'a>, past: Past, decide: &'a mut dyn Decide) -> anyhow::Result<Ended> {
    every_contest(task, past, Some(decide))
}

/// Checks every answer that the plan's run would check, and times nothing.
pub fn check_answers(task: Task<'_>) -> anyhow::Result<Ended> {
    let past = Past::none(task.plan);
    every_contest(task, past, None)
}

fn every_contest<'a>(task: Task<'a>, past: Past, decide: Option<&'a mut dyn Decide>) -> anyhow::Result<Ended> {
    let Task { plan, entries, around, inputs, listener, stop, until_s, instruments, gauges } = task;
    let before_s = past.spent_s();
    let mut stage = Stage {
        plan,
        entries,
        around,
        inputs,
        decide,
        listener,
        stop,
        dice: Dice::new(plan.seed),
        began: Instant::now(),
        until_s,
        before_s,
        before_ns: past.last_ns.max((before_s * 1e9) as u64),
        lookout: gauges.map(Lookout::new),
        servers: Servers::default(),
        past,
    };
    stage.look_well()?;
    let mut ended = contests(&mut stage)?;
    stage.look_well()?;
    if let (Some(instruments), Ended::Complete) = (instruments, ended) {
        rotated::compare(&mut stage)?;
        beside_layouts::compare(&mut stage)?;
        resources::count(&mut stage, instruments)?;
        stage.servers.end_all();
        if stage.interrupted() {
            ended = Ended::Interrupted;
        }
    }
    Ok(ended)
}

fn contests(stage: &mut Stage<'_>) -> anyhow::Result<Ended> {
    if stage.plan.contests.iter().any(|contest| contest.revised.is_some()) {
        return in_turn(stage);
    }
    for contest in 0..stage.plan.contests.len() {
        if stage.left_s() > 0.0 && !stage.open(contest).is_empty() {
            // Right answers do not change from launch to launch, nor do the programs.
            let expected = verification::verify(stage, contest)?;
            while !stage.is_over() && !stage.open(contest).is_empty() {
                round(stage, contest, &expected)?;
            }
        }
        if stage.interrupted() {
            return Ok(Ended::Interrupted);
        }
        give_up(stage, contest)?;
    }
    Ok(Ended::Complete)
}

/// A launch of every open comparison of all contests, then the next: of a question that is asked of all of them together,
/// what is soon decided anywhere leaves its time to what is in doubt, wherever that stands.
fn in_turn(stage: &mut Stage<'_>) -> anyhow::Result<Ended> {
    let all: Vec<usize> = (0..stage.plan.contests.len()).collect();
    let mut expected: BTreeMap<usize, Expected> = BTreeMap::new();
    while stage.left_s() > 0.0 && all.iter().any(|contest| !stage.open(*contest).is_empty()) {
        for &contest in &all {
            if stage.is_over() || stage.open(contest).is_empty() {
                continue;
            }
            let known = match expected.entry(contest) {
                btree_map::Entry::Occupied(known) => known.into_mut(),
                btree_map::Entry::Vacant(none) => none.insert(verification::verify(stage, contest)?),
            };
            round(stage, contest, known)?;
        }
        if stage.interrupted() {
            return Ok(Ended::Interrupted);
        }
    }
    all.into_iter().try_for_each(|contest| give_up(stage, contest))?;
    Ok(Ended::Complete)
}

/// What the order within a round is drawn by, beside the number of its first launch.
const ROUND: u64 = 1 << 32;

/// A launch for each open comparison of a contest, in a new order.
fn round(stage: &mut Stage<'_>, contest: usize, expected: &Expected) -> anyhow::Result<()> {
    let first = stage.past.chapters[contest].next_launch;
    let mut dice = stage.dice.fork(contest as u64).fork(ROUND + u64::from(first));
    let open = stage.open(contest);
    for place in shuffled(open.len(), &mut dice) {
        if stage.is_over() {
            break;
        }
        launch::carry_out(stage, (contest, open[place]), expected)?;
    }
    Ok(())
}

/// Ends what is still open, for want of time.
fn give_up(stage: &mut Stage<'_>, contest: usize) -> anyhow::Result<()> {
    let launch = stage.past.chapters[contest].next_launch;
    for comparison in stage.open(contest) {
        stage.stop_comparison(contest, comparison, launch, StopReason::Total)?;
    }
    Ok(())
}
