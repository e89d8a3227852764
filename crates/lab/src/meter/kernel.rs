//! What the kernel counts of a process and of all that it starts: the process's number in, amounts out.
//!
//! Only differences of two readings mean something. What cannot be counted is unknown and costs nothing else.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::meter::counters::kernel_counters::KernelCounters;
use crate::meter::counters::kernel_sources::{CPU_TIME, CounterSource, Files, SOURCES};
use crate::meter::counters::tracepoints::Tracepoints;
use crate::meter::process::cpu_time::Split;
use crate::meter::process::proc::{Gone, View};
use crate::meter::process::proc_rest::waits;
use crate::model::{Amount, Unknown};

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
    pub(super) fn called(&self) -> BTreeMap<&'static str, String> {
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
