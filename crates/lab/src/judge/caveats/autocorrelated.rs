//! Neighbouring blocks resembled each other, so that there is less to learn from them than it seems.

use crate::model::{Caveat, Design};

/// `joined`: how many blocks went into one value until neighbours were unrelated.
pub(crate) fn autocorrelated(design: Design, joined: usize) -> Option<Caveat> {
    // Elsewhere blocks are not what is counted.
    (design == Design::Blocks && joined > 1).then_some(Caveat::Autocorrelated { joined })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::caveat_text;

    #[test]
    fn speaks_where_blocks_were_joined() {
        assert!(caveat_text(&autocorrelated(Design::Blocks, 4).unwrap()).contains("4 of them"));
        assert_eq!(autocorrelated(Design::Blocks, 1), None);
        assert_eq!(autocorrelated(Design::Launches, 4), None);
    }
}
