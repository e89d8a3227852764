//! The host of a virtual machine gave its core to others while a comparison was measured.

use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::Caveat;

/// From this share of the time on a reader has to know.
const MUCH: f64 = 0.01;

pub(crate) fn steal(meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let share = meanwhile.mean_share(|state| state.stolen).filter(|share| *share > MUCH)?;
    Some(Caveat::Steal { share })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{in_states, meanwhile};
    use crate::words::caveat_text;

    #[test]
    fn a_hundredth_is_much() {
        let run = in_states(|second, state| state.stolen = state.since_ns.map(|_| second as f64 / 100.0));
        assert!(caveat_text(&steal(&meanwhile(&run)).unwrap()).contains("5.5 % of the core's time"));
        assert_eq!(steal(&meanwhile(&in_states(|_, _| {}))), None);
        assert_eq!(steal(&meanwhile(&in_states(|_, state| state.stolen = None))), None);
    }
}
