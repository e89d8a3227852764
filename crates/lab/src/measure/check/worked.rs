//! What a driver's samples tell, held against what the processor worked for it meanwhile, by the kernel's own count.
//!
//! In: a claim and an amount of work for each sample; out: a fault where most of the work is in no claim. It hears of
//! the samples themselves, not of requests that look like them. Whoever waits for the processor works for nobody, so a
//! busy machine accuses nobody.

use paragone_stats::quantile::median;

use crate::model::unit::time;
use crate::model::{Fault, Sample};

/// A sample's request may take more work than its calls by that share, by this, and by twice what one call takes beside
/// itself: it is read, and its reply is written, with other data in the caches.
const SHARE: f64 = 0.2;
const BESIDE_NS: f64 = 50_000.0;
const TIMES_ONE_CALL: f64 = 2.0;

/// The samples of a lane since it was prepared: what each told, and how much longer was worked for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Worked {
    said_ns: Vec<f64>,
    untold_ns: Vec<f64>,
}

impl Worked {
    /// `before` and `after`: what the process had worked, nanoseconds.
    pub(crate) fn add(&mut self, sample: &Sample, before: u64, after: u64) {
        let said_ns = sample.wall_ns as f64;
        self.said_ns.push(said_ns);
        self.untold_ns.push(after.saturating_sub(before) as f64 - said_ns);
    }

    pub(crate) fn most_untold_ns(&self) -> f64 {
        self.untold_ns.iter().copied().fold(0.0, f64::max)
    }

    /// Whether it is worth it to ask what one call takes beside itself.
    pub(crate) fn is_doubtful(&self) -> bool {
        self.judge(0.0).is_err()
    }

    /// `one_call_ns`: the work of a request for one call beside what it tells.
    pub(crate) fn judge(&self, one_call_ns: f64) -> Result<(), Fault> {
        // Half of them worked so much longer than they told at least.
        let (Some(untold_ns), Some(said_ns)) = (median(&self.untold_ns), median(&self.said_ns)) else { return Ok(()) };
        if untold_ns <= said_ns * SHARE + BESIDE_NS + one_call_ns.max(0.0) * TIMES_ONE_CALL {
            return Ok(());
        }
        let text = format!(
            "of half of its samples it told {} at most, and the processor worked {} longer for them",
            time(said_ns),
            time(untold_ns)
        );
        Err(Fault::Clock { text })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worked(samples: &[(u64, u64)]) -> Worked {
        let mut worked = Worked::default();
        for (said_ns, worked_ns) in samples {
            worked.add(&Sample { calls: 10, wall_ns: *said_ns, cpu_ns: 0 }, 1_000, 1_000 + worked_ns);
        }
        worked
    }

    #[test]
    fn who_tells_half_of_its_work_is_accused() {
        let text = worked(&[(300_000, 620_000); 5]).judge(10_000.0).unwrap_err().to_string();
        assert_eq!(
            text,
            "its clock is wrong: of half of its samples it told 300 us at most, and the processor worked 320 us longer \
             for them"
        );
    }

    #[test]
    fn who_waits_or_takes_long_to_reply_is_not() {
        // Its wall ran on while somebody else had the processor.
        assert!(!worked(&[(900_000, 420_000); 5]).is_doubtful());
        assert!(!worked(&[(300_000, 340_000), (300_000, 345_000), (300_000, 9_000_000)]).is_doubtful());
        let interpreted = worked(&[(300_000, 450_000); 5]);
        assert!(interpreted.is_doubtful() && interpreted.judge(70_000.0).is_ok());
        assert!(Worked::default().judge(0.0).is_ok());
    }
}
