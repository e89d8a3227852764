//! Much of a command's time is the start of its process, which is no work of its own.

use crate::model::{Caveat, Percentiles};

/// From this share on a reader has to know.
const MUCH: f64 = 0.1;

/// `start_ns`: what it costs to start a process that does nothing.
pub(crate) fn start_cost(times: Option<Percentiles>, start_ns: Option<f64>) -> Option<Caveat> {
    let (median, start) = (times?.p50, start_ns?);
    let share = (start / median).min(1.0);
    (share > MUCH).then_some(Caveat::StartCost { start_ns: start, share })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::caveat_text;

    fn seen(median: f64, start: Option<f64>) -> Option<Caveat> {
        let p = median;
        start_cost(Some(Percentiles { samples: 1, p0: p, p25: p, p50: p, p75: p, p90: p, p99: p, p100: p }), start)
    }

    #[test]
    fn a_tenth_is_much() {
        assert!(caveat_text(&seen(2e6, Some(1e6)).unwrap()).contains("takes 1.00 ms here, 50 % of its time"));
        assert_eq!(seen(2e7, Some(1e6)), None);
        assert_eq!(seen(2e6, None), None);
        assert_eq!(start_cost(None, Some(1.0)), None);
    }
}
