//! Processes that went on when a command had ended: what they do is work that its time does not hold.

use crate::model::{Caveat, Readings};

pub(crate) fn left_behind(readings: &Readings) -> Option<Caveat> {
    let processes = readings.get("left-behind").map(|left| left.most).filter(|most| *most > 0.0)?;
    Some(Caveat::LeftBehind { processes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Tally, tally};
    use crate::words::caveat_text;

    #[test]
    fn whoever_leaves_nobody_has_no_caveat() {
        let seen = |left: &[f64]| {
            let mut readings = Readings::new();
            tally(&mut readings, left.iter().map(|left| ("left-behind", Tally::of(*left))));
            left_behind(&readings).map(|caveat| caveat_text(&caveat))
        };
        assert_eq!(seen(&[]), None);
        assert!(seen(&[1.0, 1.0]).unwrap().starts_with("It left a process behind"));
        assert!(seen(&[1.0, 3.0]).unwrap().starts_with("It left up to 3 processes behind"));
    }
}
