//! The words that were typed: all of them, and values of options as they are read and written.

use clap::ValueEnum;

/// The whole command. Words of other systems' encodings are shown as well as they can be.
pub(crate) fn typed() -> String {
    std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

/// A value of an option, as it is typed.
pub(crate) fn name_of(value: impl ValueEnum) -> String {
    value.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
}

/// A size as people type it.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "" | "B" => Some(1),
        "KiB" => Some(1 << 10),
        "MiB" => Some(1 << 20),
        "GiB" => Some(1 << 30),
        _ => None,
    };
    let number = digits.parse::<u64>().ok();
    let bytes = number.zip(factor).and_then(|(number, factor)| number.checked_mul(factor));
    bytes.ok_or_else(|| format!("`{text}` is no size: expected a number, or one with B, KiB, MiB or GiB behind it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_typed_as_they_are_shown() {
        assert_eq!(size("1MiB"), Ok(1 << 20));
        assert_eq!(size("0"), Ok(0));
        for wrong in ["", "4KB", "-1", "99999999999GiB", "KiB"] {
            assert!(size(wrong).unwrap_err().contains(&format!("`{wrong}` is no size")), "{wrong}");
        }
    }
}
