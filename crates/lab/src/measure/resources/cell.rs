//! One cell, counted: by the kernel in one process, by a preloaded library in a second, and, where that was
//! asked for, on an emulated processor in two more: a whole conversation with so many calls, and another with twice as
//! many, whose difference is the calls'.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::driver::{Program, Surroundings};
use crate::measure::cells::TimedCell;
use crate::measure::lane::{Lane, LaneProgram, TimeMeter};
use crate::measure::resources::rates::{Calls, CounterValues, rates};
use crate::meter::{self, HEAP, simulated};
use crate::model::{Amount, Fault, Known, Resources, Unknown};

/// What is counted with that has to be made or found first.
#[derive(Clone, Debug)]
pub struct Instruments {
    /// The library that counts what is allocated.
    pub heap: Result<PathBuf, Unknown>,
    /// Whether instructions are counted on an emulated processor: where that was asked for.
    pub simulator: Option<Result<PathBuf, Unknown>>,
}

/// The system's own files.
pub(super) const ROOT: &str = "/";

impl TimedCell<'_> {
    /// What the kernel counts of it and its program's weight, while nobody else is at work. Of `spare_ns` it takes what
    /// it needs to tell time of the program from time of the kernel.
    pub(super) fn count_alone(&self, spare_ns: &mut f64) -> Resources {
        let counted = self.by_the_kernel(spare_ns);
        let mut resources = counted.unwrap_or_else(|why| unknown(meter::counted().chain(MEMORY), &why));
        let program = self.entrant.program.code.clone().map(|code| code.loaded_bytes as f64);
        resources.insert("program".to_owned(), program.into());
        let growth = self.entrant.program.growth.clone().map(|bytes| bytes as f64);
        resources.insert("program-growth".to_owned(), growth.into());
        resources
    }

    /// What is the same whoever else is at work, and on whichever core.
    pub(super) fn count_beside(&self, instruments: &Instruments) -> Resources {
        let counted = instruments.heap.clone().and_then(|library| self.by_the_library(&library));
        let mut resources = counted.unwrap_or_else(|why| unknown(HEAP, &why));
        if let Some(simulator) = &instruments.simulator {
            let amount = simulator.clone().and_then(|valgrind| self.by_an_emulator(&valgrind));
            resources.insert("simulated-instructions".to_owned(), amount.into());
        }
        resources
    }

    fn by_the_kernel(&self, spare_ns: &mut f64) -> Result<Resources, Unknown> {
        let root = Path::new(ROOT);
        let mut lane = self.lane();
        let number = lane.process_number().map_err(failed)??;
        let idle = meter::memory(root, number).resident;
        // What the set-up does is none of a call's, but for the threads that it starts.
        let threads_before = meter::threads(root, number);
        self.prepare(&mut lane, &self.inputs).map_err(failed)?;
        let reset = meter::reset_peak(root, number);
        let ended_before = meter::faults_of_ended(root, number);
        let mut meter = meter::KernelMeter::open(root, number);
        self.warm_up(&mut lane).map_err(failed)?;
        let mut read = || meter.read();
        let before = read();
        let mut resources = self.rates(&mut lane, &mut read).map_err(failed)?;
        let after = read();
        let has_children = ended_before != meter::faults_of_ended(root, number);
        let peak = match reset {
            Ok(()) if has_children => Amount::Unknown(Unknown::because(
                "it started processes that have ended, and the kernel keeps no peak of several together",
            )),
            Ok(()) => meter::memory(root, number).peak,
            Err(unknown) => Amount::Unknown(unknown),
        };
        let is_alone = !has_children && after.get("threads").and_then(Amount::known) == Some(1.0);
        // Where system calls are counted each takes longer, and a few calls meet other noise than all that were timed.
        if let Some(cpu_ns) = self.cpu_ns.filter(|_| is_alone) {
            resources.insert("cpu-time".to_owned(), Amount::Known(cpu_ns));
        }
        let shares = self.shares(&mut lane, read, [before, after.clone()], spare_ns).map_err(failed)?;
        let cpu_time = resources.get("cpu-time").and_then(Amount::known);
        let times = cpu_time.ok_or_else(|| Unknown::because("its processor time is unknown"));
        let times = times.and_then(|cpu_ns| shares.map(|user| (cpu_ns * user, cpu_ns * (1.0 - user))));
        resources.insert("user-time".to_owned(), times.clone().map(|(user, _)| user).into());
        resources.insert("system-time".to_owned(), times.map(|(_, system)| system).into());
        let energy = self.energy(&mut lane, spare_ns).map_err(failed)?;
        resources.insert("energy".to_owned(), energy.into());
        lane.end();
        let started = match (threads_before, after.get("threads")) {
            (Amount::Known(before), Some(Amount::Known(after))) => Some(Amount::Known((after - before).max(0.0))),
            (_, after) => after.cloned(),
        };
        resources.extend([("peak-memory".to_owned(), peak), ("idle-memory".to_owned(), idle)]);
        resources.extend(started.map(|started| ("threads".to_owned(), started)));
        Ok(resources)
    }

    /// Joules of a call, where the machine tells of them and there is time enough.
    fn energy(&self, lane: &mut Lane<'_>, spare_ns: &mut f64) -> Result<Known<f64>, Fault> {
        let energy = match meter::Energy::open(Path::new(ROOT)) {
            Ok(energy) => energy,
            Err(why) => return Ok(Err(why)),
        };
        if *spare_ns < meter::Energy::LEAST_NS {
            return Ok(Err(Unknown::because("the run had no time left to make it long enough for the counter")));
        }
        let calls = (meter::Energy::LEAST_NS / self.per_call_ns.max(1.0)).ceil();
        *spare_ns -= calls * self.per_call_ns;
        lane.time(calls as u64, calls * self.per_call_ns + SLOWED_NS, &mut TimeMeter::default())?;
        Ok(energy.joules().map(|joules| joules / calls))
    }

    fn by_the_library(&self, library: &Path) -> Result<Resources, Unknown> {
        let page = meter::HeapPage::new()?;
        let around = Surroundings { env: page.env(library, &self.entrant.program.env), ..self.around.clone() };
        let mut lane = Lane::new(self.entrant, self.fixed, &around);
        self.prepare(&mut lane, &self.inputs).map_err(failed)?;
        page.reset_peak();
        let at_first = page.count()?;
        self.warm_up(&mut lane).map_err(failed)?;
        let mut resources = self.rates(&mut lane, || counters(page.count())).map_err(failed)?;
        lane.end();
        // Others than the one that is counted may have done the work: then nothing is known.
        let count = page.since(&at_first)?;
        resources.insert("peak-heap".to_owned(), Amount::Known(count.peak as f64));
        Ok(resources)
    }

    /// Instructions of one call, on an emulated processor.
    fn by_an_emulator(&self, valgrind: &Path) -> Result<f64, Unknown> {
        let calls = (EMULATED_NS / self.per_call_ns.max(1.0)).clamp(1.0, 100_000.0) as u64;
        let (once, twice) = (self.conversation(valgrind, calls)?, self.conversation(valgrind, calls * 2)?);
        simulated::per_call(once, twice, calls)
    }

    /// Instructions of a process from its start to its end.
    fn conversation(&self, valgrind: &Path, calls: u64) -> Result<f64, Unknown> {
        let folder = tempfile::tempdir()
            .map_err(|err| Unknown::because(format!("there is no folder for what valgrind counts: {err}")))?;
        let program = &self.entrant.program;
        let argv = simulated::wrap(valgrind, &program.argv, folder.path());
        let entrant = LaneProgram { program: Program { argv, ..program.clone() }, ..self.entrant.clone() };
        let around = Surroundings { deadline: PATIENCE.max(self.around.deadline), ..self.around.clone() };
        let mut lane = Lane::new(&entrant, self.fixed, &around);
        let held =
            self.prepare(&mut lane, &self.inputs).and_then(|()| lane.time(calls, 0.0, &mut TimeMeter::default()));
        lane.end_within(PATIENCE);
        held.map_err(|fault| {
            let said =
                simulated::complaint(folder.path()).map(|said| format!("; valgrind: {said}")).unwrap_or_default();
            Unknown::because(format!("the driver failed on an emulated processor: {fault}{said}"))
        })?;
        simulated::total(folder.path())
    }

    /// What a call adds to counters that are read in some way.
    fn rates(&self, lane: &mut Lane<'_>, read: impl FnMut() -> CounterValues) -> Result<Resources, Fault> {
        // Counting makes calls slower, so that what timing found is no measure of how long to wait.
        let call = |calls| lane.time(calls, SLOWED_NS, &mut TimeMeter::default()).map(drop);
        rates(Calls::of(self.per_call_ns, self.mode), read, call)
    }

    /// The program's share of the processor time since the first reading, calls being made until it can be told.
    fn shares(
        &self,
        lane: &mut Lane<'_>,
        mut read: impl FnMut() -> CounterValues,
        [before, mut after]: [CounterValues; 2],
        spare_ns: &mut f64,
    ) -> Result<Known<f64>, Fault> {
        let more = |after: &CounterValues, name: &str| {
            let [before, after] = [&before, after].map(|counters| counters.get(name).and_then(Amount::known));
            Some(after? - before?)
        };
        let spent = more(&after, "cpu-time");
        let needed_ns = meter::splittable_ns().map_or(0.0, |enough| enough * MARGIN - spent.unwrap_or(enough));
        if needed_ns > 0.0 && needed_ns <= *spare_ns {
            let calls = (needed_ns / self.per_call_ns.max(1.0)).ceil() as u64;
            lane.time(calls, needed_ns + SLOWED_NS, &mut TimeMeter::default())?;
            after = read();
            *spare_ns -= needed_ns;
        }
        let spent = more(&after, "cpu-time").ok_or_else(|| Unknown::because("its processor time is unknown"));
        let times = more(&after, "user-time").zip(more(&after, "system-time"));
        Ok(spent.and_then(meter::can_be_split).and_then(|()| match times {
            Some((user, system)) if user + system > 0.0 => Ok(user / (user + system)),
            _ => Err(Unknown::because("the kernel does not tell the program's time from its own")),
        }))
    }
}

/// Calls of the last look are a little faster, or fewer, than was thought.
const MARGIN: f64 = 1.1;

/// What counting may add to the time of a request.
const SLOWED_NS: f64 = 1e9;

/// Calls of the shorter conversation take about so long on the real processor, some fifty times less than here.
const EMULATED_NS: f64 = 2e6;

/// An emulated processor starts a runtime in seconds.
const PATIENCE: Duration = Duration::from_secs(120);

const MEMORY: [&str; 2] = ["peak-memory", "idle-memory"];

fn counters(count: Result<meter::HeapCount, Unknown>) -> CounterValues {
    let amount = |value: fn(meter::HeapCount) -> u64| Amount::from(count.clone().map(|it| value(it) as f64));
    CounterValues::from([
        ("mallocs", amount(|count| count.mallocs)),
        ("frees", amount(|count| count.frees)),
        ("requested", amount(|count| count.requested)),
    ])
}

fn failed(fault: Fault) -> Unknown {
    Unknown::because(format!("the driver failed while it was counted: {fault}"))
}

fn unknown(names: impl IntoIterator<Item = &'static str>, why: &Unknown) -> Resources {
    names.into_iter().map(|name| (name.to_owned(), Amount::Unknown(why.clone()))).collect()
}
