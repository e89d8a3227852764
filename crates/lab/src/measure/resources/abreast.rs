//! What is counted of several cells at once, a core each: cells in, amounts out, in their order.
//!
//! Only for what is the same whoever else is at work. It reads no clock.

use std::panic::resume_unwind;
use std::thread;

use crate::driver::Surroundings;
use crate::measure::resources::cell::Instruments;
use crate::measure::resources::subject::TimedCell;
use crate::model::{Amount, Resources};

/// Each is a process with its inputs.
const MOST: usize = 4;

/// How many cells are counted at once: as many as there are cores that drivers may be kept on.
pub(super) fn abreast(around: &Surroundings) -> usize {
    around.core.map_or(1, |_| around.cores.len().clamp(1, MOST))
}

/// Counts so many cells or fewer, of which the kernel has counted what is in `alone`.
pub(super) fn count(subjects: &[TimedCell<'_>], alone: &[Resources], instruments: &Instruments) -> Vec<Resources> {
    let memory = subjects.first().map_or(0, |subject| subject.around.memory);
    if subjects.len() < 2 || !fit(alone, memory) {
        return subjects.iter().map(|subject| subject.count_beside(instruments)).collect();
    }
    thread::scope(|scope| {
        let cores = &subjects[0].around.cores;
        let begun = subjects.iter().zip(cores).map(|(subject, core)| {
            scope.spawn(|| {
                let around = Surroundings { core: Some(*core), ..subject.around.clone() };
                TimedCell { around: &around, ..subject.clone() }.count_beside(instruments)
            })
        });
        // All have to begin before one is waited for.
        let begun: Vec<_> = begun.collect();
        begun.into_iter().map(|counted| counted.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

/// Whether all together need no more memory than one may have.
fn fit(alone: &[Resources], memory: u64) -> bool {
    let peak = |resources: &Resources| resources.get("peak-memory").and_then(Amount::known);
    alone.iter().map(peak).sum::<Option<f64>>().is_some_and(|together| together <= memory as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Unknown;

    fn peaks(peaks: &[Amount]) -> Vec<Resources> {
        peaks.iter().map(|peak| Resources::from([("peak-memory".to_owned(), peak.clone())])).collect()
    }

    #[test]
    fn cells_share_the_memory_that_one_may_have() {
        let both = peaks(&[Amount::Known(30.0), Amount::Known(50.0)]);
        assert!(fit(&both, 80));
        assert!(!fit(&both, 79));
        let unknown = Amount::Unknown(Unknown::because("nobody counts"));
        assert!(!fit(&peaks(&[Amount::Known(1.0), unknown]), 80));
        assert!(!fit(&[Resources::default()], 80));
    }
}
