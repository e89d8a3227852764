//! A number with its unit, behind a decimal prefix or none: `1.23 GB/s`, `45 ns/byte`, `43 frames`.

use crate::model::unit::significant;
use crate::report::sheet::Measure;
use crate::words::trim;

const PREFIXES: [(f64, &str); 8] =
    [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "u"), (1e-9, "n")];

/// With three digits, for people to compare.
pub(super) fn amount(value: f64, unit: &str) -> String {
    let (number, unit) = scaled(value, unit);
    format!("{} {unit}", significant(number, 3)).trim_end().to_owned()
}

/// A value of a measure: what is counted is written as a count.
pub(super) fn measured(value: f64, measure: &Measure) -> String {
    match measure.prefixed {
        true => amount(value, &measure.unit),
        false if value == 1.0 => format!("1 {}", measure.one).trim_end().to_owned(),
        false => format!("{} {}", count(value), measure.unit).trim_end().to_owned(),
    }
}

/// A whole number as one, any other with three digits.
fn count(value: f64) -> String {
    if value.fract() == 0.0 { format!("{value}") } else { significant(value, 3) }
}

/// As short as it can be: an axis has round values, and says its unit itself where it needs no prefix.
pub(super) fn tick(value: f64, unit: &str, prefixed: bool) -> String {
    let short = |number: f64| trim(&significant(number, 3)).to_owned();
    match unit {
        _ if prefixed => {
            let (number, unit) = scaled(value, unit);
            format!("{} {unit}", short(number)).trim_end().to_owned()
        }
        "x" => format!("{}x", short(value)),
        _ => short(value),
    }
}

fn scaled(value: f64, unit: &str) -> (f64, String) {
    if value == 0.0 || !value.is_finite() {
        return (value, unit.to_owned());
    }
    let fits = |(factor, _): &&(f64, &str)| value.abs() >= *factor;
    match PREFIXES.iter().find(fits) {
        Some((factor, prefix)) => (value / factor, format!("{prefix}{unit}")),
        // Of a nanosecond there is no smaller part that anybody reads.
        None => (value / 1e-9, format!("n{unit}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_go_from_nano_to_tera() {
        assert_eq!(amount(1.234e9, "B/s"), "1.23 GB/s");
        assert_eq!(amount(4.5e-8, "s/byte"), "45.0 ns/byte");
        assert_eq!(amount(3.2e-10, "s/byte"), "0.320 ns/byte");
        assert_eq!(amount(1000.0, "B/s"), "1.00 kB/s");
        assert_eq!(tick(2.312, "cycles/byte", false), "2.31");
        assert_eq!((count(2.312).as_str(), count(43.0).as_str()), ("2.31", "43"));
        assert_eq!(tick(2e6, "", true), "2 M");
        assert_eq!(tick(0.5e-6, "s", true), "500 ns");
        assert_eq!((tick(0.5, "x", false).as_str(), tick(20.0, "cycles/byte", false).as_str()), ("0.5x", "20"));
    }
}
