//! Another hardware thread of the measuring core was at work while a comparison was measured.

use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::Caveat;

/// Less than this share of the time is what every system does.
const MUCH: f64 = 0.05;

pub(crate) fn busy_sibling(meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let share = meanwhile.mean_share(|state| state.sibling_busy).filter(|share| *share > MUCH)?;
    Some(Caveat::BusySibling { share })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{in_states, meanwhile};
    use crate::words::caveat_text;

    #[test]
    fn a_twentieth_is_much() {
        let run = in_states(|_, state| state.sibling_busy = state.since_ns.map(|_| 0.3));
        assert!(caveat_text(&busy_sibling(&meanwhile(&run)).unwrap()).contains("busy for 30 %"));
        let run = in_states(|_, state| state.sibling_busy = state.since_ns.map(|_| 0.04));
        assert_eq!(busy_sibling(&meanwhile(&run)), None);
        assert_eq!(busy_sibling(&meanwhile(&in_states(|_, state| state.sibling_busy = None))), None);
    }
}
