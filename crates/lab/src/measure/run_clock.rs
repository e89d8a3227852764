//! The time of a run: what it has taken so far, in this process and in earlier ones, and what is left of it.

use std::time::Instant;

use crate::measure::past::RunPast;

/// So long after the time of a run its last samples may still be looked into.
const AUDITED_AFTER_S: f64 = 0.5;

pub(super) struct RunClock {
    began: Instant,
    /// Seconds of the run after which nothing is timed any more.
    until_s: f64,
    /// Seconds that were spent before this process began.
    before_s: f64,
    /// Where this process goes on in the time of the run.
    before_ns: u64,
}

impl RunClock {
    /// Of a run that goes on now, and ends after `until_s` seconds of its own.
    pub(super) fn new(past: &RunPast, until_s: f64) -> RunClock {
        let before_s = past.spent_s();
        let before_ns = past.last_ns.max((before_s * 1e9) as u64);
        RunClock { began: Instant::now(), until_s, before_s, before_ns }
    }

    /// Nanoseconds since the run began; no moment of an earlier part comes later.
    pub(super) fn now_ns(&self) -> u64 {
        self.before_ns + self.began.elapsed().as_nanos() as u64
    }

    /// Seconds that the run has taken so far.
    pub(super) fn spent_s(&self) -> f64 {
        self.before_s + self.began.elapsed().as_secs_f64()
    }

    /// Seconds left of any part of the run that begins with it.
    pub(super) fn left_of(&self, part_s: f64) -> f64 {
        (part_s - self.spent_s()).max(0.0)
    }

    /// Seconds left of the run.
    pub(super) fn left_s(&self) -> f64 {
        self.left_of(self.until_s)
    }

    /// Whether the time is over for so long that not even the last samples are looked into any more.
    pub(super) fn is_long_over(&self) -> bool {
        self.spent_s() > self.until_s + AUDITED_AFTER_S
    }
}
