//! Samples were kept from the processor, and others wanted it: whose fault a low CPU time is.

use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::Caveat;
use crate::model::unit::percent;

/// Off the processor for less than this share of its time is what every system does.
const MUCH: f64 = 0.02;

/// Somebody waited for a processor for so much of the time; what sleeps by itself makes nobody wait.
const QUEUED: f64 = 0.05;

/// `off`: of each lane the share of its samples' time that it was not on a processor, but for those of which
/// `cpu-below-wall` speaks.
pub(crate) fn waited(meanwhile: &Meanwhile<'_>, off: &[f64]) -> Option<Caveat> {
    let share = Some(off.iter().sum::<f64>() / off.len() as f64).filter(|share| *share > MUCH)?;
    let queued = meanwhile.mean_share(|state| state.queued).map(|share| (share, "the same core"));
    let pressure = || Some((meanwhile.mean_share(|state| state.pressure)?, "some core"));
    let (wanted, which) = queued.or_else(pressure).filter(|(wanted, _)| *wanted > QUEUED)?;
    let text = format!(
        "Others held the processor for {} of the samples' time: somebody waited for {which} {} of the time meanwhile.",
        percent(share),
        percent(wanted.min(1.0))
    );
    Some(Caveat::new("waited", text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{in_states, meanwhile};

    #[test]
    fn it_takes_somebody_who_waits_and_somebody_who_wants() {
        let run = in_states(|_, state| state.queued = state.since_ns.map(|_| 0.4));
        let text = waited(&meanwhile(&run), &[0.03, 0.05]).unwrap().text;
        assert!(text.contains("4.0 % of the samples' time") && text.contains("the same core 40 %"), "{text}");
        assert_eq!(waited(&meanwhile(&run), &[0.001, 0.002]), None);
        assert_eq!(waited(&meanwhile(&run), &[]), None);
        assert_eq!(waited(&meanwhile(&in_states(|_, _| {})), &[0.05]), None, "it sleeps by itself");
    }

    #[test]
    fn where_the_core_does_not_tell_the_machine_does() {
        let run = in_states(|_, state| (state.queued, state.pressure) = (None, state.since_ns.map(|_| 0.8)));
        assert!(waited(&meanwhile(&run), &[0.05]).unwrap().text.contains("some core 80 %"));
        let run = in_states(|_, state| (state.queued, state.pressure) = (None, None));
        assert_eq!(waited(&meanwhile(&run), &[0.05]), None);
    }
}
