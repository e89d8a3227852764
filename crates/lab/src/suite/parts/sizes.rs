//! From `64, 1KiB, 8..64KiB x4` to a list of sizes: for suites and for `--sizes`.

/// More sizes than this are a slip of the pen, not a plan.
const MOST: usize = 100_000;

/// The first that fits counts.
const SUFFIXES: [(&str, u64); 6] =
    [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("k", 1_000), ("M", 1_000_000), ("B", 1)];

/// Sizes separated by commas, in ascending order, each once.
///
/// A part is a number with an optional suffix, or a range: `a..b` is every number, `a..b +N` goes
/// in steps of N, `a..b xN` is a geometric ladder; `b` is always the last.
pub fn parse_sizes(text: &str) -> Result<Vec<u64>, String> {
    let mut sizes = Vec::new();
    if !text.trim().is_empty() {
        for part in text.split(',') {
            parse_part(part.trim(), &mut sizes)?;
            if sizes.len() > MOST {
                return Err(format!("`{}` makes more than {MOST} sizes; take wider steps", text.trim()));
            }
        }
    }
    if sizes.is_empty() {
        return Err("no sizes; write at least one, such as `64` or `8..64KiB x4`".to_owned());
    }
    sizes.sort_unstable();
    sizes.dedup();
    Ok(sizes)
}

fn parse_part(part: &str, sizes: &mut Vec<u64>) -> Result<(), String> {
    let Some((first, rest)) = part.split_once("..") else {
        sizes.push(parse_size(part)?);
        return Ok(());
    };
    // `1..8 x2` and `1..8x2` are the same: no size holds an `x` or a `+`.
    let (last, step) = match rest.find(['x', '+']) {
        Some(at) => (rest[..at].trim(), Some(&rest[at..])),
        None => match rest.trim().split_once(char::is_whitespace) {
            Some((last, step)) => (last, Some(step.trim())),
            None => (rest.trim(), None),
        },
    };
    let (first, last) = (parse_size(first.trim())?, parse_size(last)?);
    if first > last {
        return Err(format!("`{part}` descends; write the smaller size first"));
    }
    let step = step.map_or(Ok(SizeStep::Add(1)), |step| parse_step(step, first, part))?;
    climb(first, last, step, sizes);
    Ok(())
}

#[derive(Clone, Copy)]
enum SizeStep {
    Add(u64),
    Times(f64),
}

fn parse_step(step: &str, first: u64, part: &str) -> Result<SizeStep, String> {
    if let Some(text) = step.strip_prefix('+') {
        return match parse_size(text.trim())? {
            0 => Err(format!("`{part}` takes steps of 0; the smallest step is 1")),
            step => Ok(SizeStep::Add(step)),
        };
    }
    let factor = step.strip_prefix('x').and_then(|text| text.trim().parse::<f64>().ok());
    let factor =
        factor.ok_or_else(|| format!("`{part}` has a malformed step; expected `xN` or `+N` after the range"))?;
    if !(factor > 1.0 && factor.is_finite()) {
        return Err(format!("`{part}` does not climb; the factor after `x` must be above 1"));
    }
    if first == 0 {
        return Err(format!("`{part}` starts at 0, which no factor leaves; write `0, 1..` and so on"));
    }
    Ok(SizeStep::Times(factor))
}

fn climb(first: u64, last: u64, step: SizeStep, sizes: &mut Vec<u64>) {
    let mut size = first;
    // One size beyond the most is enough to be refused.
    while size < last && sizes.len() <= MOST {
        sizes.push(size);
        size = match step {
            SizeStep::Add(step) => size.saturating_add(step),
            SizeStep::Times(factor) => ((size as f64 * factor).round() as u64).max(size.saturating_add(1)),
        };
    }
    sizes.push(last);
}

