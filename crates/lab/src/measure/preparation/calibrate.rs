//! How many calls make one sample: long enough for the clock, short enough to stay close together.

use std::time::Instant;

use crate::measure::lane::{Lane, TimeMeter};
use crate::model::unit::time as time_of;
use crate::model::{Fault, Sample};

/// Most calls of one sample: an implementation that returns at once must not be called for minutes.
const MOST_CALLS: u64 = 1 << 32;

/// A request may take so many times the least length of a sample; a job whose reset takes longer than
/// its call gets shorter samples rather than endless ones.
const MOST_UNTIMED: f64 = 50.0;

/// The longest that a sample may become so that it takes in every rotated input, nanoseconds.
pub(crate) const LONGEST_TURN_NS: f64 = 2e7;

/// A process that was on a processor for less than one part in so many of its wall time was waiting, or
/// others had its core: either way the time is not that of its calls.
const HELD_UP: u64 = 4;

/// So many samples that were held up may be taken again, and no more once they lasted so long together:
/// what waits by itself is not to be waited for again and again.
const AGAIN: u32 = 8;
const LONGEST_AGAIN_NS: u64 = 200_000_000;

/// Finds what one of a lane's calls takes, by doubling until a sample is a good part of its least length.
pub(crate) fn size(lane: &mut Lane<'_>, least_ns: u64, meter: &mut TimeMeter) -> Result<(), Fault> {
    lane.per_call_ns = per_call_ns(least_ns, |calls, expected_ns| {
        let began = Instant::now();
        let sample = lane.time(calls, expected_ns, meter)?;
        Ok((sample, began.elapsed().as_nanos() as u64))
    })?;
    Ok(())
}

/// Finds what one of a lane's calls takes, where each sample is a process that warms itself up: by a few samples, each
/// longer than the one before, until one is a good part of its least length.
pub(crate) fn size_in_processes(lane: &mut Lane<'_>, least_ns: u64, meter: &mut TimeMeter) -> Result<(), Fault> {
    /// Of one call no more is told than whole nanoseconds.
    const LEAST_NS: f64 = 0.25;
    const TRIES: usize = 5;
    let mut calls = 1;
    for _ in 0..TRIES {
        let sample = lane.time(calls, lane.per_call_ns * calls as f64, meter)?;
        lane.per_call_ns = sample.per_call().max(LEAST_NS);
        if sample.wall_ns * 4 >= least_ns {
            break;
        }
        calls = ((least_ns as f64 * 0.75 / lane.per_call_ns).ceil() as u64).clamp(calls + 1, MOST_CALLS);
    }
    Ok(())
}

/// What a call takes, by whatever times so many calls, expected to take so many nanoseconds, and tells how long the
/// whole request took.
fn per_call_ns(least_ns: u64, mut time: impl FnMut(u64, f64) -> Result<(Sample, u64), Fault>) -> Result<f64, Fault> {
    let mut calls = 1;
    let mut fastest = f64::INFINITY;
    // What is not timed, such as a reset, takes its time all the same.
    let mut shortest = f64::INFINITY;
    let (mut again, mut again_ns) = (0, 0);
    loop {
        let (sample, elapsed_ns) = time(calls, fastest.min(1e9) * calls as f64)?;
        fastest = fastest.min(sample.per_call());
        shortest = shortest.min(elapsed_ns as f64 / calls as f64);
        let enough = sample.wall_ns * 2 >= least_ns;
        if enough || elapsed_ns as f64 > MOST_UNTIMED * least_ns as f64 {
            // A first call that was cut by others' turn would pass for a slow implementation, and so would
            // one whose process was let to it late: what resets between calls has worked in that time.
            let length_ns = if enough { sample.wall_ns } else { elapsed_ns };
            if !is_held_up(&sample, length_ns) || again == AGAIN || again_ns + length_ns > LONGEST_AGAIN_NS {
                break;
            }
            again += 1;
            again_ns += length_ns;
            continue;
        }
        if calls == MOST_CALLS {
            let text = format!("`time {calls}` took {} as it says", time_of(sample.wall_ns as f64));
            return Err(Fault::Idle { text });
        }
        // At most four times more at once, because the first calls of a cell are its slowest. Half as many more at
        // least: too short a sample wants no less, unless its calls are said to take next to no time.
        let wanted = least_ns as f64 * 0.75 / fastest.max(1e-3);
        calls = (wanted.ceil() as u64).clamp(calls + calls / 2 + 1, calls * 4).min(MOST_CALLS);
    }
    Ok(fastest.max(shortest / MOST_UNTIMED).max(1e-3))
}

/// Whether a sample's wall time is mostly others' time, or waiting.
pub(crate) fn was_held_up(sample: &Sample) -> bool {
    is_held_up(sample, sample.wall_ns)
}

fn is_held_up(sample: &Sample, length_ns: u64) -> bool {
    sample.cpu_ns.saturating_mul(HELD_UP) < length_ns
}

