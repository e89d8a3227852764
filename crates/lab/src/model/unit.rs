//! Numbers that know their unit, written as people write them.

/// `steps`, `hashes`; one of them has no ending.
pub fn plural(count: u64, word: &str) -> String {
    match word {
        _ if count == 1 => word.to_owned(),
        _ if ["ch", "sh", "ss"].iter().any(|end| word.ends_with(end)) => format!("{word}es"),
        _ if word.ends_with('s') => word.to_owned(),
        _ => format!("{word}s"),
    }
}

/// Nanoseconds: `12.3 ns`, `4.56 us`, `789 ms`, `1.23 s`.
pub fn time(ns: f64) -> String {
    in_steps(ns, ns.abs(), [(1.0, "ns"), (1e3, "us"), (1e6, "ms"), (1e9, "s")], "")
}

/// A value of so much, with three digits, in the largest unit that is no more than it.
fn in_steps(value: f64, much: f64, units: [(f64, &str); 4], ending: &str) -> String {
    let is_reached = |(step, _): &&(f64, &str)| much >= *step || much.is_nan();
    let (step, unit) = units.iter().rev().find(is_reached).unwrap_or(&units[0]);
    format!("{} {unit}{ending}", significant(value / step, 3))
}

/// Joules: `12.3 nJ`, `4.56 uJ`, `789 mJ`, `1.23 J`.
pub fn energy(joules: f64) -> String {
    let (factor, unit) = match joules.abs() {
        small if small < 1e-6 => (1e9, "nJ"),
        small if small < 1e-3 => (1e6, "uJ"),
        small if small < 1.0 => (1e3, "mJ"),
        _ => (1.0, "J"),
    };
    format!("{} {unit}", significant(joules * factor, 3))
}

/// A span of time as people plan with it: `0.4 s`, `3 s`, `4 min`, `2 h`.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if !s.is_finite() => "unknown".to_owned(),
        s if s < 0.05 => "0 s".to_owned(),
        s if s < 0.95 => format!("{s:.1} s"),
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.0} h", s / 3600.0),
    }
}

