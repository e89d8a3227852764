//! The core became faster or slower while a comparison was measured.

use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::Caveat;

/// A change by less is left to the rounds.
pub(crate) const LEAST_CHANGE: f64 = 0.02;

pub(crate) fn frequency_changed(meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let (least_hz, most_hz) = meanwhile.speeds().filter(|(least, most)| most / least - 1.0 > LEAST_CHANGE)?;
    Some(Caveat::FrequencyChanged { least_hz, most_hz })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{in_states, meanwhile};
    use crate::model::MachineState;
    use crate::words::caveat_text;

    fn seen(change: impl Fn(u64, &mut MachineState)) -> Option<Caveat> {
        frequency_changed(&meanwhile(&in_states(change)))
    }

    #[test]
    fn a_processor_that_holds_itself_back_is_seen() {
        let text = caveat_text(&seen(|second, state| state.speed_hz = Some(3.3e9 - 1e8 * second as f64)).unwrap());
        // The first and the last moment have one neighbour only.
        assert!(text.contains("between 2.50 and 3.20 GHz") && text.contains("by 28 %"), "{text}");
        let told_by_the_system = |second: u64, state: &mut MachineState| {
            state.speed_hz = None;
            state.frequency_hz = Some(if second < 5 { 3e9 } else { 2e9 });
        };
        assert!(seen(told_by_the_system).is_some());
    }

    #[test]
    fn a_steady_one_is_not() {
        assert_eq!(seen(|_, _| {}), None);
        assert_eq!(seen(|second, state| state.speed_hz = Some(3e9 + 2e7 * (second % 2) as f64)), None);
        assert_eq!(seen(|_, state| state.speed_hz = None), None);
    }
}
