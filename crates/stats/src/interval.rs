//! A confidence interval as a value: two ends in, and what is asked of them out.

/// A confidence interval, both ends included.
///
/// It encloses the quantity that was asked for, unless with the probability `alpha` that was given to the function
/// that made it. Its ends are in the unit of the values that went in, and `low` is never above `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end, which belongs to the interval.
    pub low: f64,
    /// The upper end, which belongs to the interval.
    pub high: f64,
}

impl Interval {
    /// Whether `value` lies between the ends, or is one of them.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The distance of the ends, `high - low`.
    pub fn width(self) -> f64 {
        self.high - self.low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_belong_to_it() {
        let interval = Interval { low: -1.0, high: 2.0 };
        assert!([-1.0, 0.0, 2.0].into_iter().all(|value| interval.contains(value)));
        assert!([-1.1, 2.1, f64::NAN].into_iter().all(|value| !interval.contains(value)));
        assert_eq!(interval.width(), 3.0);
    }
}
