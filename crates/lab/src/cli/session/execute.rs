//! The way from a plan to a run in the store: the one way in which anything is measured.
//!
//! `run` and `doctor` both come through here, so that what doctor finds is true of runs.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::Context;

use crate::cli::args::{MeasureOptions, typed};
use crate::cli::session::folders::{cache, inputs};
use crate::cli::session::prepare::Prepared;
use crate::driver::{Adopted, Awake, Function, Surroundings, inner_loops, pin};
use crate::environment::Gauges;
use crate::judge::{Judge, Spreads, further, stored_spread};
use crate::measure::{ContestPrograms, Ended, Inputs, Instruments, RunPast, RunTask, carry_out};
use crate::meter;
use crate::model::{Between, Design, Disassembly, Event, Listener, Machine, Plan, Role, Run, RunState, Versions};
use crate::store::{Beginning, RunWriter, Store, resolve};

/// How and where a run is measured, and whom it obeys.
pub(crate) struct RunPlace<'a> {
    pub options: &'a MeasureOptions,
    pub machine: &'a Machine,
    pub store: &'a Path,
    pub stop: &'a AtomicBool,
}

/// What is to be measured, and under which name it is kept.
pub(crate) struct Job<'a> {
    pub prepared: &'a Prepared,
    pub place: &'a RunPlace<'a>,
    pub note: &'a str,
    /// The run to go on with.
    pub resume: Option<&'a str>,
}

/// Measures and keeps; gives the run as the store holds it.
pub(crate) fn execute(job: &Job<'_>, live: &mut dyn Listener) -> anyhow::Result<(Run, Ended)> {
    let Job { prepared: Prepared { plan, tools, notices, .. }, place, .. } = *job;
    let folder = inputs()?;
    let store = Store::open(place.store)?;
    let spreads = spreads(&store, job)?;
    // Before the run begins: what fails here leaves no run behind that never measured anything.
    let around = around(place.machine, place.options)?;
    let inputs = Inputs::new(&folder)?.sealed_for(&around);
    // Made before anything is timed: the library is compiled once on a machine.
    let instruments = plan.resources.then(|| instruments(plan)).transpose()?;
    let mut writer = match job.resume {
        Some(id) => RunWriter::resume(store, id)?,
        None => {
            let (lab, tools) = (env!("CARGO_PKG_VERSION").to_owned(), tools.clone());
            let versions = &Versions { lab, protocol: paragone_wire::VERSION, tools };
            let (note, machine) = (job.note, place.machine);
            RunWriter::begin(store, &Beginning { command: &typed(), note, plan, machine, versions })?
        }
    };
    let id = writer.id().to_owned();
    let judge = Judge::new(spreads.clone());
    let (past, mut judge) = match job.resume {
        // Read only now: whoever had the claim before may have gone on with it while programs were built.
        Some(id) => {
            let run = resolve(place.store, id)?.read()?;
            (RunPast::of(&run), judge.going_on(&run))
        }
        None => (RunPast::none(plan), judge),
    };
    // Started before this thread is bound to a core; where nobody can be asked, a sleep is noticed.
    let _awake = Awake::ask();
    let _adopted = Adopted::from_now_on();
    take_core(place.machine);
    for text in notices {
        writer.hear(&Event::Notice { text: text.clone() })?;
    }
    let mut both = Both { writer: &mut writer, live };
    let parts = RunParts {
        job,
        id: &id,
        around: &around,
        inputs: &inputs,
        instruments: instruments.as_ref(),
        began: Instant::now(),
        before_s: past.spent_s(),
    };
    let ended = match begun(job, &spreads, &mut both).and_then(|()| parts.carried_out(past, &mut judge, &mut both)) {
        Ok(ended) => ended,
        Err(err) => {
            // A run that measured nothing is none: the latest one is still the one before it. Where it cannot be taken
            // out, the first error is the one to tell.
            let _ = writer.give_up();
            return Err(err);
        }
    };
    writer.finish(match ended {
        Ended::Complete => RunState::Complete,
        Ended::Interrupted => RunState::Interrupted,
    })?;
    Ok((resolve(place.store, &id)?.read()?, ended))
}