/// A count of bytes as an input size: exact powers as `64 KiB`, anything else as `820 B`.
pub fn size(bytes: u64) -> String {
    const STEPS: [(u64, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let exact = STEPS.iter().find(|(step, _)| bytes >= *step && bytes.is_multiple_of(*step));
    exact.map_or_else(|| format!("{bytes} B"), |(step, unit)| format!("{} {unit}", bytes / step))
}

/// An amount of memory, with three digits: `1.50 MiB`.
pub fn memory(bytes: f64) -> String {
    if bytes < 1024.0 && bytes.fract() == 0.0 {
        return format!("{bytes} B");
    }
    in_steps(bytes, bytes, [(1.0, "B"), (1024.0, "KiB"), (1_048_576.0, "MiB"), (1_073_741_824.0, "GiB")], "")
}

/// So many a second, with a decimal prefix: `1.05 GB/s` for the unit `B`, `87.1 Msteps/s` for `steps`.
pub fn rate(per_second: f64, unit: &str) -> String {
    in_steps(per_second, per_second, [(1.0, ""), (1e3, "k"), (1e6, "M"), (1e9, "G")], &format!("{unit}/s"))
}

/// A value of a metric in its unit, a word in the singular or an amount a second: `40 frames`, `1.05 GB/s`.
pub fn amount(value: f64, unit: &str) -> String {
    let number = if value.fract() == 0.0 { format!("{value}") } else { significant(value, 3) };
    match (unit, unit.strip_suffix("/s")) {
        ("byte", _) => memory(value),
        ("byte/s", _) => rate(value, "B"),
        ("second", _) => time(value * 1e9),
        (_, Some(word)) => rate(value, &plural(2, word)),
        ("", None) => number,
        (_, None) => format!("{number} {}", plural(if value == 1.0 { 1 } else { 2 }, unit)),
    }
}

/// A share as a percentage: 0.0123 is `1.2 %`, 0.00123 is `0.12 %`.
pub fn percent(share: f64) -> String {
    format!("{} %", significant(share * 100.0, 2))
}

/// A difference that does not matter, as somebody typed it: `1 %`, `0.25 %`.
pub fn margin(share: f64) -> String {
    format!("{} %", (share * 1e9).round() / 1e7)
}

/// The share from which on something is said to be so many times as much: nobody sees at once that 1942 % more is 20
/// times as much.
const TIMES_FROM: f64 = 2.0;

/// What takes longer by a share: `12 % longer`, `20 times as long`.
pub fn longer(share: f64) -> String {
    match share {
        share if share < TIMES_FROM => format!("{} longer", percent(share)),
        share => format!("{} times as long", significant(1.0 + share, 2)),
    }
}

/// What is more by a share: `12 % more`, `20 times as much`.
pub fn more(share: f64, digits: i32) -> String {
    match share {
        share if share < TIMES_FROM => format!("{} % more", significant(share * 100.0, digits)),
        share => format!("{} times as much", significant(1.0 + share, digits)),
    }
}

/// So many times as much, with two digits of what is above 1 and three of a large factor: `1.0021x`, `1.23x`, `12.3x`,
/// `851x`.
pub fn factor(value: f64) -> String {
    format!("{value:.*}x", factor_decimals(value))
}

/// A factor, rounded down to its last digit: for what is claimed as the least.
pub fn factor_at_least(value: f64) -> String {
    let step = 10f64.powi(factor_decimals(value) as i32);
    factor_of((value * step + 1e-6).floor() / step, value)
}

/// A factor, rounded up to its last digit: for what is claimed as the most.
pub fn factor_at_most(value: f64) -> String {
    let step = 10f64.powi(factor_decimals(value) as i32);
    factor_of((value * step - 1e-6).ceil() / step, value)
}

/// With as many digits as the one that it was rounded from.
fn factor_of(value: f64, from: f64) -> String {
    format!("{value:.*}x", factor_decimals(from))
}

fn factor_decimals(value: f64) -> usize {
    match (value - 1.0).abs() {
        above if above < 0.001 => 4,
        above if above < 0.1 => 3,
        _ if value < 10.0 => 2,
        _ if value < 100.0 => 1,
        _ => 0,
    }
}

/// A factor with the ends of its interval, as many digits for each as the interval bears: `1.20x`, `1.17`, `1.26`.
pub fn factor_with_ends(value: f64, low: f64, high: f64) -> [String; 3] {
    let least = match value {
        value if value >= 100.0 => 0,
        value if value >= 10.0 => 1,
        _ => 2,
    };
    let half = (high - low) / 2.0;
    let borne = if half > 0.0 && half.is_finite() { (-half.log10()).ceil().clamp(0.0, 4.0) as usize } else { 0 };
    // An end that is not 1 is not shown as 1: that is what tells a difference from none.
    let ends = [low, high].into_iter().filter(|end| *end != 1.0 && end.is_finite());
    let parts = ends.map(|end| (end - 1.0).abs()).fold(1.0, f64::min).max(1e-4);
    let decimals = borne.max(least).max((-parts.log10()).ceil() as usize);
    let step = 10f64.powi(decimals as i32);
    // The ends are rounded outwards, so that they still hold.
    let (low, high) = ((low * step + 1e-6).floor() / step, (high * step - 1e-6).ceil() / step);
    [format!("{value:.decimals$}x"), format!("{low:.decimals$}"), format!("{high:.decimals$}")]
}

/// How far two amounts are apart: `12 %`, `a factor of 20`.
pub fn apart(share: f64) -> String {
    if share < TIMES_FROM { percent(share) } else { format!("a factor of {}", significant(1.0 + share, 2)) }
}

/// Seconds since 1970 as a date and a time of day, UTC: `2026-02-03 14:05:09 UTC`.
pub fn date(seconds: i64) -> String {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    // Counted in years that begin in March, so that the leap day is a year's last.
    let since_march = days + 719_468;
    let (era, day) = (since_march.div_euclid(146_097), since_march.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (era * 400 + year + month / 10, (month + 2) % 12 + 1);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02} UTC", rest / 3600, rest / 60 % 60, rest % 60)
}

/// A number with about so many significant digits, never in exponents.
pub fn significant(value: f64, digits: i32) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let before = value.abs().log10().floor() as i32 + 1;
    let after = (digits - before).clamp(0, 12) as usize;
    format!("{value:.after$}")
}

/// `30s`, `1.5m`, `2h`, `200ms`; a bare number is seconds.
pub fn seconds(text: &str) -> Result<f64, String> {
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let factor = match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time; use us, ms, s, m or h")),
    };
    match number.trim().parse::<f64>() {
        Ok(value) if value > 0.0 && value * factor < 1e8 => Ok(value * factor),
        _ => Err(format!("`{text}` is no time; write it like 30s, 5m or 200ms")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_written() {
        assert_eq!(seconds("30s"), Ok(30.0));
        assert_eq!(seconds("1.5m"), Ok(90.0));
        assert_eq!(seconds("200ms"), Ok(0.2));
        assert_eq!(seconds("7"), Ok(7.0));
        for text in ["", "s", "-1s", "0", "3 weeks", "nan"] {
            assert!(seconds(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_have_three_digits() {
        assert_eq!(time(0.5), "0.500 ns");
        assert_eq!(time(12.34), "12.3 ns");
        assert_eq!(time(1234.0), "1.23 us");
        assert_eq!(time(98_700_000.0), "98.7 ms");
        assert_eq!(time(12e9), "12.0 s");
    }

    #[test]
    fn spans_are_those_of_plans() {
        assert_eq!([0.0, 0.42, 3.2].map(duration), ["0 s", "0.4 s", "3 s"]);
        assert_eq!([240.0, 9000.0, f64::INFINITY].map(duration), ["4 min", "2 h", "unknown"]);
    }

    #[test]
    fn sizes_are_exact() {
        assert_eq!(size(0), "0 B");
        assert_eq!(size(820), "820 B");
        assert_eq!(size(65536), "64 KiB");
        assert_eq!(size(65537), "65537 B");
        assert_eq!(size(3 << 20), "3 MiB");
    }

    #[test]
    fn amounts_of_memory_have_three_digits() {
        assert_eq!([0.0, 12.0, 1000.0].map(memory), ["0 B", "12 B", "1000 B"]);
        assert_eq!([0.125, 1536.0, 5e6, 2e10].map(memory), ["0.125 B", "1.50 KiB", "4.77 MiB", "18.6 GiB"]);
    }

    #[test]
    fn margins_are_as_somebody_typed_them() {
        for (share, text) in [(0.01, "1 %"), (0.0025, "0.25 %"), (1e-6, "0.0001 %"), (0.07, "7 %"), (0.0, "0 %")] {
            assert_eq!(margin(share), text);
        }
    }

    #[test]
    fn amounts_bear_the_unit_of_their_metric() {
        assert_eq!([1.0, 40.0, 40.25].map(|value| amount(value, "frame")), ["1 frame", "40 frames", "40.2 frames"]);
        assert_eq!([amount(2.5e8, "byte/s"), amount(120.0, "frame/s")], ["250 MB/s", "120 frames/s"]);
        assert_eq!([amount(1536.0, "byte"), amount(0.25, "second")], ["1.50 KiB", "250 ms"]);
        assert_eq!(amount(0.57, ""), "0.570");
    }

    #[test]
    fn rates_and_shares() {
        assert_eq!(rate(1.05e9, "B"), "1.05 GB/s");
        assert_eq!(rate(999.0, "steps"), "999 steps/s");
        assert_eq!(percent(0.0123), "1.2 %");
        assert_eq!(percent(0.25), "25 %");
    }

    #[test]
    fn large_shares_are_factors() {
        assert_eq!(
            [0.05, 1.99, 2.0, 19.42].map(longer),
            ["5.0 % longer", "199 % longer", "3.0 times as long", "20 times as long"]
        );
        assert_eq!([0.25, 19.42].map(|share| more(share, 2)), ["25 % more", "20 times as much"]);
        assert_eq!([0.2, 19.42].map(apart), ["20 %", "a factor of 20"]);
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00:00 UTC");
        assert_eq!(date(-1), "1969-12-31 23:59:59 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00:00 UTC");
        assert_eq!(date(951_868_800), "2000-03-01 00:00:00 UTC");
        assert_eq!(date(1_234_567_890), "2009-02-13 23:31:30 UTC");
        assert_eq!(date(4_107_542_399), "2100-02-28 23:59:59 UTC");
        assert_eq!(date(4_107_542_400), "2100-03-01 00:00:00 UTC");
    }
}
