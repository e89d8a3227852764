//! Sizes, ratios, counts, spans and dates as a reader wants them: numbers in, short text out.

pub use crate::model::unit::{duration, memory, plural};
use crate::model::{Params, Throughput, unit};

/// A size in the benchmark's own unit: `64 KiB`, `100,000 steps`.
pub fn size_label(size: u64, unit: &Throughput) -> String {
    match unit {
        unit if unit.is_bytes() => unit::size(size),
        unit if unit.is_name() => format!("{}{}", unit.unit, count(size)),
        unit => format!("{} {}", count(size), plural(size, &unit.unit)),
    }
}

/// A size with its parameters: `64 KiB, level 6`.
pub fn point(size: u64, unit: &Throughput, params: &Params) -> String {
    size_label(size, unit) + &with_params(params)
}

/// What stands behind anything that has parameters: `, level 6`.
pub fn with_params(params: &Params) -> String {
    params.iter().map(|(name, value)| format!(", {name} {value}")).collect()
}

/// `5 launches`, `1 block`.
pub fn counted(number: usize, word: &str) -> String {
    format!("{} {}", count(number as u64), plural(number as u64, word))
}

/// Digits in groups of three.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect::<Vec<_>>().join(",")
}

/// How much of the benchmark's unit a second, at so many nanoseconds a call; at size 0, calls.
pub fn throughput(size: u64, ns: f64, unit: &Throughput) -> Option<String> {
    // What a size is only the name of is nothing that there could be so much of.
    if !ns.is_finite() || ns <= 0.0 || unit.is_name() {
        return None;
    }
    let rate = size.max(1) as f64 * 1e9 / ns;
    Some(if size == 0 { unit::rate(rate, "calls") } else { unit::rate(rate, &symbol(unit)) })
}

/// What there is so much of a second, in short: `B`, `elem`, `steps`.
pub fn symbol(unit: &Throughput) -> String {
    match &unit.symbol {
        _ if unit.is_bytes() => "B".to_owned(),
        Some(symbol) => symbol.clone(),
        None => plural(2, &unit.unit),
    }
}

/// A ratio and its interval with as many decimals as the interval bears: (`1.23x`, `1.22..1.24`).
pub fn ratio(value: f64, low: f64, high: f64) -> (String, String) {
    let [value, from, to] = unit::factor_with_ends(value, low, high);
    let known = low.is_finite() && high.is_finite();
    (value, if known { format!("{from}..{to}") } else { "unknown".to_owned() })
}

/// `0.010` is `0.01`, `2.0` is `2`.
pub fn trim(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

/// A number with its unit, trimmed: `2 GB/s` of `2.00 GB/s`.
pub fn trimmed(text: &str) -> String {
    text.split_once(' ').map_or(text.to_owned(), |(number, unit)| format!("{} {unit}", trim(number)))
}

/// `38 to 43 frames`: where both ends bear one unit, it is written once.
pub fn span(from: &str, between: &str, to: &str) -> String {
    match (from.split_once(' '), to.split_once(' ')) {
        (Some((number, unit)), Some((_, same))) if unit == same => format!("{number}{between}{to}"),
        _ => format!("{from}{between}{to}"),
    }
}

/// Seconds since 1970 as `2026-07-12 10:23 UTC`: the minute is enough for whoever reads of a run.
pub fn date(seconds: i64) -> String {
    let exact = unit::date(seconds);
    exact.rsplit_once(':').map_or(exact.clone(), |(minute, _)| format!("{minute} UTC"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::names::listed;

    #[test]
    fn dates_over_leap_years() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_827_696), "2000-02-29 12:34 UTC");
        assert_eq!(date(1_798_761_599), "2026-12-31 23:59 UTC");
        assert_eq!(date(-1), "1969-12-31 23:59 UTC");
    }

    #[test]
    fn a_ratio_has_the_decimals_that_its_interval_bears() {
        assert_eq!(ratio(1.234, 1.221, 1.243), ("1.23x".into(), "1.22..1.25".into()));
        assert_eq!(ratio(1.0021, 1.0012, 1.0031), ("1.0021x".into(), "1.0012..1.0031".into()));
        assert_eq!(ratio(17.31, 17.0, 17.6), ("17.3x".into(), "17.0..17.6".into()));
        assert_eq!(ratio(423.0, 400.0, 440.0), ("423x".into(), "400..440".into()));
        assert_eq!(ratio(1.5, 0.0, f64::INFINITY).1, "unknown");
    }

    #[test]
    fn counts_spans_and_lists() {
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(counted(1, "launch"), "1 launch");
        assert_eq!(counted(5, "launch"), "5 launches");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn throughput_counts_calls_at_size_zero() {
        let byte = Throughput::of("byte");
        let step = Throughput::of("step");
        assert_eq!(throughput(64, 64.0, &byte).unwrap(), "1.00 GB/s");
        assert_eq!(throughput(1000, 1e6, &step).unwrap(), "1.00 Msteps/s");
        assert_eq!(throughput(0, 100.0, &byte).unwrap(), "10.0 Mcalls/s");
        assert_eq!(throughput(64, 0.0, &byte), None);
        assert_eq!(size_label(100_000, &step), "100,000 steps");
        assert_eq!(size_label(1, &step), "1 step");
    }
}