/// Tells what is known before anything is measured.
fn begun(job: &Job<'_>, spreads: &Spreads, both: &mut Both<'_>) -> anyhow::Result<()> {
    if job.resume.is_none() {
        disassembled(job, both)?;
    }
    for (&(contest, comparison), &spread) in spreads {
        both.hear(&Event::SpreadKnown { contest, comparison, spread })?;
    }
    Ok(())
}

/// Tells the machine code of everybody whose suite names the function that does the work.
fn disassembled(job: &Job<'_>, listener: &mut Both<'_>) -> anyhow::Result<()> {
    // A function serves several benchmarks as a rule, and its program is read once for all of them.
    let mut known: HashMap<&Function, Disassembly> = HashMap::new();
    for (contest, (planned, entry)) in job.prepared.plan.contests.iter().zip(&job.prepared.entries).enumerate() {
        for (lane, entrant) in entry.lanes.iter().enumerate() {
            let function = entrant.as_ref().ok().and_then(|entrant| entrant.function.as_ref());
            if let Some(function) = function.filter(|_| planned.lanes[lane].role != Role::Clone) {
                let code = known.entry(function).or_insert_with(|| inner_loops(function).into()).clone();
                listener.hear(&Event::Disassembled { contest, lane, code })?;
            }
        }
    }
    Ok(())
}

/// Paragone and drivers on one core, Paragone before others.
pub(crate) fn take_core(machine: &Machine) {
    if let Some(core) = machine.core {
        pin::pin_to(core);
    }
    pin::come_first();
}

/// How many times as long an emulated driver may take for a reply.
const EMULATED: u32 = 20;

/// What every driver is started with.
pub(crate) fn around(machine: &Machine, options: &MeasureOptions) -> anyhow::Result<Surroundings> {
    Ok(Surroundings {
        keeper: std::env::current_exe().context("failed to find the program that is running")?,
        core: machine.core,
        cores: pin::allowed(),
        memory: options.memory,
        // Who hangs is found later there, and who is slow is not lost.
        deadline: options.deadline * if machine.emulated.is_some() { EMULATED } else { 1 },
        limits: paragone_wire::Limits::default(),
        env: Vec::new(),
    })
}

/// What resources are counted with.
fn instruments(plan: &Plan) -> anyhow::Result<Instruments> {
    Ok(Instruments {
        heap: meter::HeapLibrary::ready(&cache()?),
        simulator: plan.simulated.then(|| meter::simulated::installed(std::env::var_os("PATH").as_deref())),
    })
}

/// What the parts of a run have in common.
struct RunParts<'a> {
    job: &'a Job<'a>,
    id: &'a str,
    around: &'a Surroundings,
    inputs: &'a Inputs,
    instruments: Option<&'a Instruments>,
    began: Instant,
    /// Seconds of the run before this process.
    before_s: f64,
}

