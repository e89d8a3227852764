//! Values on a logarithmic axis: where each lies between 0 and 1, and which ones get a label.

/// So many times apart the ends are at least: a narrower axis would make a mountain of a molehill.
const SPAN: f64 = 1.5;

/// A span of values above 0, in logarithms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    /// From the least to the greatest of some positive values.
    pub(crate) fn over(values: impl Iterator<Item = f64>) -> Option<Axis> {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite() && *value > 0.0) {
            low = low.min(value.ln());
            high = high.max(value.ln());
        }
        if low > high {
            return None;
        }
        let missing = (SPAN.ln() - (high - low)).max(0.0) / 2.0;
        Some(Axis { low: low - missing, high: high + missing })
    }

    /// The least and the greatest value.
    pub(crate) fn ends(&self) -> (f64, f64) {
        (self.low.exp(), self.high.exp())
    }

    /// Where a value lies: 0 at the least, 1 at the greatest.
    pub(crate) fn place(&self, value: f64) -> f64 {
        if self.high > self.low { (value.ln() - self.low) / (self.high - self.low) } else { 0.5 }
    }

    /// Round values to label: 1, 2 and 5 times powers of ten, or powers of ten alone where there
    /// are more than `most`; the two ends where there are fewer than two.
    pub(crate) fn ticks(&self, most: usize) -> Vec<f64> {
        let inside = |value: &f64| (-1e-9..=1.0 + 1e-9).contains(&self.place(*value));
        let powers = (self.low / 10f64.ln()).floor() as i32..=(self.high / 10f64.ln()).ceil() as i32;
        for steps in [&[1.0, 2.0, 5.0][..], &[1.0, 3.0], &[1.0]] {
            let of = |power: i32| steps.iter().map(move |step| step * 10f64.powi(power));
            let found: Vec<f64> = powers.clone().flat_map(of).filter(inside).collect();
            if (2..=most).contains(&found.len()) {
                return found;
            }
        }
        vec![self.low.exp(), self.high.exp()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_values_are_labelled() {
        let axis = Axis::over([3.0, 70.0].into_iter()).unwrap();
        assert_eq!(axis.ticks(6), [5.0, 10.0, 20.0, 50.0]);
        let wide = Axis::over([1.0, 1e4].into_iter()).unwrap();
        assert_eq!(wide.ticks(6), [1.0, 10.0, 100.0, 1e3, 1e4]);
    }

    #[test]
    fn a_narrow_span_is_widened_and_labelled_at_its_ends() {
        let axis = Axis::over([100.0, 100.0].into_iter()).unwrap();
        let ends: Vec<f64> = axis.ticks(6).iter().map(|end| end.round()).collect();
        assert_eq!(ends, [82.0, 122.0]);
        assert!((axis.place(100.0) - 0.5).abs() < 1e-12);
        assert!(Axis::over([0.0, f64::NAN].into_iter()).is_none());
    }
}
