//! A whole run: contest after contest, launch after launch, until every comparison has stopped.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::card::Gauges;
use crate::driver::Surroundings;
use crate::measure::expected::Expected;
use crate::measure::inputs::Inputs;
use crate::measure::lane::Entry;
use crate::measure::launch;
use crate::measure::lookout::Lookout;
use crate::measure::resources;
use crate::measure::resources::Instruments;
use crate::measure::rotated;
use crate::measure::supply::Servers;
use crate::model::Block;
use crate::model::Decide;
use crate::model::Event;
use crate::model::Fault;
use crate::model::Listener;
use crate::model::Mode;
use crate::model::Plan;
use crate::model::Run;
use crate::model::StopReason;
use crate::model::budget_share;
use crate::plan::Dice;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Complete,
    Interrupted,
}

/// One comparison's story so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Story {
    pub(super) blocks: Vec<Block>,
    pub(super) stopped: Option<StopReason>,
    /// Lanes that failed in this comparison.
    pub(super) failed: Vec<usize>,
    pub(super) spent_s: f64,
    /// Lanes of which has been counted what they take of the machine.
    pub(super) counted: Vec<usize>,
    /// Lanes of which has been seen whether they learn their input.
    pub(super) rotated: Vec<usize>,
}

/// One contest's story so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Chapter {
    pub(super) stories: Vec<Story>,
    /// Lanes that failed in every comparison.
    pub(super) failed: Vec<usize>,
    pub(super) next_launch: u32,
}

/// What an earlier part of the run has measured already.
#[derive(Clone, Debug)]
pub struct Past {
    pub(super) chapters: Vec<Chapter>,
    /// The last moment that something was told of, in nanoseconds of the run.
    last_ns: u64,
    /// Seconds that the run has taken, where somebody has had a clock on it.
    taken_s: Option<f64>,
}

impl Past {
    /// Nothing has been measured.
    pub fn none(plan: &Plan) -> Past {
        let chapter = |comparisons| Chapter { stories: vec![Story::default(); comparisons], ..Chapter::default() };
        Past {
            chapters: plan.contests.iter().map(|contest| chapter(contest.comparisons.len())).collect(),
            last_ns: 0,
            taken_s: None,
        }
    }

    /// What a run that was cut off holds. Its last launch starts anew: half a launch is no launch, but
    /// where every run of a program is one, or a trial.
    pub fn of(run: &Run) -> Past {
        let mut past = Past::none(&run.plan);
        let ends = run.events.iter().filter_map(|event| match event {
            Event::LaunchEnded { contest, launch, .. } => Some((*contest, *launch)),
            _ => None,
        });
        let ended: HashSet<(usize, u32)> = ends.collect();
        for block in &run.blocks {
            let chapter = &mut past.chapters[block.contest];
            chapter.next_launch = chapter.next_launch.max(block.launch + 1);
            past.last_ns = past.last_ns.max(block.began_ns.saturating_add(block.timed_ns()));
            let story = &mut chapter.stories[block.comparison];
            story.spent_s += block.timed_ns() as f64 / 1e9;
            let mode = run.plan.contests[block.contest].mode(run.plan.mode);
            let is_whole = matches!(mode, Mode::Fresh | Mode::Trials);
            if is_whole || ended.contains(&(block.contest, block.launch)) {
                story.blocks.push(block.clone());
            }
        }
        for event in &run.events {
            match event {
                Event::LaunchBegan(launch) => {
                    let chapter = &mut past.chapters[launch.contest];
                    chapter.next_launch = chapter.next_launch.max(launch.launch + 1);
                }
                Event::State(state) => past.last_ns = past.last_ns.max(state.at_ns),
                Event::Stopped { reason: StopReason::Interrupted, .. } => {}
                Event::Stopped { contest, comparison, reason, .. } => {
                    past.chapters[*contest].stories[*comparison].stopped = Some(*reason);
                }
                Event::Failed { contest, comparison: Some(comparison), lane, .. } => {
                    past.chapters[*contest].stories[*comparison].failed.push(*lane);
                }
                Event::Failed { contest, comparison: None, lane, .. } => past.chapters[*contest].failed.push(*lane),
                Event::Counted { contest, comparison, lane, .. } => {
                    past.chapters[*contest].stories[*comparison].counted.push(*lane);
                }
                Event::Rotated { contest, comparison, lane, .. } => {
                    past.chapters[*contest].stories[*comparison].rotated.push(*lane);
                }
                _ => {}
            }
        }
        past
    }

    /// The same of a run that has taken so many seconds so far, whatever was timed in them.
    pub fn having_taken(self, seconds: f64) -> Past {
        Past { taken_s: Some(seconds), ..self }
    }

    /// Seconds that the run has taken, as far as is known.
    pub fn spent_s(&self) -> f64 {
        let timed = self.chapters.iter().flat_map(|chapter| &chapter.stories).map(|story| story.spent_s).sum();
        self.taken_s.unwrap_or(timed)
    }
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
        let files = self.inputs.files(&self.entries[contest].input, size)?;
        self.handed(contest, files)
    }

    /// The same for files that have been made.
    pub(super) fn handed(
        &mut self,
        contest: usize,
        files: Vec<PathBuf>,
    ) -> anyhow::Result<Result<Vec<PathBuf>, Fault>> {
        self.servers.handed(contest, &self.entries[contest], (self.inputs, self.around), files)
    }

    /// Why somebody of a contest failed.
    pub(super) fn blamed(&mut self, contest: usize, fault: Fault) -> Fault {
        self.servers.blamed(contest, &self.entries[contest], fault)
    }

    pub(super) fn interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
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
        resources::count(&mut stage, instruments)?;
        stage.servers.end_all();
        if stage.interrupted() {
            ended = Ended::Interrupted;
        }
    }
    Ok(ended)
}

fn contests(stage: &mut Stage<'_>) -> anyhow::Result<Ended> {
    let plan = stage.plan;
    for contest in 0..plan.contests.len() {
        // Right answers do not change from launch to launch.
        let mut expected = Expected::default();
        while stage.past.chapters[contest].stories.iter().any(|story| story.stopped.is_none()) {
            if stage.left_s() == 0.0 {
                give_up(stage, contest)?;
                break;
            }
            launch::carry_out(stage, contest, &mut expected)?;
            if stage.interrupted() {
                return Ok(Ended::Interrupted);
            }
        }
    }
    Ok(Ended::Complete)
}

fn give_up(stage: &mut Stage<'_>, contest: usize) -> anyhow::Result<()> {
    let launch = stage.past.chapters[contest].next_launch;
    for comparison in 0..stage.past.chapters[contest].stories.len() {
        if stage.past.chapters[contest].stories[comparison].stopped.is_none() {
            stage.stop_comparison(contest, comparison, launch, StopReason::Total)?;
        }
    }
    Ok(())
}
