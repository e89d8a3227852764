//! Its time stays the same where everybody else's grows with the input.

use crate::model::Caveat;

/// `size`: the smaller one, at which it took as long.
pub(crate) fn no_growth(size: &str) -> Caveat {
    let text = format!(
        "It takes no longer than at {size}, and everybody else does: whether it does the work is for you to say."
    );
    Caveat::new("no-growth", text)
}
