//! A comparison was made in one launch: one address layout, one heap, one start.

use crate::model::unit::apart;
use crate::model::{Caveat, Design};

/// `spread`: what launches are known to differ by on this machine, as a logarithm.
pub(crate) fn one_launch(design: Design, spread: Option<f64>) -> Option<Caveat> {
    let known = match spread {
        Some(spread) => format!("launches were seen to differ by {} here", apart(spread.exp_m1())),
        None => "how far launches differ here is not known yet; without `--quick` it is measured".to_owned(),
    };
    (design == Design::Blocks).then(|| Caveat::new("one-launch", format!("This launch only: {known}.")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_launch_says_so_and_what_is_known() {
        let text = |spread: Option<f64>| one_launch(Design::Blocks, spread).unwrap().text;
        assert_eq!(text(Some(0.0123f64.ln_1p())), "This launch only: launches were seen to differ by 1.2 % here.");
        assert!(text(None).contains("not known yet"));
        assert_eq!(one_launch(Design::Launches, None), None);
    }
}