/// One size: digits, perhaps with `_` among them, and a suffix.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let suffix = SUFFIXES.iter().find(|(suffix, _)| text.ends_with(suffix));
    let (digits, factor) = match suffix {
        Some((suffix, factor)) => (text[..text.len() - suffix.len()].trim_end(), *factor),
        None => (text, 1),
    };
    let is_digit = |letter: char| letter.is_ascii_digit();
    if !digits.starts_with(is_digit) || digits.contains(|letter| !is_digit(letter) && letter != '_') {
        let expected = "expected a whole number, perhaps followed by B, KiB, MiB, GiB, k or M";
        return Err(format!("`{text}` is no size; {expected}"));
    }
    let digits = digits.replace('_', "");
    // Digits alone are a number, however many there are. The store's integers are signed.
    let number = digits.parse().ok().and_then(|number: u64| number.checked_mul(factor));
    number
        .filter(|&size| i64::try_from(size).is_ok())
        .ok_or_else(|| format!("`{text}` is too large; sizes end below 2^63"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_ranges_and_ladders() {
        assert_eq!(parse_sizes("64, 1KiB, 2k,1_000").unwrap(), [64, 1000, 1024, 2000]);
        assert_eq!(parse_sizes("8..64KiB x4").unwrap(), [8, 32, 128, 512, 2048, 8192, 32768, 65536]);
        assert_eq!(parse_sizes("1..8x2, 0..20+8").unwrap(), [0, 1, 2, 4, 8, 16, 20]);
        assert_eq!(parse_sizes("0..3").unwrap(), [0, 1, 2, 3]);
        assert_eq!(parse_sizes("0..20 +8").unwrap(), [0, 8, 16, 20]);
        assert_eq!(parse_sizes("10..20 x1.5").unwrap(), [10, 15, 20]);
        assert_eq!(parse_sizes("1..4 x1.1").unwrap(), [1, 2, 3, 4]);
        assert_eq!(parse_sizes("7..7 x2").unwrap(), [7]);
        assert_eq!(parse_sizes("0..2, 1..3").unwrap(), [0, 1, 2, 3]);
        assert_eq!(parse_sizes("64 B, 10 KiB, 1 MiB").unwrap(), [64, 10 << 10, 1 << 20]);
        assert_eq!(parse_sizes("512..1MiB x2").unwrap().last(), Some(&(1 << 20)));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let fault = |text: &str| parse_sizes(text).unwrap_err();
        assert!(fault("").starts_with("no sizes"));
        assert!(fault("64,").starts_with("`` is no size"));
        assert!(fault("12x").starts_with("`12x` is no size"));
        assert!(fault("-1").starts_with("`-1` is no size"));
        assert!(fault("64..8").contains("descends"));
        assert!(fault("1..8 *2").contains("malformed step"));
        assert!(fault("1..8 x1").contains("does not climb"));
        assert!(fault("1..8 xNaN").contains("does not climb"));
        assert!(fault("0..8 x2").contains("starts at 0"));
        assert!(fault("1..8 +0").contains("steps of 0"));
        assert!(fault("99999999999GiB").contains("too large"));
        for digits in ["9223372036854775808", "99999999999999999999", "18_446_744_073_709_551_616 KiB"] {
            assert_eq!(fault(digits), format!("`{digits}` is too large; sizes end below 2^63"));
        }
        assert_eq!(parse_sizes("9223372036854775807"), Ok(vec![i64::MAX as u64]));
        assert!(fault("99999999999999999999x").starts_with("`99999999999999999999x` is no size"));
        assert!(fault("0..99999999999").contains("more than 100000 sizes"));
        assert!(fault("é").contains("no size"));
    }

    proptest::proptest! {
        #[test]
        fn nothing_panics(text in "[0-9.,xKiBMGk+ _é-]{0,40}|\\PC{0,40}") {
            if let Ok(sizes) = parse_sizes(&text) {
                assert!(!sizes.is_empty() && sizes.is_sorted());
            }
        }
    }
}
