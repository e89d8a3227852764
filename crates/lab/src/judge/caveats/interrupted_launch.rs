//! Blocks of a launch that was interrupted are kept, and not used.

use crate::model::Caveat;

/// `left_out`: how many.
pub(crate) fn interrupted_launch(left_out: usize) -> Option<Caveat> {
    (left_out > 0).then_some(Caveat::InterruptedLaunch { blocks: left_out })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::caveat_text;

    #[test]
    fn speaks_of_blocks_that_were_left_out() {
        assert_eq!(interrupted_launch(0), None);
        assert!(caveat_text(&interrupted_launch(7).unwrap()).contains("(7 blocks)"));
    }
}
