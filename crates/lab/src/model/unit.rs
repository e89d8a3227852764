//! Numbers that know their unit, written as people write them.

/// Nanoseconds: `12.3 ns`, `4.56 us`, `789 ms`, `1.23 s`.
pub fn time(ns: f64) -> String {
    let (value, unit) = match ns.abs() {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "us"),
        ns if ns < 1e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{} {unit}", significant(value.copysign(ns), 3))
}

/// A count of bytes as an input size: exact powers as `64 KiB`, anything else as `820 B`.
pub fn size(bytes: u64) -> String {
    const STEPS: [(u64, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    match STEPS.iter().find(|(step, _)| bytes >= *step && bytes % step == 0) {
        Some((step, unit)) => format!("{} {unit}", bytes / step),
        None => format!("{bytes} B"),
    }
}

/// So many a second, with a decimal prefix: `1.05 GB/s` for the unit `B`, `87.1 Msteps/s` for `steps`.
pub fn rate(per_second: f64, unit: &str) -> String {
    let (value, prefix) = match per_second {
        rate if rate < 1e3 => (rate, ""),
        rate if rate < 1e6 => (rate / 1e3, "k"),
        rate if rate < 1e9 => (rate / 1e6, "M"),
        rate => (rate / 1e9, "G"),
    };
    format!("{} {prefix}{unit}/s", significant(value, 3))
}

/// A share as a percentage: 0.0123 is `1.2 %`, 0.00123 is `0.12 %`.
pub fn percent(share: f64) -> String {
    format!("{} %", significant(share * 100.0, 2))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        assert_eq!(time(0.5), "0.500 ns");
        assert_eq!(time(12.34), "12.3 ns");
        assert_eq!(time(1234.0), "1.23 us");
        assert_eq!(time(98_700_000.0), "98.7 ms");
        assert_eq!(time(12e9), "12.0 s");
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
    fn rates_and_shares() {
        assert_eq!(rate(1.05e9, "B"), "1.05 GB/s");
        assert_eq!(rate(999.0, "steps"), "999 steps/s");
        assert_eq!(percent(0.0123), "1.2 %");
        assert_eq!(percent(0.25), "25 %");
    }
}
