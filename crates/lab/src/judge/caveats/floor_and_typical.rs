//! The fastest samples disagree with the typical ones: collectors, caches, disks.

use crate::model::{Caveat, Interval};

/// Logarithms of the ratio to the baseline with their 95 % intervals: of the fastest samples and of
/// the medians. `margin` is a share.
pub(crate) fn floor_and_typical(
    (floor, floor_interval): (Option<f64>, Interval),
    (typical, interval): (Option<f64>, Interval),
    margin: f64,
) -> Option<Caveat> {
    let (floor, typical) = (floor?, typical?);
    let apart = floor_interval.low > interval.high || floor_interval.high < interval.low;
    let matters = (floor - typical).abs() > margin.ln_1p();
    (apart && matters).then(|| Caveat::FloorAndTypicalDisagree { fastest: floor.exp_m1(), median: typical.exp_m1() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::caveat_text;

    fn seen(typical: f64, floor: f64) -> Option<Caveat> {
        let around = |value: f64| Interval { low: value - 0.003, high: value + 0.003 };
        floor_and_typical((Some(floor), around(floor)), (Some(typical), around(typical)), 0.01)
    }

    #[test]
    fn speaks_where_the_intervals_are_apart() {
        let text = caveat_text(&seen(0.1f64.ln_1p(), (-0.1f64).ln_1p()).unwrap());
        assert!(text.contains("its fastest samples take 10 % less time, its median 10 % more"), "{text}");
        let text = caveat_text(&seen((-0.536f64).ln_1p(), (-0.544f64).ln_1p()).unwrap());
        assert!(text.contains("its fastest samples take 54.4 % less time, its median 53.6 % less"), "{text}");
        let text = caveat_text(&seen(19.42f64.ln_1p(), 0.1f64.ln_1p()).unwrap());
        assert!(text.contains("its fastest samples take 10 % more time, its median 20 times as much:"), "{text}");
        assert_eq!(seen(0.1, 0.108), None);
        assert_eq!(seen(0.1, 0.1), None);
    }
}
