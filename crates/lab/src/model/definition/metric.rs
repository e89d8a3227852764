//! The metrics of resources: one list, from which whoever counts takes the names and whoever shows the units. And what a
//! cell takes of the machine beside time: values of metrics, or why there is none.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a value is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    Times,
    Bytes,
    Nanoseconds,
    Joules,
}

/// What one value is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// Of one call: the difference of twice as many calls and so many, by their number.
    Call,
    /// Of a process that makes the cell's calls.
    Process,
    /// Of the program on the disk.
    Program,
}

/// Something that can be counted of a cell. Less is better of each of them; none decides a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// As in JSON and in the store.
    pub name: &'static str,
    /// As in a table's head.
    pub title: &'static str,
    pub counted: Counted,
    pub per: Per,
}

/// All of them, in the order in which they are shown.
pub const METRICS: &[Metric] = &[
    of(Per::Call, "mallocs", "mallocs", Counted::Times),
    of(Per::Call, "frees", "frees", Counted::Times),
    of(Per::Call, "requested", "requested", Counted::Bytes),
    // The most that was allocated at once above what was when the calls began, by what was asked for.
    of(Per::Process, "peak-heap", "peak heap", Counted::Bytes),
    // The most resident memory since the cell was prepared, and that of the process before.
    of(Per::Process, "peak-memory", "peak memory", Counted::Bytes),
    of(Per::Process, "idle-memory", "idle memory", Counted::Bytes),
    // To the nanosecond; how it is shared between the program and the kernel is told by the kernel's tick.
    of(Per::Call, "cpu-time", "cpu", Counted::Nanoseconds),
    of(Per::Call, "user-time", "user", Counted::Nanoseconds),
    of(Per::Call, "system-time", "system", Counted::Nanoseconds),
    of(Per::Call, "syscalls", "syscalls", Counted::Times),
    of(Per::Call, "minor-faults", "minor faults", Counted::Times),
    of(Per::Call, "major-faults", "major faults", Counted::Times),
    of(Per::Call, "voluntary-switches", "own switches", Counted::Times),
    of(Per::Call, "involuntary-switches", "forced switches", Counted::Times),
    of(Per::Call, "migrations", "migrations", Counted::Times),
    // Asked for by read calls, whoever served it: storage, the page cache, a pipe, a device.
    of(Per::Call, "read-requested", "read calls' bytes", Counted::Bytes),
    // From and to storage, not what the page cache served.
    of(Per::Call, "read", "read", Counted::Bytes),
    of(Per::Call, "written", "written", Counted::Bytes),
    of(Per::Call, "instructions", "instructions", Counted::Times),
    of(Per::Call, "cycles", "cycles", Counted::Times),
    of(Per::Call, "branch-misses", "branch misses", Counted::Times),
    of(Per::Call, "cache-misses", "cache misses", Counted::Times),
    // On an emulated processor: the same each time.
    of(Per::Call, "simulated-instructions", "simulated instructions", Counted::Times),
    // Of the processor's packages, idle cores and all.
    of(Per::Call, "energy", "energy", Counted::Joules),
    of(Per::Call, "gc", "collections", Counted::Times),
    of(Per::Call, "allocated", "allocated by the runtime", Counted::Bytes),
    // Those that there are once its calls have been made and that were not there at the greeting.
    of(Per::Process, "threads", "threads started", Counted::Times),
    // What is loaded of its file when it starts: no symbols, no debug information, no libraries beside it.
    of(Per::Program, "program", "program", Counted::Bytes),
    // The same beyond a driver that serves nothing, built with the same compiler and flags.
    of(Per::Program, "program-growth", "beyond an empty driver", Counted::Bytes),
];

const fn of(per: Per, name: &'static str, title: &'static str, counted: Counted) -> Metric {
    Metric { name, title, counted, per }
}

/// The metric of that name.
pub fn metric(name: &str) -> Option<&'static Metric> {
    METRICS.iter().find(|metric| metric.name == name)
}

/// Of one cell, by the metric's name.
pub type Resources = BTreeMap<String, Amount>;

/// The value of a metric in its unit; never 0 where it cannot be known.
pub type Amount = OrUnknown<f64>;

/// What is known here, or the reason why it cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrUnknown<T> {
    Known(T),
    Unknown(Unknown),
}

/// Why a value is not known, and what would make it so.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Unknown {
    /// Half a sentence, to stand after `unknown: `: "this machine has no counters of its processor".
    pub why: String,
    /// What the reader could do, where something can be done: "run as root, or `sysctl …`".
    pub remedy: Option<String>,
}

/// What may be unknown here, for a reason.
pub type Known<T> = Result<T, Unknown>;

impl Unknown {
    pub fn because(why: impl Into<String>) -> Unknown {
        Unknown { why: why.into(), remedy: None }
    }

    pub fn unless(why: impl Into<String>, remedy: impl Into<String>) -> Unknown {
        Unknown { why: why.into(), remedy: Some(remedy.into()) }
    }
}

impl Amount {
    pub fn known(&self) -> Option<f64> {
        if let Amount::Known(value) = self { Some(*value) } else { None }
    }
}

impl<T> From<Known<T>> for OrUnknown<T> {
    fn from(known: Known<T>) -> OrUnknown<T> {
        known.map_or_else(OrUnknown::Unknown, OrUnknown::Known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md"));

    #[test]
    fn the_document_lists_them_all() {
        let (_, section) = DOCUMENT.split_once("\n## metrics\n").unwrap();
        let section = section.split("\n## ").next().unwrap();
        let rows = section.lines().filter(|line| line.starts_with("| `"));
        let told: Vec<String> = rows.map(|row| row.split(" | ").take(3).collect::<Vec<_>>().join(" | ")).collect();
        let row = |metric: &Metric| {
            let counted = match metric.counted {
                Counted::Times => "times",
                Counted::Bytes => "bytes",
                Counted::Nanoseconds => "nanoseconds",
                Counted::Joules => "joules",
            };
            let per = match metric.per {
                Per::Call => "call",
                Per::Process => "process",
                Per::Program => "program",
            };
            format!("| `{}` | {counted} | {per}", metric.name)
        };
        assert_eq!(told, METRICS.iter().map(row).collect::<Vec<_>>());
    }

    #[test]
    fn each_name_is_one_metrics() {
        for (index, one) in METRICS.iter().enumerate() {
            assert_eq!(METRICS.iter().position(|other| other.name == one.name), Some(index), "{}", one.name);
        }
        assert_eq!(metric("syscalls").map(|metric| metric.per), Some(Per::Call));
        assert_eq!(metric("luck"), None);
    }

    #[test]
    fn what_is_unknown_is_no_number() {
        let unknown = Amount::from(Err(Unknown::unless("nobody counts", "count")));
        assert_eq!((unknown.known(), Amount::Known(0.0).known()), (None, Some(0.0)));
        let text = serde_json::to_string(&unknown).unwrap();
        assert_eq!(text, r#"{"unknown":{"why":"nobody counts","remedy":"count"}}"#);
        assert_eq!(serde_json::from_str::<Amount>(&text).unwrap(), unknown);
        assert_eq!(serde_json::to_string(&Amount::Known(2.0)).unwrap(), r#"{"known":2.0}"#);
    }
}
