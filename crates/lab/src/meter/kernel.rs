//! What the kernel counts of a process and of all that it starts: the process's number in, amounts out.
//!
//! Only differences of two readings mean something. What cannot be counted is unknown and costs nothing else. What can be
//! counted on this machine by this user is tried on Paragone's own process, and leaves everything as it is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::meter::counters::kernel_counters::KernelCounters;
use crate::meter::counters::kernel_sources::{CPU_TIME, CounterSource, Files, SOURCES};
use crate::meter::counters::tracepoints::Tracepoints;
use crate::meter::process::cpu_time::{Split, tick_ns};
use crate::meter::process::proc::{Gone, View};
use crate::meter::process::proc_memory::{can_reset_peak, told};
use crate::meter::process::proc_threads::waits;
use crate::meter::simulated;
use crate::model::{Amount, METRICS, Unknown};

/// So often the counters are opened anew where threads came or went meanwhile.
const TRIES: usize = 5;

/// Counts for as long as it lives.
#[derive(Debug)]
pub struct KernelMeter {
    root: PathBuf,
    pid: u32,
    by: Vec<(&'static str, By)>,
    split: Result<Split, Unknown>,
    /// When counting began.
    gone: Result<Gone, Unknown>,
}

/// The metrics that a [`KernelMeter`] has amounts of.
pub fn counted() -> impl Iterator<Item = &'static str> {
    SOURCES.iter().map(|source| source.metric).chain(["user-time", "system-time"])
}

/// Threads of the process and of all that it has started, as they are once it waits.
pub fn threads(root: &Path, pid: u32) -> Amount {
    waits(root, pid);
    View::of(root, pid).threads().into()
}

/// Who counts a metric.
#[derive(Debug)]
enum By {
    Counters(KernelCounters),
    Files(Files),
    Nobody(Unknown),
}

impl KernelMeter {
    /// Begins to count. The process is best one that waits for something, with all its threads; `root` is `/`,
    /// or a copy of the system's files in tests.
    pub fn open(root: &Path, pid: u32) -> KernelMeter {
        waits(root, pid);
        let tracepoints = Tracepoints::find(root);
        let mut view = View::of(root, pid);
        let mut by = Vec::new();
        for _ in 0..TRIES {
            by = SOURCES.iter().map(|source| (source.metric, By::best(source, &tracepoints, root, &view))).collect();
            // Who came meanwhile is counted by its parent's counter or by none, and nobody can tell which.
            let again = View::of(root, pid);
            if again.members == view.members {
                break;
            }
            view = again;
        }
        let unread = Unknown::because("it was not read yet");
        let mut meter = KernelMeter { root: root.to_owned(), pid, by, split: Err(unread), gone: view.gone() };
        let cpu_ns = meter.values(&view).remove(CPU_TIME).expect("it is among the sources");
        meter.split = cpu_ns.and_then(|cpu_ns| Ok(Split::from(cpu_ns, view.ticks()?)));
        meter
    }

    /// Amounts by the name of the metric: those of the threads and processes that there were when counting
    /// began, and of all that they have started since. Waits until the process waits, for some milliseconds at most.
    pub fn read(&mut self) -> BTreeMap<&'static str, Amount> {
        waits(&self.root, self.pid);
        let view = View::of(&self.root, self.pid);
        let values = self.values(&view);
        let shares = match (&mut self.split, &values[CPU_TIME]) {
            (Ok(split), Ok(cpu_ns)) => view.ticks().map(|ticks| split.at(*cpu_ns, ticks)),
            (Err(unknown), _) => Err(unknown.clone()),
            (_, Err(unknown)) => Err(unknown.clone()),
        };
        let mut amounts: BTreeMap<&'static str, Amount> =
            values.into_iter().map(|(metric, value)| (metric, value.into())).collect();
        amounts.insert("user-time", shares.clone().map(|(user, _)| user).into());
        amounts.insert("system-time", shares.map(|(_, system)| system).into());
        amounts
    }

    fn values(&mut self, view: &View) -> BTreeMap<&'static str, Result<f64, Unknown>> {
        let asked = self.by.iter().any(|(_, by)| matches!(by, By::Files(files) if files.forgets));
        let all_are_here = if asked { self.all_are_here(view) } else { Ok(()) };
        let value = |metric: &str, by: &mut By| match by {
            By::Counters(counters) => counters.read(metric, &self.root),
            By::Files(files) if files.forgets => all_are_here.clone().and_then(|()| (files.value)(view)),
            By::Files(files) => (files.value)(view),
            By::Nobody(unknown) => Err(unknown.clone()),
        };
        self.by.iter_mut().map(|(metric, by)| (*metric, value(metric, by))).collect()
    }

    fn all_are_here(&self, view: &View) -> Result<(), Unknown> {
        // Who asks is at work, and what it has spent moves while it is read.
        if self.pid == std::process::id() || view.gone()? == self.gone.clone()? {
            return Ok(());
        }
        Err(Unknown::unless("threads or processes have ended since, and took their numbers along", "run as root"))
    }

    /// Who counts each metric, in words.
    fn called(&self) -> BTreeMap<&'static str, String> {
        let called = |by: &By| match by {
            By::Counters(counters) => counters.wanted.called(),
            By::Files(files) => files.called.to_owned(),
            By::Nobody(_) => "nobody".to_owned(),
        };
        self.by.iter().map(|(metric, by)| (*metric, called(by))).collect()
    }
}

