//! Where values gather: the shape of a sample, for the eye.

/// Cells that values are counted in before they are smoothed.
const FINE: usize = 256;

/// An estimated density at evenly spaced places from `low` to `high`, both included.
#[derive(Clone, Debug, PartialEq)]
pub struct Density {
    /// The value at the first place, in the unit of the sample.
    pub low: f64,
    /// The value at the last place, in the unit of the sample.
    pub high: f64,
    /// The density at each place, from the first to the last, as a share of the greatest: all are between 0 and 1.
    pub heights: Vec<f64>,
}

/// A kernel estimate of the density of a sample between its 1st and 99th percentile, at `places` places.
///
/// The kernel is Gauss's, its width by the rule of Silverman, "Density Estimation for Statistics and Data Analysis"
/// (1986), equation 3.31: 0.9 times the smaller of the deviation and the quartiles' distance by 1.34, times n to the
/// power -1/5. Values are counted in cells first and the cells are smoothed (Wand, "Fast Computation of Multivariate
/// Kernel Estimators", 1994), so that many values cost no more than few.
///
/// `sorted` holds the sample in rising order. `None` for fewer than eight values, for fewer than two places, and where
/// all values between those percentiles are equal.
pub fn density(sorted: &[f64], places: usize) -> Option<Density> {
    let n = sorted.len();
    if n < 8 || places < 2 {
        return None;
    }
    let at = |share: f64| crate::quantile::quantile(sorted, share);
    let (low, high) = (at(0.01)?, at(0.99)?);
    let span = high - low;
    if !(span > 0.0 && span.is_finite()) {
        return None;
    }
    let within: Vec<f64> = sorted.iter().copied().filter(|value| (low..=high).contains(value)).collect();
    let spread = (at(0.75)? - at(0.25)?) / 1.34;
    let deviation = crate::student::deviation(&within).unwrap_or(0.0);
    let narrower = if spread > 0.0 { spread.min(deviation) } else { deviation };
    let step = span / FINE as f64;
    // A clock's ticks would be drawn as needles if the kernel were narrower than a cell.
    let width = (0.9 * narrower * (within.len() as f64).powf(-0.2)).max(step);
    let mut counts = [0.0; FINE];
    for value in &within {
        counts[(((value - low) / step) as usize).min(FINE - 1)] += 1.0;
    }
    let height = |place: usize| {
        let here = low + span * place as f64 / (places - 1) as f64;
        let cells = counts.iter().enumerate().filter(|(_, count)| **count > 0.0);
        cells
            .map(|(cell, count)| {
                let far = (low + (cell as f64 + 0.5) * step - here) / width;
                count * (-far * far / 2.0).exp()
            })
            .sum::<f64>()
    };
    let heights: Vec<f64> = (0..places).map(height).collect();
    let most = heights.iter().copied().fold(0.0, f64::max);
    (most > 0.0).then(|| Density { low, high, heights: heights.iter().map(|height| height / most).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quantile::sorted;
    use crate::random::Random;

    #[test]
    fn two_heaps_have_two_summits() {
        let mut random = Random::new(3);
        let values = sorted((0..2000).map(|index| random.normal() + if index % 3 == 0 { 9.0 } else { 0.0 }).collect());
        let found = density(&values, 64).unwrap();
        let place = |index: usize| found.low + (found.high - found.low) * index as f64 / 63.0;
        let summits: Vec<(f64, f64)> = (1..63)
            .filter(|at| found.heights[*at] > found.heights[at - 1] && found.heights[*at] >= found.heights[at + 1])
            .filter(|at| found.heights[*at] > 0.2)
            .map(|at| (place(at), found.heights[at]))
            .collect();
        assert_eq!(summits.len(), 2, "{summits:?}");
        assert!(summits[0].0.abs() < 0.4 && (summits[1].0 - 9.0).abs() < 0.4, "{summits:?}");
        assert!((summits[1].1 - 0.5).abs() < 0.12, "{summits:?}");
    }

    #[test]
    fn few_or_equal_values_have_no_shape() {
        assert_eq!(density(&[1.0; 7], 16), None);
        assert_eq!(density(&[5.0; 100], 16), None);
        assert_eq!(density(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], 1), None);
    }

    #[test]
    fn one_far_value_does_not_flatten_the_rest() {
        let mut values: Vec<f64> = (0..400).map(|index| 100.0 + f64::from(index % 20)).collect();
        values.push(1e6);
        let found = density(&sorted(values), 32).unwrap();
        assert!(found.high < 120.0 && found.heights.iter().all(|height| (0.0..=1.0).contains(height)), "{found:?}");
    }
}