impl RunParts<'_> {
    /// What was planned; then, as long as something is to be found closer and there is time, further sizes; at last
    /// what everybody takes of the machine.
    fn carried_out(&self, mut past: RunPast, judge: &mut Judge, listener: &mut Both<'_>) -> anyhow::Result<Ended> {
        let mut grown = self.job.prepared.clone();
        // A run that goes on may have been left in the midst of its crossovers.
        let is_begun = grown.plan.contests.iter().any(|contest| contest.between.is_some());
        let mut until_s = if is_begun { self.next_part_s(&grown.plan) } else { grown.plan.ladder_s() };
        while grown.plan.crossovers {
            if carry_out(self.part(&grown, until_s, listener), past, judge)? == Ended::Interrupted {
                return Ok(Ended::Interrupted);
            }
            // Judged by what is in the store: whoever reads this run again, or goes on with it, finds the same.
            let run = resolve(self.job.place.store, self.id)?.read()?;
            let further = if self.left_s(&grown.plan) > LEAST_CROSSING_S { further(&run) } else { Vec::new() };
            for one in &further {
                listener.hear(&Event::Furthered(one.clone()))?;
                grown.plan.extend(one);
                if one.contest == grown.entries.len() {
                    grown.entries.push(pair_entry(&grown.entries[one.between.of], &one.between));
                }
            }
            past = RunPast::of(&Run { plan: grown.plan.clone(), ..run }).having_taken(self.taken_s());
            if further.is_empty() {
                break;
            }
            until_s = self.next_part_s(&grown.plan);
        }
        let last = self.part(&grown, grown.plan.timing_s(), listener);
        carry_out(RunTask { instruments: self.instruments, ..last }, past, judge)
    }

    /// A part of a run, which has to end in that second of the run, and counts nothing.
    fn part<'t>(&'t self, grown: &'t Prepared, until_s: f64, listener: &'t mut Both<'_>) -> RunTask<'t> {
        let (Prepared { plan, entries, .. }, around, inputs) = (grown, self.around, self.inputs);
        let (stop, gauges) = (self.job.place.stop, Some(Gauges::new(Path::new("/"), self.job.place.machine.core)));
        RunTask { plan, entries, around, inputs, listener, stop, until_s, instruments: None, gauges }
    }

    /// Seconds that the run has taken.
    fn taken_s(&self) -> f64 {
        self.before_s + self.began.elapsed().as_secs_f64()
    }

    /// Seconds left for timing.
    fn left_s(&self, plan: &Plan) -> f64 {
        plan.timing_s() - self.taken_s()
    }

    /// When the next sizes have to be done: several steps are to come, and none may take all that is left.
    fn next_part_s(&self, plan: &Plan) -> f64 {
        self.taken_s() + self.left_s(plan).max(0.0) / STEPS_AHEAD
    }
}

/// A step of a crossover takes a part of the time that is left, and with less than this none is begun.
const STEPS_AHEAD: f64 = 3.0;
const LEAST_CROSSING_S: f64 = 0.5;

/// Whom to start for a pair of another contest's lanes.
fn pair_entry(of: &ContestPrograms, between: &Between) -> ContestPrograms {
    let [first, second] = between.lanes.map(|lane| of.lanes[lane].clone());
    // Known answers have been asked of both before the pair was found.
    ContestPrograms { lanes: vec![first.clone(), second, first], vectors: Vec::new(), ..of.clone() }
}

/// What launches differed by in earlier runs on this machine, where that is known.
fn spreads(store: &Store, job: &Job<'_>) -> anyhow::Result<Spreads> {
    let mut spreads = Spreads::new();
    // Of several launches each shows it, and what was added on the way is judged by what it shows itself.
    let plan = &job.prepared.plan;
    let contests = plan.contests.iter().enumerate();
    let planned =
        contests.filter(|(index, contest)| contest.between.is_none() && plan.design(*index) == Design::Blocks);
    for (index, contest) in planned {
        for comparison in 0..contest.comparisons.len() {
            let cell = contest.cell(0, comparison);
            let found = store.spread(&cell, &job.place.machine.fingerprint, job.resume)?;
            let spread = found.and_then(|found| stored_spread(&found.blocks));
            spreads.extend(spread.map(|spread| ((index, comparison), spread)));
        }
    }
    Ok(spreads)
}

/// The store hears first: what is shown has been kept.
struct Both<'a> {
    writer: &'a mut RunWriter,
    live: &'a mut dyn Listener,
}

impl Listener for Both<'_> {
    fn hear(&mut self, event: &Event) -> anyhow::Result<()> {
        self.writer.hear(event)?;
        self.live.hear(event)
    }
}
