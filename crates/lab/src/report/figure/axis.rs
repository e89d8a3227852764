//! One axis of a picture: from where to where, how values lie on it, and which get a label.

use crate::report::curve::axis::Axis as Logarithms;

use super::amount::tick;

/// How values lie on an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    Logarithmic,
    Linear,
    /// Places of names: the series themselves.
    #[default]
    Names,
}

/// From the least to the greatest value.
#[derive(Clone, Debug, Default)]
pub struct Axis {
    pub title: String,
    pub scale: Scale,
    pub low: f64,
    pub high: f64,
    /// Values with a label.
    pub ticks: Vec<(f64, String)>,
}

/// What an axis is called, the unit of its values, and whether a prefix may stand before that.
type Measured<'a> = (&'a str, &'a str, bool);

/// Most labels of an axis.
const LABELS: usize = 8;

impl Axis {
    /// Places of these names, from 0 on.
    pub(super) fn of_names(names: impl Iterator<Item = String>) -> Axis {
        let ticks: Vec<(f64, String)> = names.enumerate().map(|(place, name)| (place as f64, name)).collect();
        Axis { high: ticks.len() as f64, ticks, ..Axis::default() }
    }

    /// Logarithmic over these values, a little wider than they are.
    pub(super) fn logarithmic(
        (title, unit, prefixed): Measured<'_>,
        values: impl Iterator<Item = f64>,
    ) -> Option<Axis> {
        let over = Logarithms::over(values)?;
        let (low, high) = over.ends();
        let air = (high / low).powf(0.03);
        let over = Logarithms::over([low / air, high * air].into_iter())?;
        let (low, high) = over.ends();
        // Over a short stretch round values in equal steps are easier to read, and there are more of them.
        let values = if high / low < 4.0 { steps(low, high) } else { over.ticks(LABELS) };
        let ticks = values.into_iter().map(|value| (value, tick(value, unit, prefixed))).collect();
        Some(Axis { title: title.to_owned(), scale: Scale::Logarithmic, low, high, ticks })
    }

    /// From 0 to the greatest of these values.
    pub(super) fn from_zero(what: Measured<'_>, values: impl Iterator<Item = f64>) -> Option<Axis> {
        let most = values.filter(|value| value.is_finite()).fold(0.0, f64::max);
        if most > 0.0 { Axis::with_zero(what, [most].into_iter()) } else { None }
    }

    /// Over these values and 0, which may be all that there is.
    pub(super) fn with_zero((title, unit, prefixed): Measured<'_>, values: impl Iterator<Item = f64>) -> Option<Axis> {
        let mut values = values.filter(|value| value.is_finite()).peekable();
        values.peek()?;
        let (least, most) = values.fold((0.0, 0.0), |(low, high): (f64, f64), value| (low.min(value), high.max(value)));
        let span = if most > least { most - least } else { 1.0 };
        let step = step(span);
        let (first, last) =
            ((least * 1.02 / step).floor() as i64, (most.max(least + span) * 1.02 / step).ceil() as i64);
        let values = (first..=last).map(|count| count as f64 * step);
        let ticks: Vec<(f64, String)> = values.map(|value| (value, tick(value, unit, prefixed))).collect();
        let (low, high) = (first as f64 * step, last as f64 * step);
        Some(Axis { title: title.to_owned(), scale: Scale::Linear, low, high, ticks })
    }

    /// Where a value lies: 0 at the low end, 1 at the high one.
    pub fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Logarithmic => (value / self.low).ln() / (self.high / self.low).ln(),
            Scale::Linear | Scale::Names => (value - self.low) / (self.high - self.low),
        }
    }
}

/// Multiples of a round step from the one value to the other.
fn steps(low: f64, high: f64) -> Vec<f64> {
    let step = step(high - low);
    let (first, last) = ((low / step - 1e-9).ceil() as i64, (high / step + 1e-9).floor() as i64);
    (first..=last).map(|count| count as f64 * step).collect()
}

/// 1, 2 or 5 times a power of ten, so that there are at most eight.
fn step(most: f64) -> f64 {
    let power = 10f64.powf((most / LABELS as f64).log10().floor());
    [1.0, 2.0, 5.0, 10.0, 20.0].map(|times| times * power).into_iter().find(|step| most / step <= 7.0).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_from_zero_has_round_steps() {
        let axis = Axis::from_zero(("", "x", false), [1.0, 3.4].into_iter()).unwrap();
        let labels: Vec<&str> = axis.ticks.iter().map(|(_, label)| label.as_str()).collect();
        assert_eq!(labels, ["0x", "0.5x", "1x", "1.5x", "2x", "2.5x", "3x", "3.5x"]);
        assert!((axis.place(1.75) - 0.5).abs() < 1e-12);
        assert!(Axis::from_zero(("", "", false), [0.0].into_iter()).is_none());
    }

    #[test]
    fn an_axis_has_0_on_it_whatever_the_values() {
        let labels = |values: &[f64]| {
            let axis = Axis::with_zero(("", "frames", false), values.iter().copied()).unwrap();
            axis.ticks.into_iter().map(|(_, label)| label).collect::<Vec<_>>()
        };
        assert_eq!(labels(&[38.0, 43.0]), ["0", "10", "20", "30", "40", "50"]);
        assert_eq!(labels(&[-3.0, 1.0]), ["-4", "-3", "-2", "-1", "0", "1", "2"]);
        assert_eq!(labels(&[0.0, 0.0]).first().map(String::as_str), Some("0"));
        assert!(Axis::with_zero(("", "", false), std::iter::empty()).is_none());
    }

    #[test]
    fn a_short_stretch_has_equal_steps() {
        let axis = Axis::logarithmic(("", "x", false), [0.9, 1.3].into_iter()).unwrap();
        let labels: Vec<&str> = axis.ticks.iter().map(|(_, label)| label.as_str()).collect();
        assert_eq!(labels, ["0.9x", "1x", "1.1x", "1.2x", "1.3x"]);
        assert!(Axis::from_zero(("", "s", false), [7.3].into_iter()).unwrap().high < 9.0);
    }

    #[test]
    fn logarithms_have_air_at_both_ends() {
        let axis = Axis::logarithmic(("", "B/s", true), [1e6, 1e9].into_iter()).unwrap();
        assert!(axis.place(1e6) > 0.0 && axis.place(1e9) < 1.0);
        assert!(axis.ticks.iter().any(|(_, label)| label == "10 MB/s"), "{:?}", axis.ticks);
    }
}
