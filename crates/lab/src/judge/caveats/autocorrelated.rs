//! Neighbouring blocks resembled each other, so that there is less to learn from them than it seems.

use crate::model::{Caveat, Design};

/// `joined`: how many blocks went into one value until neighbours were unrelated.
pub(crate) fn autocorrelated(design: Design, joined: usize) -> Option<Caveat> {
    let text = format!("Its blocks are autocorrelated: {joined} of them were taken together as one observation.");
    // Elsewhere blocks are not what is counted.
    (design == Design::Blocks && joined > 1).then(|| Caveat::new("autocorrelated", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speaks_where_blocks_were_joined() {
        assert!(autocorrelated(Design::Blocks, 4).unwrap().text.contains("4 of them"));
        assert_eq!(autocorrelated(Design::Blocks, 1), None);
        assert_eq!(autocorrelated(Design::Launches, 4), None);
    }
}