impl By {
    fn best(source: &CounterSource, tracepoints: &Tracepoints, root: &Path, view: &View) -> By {
        let counters = source.counter.map(|wanted| KernelCounters::open(wanted, tracepoints, root, view));
        match (counters, source.files) {
            (Some(Ok(counters)), _) => By::Counters(counters),
            // The better source is the one whose remedy is worth knowing.
            (Some(Err(unknown)), Some(files)) if (files.value)(view).is_err() => By::Nobody(unknown),
            (_, Some(files)) => By::Files(files),
            (Some(Err(unknown)), None) => By::Nobody(unknown),
            (None, None) => By::Nobody(Unknown::because("nobody counts it")),
        }
    }
}

/// Metrics in the order of the list, each with where its values come from or why there are none; `root` is `/`,
/// or a copy of the system's files in tests.
pub fn can(root: &Path) -> Vec<(&'static str, Result<String, Unknown>)> {
    let own = std::process::id();
    let mut meter = KernelMeter::open(root, own);
    let (amounts, mut called) = (meter.read(), meter.called());
    let looks = tick_ns().map_or(String::new(), |ns| format!(", which looks every {:.0} ms", ns / 1e6));
    for metric in ["user-time", "system-time"] {
        called.insert(metric, format!("cpu-time, shared out by the kernel's tick{looks}"));
    }
    let resident = |name| told(root, own, name).map(|_| "/proc/PID/status".to_owned());
    let source = |metric: &str| match metric {
        "peak-memory" => Some(can_reset_peak(root, own).and_then(|()| resident("VmHWM"))),
        "idle-memory" => Some(resident("VmRSS")),
        "simulated-instructions" => {
            let found = simulated::installed(std::env::var_os("PATH").as_deref());
            Some(found.map(|program| program.display().to_string()))
        }
        _ => amounts.get(metric).map(|amount| match amount {
            Amount::Known(_) => Ok(called[metric].clone()),
            Amount::Unknown(unknown) => Err(unknown.clone()),
        }),
    };
    METRICS.iter().filter_map(|metric| Some((metric.name, source(metric.name)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn each_metric_has_a_source_or_a_reason() {
        let can = can(Path::new("/"));
        for (metric, source) in &can {
            match source {
                Ok(source) => assert!(!source.is_empty() && source != "nobody", "{metric}"),
                Err(unknown) => assert!(!unknown.why.is_empty(), "{metric}"),
            }
        }
        let of = |name: &str| can.iter().find(|(metric, _)| *metric == name).map(|(_, source)| source);
        for always in ["cpu-time", "user-time", "minor-faults", "peak-memory", "threads"] {
            assert!(of(always).is_some_and(Result::is_ok), "{always}: {:?}", of(always));
        }
        assert!(of("mallocs").is_none(), "that is another's to count");
    }

    #[test]
    fn a_machine_without_the_systems_files_still_answers() {
        let root = tempfile::tempdir().unwrap();
        let can = can(root.path());
        let (_, source) = can.iter().find(|(metric, _)| *metric == "read").unwrap();
        assert!(source.as_ref().unwrap_err().why.contains("/proc"), "{source:?}");
    }
}
