//! A comparison was made in one launch: one address layout, one heap, one start.

use crate::model::{Caveat, Design};

/// `spread`: what launches are known to differ by on this machine, as a logarithm.
pub(crate) fn one_launch(design: Design, spread: Option<f64>) -> Option<Caveat> {
    (design == Design::Blocks).then(|| Caveat::OneLaunch { spread: spread.map(f64::exp_m1) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::caveat_text;

    #[test]
    fn one_launch_says_so_and_what_is_known() {
        let text = |spread: Option<f64>| caveat_text(&one_launch(Design::Blocks, spread).unwrap());
        assert_eq!(text(Some(0.0123f64.ln_1p())), "This launch only: launches were seen to differ by 1.2 % here.");
        assert!(text(None).contains("not known yet"));
        assert_eq!(one_launch(Design::Launches, None), None);
    }
}
