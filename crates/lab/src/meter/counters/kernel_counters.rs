//! Counters of one kind on all threads of a process and its descendants: read together, as one sum.
//!
//! Where many processes are counted one after the other the kernel's tracepoints are held ready
//! meanwhile: the last counter of a tracepoint that is closed has it taken out of the kernel's code, and the kernel waits
//! some 40 ms for every processor to have left it. A counter that counts nothing, open meanwhile, makes it never the last.

use std::path::Path;

use crate::meter::counters::kernel_sources::{NEVER_STILL, SOURCES, WantedCounter};
use crate::meter::counters::perf::{Counter, Event, Raw, refused};
use crate::meter::counters::tracepoints::Tracepoints;
use crate::meter::process::proc::View;
use crate::model::Unknown;

/// One for each thread that there was; whatever those start is counted by theirs.
#[derive(Debug)]
pub(crate) struct KernelCounters {
    pub(crate) wanted: WantedCounter,
    each: Vec<Counter>,
    tally: CounterTally,
}

/// What was counted so far.
#[derive(Clone, Copy, Debug, Default)]
struct CounterTally {
    before: Raw,
    sum: f64,
}

impl KernelCounters {
    pub(crate) fn open(
        wanted: WantedCounter,
        tracepoints: &Tracepoints,
        root: &Path,
        view: &View,
    ) -> Result<KernelCounters, Unknown> {
        let event = wanted.event(tracepoints)?;
        let mut each = Vec::new();
        for thread in view.members.iter().flat_map(|member| &member.threads) {
            match Counter::open(&event, *thread) {
                Ok(counter) => each.push(counter),
                Err(err) if err.raw_os_error() == Some(libc::ESRCH) => {}
                Err(err) => return Err(refused(wanted.kind(), &err, root)),
            }
        }
        if each.is_empty() {
            return Err(view.nobody());
        }
        Ok(KernelCounters { wanted, each, tally: CounterTally::default() })
    }

    pub(crate) fn read(&mut self, metric: &str, root: &Path) -> Result<f64, Unknown> {
        let mut now = Raw::default();
        for counter in &self.each {
            now += counter.read().map_err(|err| refused(self.wanted.kind(), &err, root))?;
        }
        self.tally.at(now, NEVER_STILL.contains(&metric))
    }
}

impl CounterTally {
    /// The sum, where all that was counted is `now`.
    fn at(&mut self, now: Raw, never_still: bool) -> Result<f64, Unknown> {
        if never_still && now.value == 0 && now.counted_ns > 0 {
            return Err(Unknown::unless(
                "the processor's counter stands still",
                "a virtual machine has to be given counters by its host (`-cpu host,pmu=on` in QEMU)",
            ));
        }
        let Some(more) = (now - self.before).stretched() else {
            return Err(Unknown::unless(
                "the processor's counters were all taken by others",
                "end the other profiler, or `sysctl kernel.nmi_watchdog=0`",
            ));
        };
        *self = CounterTally { before: now, sum: self.sum + more };
        Ok(self.sum)
    }
}

/// Counters to be held for as long as processes are counted; none, where there are none to be had. `root` is `/`, or a copy
/// of the system's files in tests.
pub(crate) fn held_aside(root: &Path) -> Vec<Counter> {
    let tracepoints = Tracepoints::find(root);
    let traced = SOURCES.iter().filter_map(|source| source.counter);
    let traced = traced.filter(|wanted| matches!(wanted, WantedCounter::Tracepoint(..)));
    let events = traced.filter_map(|wanted| wanted.event(&tracepoints).ok());
    events.filter_map(|event| Counter::idle(&Event { filter: None, ..event }).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raw(value: u64, wanted_ns: u64, counted_ns: u64) -> Raw {
        Raw { value, wanted_ns, counted_ns }
    }

    #[test]
    fn each_piece_is_stretched_by_itself() {
        let mut tally = CounterTally::default();
        assert_eq!(tally.at(raw(100, 100, 100), true), Ok(100.0));
        assert_eq!(tally.at(raw(150, 200, 150), true), Ok(200.0), "half of the second piece was counted");
        assert_eq!(tally.at(raw(150, 200, 150), true), Ok(200.0));
    }

    #[test]
    fn a_piece_that_nobody_counted_is_unknown_until_somebody_does() {
        let mut tally = CounterTally::default();
        assert!(tally.at(raw(0, 100, 0), true).unwrap_err().why.contains("taken by others"));
        assert_eq!(tally.at(raw(50, 200, 100), true), Ok(100.0));
    }

    #[test]
    fn a_counter_that_stands_still_is_none() {
        let mut tally = CounterTally::default();
        assert!(tally.at(raw(0, 100, 100), true).unwrap_err().why.contains("stands still"));
        assert_eq!(tally.at(raw(0, 100, 100), false), Ok(0.0), "no misses are a good program");
        assert_eq!(tally.at(raw(0, 0, 0), true), Ok(0.0), "who did nothing needed no instructions");
    }

    #[test]
    fn each_tracepoint_that_can_be_counted_is_held() {
        let root = Path::new("/");
        let tracepoints = Tracepoints::find(root);
        let traced = SOURCES.iter().filter_map(|source| source.counter);
        let traced = traced.filter(|wanted| matches!(wanted, WantedCounter::Tracepoint(..)));
        let events = traced.filter_map(|wanted| wanted.event(&tracepoints).ok());
        let countable = events.filter(|event| Counter::open(event, std::process::id()).is_ok()).count();
        assert_eq!(held_aside(root).len(), countable);
        assert!(held_aside(Path::new("/nowhere")).is_empty());
    }
}
