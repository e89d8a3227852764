//! One cell, counted: by the kernel in one process, by a preloaded library in a second, and, where that was
//! asked for, on an emulated processor in a third and a fourth.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::driver::Surroundings;
use crate::driver::Task;
use crate::measure::cells::first_calls;
use crate::measure::lane::Entrant;
use crate::measure::lane::Lane;
use crate::measure::lane::Meter;
use crate::measure::resources::rates::Calls;
use crate::measure::resources::rates::Counters;
use crate::measure::resources::rates::Counting;
use crate::measure::resources::rates::rates;
use crate::meter;
use crate::model::Amount;
use crate::model::Fault;
use crate::model::Params;
use crate::model::Resources;
use crate::model::Unknown;

/// What is counted with that has to be made or found first.
#[derive(Clone, Debug)]
pub struct Instruments {
    /// The library that counts what is allocated.
    pub heap: Result<PathBuf, Unknown>,
    /// Whether instructions are counted on an emulated processor: where that was asked for.
    pub simulator: Option<Result<PathBuf, Unknown>>,
}

/// A cell that has been timed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<'a> {
    pub(super) entrant: &'a Entrant,
    pub(super) fixed: &'a Params,
    pub(super) task: Task<'a>,
    pub(super) per_call_ns: f64,
    pub(super) around: &'a Surroundings,
}

impl Subject<'_> {
    /// Everything that can be counted of it here.
    pub(super) fn count(&self, instruments: &Instruments) -> Resources {
        let mut resources = self.by_the_kernel().unwrap_or_else(|fault| all_unknown(&KERNEL, &fault));
        let program = self.entrant.program.code.clone().map(|code| code.loaded_bytes as f64);
        resources.insert("program".to_owned(), program.into());
        let heap = match &instruments.heap {
            Ok(library) => self.by_the_library(library).unwrap_or_else(|fault| all_unknown(&HEAP, &fault)),
            Err(unknown) => HEAP.iter().map(|name| (name.to_string(), Amount::Unknown(unknown.clone()))).collect(),
        };
        resources.extend(heap);
        resources
    }

    fn by_the_kernel(&self) -> Result<Resources, Fault> {
        let mut lane = Lane::new(self.entrant, self.fixed, self.around, 0);
        let number = lane.process_number()?;
        let idle = meter::memory(number).resident;
        let threads_at_first = threads(number);
        lane.prepare(self.task)?;
        let reset = meter::reset_peak(number);
        self.warm_up(&mut lane)?;
        let meter = meter::Meter::open(number);
        let mut counted = Counted { lane, read: || meter.read() };
        let mut resources = rates(Calls::of(self.per_call_ns), &mut counted)?;
        let peak = match reset {
            Ok(()) => meter::memory(number).peak,
            Err(unknown) => Amount::Unknown(unknown),
        };
        resources.extend([("peak-memory".to_owned(), peak), ("idle-memory".to_owned(), idle)]);
        // A state, not a sum: how many there are now, and not what a call adds.
        let threads = threads_at_first.zip(threads(number)).map(|(first, now)| started(&first, now));
        resources.extend(threads.map(|threads| ("threads".to_owned(), threads)));
        counted.lane.end();
        Ok(resources)
    }

    fn by_the_library(&self, library: &std::path::Path) -> Result<Resources, Fault> {
        let page = meter::HeapPage::new().map_err(|err| Fault::Start { text: err.to_string() })?;
        let around = Surroundings { env: page.env(library), ..self.around.clone() };
        let mut lane = Lane::new(self.entrant, self.fixed, &around, 0);
        lane.prepare(self.task)?;
        page.reset_peak();
        let at_first = page.read().map_or(0, |count| count.live);
        self.warm_up(&mut lane)?;
        let read = || page.read().map_or_else(not_counted, counters);
        let mut counted = Counted { lane, read };
        let mut resources = rates(Calls::of(self.per_call_ns), &mut counted)?;
        let peak = page.read().map(|count| count.peak.saturating_sub(at_first) as f64).ok_or_else(elsewhere);
        resources.insert("peak-heap".to_owned(), peak.into());
        counted.lane.end();
        Ok(resources)
    }

    /// The first calls, which do what is done once.
    fn warm_up(&self, lane: &mut Lane<'_>) -> Result<(), Fault> {
        let calls = first_calls(self.entrant.compiles, self.per_call_ns);
        lane.time(calls, self.per_call_ns * calls as f64, &mut Meter::default()).map(drop)
    }
}

/// A lane whose counters are read in some way.
struct Counted<'a, R> {
    lane: Lane<'a>,
    read: R,
}

impl<R: FnMut() -> Counters> Counting for Counted<'_, R> {
    fn read(&mut self) -> Counters {
        (self.read)()
    }

    fn call(&mut self, calls: u64) -> Result<(), Fault> {
        // Counting makes calls slower, so that what timing found is no measure of how long to wait.
        self.lane.time(calls, 1e9, &mut Meter::default()).map(drop)
    }
}

const HEAP: [&str; 4] = ["mallocs", "frees", "requested", "peak-heap"];
const KERNEL: [&str; 3] = ["user-time", "system-time", "peak-memory"];

/// Threads that there are; `None` where nobody counts them.
fn threads(number: u32) -> Option<Amount> {
    meter::Meter::open(number).read().remove("threads")
}

/// Those that were not there at first; one that has ended since is made up for by another.
fn started(first: &Amount, now: Amount) -> Amount {
    match (first, now) {
        (Amount::Known(first), Amount::Known(now)) => Amount::Known((now - first).max(0.0)),
        (Amount::Known(_), unknown) => unknown,
        (unknown, _) => unknown.clone(),
    }
}

fn counters(count: meter::HeapCount) -> Counters {
    let sums = [("mallocs", count.mallocs), ("frees", count.frees), ("requested", count.requested)];
    sums.into_iter().map(|(name, value)| (name, Amount::Known(value as f64))).collect()
}

fn not_counted() -> Counters {
    ["mallocs", "frees", "requested"].into_iter().map(|name| (name, Amount::Unknown(elsewhere()))).collect()
}

/// A program without a C library, or with one of its own.
fn elsewhere() -> Unknown {
    Unknown::because("the program does not load the C library that is counted in")
}

fn all_unknown(names: &[&str], fault: &Fault) -> Resources {
    let why = format!("the driver failed while it was counted: {fault}");
    names
        .iter()
        .map(|name| (name.to_string(), Amount::Unknown(Unknown::because(why.clone()))))
        .collect::<BTreeMap<_, _>>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_those_that_were_not_there_at_first() {
        let unknown = || Amount::Unknown(Unknown::because("nobody counts"));
        assert_eq!(started(&Amount::Known(1.0), Amount::Known(4.0)), Amount::Known(3.0));
        assert_eq!(started(&Amount::Known(2.0), Amount::Known(1.0)), Amount::Known(0.0));
        assert_eq!(started(&unknown(), Amount::Known(4.0)), unknown());
        assert_eq!(started(&Amount::Known(1.0), unknown()), unknown());
    }
}
