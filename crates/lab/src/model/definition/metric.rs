//! The metrics of resources: one list, from which whoever counts takes the names and whoever shows the units.

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
    per_call("mallocs", "mallocs", Counted::Times),
    per_call("frees", "frees", Counted::Times),
    per_call("requested", "requested", Counted::Bytes),
    // The most that was allocated at once above what was when the calls began, by what was asked for.
    process("peak-heap", "peak heap", Counted::Bytes),
    // The most resident memory since the cell was prepared, and that of the process before.
    process("peak-memory", "peak memory", Counted::Bytes),
    process("idle-memory", "idle memory", Counted::Bytes),
    // To the nanosecond; how it is shared between the program and the kernel is told by the kernel's tick.
    per_call("cpu-time", "cpu", Counted::Nanoseconds),
    per_call("user-time", "user", Counted::Nanoseconds),
    per_call("system-time", "system", Counted::Nanoseconds),
    per_call("syscalls", "syscalls", Counted::Times),
    per_call("minor-faults", "minor faults", Counted::Times),
    per_call("major-faults", "major faults", Counted::Times),
    per_call("voluntary-switches", "own switches", Counted::Times),
    per_call("involuntary-switches", "forced switches", Counted::Times),
    per_call("migrations", "migrations", Counted::Times),
    // Asked for by read calls, whoever served it: storage, the page cache, a pipe, a device.
    per_call("read-requested", "read calls' bytes", Counted::Bytes),
    // From and to storage, not what the page cache served.
    per_call("read", "read", Counted::Bytes),
    per_call("written", "written", Counted::Bytes),
    per_call("instructions", "instructions", Counted::Times),
    per_call("cycles", "cycles", Counted::Times),
    per_call("branch-misses", "branch misses", Counted::Times),
    per_call("cache-misses", "cache misses", Counted::Times),
    // On an emulated processor: the same each time.
    per_call("simulated-instructions", "simulated instructions", Counted::Times),
    // Of the processor's packages, idle cores and all.
    per_call("energy", "energy", Counted::Joules),
    per_call("gc", "collections", Counted::Times),
    per_call("allocated", "allocated by the runtime", Counted::Bytes),
    // Those that there are once its calls have been made and that were not there at the greeting.
    process("threads", "threads started", Counted::Times),
    // What is loaded of its file when it starts: no symbols, no debug information, no libraries beside it.
    program("program", "program", Counted::Bytes),
    // The same beyond a driver that serves nothing, built with the same compiler and flags.
    program("program-growth", "beyond an empty driver", Counted::Bytes),
];

const fn per_call(name: &'static str, title: &'static str, counted: Counted) -> Metric {
    Metric { name, title, counted, per: Per::Call }
}

const fn process(name: &'static str, title: &'static str, counted: Counted) -> Metric {
    Metric { name, title, counted, per: Per::Process }
}

const fn program(name: &'static str, title: &'static str, counted: Counted) -> Metric {
    Metric { name, title, counted, per: Per::Program }
}

/// The metric of that name.
pub fn metric(name: &str) -> Option<&'static Metric> {
    METRICS.iter().find(|metric| metric.name == name)
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
}