/// Calls per sample by lane, from what a call takes: one number for a speed class, which spans a
/// factor of four from the fastest on. `alike` lanes (the baseline and its clone) share a class.
///
/// Within a class the cost of a call itself cancels; across classes it is a part of either time, as shown.
pub(crate) fn calls(per_call_ns: &[Option<f64>], alike: &[usize], least_ns: u64) -> Vec<u64> {
    let mut times = per_call_ns.to_vec();
    let twin = alike.iter().filter_map(|&lane| times[lane]).fold(f64::INFINITY, f64::min);
    for &lane in alike {
        times[lane] = times[lane].map(|_| twin);
    }
    let fastest = times.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let class = |time: f64| ((time / fastest).ln() / 4f64.ln()).floor() as i32;
    let of_class = |wanted: i32| {
        let quickest =
            times.iter().flatten().filter(|&&time| class(time) == wanted).copied().fold(f64::INFINITY, f64::min);
        ((least_ns as f64 / quickest).ceil() as u64).clamp(1, MOST_CALLS)
    };
    times.iter().map(|time| time.map_or(0, |time| of_class(class(time)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes a driver whose calls take 100 ns, of which others cut the first samples by so much, within
    /// what is timed or before it; gives what a call was found to take, and how many samples that took.
    fn sized(cut: usize, within_ns: u64, before_ns: u64, cpu_share: f64) -> (f64, usize) {
        let mut asked = 0;
        let time = |calls: u64, _: f64| {
            asked += 1;
            let own_ns = calls * 100;
            let (within_ns, before_ns) = if asked <= cut { (within_ns, before_ns) } else { (0, 0) };
            let wall_ns = own_ns + within_ns;
            let sample = Sample { calls, wall_ns, cpu_ns: (own_ns as f64 * cpu_share) as u64 };
            Ok((sample, wall_ns + before_ns))
        };
        (per_call_ns(200_000, time).unwrap(), asked)
    }

    #[test]
    fn calls_that_were_cut_are_counted_again() {
        let (undisturbed, samples) = sized(0, 0, 0, 1.0);
        assert_eq!(undisturbed, 100.0);
        // Wall time a hundred times the processor's and more, in the first replies.
        for cut in 1..=4 {
            let (found, asked) = sized(cut, 4_000_000, 0, 1.0);
            assert_eq!(found, 100.0, "{cut} samples cut");
            assert!(asked <= samples + cut, "{asked} samples, {samples} undisturbed");
        }
    }

    #[test]
    fn who_comes_to_its_calls_late_is_not_slow() {
        for cut in 1..=4 {
            assert_eq!(sized(cut, 0, 20_000_000, 1.0).0, 100.0, "{cut} samples late");
        }
        // Always late by as much as that: shorter samples, after no more tries than are allowed.
        let (found, asked) = sized(usize::MAX, 0, 20_000_000, 1.0);
        assert!(found == 20_000_100.0 / MOST_UNTIMED && asked <= AGAIN as usize + 1, "{found} after {asked}");
    }

    #[test]
    fn who_resets_for_long_is_asked_for_fewer_calls_at_once() {
        let mut asked = 0;
        let time = |calls: u64, _: f64| {
            asked += 1;
            let reset_ns = calls * 20_000_000;
            Ok((Sample { calls, wall_ns: calls * 100, cpu_ns: reset_ns }, reset_ns + calls * 100))
        };
        assert_eq!(per_call_ns(200_000, time).unwrap(), 20_000_100.0 / MOST_UNTIMED);
        assert_eq!(asked, 1);
    }

    #[test]
    fn what_always_waits_is_not_asked_for_ever() {
        let (found, asked) = sized(usize::MAX, 4_000_000, 0, 1.0);
        assert_eq!((found, asked), (4_000_100.0, AGAIN as usize + 1));
        let (found, asked) = sized(usize::MAX, LONGEST_AGAIN_NS, 0, 1.0);
        assert_eq!((found, asked), (LONGEST_AGAIN_NS as f64 + 100.0, 1));
        // A clock of processor time that stands still costs some samples, and no more.
        let (found, asked) = sized(0, 0, 0, 0.0);
        assert!(found == 100.0 && asked <= 20, "{found} after {asked}");
    }

    #[test]
    fn calls_that_take_no_time_are_not_asked_for_ever() {
        // As it says; the requests themselves take some time, or none that could be seen either.
        for elapsed_ns in [0, 30_000] {
            let (mut asked, mut most) = (0, 0);
            let found = per_call_ns(200_000, |calls, _| {
                (asked, most) = (asked + 1, calls);
                assert!(asked <= 64, "{asked} requests, the last for {calls} calls");
                Ok((Sample { calls, wall_ns: 0, cpu_ns: 0 }, elapsed_ns))
            });
            assert!(matches!(found, Err(Fault::Idle { .. })), "{found:?}");
            assert_eq!(most, MOST_CALLS);
        }
    }

    #[test]
    fn a_class_shares_its_calls() {
        let calls = calls(&[Some(100.0), Some(390.0), Some(401.0), Some(1000.0), None], &[0], 200_000);
        assert_eq!(calls, [2000, 2000, 499, 499, 0]);
    }

    #[test]
    fn twins_share_a_class_across_its_border() {
        assert_eq!(calls(&[Some(399.0), Some(100.0), Some(401.0)], &[0, 2], 200_000), [2000, 2000, 2000]);
    }

    #[test]
    fn long_calls_are_taken_one_by_one() {
        assert_eq!(calls(&[Some(1e9), Some(1e9)], &[0], 200_000), [1, 1]);
    }
}
