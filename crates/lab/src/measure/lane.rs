//! A lane: one implementation in one process, started again when it has died.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::driver::{CellTask, Function, Program, Relinkable, Surroundings, Talk};
use crate::measure::check::worked::Worked;
use crate::meter::cpu_ns;
use crate::model::{CallKind, CodeLayout, Cores, Fault, InputKind, Known, KnownAnswer, LaneStart, Params, Sample};

/// Whom to start, and under which name it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneProgram {
    pub program: Program,
    /// The implementation's name within its driver.
    pub name: String,
    /// Whether its runtime compiles while it runs, so that it has to be watched until it has done so.
    pub compiles: bool,
    /// Whose machine code is to be shown, where the suite says it.
    pub function: Option<Function>,
    /// How its launches get other layouts; nothing where they are not to.
    pub relinkable: Option<Relinkable>,
}

/// What measuring needs to know of a contest beside the plan.
#[derive(Clone, Debug)]
pub struct ContestPrograms {
    /// By lane of the contest; an error is why there is no program.
    pub lanes: Vec<Result<LaneProgram, Fault>>,
    /// Whose answers are right; without one, the baseline's.
    pub reference: Option<LaneProgram>,
    pub input: InputKind,
    /// Parameters that are the same in every cell.
    pub fixed: Params,
    pub vectors: Vec<KnownAnswer>,
    pub given: Supply,
}

impl ContestPrograms {
    /// Whether a launch of all of them costs milliseconds: no runtime has to warm up, and no server to be started.
    pub fn starts_soon(&self) -> bool {
        let compiles = self.lanes.iter().flatten().any(|entrant| entrant.compiles);
        !compiles && !matches!(self.given, Supply::Server { .. })
    }
}

/// What implementations get of their inputs, and what is needed for that.
#[derive(Clone, Debug, PartialEq)]
pub enum Supply {
    Bytes,
    Paths,
    /// Addresses of a server; an error is why there is no program.
    Server {
        name: String,
        address: String,
        program: Result<Box<Program>, Fault>,
    },
}

/// What becomes of an attempt that costs a cell at most. Outside: whether Paragone itself can go on; where it cannot, the
/// run ends. Inside: what was asked for, or the fault that costs whoever was asked its cell, and nobody else.
pub(crate) type CellResult<T> = anyhow::Result<Result<T, Fault>>;

/// The program that a lane is started with, where it is not the one that its build left, and how its code lies.
pub(super) type LaidOut = (Option<Program>, Option<CodeLayout>);

/// Time inside timed sections, and time between the first and the last of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimeMeter {
    first: Option<Instant>,
    last: Option<Instant>,
    pub(super) timed_ns: u64,
}

impl TimeMeter {
    pub(super) fn measuring_ns(&self) -> u64 {
        self.first.zip(self.last).map_or(0, |(first, last)| (last - first).as_nanos() as u64)
    }
}

#[derive(Debug)]
pub(super) struct Lane<'a> {
    pub(super) entrant: &'a LaneProgram,
    fixed: &'a Params,
    around: &'a Surroundings,
    /// Bytes by which its environment is longer.
    pub(super) padding: usize,
    pub(super) laid_out: LaidOut,
    talk: Option<Talk>,
    /// Whether nothing of the job that is prepared runs untimed, as its driver says: so that a request takes as long as
    /// its calls.
    pub(super) tells_all: bool,
    /// The fastest call seen in the cell that is prepared, nanoseconds.
    pub(super) per_call_ns: f64,
    /// When its process was started.
    pub(super) began: Option<Instant>,
    /// How long its start and its requests took together, from each to its reply.
    pub(super) asked_ns: u64,
    /// What an empty call took when it was measured last, nanoseconds.
    pub(super) empty_call_ns: Option<f64>,
    pub(super) made: Made,
    /// What its samples tell, beside what its process has worked for them.
    pub(super) worked: Worked,
}

/// Samples of ten thousand empty calls, of which the fastest counts. A compiler has to come by first,
/// or the cost of an interpreted call would be subtracted from compiled ones.
const EMPTY_SAMPLES: usize = 3;
const EMPTY_SAMPLES_COMMAND: usize = 9;
const EMPTY_SAMPLES_COMPILING: usize = 40;

/// What a process has been through: compilers count calls over its whole life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Made {
    pub(super) calls: u64,
    pub(super) wall_ns: u64,
}

/// Empty calls of one sample, as far as they take no longer than that.
const MOST_EMPTY_CALLS: u64 = 10_000;
const ENOUGH_NS: u64 = 5_000_000;

