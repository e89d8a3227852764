//! The machine lived on its battery while a comparison was measured.

use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::Caveat;

pub(crate) fn on_battery(meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let state = meanwhile.moments_and_before().find(|state| state.mains == Some(false))?;
    Some(Caveat::OnBattery { battery_percent: state.battery_percent })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{in_states, meanwhile};
    use crate::words::caveat_text;

    #[test]
    fn a_plug_that_is_pulled_is_seen() {
        let run = in_states(|second, state| state.mains = Some(second < 6));
        assert!(caveat_text(&on_battery(&meanwhile(&run)).unwrap()).contains("battery (80 % full)"));
        assert_eq!(on_battery(&meanwhile(&in_states(|_, _| {}))), None);
        assert_eq!(on_battery(&meanwhile(&in_states(|_, state| state.mains = None))), None);
    }

    #[test]
    fn it_holds_for_what_was_measured_between_two_states() {
        let mut run = in_states(|_, state| state.mains = Some(false));
        run.blocks.truncate(1);
        run.blocks[0].began_ns = 300_000_000;
        assert!(on_battery(&meanwhile(&run)).is_some());
    }
}
