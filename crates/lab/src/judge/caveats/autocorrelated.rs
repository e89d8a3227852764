//! Neighbouring blocks resembled each other, so that there is less to learn from them than it seems.

use crate::model::{Caveat, Mode};

/// `joined`: how many blocks went into one value until neighbours were unrelated.
pub(crate) fn autocorrelated(mode: Mode, joined: usize) -> Option<Caveat> {
    let text =
        format!("Neighbouring blocks resemble each other: {joined} of them were taken together as one observation.");
    // Standard mode counts launches, not blocks.
    (mode == Mode::Quick && joined > 1).then(|| Caveat::new("autocorrelated", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speaks_where_blocks_were_joined() {
        assert!(autocorrelated(Mode::Quick, 4).unwrap().text.contains("4 of them"));
        assert_eq!(autocorrelated(Mode::Quick, 1), None);
        assert_eq!(autocorrelated(Mode::Standard, 4), None);
    }
}
