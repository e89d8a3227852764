//! Blocks of a launch that was interrupted are kept, and not used.

use crate::model::Caveat;

/// `left_out`: how many.
pub(crate) fn interrupted_launch(left_out: usize) -> Option<Caveat> {
    let text =
        format!("A launch was interrupted and made anew: what it measured is kept ({left_out} blocks) and not used.");
    (left_out > 0).then(|| Caveat::new("interrupted-launch", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speaks_of_blocks_that_were_left_out() {
        assert_eq!(interrupted_launch(0), None);
        assert!(interrupted_launch(7).unwrap().text.contains("(7 blocks)"));
    }
}
