//! Whether an answer is right, and if not, where it first differs.

use crate::model::{Contest, Fault, When};

/// Compares an answer with the one expected for the input that `input` describes.
pub(crate) fn same(expected: &[u8], got: &[u8], when: When, input: impl FnOnce() -> String) -> Result<(), Fault> {
    if expected == got {
        return Ok(());
    }
    let common = expected.iter().zip(got).take_while(|(left, right)| left == right).count();
    let [expected, got] = shown([expected, got], common);
    Err(Fault::Wrong { when, input: input(), expected, got, first_difference: common })
}

/// How many bytes before a place and from it on are shown.
const HEX: (usize, usize) = (4, 12);
const TEXT: (usize, usize) = (16, 24);

/// A few bytes around a place, with the length: as text in quotes where both are, else in hexadecimal.
fn shown(both: [&[u8]; 2], place: usize) -> [String; 2] {
    match both.map(|bytes| text(bytes, place)) {
        [Some(left), Some(right)] => [left, right],
        _ => both.map(|bytes| {
            let (from, to) = (place.saturating_sub(HEX.0).min(bytes.len()), (place + HEX.1).min(bytes.len()));
            let hex: String = bytes[from..to].iter().map(|byte| format!("{byte:02x}")).collect();
            with_length(hex, bytes.len(), from, to)
        }),
    }
}

/// `None` where it is no text that may be shown: a control character would move the cursor of whoever reads it.
fn text(bytes: &[u8], place: usize) -> Option<String> {
    let begins = |index: &usize| bytes.get(*index).is_none_or(|byte| byte & 0xc0 != 0x80);
    let (first, last) = (place.saturating_sub(TEXT.0).min(bytes.len()), (place + TEXT.1).min(bytes.len()));
    let (from, to) = ((0..=first).rev().find(begins)?, (last..=bytes.len()).find(begins)?);
    let text = std::str::from_utf8(&bytes[from..to]).ok()?;
    let is_plain = |letter: char| !letter.is_control() || matches!(letter, '\n' | '\r' | '\t');
    // What has no shape of its own, such as a mark that turns the direction of reading, is escaped.
    text.chars().all(is_plain).then(|| with_length(format!("\"{}\"", text.escape_debug()), bytes.len(), from, to))
}

fn with_length(shown: String, length: usize, from: usize, to: usize) -> String {
    let (before, after) = (if from > 0 { "…" } else { "" }, if to < length { "…" } else { "" });
    match length {
        0 => "nothing (0 bytes)".to_owned(),
        1 => format!("{shown} (1 byte)"),
        length => format!("{before}{shown}{after} ({length} bytes)"),
    }
}

/// What an input is called in a fault; a command of the command line has none, and prints something.
pub(crate) fn input_name(contest: &Contest, lane: usize, comparison: usize) -> String {
    let cell = contest.cell(lane, comparison);
    let is_command = cell.implementation.call_kind().is_command();
    match contest.unit.unit.as_str() {
        "run" if is_command => "its output".to_owned(),
        swept if is_command && swept.ends_with('=') => format!("its output with {swept}{}", cell.size),
        _ => format!("the input of size {}", cell.size),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(expected: &[u8], got: &[u8]) -> String {
        same(expected, got, When::Asked, || "input 0".to_owned()).unwrap_err().to_string()
    }

    #[test]
    fn the_first_differing_byte_is_named() {
        assert!(same(b"abc", b"abc", When::Asked, String::new).is_ok());
        let fault = same(&[0, 1, 2], &[0, 1, 255], When::Timed, || "input 0".to_owned()).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "wrong answer in a timed call for input 0: expected 000102 (3 bytes), got 0001ff (3 bytes), first difference at byte 2"
        );
    }

    #[test]
    fn text_is_shown_as_text() {
        assert_eq!(
            told(b"12,5", b"12.5"),
            "wrong answer for input 0: expected \"12,5\" (4 bytes), got \"12.5\" (4 bytes), first difference at byte 2"
        );
        assert!(told("né\n".as_bytes(), "nè\n".as_bytes()).contains(r#"expected "né\n" (4 bytes), got "nè\n""#));
        assert!(told(b"7", b"").contains("expected \"7\" (1 byte), got nothing (0 bytes)"));
        let long = |end: &str| format!("{}x{end}{}", "a".repeat(100), "é".repeat(100)).into_bytes();
        let fault = told(&long("1"), &long("2"));
        let around = |end: &str| format!("…\"{}x{end}{}\"… (302 bytes)", "a".repeat(15), "é".repeat(12));
        assert!(fault.contains(&format!("expected {}, got {}, first", around("1"), around("2"))), "{fault}");
    }

    #[test]
    fn what_is_no_text_is_shown_in_hexadecimal_and_no_control_character_gets_through() {
        assert!(told(b"ab", b"a\x1b[2J").contains("expected 6162 (2 bytes), got 611b5b324a (5 bytes)"));
        assert!(told(b"ab", b"a\xff").contains("expected 6162 (2 bytes), got 61ff (2 bytes)"));
        // One sequence of UTF-8 cut by the other's end.
        assert!(told("é".as_bytes(), b"\xc3").contains("expected c3a9 (2 bytes), got c3 (1 byte)"));
        assert!(told("a\u{202e}b".as_bytes(), b"ab").contains(r#"expected "a\u{202e}b" (5 bytes)"#));
    }

    #[test]
    fn a_missing_end_is_a_difference_at_the_end() {
        let Err(Fault::Wrong { first_difference, got, .. }) = same(b"abc", b"", When::Asked, String::new) else {
            panic!("an empty answer is not the same")
        };
        assert_eq!((first_difference, got.as_str()), (0, "nothing (0 bytes)"));
    }

    proptest::proptest! {
        #[test]
        fn whatever_the_bytes_nothing_panics(expected: Vec<u8>, got: Vec<u8>, same_start in 0_usize..60) {
            let start = "aé\u{202e}".as_bytes().repeat(10)[..same_start].to_vec();
            let [expected, got] = [expected, got].map(|end| [start.clone(), end].concat());
            if let Err(fault) = same(&expected, &got, When::Asked, String::new) {
                assert!(!fault.to_string().chars().any(char::is_control));
            }
        }
    }
}
