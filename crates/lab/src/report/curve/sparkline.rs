//! A curve on one line: a letter's height for each stretch of time. Knows no unit.

use crate::report::text::Ink;

const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Steps of a line without Unicode, from low to high.
const ASCII: [char; 5] = ['_', '.', '-', '=', '#'];

/// Points (time, value) in the order of time, drawn from the least value to the greatest, in so many columns at
/// most; each column is the mean of its time. Empty without two values that differ.
pub(crate) fn sparkline(points: &[(u64, f64)], columns: usize, ink: &Ink) -> String {
    let values = points.iter().map(|(_, value)| *value);
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), value| (l.min(value), h.max(value)));
    let (Some((from, _)), Some((to, _))) = (points.first(), points.last()) else { return String::new() };
    if high <= low || to <= from || columns == 0 {
        return String::new();
    }
    let columns = columns.min(points.len());
    let mut means = vec![(0.0, 0.0); columns];
    for (at, value) in points {
        let place = (at - from) as f64 / (to - from) as f64 * columns as f64;
        let (sum, count) = &mut means[(place as usize).min(columns - 1)];
        (*sum, *count) = (*sum + value, *count + 1.0);
    }
    let letters: &[char] = if ink.unicode { &HEIGHTS } else { &ASCII };
    let mut last = low;
    let letter = |(sum, count): (f64, f64)| {
        // Nobody looked in this stretch: as it was before.
        last = if count > 0.0 { sum / count } else { last };
        let height = (last - low) / (high - low) * letters.len() as f64;
        letters[(height as usize).min(letters.len() - 1)]
    };
    means.into_iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNICODE: Ink = Ink { unicode: true, ..Ink::PLAIN };

    fn points(values: &[f64]) -> Vec<(u64, f64)> {
        values.iter().enumerate().map(|(at, value)| (at as u64, *value)).collect()
    }

    #[test]
    fn from_the_least_to_the_greatest() {
        let points = points(&[3.5, 3.5, 3.0, 2.5, 2.0, 1.5, 1.0, 0.5, 0.0]);
        assert_eq!(sparkline(&points, 40, &UNICODE), "██▇▆▅▄▃▂▁");
        assert_eq!(sparkline(&points, 40, &Ink::PLAIN), "###=--.__");
        assert_eq!(sparkline(&points, 3, &UNICODE), "█▅▂");
    }

    #[test]
    fn time_in_which_nobody_looked_is_as_before() {
        assert_eq!(sparkline(&[(0, 1.0), (1, 1.0), (9, 0.0), (10, 0.0)], 4, &UNICODE), "███▁");
    }

    #[test]
    fn what_does_not_change_has_no_curve() {
        assert_eq!(sparkline(&points(&[1.0, 1.0]), 9, &UNICODE), "");
        assert_eq!(sparkline(&points(&[1.0]), 9, &UNICODE), "");
        assert_eq!(sparkline(&[], 9, &UNICODE), "");
    }
}
