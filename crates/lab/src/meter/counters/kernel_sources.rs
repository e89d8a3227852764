//! Where each metric that the kernel counts comes from: first from a counter of perf, else from a file.
//!
//! A table; it asks nobody anything.

use std::ffi::CString;

use crate::meter::counters::perf::{Event, PerfKind};
use crate::meter::counters::tracepoints::Tracepoints;
use crate::meter::process::proc::View;
use crate::model::Unknown;

pub(crate) struct CounterSource {
    /// As in `model/definition/metric.rs`.
    pub(crate) metric: &'static str,
    /// Knows of threads and processes that have ended, and costs nothing but a file that is open.
    pub(crate) counter: Option<WantedCounter>,
    pub(crate) files: Option<Files>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum WantedCounter {
    /// Of the processor, by its number in linux/perf_event.h.
    Hardware(u64),
    /// Of the kernel, by its number there.
    Software(u64),
    /// By its name in the kernel's list, and what must be true of a record.
    Tracepoint(&'static str, Option<&'static str>),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Files {
    pub(crate) value: fn(&View) -> Result<f64, Unknown>,
    /// For `doctor`.
    pub(crate) called: &'static str,
    /// What has ended takes its numbers along.
    pub(crate) forgets: bool,
}

/// The time that is shared out between `user-time` and `system-time`.
pub(crate) const CPU_TIME: &str = "cpu-time";

/// These go on whatever a program does, so one that stands at 0 is broken.
pub(crate) const NEVER_STILL: [&str; 2] = ["instructions", "cycles"];

/// A thread that waits for something has a state, and one that had to leave has none but perhaps the mark of
/// having been preempted, which is bit 8 or above.
const WAITS: &str = "prev_state & 255";
const HAD_TO_LEAVE: &str = "!(prev_state & 255)";

pub(crate) const SOURCES: [CounterSource; 15] = [
    counted(CPU_TIME, WantedCounter::Software(1), forgotten(View::cpu_ns, "the process's clock")),
    counted("syscalls", WantedCounter::Tracepoint("raw_syscalls/sys_enter", None), None),
    counted("minor-faults", WantedCounter::Software(5), kept(View::minor_faults, "/proc/PID/stat")),
    counted("major-faults", WantedCounter::Software(6), kept(View::major_faults, "/proc/PID/stat")),
    counted(
        "voluntary-switches",
        WantedCounter::Tracepoint("sched/sched_switch", Some(WAITS)),
        forgotten(|view| view.of_threads("status", "voluntary_ctxt_switches"), "/proc/PID/task/*/status"),
    ),
    counted(
        "involuntary-switches",
        WantedCounter::Tracepoint("sched/sched_switch", Some(HAD_TO_LEAVE)),
        forgotten(|view| view.of_threads("status", "nonvoluntary_ctxt_switches"), "/proc/PID/task/*/status"),
    ),
    counted(
        "migrations",
        WantedCounter::Software(4),
        forgotten(|view| view.of_threads("sched", "se.nr_migrations"), "/proc/PID/task/*/sched"),
    ),
    // What read calls were given, whoever it came from; what came from storage; and what goes there, counted when the
    // page cache takes it.
    written("read-requested", kept(|view| view.of_process("io", "rchar"), "/proc/PID/io")),
    written("read", kept(|view| view.of_process("io", "read_bytes"), "/proc/PID/io")),
    written("written", kept(|view| view.of_process("io", "write_bytes"), "/proc/PID/io")),
    counted("instructions", WantedCounter::Hardware(1), None),
    counted("cycles", WantedCounter::Hardware(0), None),
    counted("branch-misses", WantedCounter::Hardware(5), None),
    counted("cache-misses", WantedCounter::Hardware(3), None),
    written("threads", kept(View::threads, "/proc/PID/task")),
];

const fn counted(metric: &'static str, counter: WantedCounter, files: Option<Files>) -> CounterSource {
    CounterSource { metric, counter: Some(counter), files }
}

const fn written(metric: &'static str, files: Option<Files>) -> CounterSource {
    CounterSource { metric, counter: None, files }
}

const fn kept(value: fn(&View) -> Result<f64, Unknown>, called: &'static str) -> Option<Files> {
    Some(Files { value, called, forgets: false })
}

const fn forgotten(value: fn(&View) -> Result<f64, Unknown>, called: &'static str) -> Option<Files> {
    Some(Files { value, called, forgets: true })
}

impl WantedCounter {
    pub(crate) fn kind(self) -> PerfKind {
        match self {
            WantedCounter::Hardware(_) => PerfKind::Hardware,
            WantedCounter::Software(_) => PerfKind::Software,
            WantedCounter::Tracepoint(..) => PerfKind::Tracepoint,
        }
    }

    pub(crate) fn event(self, tracepoints: &Tracepoints) -> Result<Event, Unknown> {
        let kind = self.kind();
        Ok(match self {
            WantedCounter::Hardware(config) | WantedCounter::Software(config) => Event { kind, config, filter: None },
            WantedCounter::Tracepoint(name, filter) => {
                let filter = filter.map(|filter| CString::new(filter).expect("no filter holds a 0"));
                Event { kind, config: tracepoints.id(name)?, filter }
            }
        })
    }

    /// For `doctor`.
    pub(crate) fn called(self) -> String {
        match self {
            WantedCounter::Hardware(_) => "the processor's counter, outside of the kernel (perf)".to_owned(),
            WantedCounter::Software(_) => "the kernel's counter (perf)".to_owned(),
            WantedCounter::Tracepoint(name, _) => format!("the tracepoint {} (perf)", name.replace('/', ":")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::metric;

    #[test]
    fn every_metric_is_one_of_the_lists_and_has_a_source() {
        for source in &SOURCES {
            assert!(metric(source.metric).is_some(), "{}", source.metric);
            assert!(source.counter.is_some() || source.files.is_some(), "{}", source.metric);
        }
        assert!(NEVER_STILL.iter().all(|name| SOURCES.iter().any(|source| source.metric == *name)));
    }
}
