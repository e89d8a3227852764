//! The kernel's tracepoints, held ready while many processes are counted one after the other.
//!
//! The last counter of a tracepoint that is closed has it taken out of the kernel's code, and the kernel waits some
//! 40 ms for every processor to have left it. A counter that counts nothing, open meanwhile, makes it never the last.

use std::path::Path;

use crate::meter::counters::kernel_sources::{SOURCES, WantedCounter};
use crate::meter::counters::perf::{Counter, Event};
use crate::meter::counters::tracepoints::Tracepoints;

/// Held for as long as it lives; nothing, where there are none to be had.
#[derive(Debug)]
pub struct HeldAside {
    _counters: Vec<Counter>,
}

impl HeldAside {
    /// `root` is `/`, or a copy of the system's files in tests.
    pub fn open(root: &Path) -> HeldAside {
        let tracepoints = Tracepoints::find(root);
        let traced = SOURCES.iter().filter_map(|source| source.counter);
        let traced = traced.filter(|wanted| matches!(wanted, WantedCounter::Tracepoint(..)));
        let events = traced.filter_map(|wanted| wanted.event(&tracepoints).ok());
        let idle = events.filter_map(|event| Counter::idle(&Event { filter: None, ..event }).ok());
        HeldAside { _counters: idle.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tracepoint_that_can_be_counted_is_held() {
        let root = Path::new("/");
        let tracepoints = Tracepoints::find(root);
        let traced = SOURCES.iter().filter_map(|source| source.counter);
        let traced = traced.filter(|wanted| matches!(wanted, WantedCounter::Tracepoint(..)));
        let events = traced.filter_map(|wanted| wanted.event(&tracepoints).ok());
        let countable = events.filter(|event| Counter::open(event, std::process::id()).is_ok()).count();
        assert_eq!(HeldAside::open(root)._counters.len(), countable);
        assert!(HeldAside::open(Path::new("/nowhere"))._counters.is_empty());
    }
}
