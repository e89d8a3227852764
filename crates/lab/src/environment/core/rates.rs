//! What this processor and its clock do in a second, measured: nothing in, rates out, after a few milliseconds.
//!
//! The rate of the time-stamp counter is no core's frequency: it counts the same whatever the core runs at.

use std::time::{Duration, Instant};

/// What was measured on the core that this thread was on.
pub(crate) struct CoreRates {
    /// Ticks of the time-stamp counter in a second.
    pub(crate) tsc_hz: Option<f64>,
    /// Cycles of the core in a second, while it worked.
    pub(crate) core_hz: Option<f64>,
    /// What one reading of Paragone's clock costs.
    pub(crate) clock_ns: f64,
}

const WATCHED: Duration = Duration::from_millis(5);
/// However long the first ones were kept waiting.
const LEAST_TURNS: u32 = 20;

/// Takes both at once: while the counter is watched, the core adds.
pub(crate) fn rates() -> CoreRates {
    let clock_ns = clock_ns();
    let from = counter();
    let begin = Instant::now();
    let (mut best, mut turns) = (f64::INFINITY, 0);
    while turns < LEAST_TURNS || begin.elapsed() < WATCHED {
        // Whoever interrupts makes a turn longer, and nobody makes it shorter.
        best = best.min(turn_s().unwrap_or(f64::INFINITY));
        turns += 1;
    }
    let hertz =
        |((at, from), (end, to)): ((Instant, u64), (Instant, u64))| (to - from) as f64 / (end - at).as_secs_f64();
    let tsc_hz = from.zip(counter()).map(hertz);
    CoreRates { tsc_hz, core_hz: best.is_finite().then(|| ADDITIONS as f64 / best), clock_ns }
}

/// The best of some batches: an interrupt is no part of what a reading costs.
fn clock_ns() -> f64 {
    const READINGS: u32 = 200;
    let batch = |_| {
        let begin = Instant::now();
        let last = (0..READINGS).fold(begin, |_, _| Instant::now());
        (last - begin).as_nanos() as f64 / f64::from(READINGS)
    };
    (0..10).map(batch).fold(f64::INFINITY, f64::min)
}

/// The time-stamp counter at a moment: read between two clock readings that are as close as they ever come, so that
/// neither an interrupt nor a slow reading moves the pair.
#[cfg(target_arch = "x86_64")]
fn counter() -> Option<(Instant, u64)> {
    let pair = || {
        let at = Instant::now();
        // SAFETY: every x86-64 CPU has the instruction.
        let ticks = unsafe { std::arch::x86_64::_rdtsc() };
        (at.elapsed(), (at, ticks))
    };
    (0..50).map(|_| pair()).min_by_key(|(width, _)| *width).map(|(_, counter)| counter)
}

/// Machines without that counter have no such rate.
#[cfg(not(target_arch = "x86_64"))]
fn counter() -> Option<(Instant, u64)> {
    None
}

const LOOPS: u64 = 8000;
/// In one turn. Long beside a reading of the clock, short beside what interrupts.
const ADDITIONS: u64 = LOOPS * 16;

/// Seconds that additions take of which each waits for the one before. Every core of these architectures takes
/// a cycle for one of two registers; with a constant, some make several in one (Intel's Golden Cove).
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn turn_s() -> Option<f64> {
    /// Both processors' loops take the same: what is added to, what is added, and how often to go on.
    macro_rules! additions {
        ($($step:literal),*) => {
            // SAFETY: changes its three registers and the flags, and touches no memory.
            unsafe {
                std::arch::asm!(
                    "2:",
                    $($step,)*
                    x = inout(reg) 1u64 => _,
                    y = in(reg) 3u64,
                    n = inout(reg) LOOPS => _,
                    options(nomem, nostack),
                );
            }
        };
    }
    let begin = Instant::now();
    #[cfg(target_arch = "x86_64")]
    additions!(".rept 16", "add {x}, {y}", ".endr", "dec {n}", "jnz 2b");
    #[cfg(target_arch = "aarch64")]
    additions!(".rept 16", "add {x}, {x}, {y}", ".endr", "subs {n}, {n}, #1", "b.ne 2b");
    Some(begin.elapsed().as_secs_f64())
}

/// Additions a second, by the fastest of so many turns; on most cores each takes one cycle.
pub(crate) fn additions_per_second(turns: usize) -> Option<f64> {
    let all = (0..turns).map(|_| turn_s()).collect::<Option<Vec<f64>>>()?;
    all.into_iter().min_by(f64::total_cmp).filter(|best| *best > 0.0).map(|best| ADDITIONS as f64 / best)
}

/// Nothing is known of how long other architectures take for an addition.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn turn_s() -> Option<f64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_those_of_a_processor_of_our_days() {
        let rates = rates();
        let known = [rates.tsc_hz, rates.core_hz];
        assert!(known.into_iter().flatten().all(|hz| (1e6..2e10).contains(&hz)), "{known:?}");
        assert_eq!(rates.core_hz.is_some(), cfg!(any(target_arch = "x86_64", target_arch = "aarch64")));
        assert_eq!(rates.tsc_hz.is_some(), cfg!(target_arch = "x86_64"));
        assert!(rates.clock_ns > 0.0);
    }
}
