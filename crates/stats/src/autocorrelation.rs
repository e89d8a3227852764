//! How much each value of a series resembles the one before it: 0 for unrelated ones.
//!
//! Box and Jenkins, "Time Series Analysis", 1970, section 2.1.

/// The sample autocorrelation coefficient at lag 1, between -1 and 1.
///
/// It is the sum of the products of neighbours' deviations from the mean, over the sum of all squared deviations (Box
/// and Jenkins, "Time Series Analysis", 1970, section 2.1). `values` are in the order in which they were observed.
/// `None` for fewer than three values, or where all are equal.
pub fn lag_1(values: &[f64]) -> Option<f64> {
    if values.len() < 3 {
        return None;
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let variance: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let together: f64 = values.windows(2).map(|two| (two[0] - mean) * (two[1] - mean)).sum();
    (variance > 0.0).then(|| together / variance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn known_values() {
        // Deviations -2 -1 0 1 2: (2 + 0 + 0 + 2) / 10.
        assert_eq!(lag_1(&[1.0, 2.0, 3.0, 4.0, 5.0]), Some(0.4));
        assert_eq!(lag_1(&[1.0, -1.0, 1.0, -1.0]), Some(-0.75));
        assert_eq!(lag_1(&[1.0, 2.0]), None);
        assert_eq!(lag_1(&[3.0, 3.0, 3.0]), None);
    }

    #[test]
    fn finds_the_coefficient_that_a_series_was_made_with() {
        let mut random = Random::new(5);
        let mut last = 0.0;
        let series: Vec<f64> = (0..5000)
            .map(|_| {
                last = 0.6 * last + random.normal();
                last
            })
            .collect();
        let found = lag_1(&series).unwrap();
        assert!((0.55..0.65).contains(&found), "{found}");
    }
}
