//! Samples were kept from the processor, and others wanted it: whose fault a low CPU time is.

use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::Caveat;

/// Off the processor for less than this share of its time is what every system does.
const MUCH: f64 = 0.02;

/// Somebody waited for a processor for so much of the time; what sleeps by itself makes nobody wait.
const QUEUED: f64 = 0.05;

/// `off`: of each lane the share of its samples' time that it was not on a processor, but for those of which
/// `cpu-below-wall` speaks.
pub(crate) fn waited(meanwhile: &Meanwhile<'_>, off: &[f64]) -> Option<Caveat> {
    let share = Some(off.iter().sum::<f64>() / off.len() as f64).filter(|share| *share > MUCH)?;
    let queued = meanwhile.mean_share(|state| state.queued).map(|share| (share, true));
    let pressure = || Some((meanwhile.mean_share(|state| state.pressure)?, false));
    let (waiting, same_core) = queued.or_else(pressure).filter(|(waiting, _)| *waiting > QUEUED)?;
    Some(Caveat::Waited { share, waiting, same_core })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{in_states, meanwhile};
    use crate::words::caveat_text;

    #[test]
    fn it_takes_somebody_who_waits_and_somebody_who_wants() {
        let run = in_states(|_, state| state.queued = state.since_ns.map(|_| 0.4));
        let text = caveat_text(&waited(&meanwhile(&run), &[0.03, 0.05]).unwrap());
        assert!(text.contains("4.0 % of the samples' time") && text.contains("the same core 40 %"), "{text}");
        assert_eq!(waited(&meanwhile(&run), &[0.001, 0.002]), None);
        assert_eq!(waited(&meanwhile(&run), &[]), None);
        assert_eq!(waited(&meanwhile(&in_states(|_, _| {})), &[0.05]), None, "it sleeps by itself");
    }

    #[test]
    fn where_the_core_does_not_tell_the_machine_does() {
        let run = in_states(|_, state| (state.queued, state.pressure) = (None, state.since_ns.map(|_| 0.8)));
        assert!(caveat_text(&waited(&meanwhile(&run), &[0.05]).unwrap()).contains("some core 80 %"));
        let run = in_states(|_, state| (state.queued, state.pressure) = (None, None));
        assert_eq!(waited(&meanwhile(&run), &[0.05]), None);
    }
}
