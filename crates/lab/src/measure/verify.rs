//! Whether an answer is right, and if not, where it first differs.

use crate::model::Fault;
use crate::model::When;

/// Compares an answer with the one expected for the input that `input` describes.
pub(super) fn same(expected: &[u8], got: &[u8], when: When, input: impl FnOnce() -> String) -> Result<(), Fault> {
    if expected == got {
        return Ok(());
    }
    let common = expected.iter().zip(got).take_while(|(left, right)| left == right).count();
    Err(Fault::Wrong {
        when,
        input: input(),
        expected: shown(expected, common),
        got: shown(got, common),
        first_difference: common,
    })
}

/// A few bytes around a place, in hexadecimal, with the length.
fn shown(bytes: &[u8], place: usize) -> String {
    let from = place.saturating_sub(4).min(bytes.len());
    let to = (place + 12).min(bytes.len());
    let hex: String = bytes[from..to].iter().map(|byte| format!("{byte:02x}")).collect();
    let (before, after) = (if from > 0 { "…" } else { "" }, if to < bytes.len() { "…" } else { "" });
    match bytes.len() {
        0 => "nothing (0 bytes)".to_owned(),
        length => format!("{before}{hex}{after} ({length} bytes)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_differing_byte_is_named() {
        assert!(same(b"abc", b"abc", When::Asked, String::new).is_ok());
        let fault = same(b"abcd", b"abxd", When::Timed, || "input 0".to_owned()).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "wrong answer in a timed call for input 0: expected 61626364 (4 bytes), got 61627864 (4 bytes), first difference at byte 2"
        );
    }

    #[test]
    fn a_missing_end_is_a_difference_at_the_end() {
        let Err(Fault::Wrong { first_difference, got, .. }) = same(b"abc", b"", When::Asked, String::new) else {
            panic!("an empty answer is not the same")
        };
        assert_eq!((first_difference, got.as_str()), (0, "nothing (0 bytes)"));
    }
}