impl<'a> Lane<'a> {
    pub(super) fn new(entrant: &'a LaneProgram, fixed: &'a Params, around: &'a Surroundings) -> Lane<'a> {
        Lane {
            entrant,
            fixed,
            around,
            padding: 0,
            laid_out: (None, None),
            talk: None,
            tells_all: false,
            per_call_ns: 0.0,
            began: None,
            asked_ns: 0,
            empty_call_ns: None,
            made: Made::default(),
            worked: Worked::default(),
        }
    }

    /// Starts the process, and measures what a call costs before any work is done.
    pub(super) fn start(&mut self, meter: &mut TimeMeter) -> Result<LaneStart, Fault> {
        let talk = self.talk()?;
        let greeting = talk.greeting().clone();
        let start_ns = talk.start_time().as_nanos() as u64;
        self.prepare_empty()?;
        // An empty call of a command is the start of a whole program, long beside any clock's step.
        let is_command = CallKind::of_language(&greeting.language).is_command();
        let mut calls = 1;
        while !is_command && self.time(calls, 0.0, meter)?.wall_ns < ENOUGH_NS && calls < MOST_EMPTY_CALLS {
            calls *= 10;
        }
        let mut empty_call_ns = f64::INFINITY;
        let samples = match (is_command, self.entrant.compiles) {
            (true, _) => EMPTY_SAMPLES_COMMAND,
            (_, true) => EMPTY_SAMPLES_COMPILING,
            _ => EMPTY_SAMPLES,
        };
        for _ in 0..samples {
            empty_call_ns = empty_call_ns.min(self.time(calls, 0.0, meter)?.per_call());
        }
        let round_trip_ns = Some(self.round_trip_ns(meter)?);
        self.empty_call_ns = Some(empty_call_ns);
        // Empty calls warm nothing up that is going to be timed.
        self.made = Made::default();
        Ok(LaneStart {
            protocol: Some(greeting.version),
            language: greeting.language,
            runtime: greeting.runtime,
            clock: greeting.clock,
            resolution_ns: greeting.resolution_ns,
            start_ns,
            empty_call_ns,
            round_trip_ns,
            artefact: self.entrant.program.artefact.clone(),
            code: self.entrant.program.code.as_ref().ok().map(|code| code.digest.clone()),
            layout: self.laid_out.1.clone(),
        })
    }

    /// The median time of a request for one empty call with its reply.
    fn round_trip_ns(&mut self, meter: &mut TimeMeter) -> Result<f64, Fault> {
        const TURNS: usize = 9;
        let mut turns = [0; TURNS];
        for turn in &mut turns {
            let began = Instant::now();
            self.time(1, 0.0, meter)?;
            *turn = began.elapsed().as_nanos();
        }
        turns.sort_unstable();
        Ok(turns[TURNS / 2] as f64)
    }

    /// The process itself, started if there is none.
    pub(super) fn process_number(&mut self) -> Result<Known<u32>, Fault> {
        Ok(self.talk()?.process_number())
    }

    pub(super) fn prepare(&mut self, benchmark: &str, inputs: &[PathBuf], params: &Params) -> Result<(), Fault> {
        // A known answer may set another value.
        let params = &self.fixed.clone().into_iter().chain(params.clone()).collect();
        let implementation = &self.entrant.name;
        self.attempt(|talk| talk.prepare(CellTask { benchmark, implementation, inputs, params }))?;
        self.tells_all = self.talk()?.tells_all(benchmark, implementation);
        Ok(())
    }

    /// The job of every driver that does nothing.
    pub(super) fn prepare_empty(&mut self) -> Result<(), Fault> {
        self.attempt(Talk::prepare_empty)?;
        self.tells_all = true;
        Ok(())
    }

    pub(super) fn can_be_audited(&self) -> bool {
        self.talk.as_ref().is_some_and(Talk::can_be_audited)
    }

    /// The digest of the answers of so many calls, which are expected to take so long.
    pub(super) fn audit(&mut self, calls: u64, expected_ns: f64) -> Result<u32, Fault> {
        self.attempt(|talk| talk.audit(calls, expected_ns))
    }

    pub(super) fn answer(&mut self, input: u32) -> Result<Vec<u8>, Fault> {
        self.attempt(|talk| talk.answer(input))
    }

    /// The answer to one of so many inputs, which a fault then names.
    pub(super) fn answer_of(&mut self, input: usize, of: usize) -> Result<Vec<u8>, Fault> {
        let named = |fault: Fault| if of > 1 { fault.about(&format!("input {} of {of}", input + 1)) } else { fault };
        self.answer(input as u32).map_err(named)
    }

    pub(super) fn last(&mut self) -> Result<Vec<u8>, Fault> {
        self.attempt(Talk::last)
    }

    pub(super) fn time(&mut self, calls: u64, expected_ns: f64, meter: &mut TimeMeter) -> Result<Sample, Fault> {
        Ok(self.time_and_read(calls, expected_ns, meter)?.0)
    }

    /// Times so many calls, and reads what else the driver measured.
    pub(super) fn time_and_read(
        &mut self,
        calls: u64,
        expected_ns: f64,
        meter: &mut TimeMeter,
    ) -> Result<(Sample, Vec<(String, f64)>), Fault> {
        let worked = self.worked_ns();
        meter.first.get_or_insert_with(Instant::now);
        let (sample, readings) = self.attempt(|talk| talk.time(calls, expected_ns))?;
        meter.last = Some(Instant::now());
        if let (Some(before), Some(after)) = (worked, self.worked_ns()) {
            self.worked.add(&sample, before, after);
        }
        meter.timed_ns += sample.wall_ns;
        self.made.calls += sample.calls;
        self.made.wall_ns += sample.wall_ns;
        Ok((sample, readings))
    }

    /// How long its process has worked, where all of that is in what it tells: nothing runs untimed, nobody compiles
    /// meanwhile, and threads do not work beside each other.
    fn worked_ns(&self) -> Option<u64> {
        let is_held = self.tells_all && !self.entrant.compiles && self.has_one_core();
        self.cpu_ns().filter(|_| is_held)
    }

    /// How long its process has worked, with all its threads, where the kernel tells that.
    pub(super) fn cpu_ns(&self) -> Option<u64> {
        self.talk.as_ref()?.process_number().and_then(cpu_ns).ok()
    }

    /// The process that keeps its own, if there is one.
    pub(super) fn keeper(&self) -> Option<u32> {
        self.talk.as_ref().map(Talk::keeper)
    }

    /// Whether it runs where everybody does, one at a time.
    pub(super) fn has_one_core(&self) -> bool {
        self.entrant.program.cores == Cores::One && self.around.core.is_some()
    }

    /// What a call of it is, once its process has greeted.
    pub(super) fn kind(&self) -> Option<CallKind> {
        self.talk.as_ref().map(|talk| CallKind::of_language(&talk.greeting().language))
    }

    /// Bytes that its process has printed so far.
    pub(super) fn printed(&mut self) -> u64 {
        self.talk.as_mut().map_or(0, Talk::printed)
    }

    /// Tells the process to end, if there is one, and does not wait for that.
    pub(super) fn leave(&mut self) {
        if let Some(talk) = &mut self.talk {
            talk.leave();
        }
    }

    /// Ends the process, if there is one; gives how much it printed, and the last of it.
    pub(super) fn end(&mut self) -> (u64, String) {
        self.talk.take().map_or((0, String::new()), Talk::end)
    }

    /// Ends the process, with so much time to end by itself.
    pub(super) fn end_within(&mut self, most: Duration) {
        if let Some(talk) = self.talk.take() {
            talk.end_within(most);
        }
    }

    fn talk(&mut self) -> Result<&mut Talk, Fault> {
        if self.talk.is_none() {
            let began = Instant::now();
            let program = self.laid_out.0.as_ref().unwrap_or(&self.entrant.program);
            self.talk = Some(Talk::begin(program, self.around, self.padding)?);
            (self.began, self.asked_ns) = (Some(began), began.elapsed().as_nanos() as u64);
        }
        self.talk.as_mut().ok_or_else(|| Fault::Start { text: "no process".to_owned() })
    }

    fn attempt<T>(&mut self, what: impl FnOnce(&mut Talk) -> Result<T, Fault>) -> Result<T, Fault> {
        let talk = self.talk()?;
        let kind = CallKind::of_language(&talk.greeting().language);
        let began = Instant::now();
        let result = what(talk).map_err(|fault| kind.blamed(fault));
        self.asked_ns += began.elapsed().as_nanos() as u64;
        // After these the process is dead or cannot be trusted; the next cell gets a fresh one.
        if matches!(
            result,
            Err(Fault::Died { .. } | Fault::Deadline { .. } | Fault::Garbage { .. } | Fault::TooLong { .. })
        ) {
            self.talk = None;
            self.made = Made::default();
        }
        result
    }
}
