//! The processor held itself back while a comparison was measured.

use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::Caveat;

pub(crate) fn throttled(meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let times: u64 = meanwhile.stretches().filter_map(|state| state.throttled).sum();
    (times > 0).then_some(Caveat::Throttled { times })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{in_states, meanwhile};
    use crate::words::caveat_text;

    #[test]
    fn once_is_enough() {
        let run = in_states(|second, state| state.throttled = state.since_ns.map(|_| u64::from(second == 7)));
        assert!(caveat_text(&throttled(&meanwhile(&run)).unwrap()).contains("back once"));
        assert_eq!(throttled(&meanwhile(&in_states(|_, _| {}))), None);
        assert_eq!(throttled(&meanwhile(&in_states(|_, state| state.throttled = None))), None);
    }
}
