//! How many calls make one sample: long enough for the clock, short enough to stay close together.

use std::time::Instant;

use crate::measure::lane::Lane;
use crate::measure::lane::Meter;
use crate::model::Fault;

/// Most calls of one sample: an implementation that returns at once must not be called for minutes.
const MOST_CALLS: u64 = 1 << 32;

/// A request may take so many times the least length of a sample; a job whose reset takes longer than
/// its call gets shorter samples rather than endless ones.
const MOST_UNTIMED: f64 = 50.0;

/// Finds what one of a lane's calls takes, by doubling until a sample is a good part of its least length.
pub(super) fn size(lane: &mut Lane<'_>, least_ns: u64, meter: &mut Meter) -> Result<(), Fault> {
    let mut calls = 1;
    let mut fastest = f64::INFINITY;
    // What is not timed, such as a reset, takes its time all the same.
    let mut elapsed_ns = f64::INFINITY;
    loop {
        let began = Instant::now();
        let sample = lane.time(calls, fastest.min(1e9) * calls as f64, meter)?;
        fastest = fastest.min(sample.per_call());
        elapsed_ns = elapsed_ns.min(began.elapsed().as_nanos() as f64 / calls as f64);
        if began.elapsed().as_nanos() as f64 > MOST_UNTIMED * least_ns as f64 {
            break;
        }
        if sample.wall_ns * 2 >= least_ns || calls >= MOST_CALLS {
            break;
        }
        // At most four times more at once, because the first calls of a cell are its slowest.
        let wanted = least_ns as f64 * 0.75 / fastest.max(1e-3);
        calls = (wanted.ceil() as u64).clamp(calls + 1, calls * 4).min(MOST_CALLS);
    }
    lane.per_call_ns = fastest.max(elapsed_ns / MOST_UNTIMED).max(1e-3);
    Ok(())
}

/// Calls per sample by lane, from what a call takes: one number for a speed class, which spans a
/// factor of four from the fastest on. `alike` lanes (the baseline and its clone) share a class.
///
/// Within a class the cost of a call itself cancels; across classes it has to be subtracted.
pub(super) fn calls(per_call_ns: &[Option<f64>], alike: &[usize], least_ns: u64) -> Vec<u64> {
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
