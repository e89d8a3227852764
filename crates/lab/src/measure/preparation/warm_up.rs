//! Before a lane is timed: calls until they take the same time again and again, within a part of the
//! comparison's time. None of these samples counts.

use std::time::Instant;

use paragone_stats::interim;

use crate::measure::lane::{Lane, TimeMeter};
use crate::measure::preparation::calibrate;
use crate::measure::preparation::watch::{WarmUpOrders, WarmUpWatch};
use crate::model::{CallKind, Design, Fault, WarmUp};

/// Most of a comparison's time that all its warm-ups may take together.
const SHARE: f64 = 0.2;

/// The longest warm-up of a lane whose runtime compiles while it runs, and of one that does not.
const LONGEST_COMPILING_NS: f64 = 3e9;
const LONGEST_NS: f64 = 1e8;

/// The longest that the warm-up of a lane may take in one launch of a comparison that may spend so
/// much in all. The share is for the lanes that compile, because the others hardly use any.
pub(crate) fn budget_ns(allowance_s: f64, design: Design, compiling: usize, compiles: bool) -> f64 {
    let launches = match design {
        Design::Blocks => 1,
        Design::Launches => interim::LAUNCHES[0],
        // Every run, and every trial, begins cold, and is meant to.
        Design::Runs | Design::Trials => return 0.0,
    };
    let longest = if compiles { LONGEST_COMPILING_NS } else { LONGEST_NS };
    (allowance_s * 1e9 * SHARE / (launches * compiling.max(1)) as f64).min(longest)
}

/// Warms a lane up, and settles what one of its calls takes.
pub(crate) fn warm_up(lane: &mut Lane<'_>, orders: &WarmUpOrders<'_>, meter: &mut TimeMeter) -> Result<WarmUp, Fault> {
    let (began, before) = (Instant::now(), lane.made);
    if lane.kind().is_some_and(CallKind::sizes_itself) {
        calibrate::size_in_processes(lane, orders.least_ns, meter)?;
        return Ok(WarmUpWatch::new(orders, false, lane.per_call_ns, lane.made).end(before));
    }
    calibrate::size(lane, orders.least_ns, meter)?;
    let mut watch = WarmUpWatch::new(orders, lane.entrant.compiles, lane.per_call_ns, lane.made);
    watch.spent(began.elapsed().as_nanos() as f64);
    while let Some(calls) = watch.next_calls().filter(|_| !(orders.is_over)()) {
        let sample = lane.time(calls, lane.per_call_ns * calls as f64, meter)?;
        watch.add(sample);
        watch.spent(began.elapsed().as_nanos() as f64);
    }
    if let Some(settled_ns) = watch.settled_ns() {
        lane.per_call_ns = settled_ns;
    }
    Ok(watch.end(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warm_ups_take_a_part_of_the_time() {
        assert_eq!(budget_ns(5.0, Design::Blocks, 0, false), 1e8);
        assert_eq!(budget_ns(5.0, Design::Blocks, 2, true), 5e8);
        assert_eq!(budget_ns(30.0, Design::Launches, 3, true), 4e8);
        assert_eq!(budget_ns(1e6, Design::Launches, 1, true), 3e9);
        assert_eq!(budget_ns(0.0, Design::Launches, 1, true), 0.0);
    }
}
