//! How long the machine has slept since it was started: the distance of a clock that goes on in sleep from one
//! that stops. A calendar that is set changes neither.

/// A pair of readings further apart than this is taken again: what lies between them would count as sleep.
const APART_NS: u64 = 1_000_000;
const TRIES: usize = 10;

#[cfg(target_os = "linux")]
const CLOCKS: Option<(libc::clockid_t, libc::clockid_t)> = Some((libc::CLOCK_MONOTONIC, libc::CLOCK_BOOTTIME));
#[cfg(target_os = "macos")]
const CLOCKS: Option<(libc::clockid_t, libc::clockid_t)> = Some((libc::CLOCK_UPTIME_RAW, libc::CLOCK_MONOTONIC_RAW));
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
const CLOCKS: Option<(libc::clockid_t, libc::clockid_t)> = None;

/// Nanoseconds, right to a millisecond; `None` where no two such clocks are known, or this thread was held up
/// again and again.
pub(crate) fn asleep_ns() -> Option<u64> {
    let (awake, always) = CLOCKS?;
    between(|| Some((read(awake)?, read(always)?, read(awake)?)))
}

/// `readings`: the clock that stops, the one that goes on, and the first once more.
fn between(mut readings: impl FnMut() -> Option<(u64, u64, u64)>) -> Option<u64> {
    for _ in 0..TRIES {
        let (before, always, after) = readings()?;
        if after.saturating_sub(before) < APART_NS {
            return Some(always.saturating_sub(before));
        }
    }
    None
}

fn read(clock: libc::clockid_t) -> Option<u64> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure is live, and the call only writes to it.
    let failed = unsafe { libc::clock_gettime(clock, &raw mut time) } != 0;
    (!failed).then(|| time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_that_was_torn_apart_is_read_again() {
        let mut readings = [(1_000, 9_001_000, 5_001_000), (6_000_000, 9_000_050, 6_000_100)].into_iter();
        assert_eq!(between(|| readings.next()), Some(3_000_050));
        assert_eq!(between(|| Some((0, 0, 2_000_000))), None);
        assert_eq!(between(|| None), None);
    }

    #[test]
    fn who_does_not_sleep_has_not_slept() {
        let first = asleep_ns();
        assert_eq!(first.is_some(), CLOCKS.is_some());
        if let (Some(first), Some(second)) = (first, asleep_ns()) {
            assert!(second.abs_diff(first) <= APART_NS, "{first} {second}");
        }
    }
}
