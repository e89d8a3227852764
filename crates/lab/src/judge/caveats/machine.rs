//! What the machine did, or went through, while a comparison was measured: the run's states in, one doubt each out.

use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::{Caveat, Machine};

/// The machine slept while a comparison was measured.
pub(crate) fn suspended(meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let seconds: f64 = meanwhile.slept.iter().sum();
    let times = meanwhile.slept.len();
    (times > 0).then_some(Caveat::Suspended { times, seconds })
}

/// From this share of the time on a reader has to know.
const MUCH_STOLEN: f64 = 0.01;

/// The host of a virtual machine gave its core to others while a comparison was measured.
pub(crate) fn steal(meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let share = meanwhile.mean_share(|state| state.stolen).filter(|share| *share > MUCH_STOLEN)?;
    Some(Caveat::Steal { share })
}

/// Off the processor for less than this share of its time is what every system does.
const MUCH_OFF: f64 = 0.02;

/// Somebody waited for a processor for so much of the time; what sleeps by itself makes nobody wait.
const QUEUED: f64 = 0.05;

/// Samples were kept from the processor, and others wanted it: whose fault a low CPU time is.
///
/// `off`: of each lane the share of its samples' time that it was not on a processor, but for those of which
/// `cpu-below-wall` speaks.
pub(crate) fn waited(meanwhile: &Meanwhile<'_>, off: &[f64]) -> Option<Caveat> {
    let share = Some(off.iter().sum::<f64>() / off.len() as f64).filter(|share| *share > MUCH_OFF)?;
    let queued = meanwhile.mean_share(|state| state.queued).map(|share| (share, true));
    let pressure = || Some((meanwhile.mean_share(|state| state.pressure)?, false));
    let (waiting, same_core) = queued.or_else(pressure).filter(|(waiting, _)| *waiting > QUEUED)?;
    Some(Caveat::Waited { share, waiting, same_core })
}

/// Less than this share of the time is what every system does.
const MUCH_OF_SIBLING: f64 = 0.05;

/// Another hardware thread of the measuring core was at work while a comparison was measured.
pub(crate) fn busy_sibling(meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let share = meanwhile.mean_share(|state| state.sibling_busy).filter(|share| *share > MUCH_OF_SIBLING)?;
    Some(Caveat::BusySibling { share })
}

/// A change by less is left to the rounds.
pub(crate) const LEAST_CHANGE: f64 = 0.02;

/// The core became faster or slower while a comparison was measured.
pub(crate) fn frequency_changed(meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let (least_hz, most_hz) = meanwhile.speeds().filter(|(least, most)| most / least - 1.0 > LEAST_CHANGE)?;
    Some(Caveat::FrequencyChanged { least_hz, most_hz })
}

/// The processor was throttled while a comparison was measured.
pub(crate) fn throttled(meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let times: u64 = meanwhile.stretches().filter_map(|state| state.throttled).sum();
    (times > 0).then_some(Caveat::Throttled { times })
}

/// A rise by fewer degrees is none.
const LEAST_RISE: f64 = 10.0;

/// The machine became hot while a comparison was measured.
pub(crate) fn temperature(meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let (name, [first, _, most]) = meanwhile.sensor(|[first, _, most]| most - first)?;
    let sensor = name.to_owned();
    (most - first > LEAST_RISE).then_some(Caveat::Temperature { sensor, first_degrees: first, most_degrees: most })
}

/// The machine ran on its battery while a comparison was measured.
pub(crate) fn on_battery(meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let state = meanwhile.moments_and_before().find(|state| state.mains == Some(false))?;
    Some(Caveat::OnBattery { battery_percent: state.battery_percent })
}

/// The core's frequency was left to a governor that may change it.
///
/// Silent where the core was seen to keep its speed.
pub(crate) fn governor(machine: &Machine, meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let governor = machine.governor.as_deref().filter(|governor| *governor != "performance")?;
    let is_steady = meanwhile.speeds().is_some_and(|(least, most)| most / least - 1.0 <= LEAST_CHANGE);
    (!is_steady).then(|| Caveat::Governor { governor: governor.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{in_states, meanwhile};
    use crate::model::{Event, MachineState};
    use crate::words::caveat_text;

    #[test]
    fn sleep_between_the_first_block_and_the_last_is_told() {
        let slept = |at_ns| Event::Suspended { at_ns, seconds: 180.0 };
        let mut run = in_states(|_, _| {});
        assert_eq!(suspended(&meanwhile(&run)), None);
        run.events.push(slept(20_000_000_000));
        assert_eq!(suspended(&meanwhile(&run)), None, "it was over by then");
        // When a block was under way, its own beginning is told.
        run.events.push(slept(run.blocks[9].began_ns));
        assert!(caveat_text(&suspended(&meanwhile(&run)).unwrap()).contains("slept once meanwhile, for 3 min"));
        run.events.push(slept(run.blocks[0].began_ns));
        assert!(caveat_text(&suspended(&meanwhile(&run)).unwrap()).contains("2 times meanwhile, in all for 6 min"));
    }

    #[test]
    fn a_hundredth_is_much() {
        let run = in_states(|second, state| state.stolen = state.since_ns.map(|_| second as f64 / 100.0));
        assert!(caveat_text(&steal(&meanwhile(&run)).unwrap()).contains("5.5 % of the core's time"));
        assert_eq!(steal(&meanwhile(&in_states(|_, _| {}))), None);
        assert_eq!(steal(&meanwhile(&in_states(|_, state| state.stolen = None))), None);
    }

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

    #[test]
    fn a_twentieth_is_much() {
        let run = in_states(|_, state| state.sibling_busy = state.since_ns.map(|_| 0.3));
        assert!(caveat_text(&busy_sibling(&meanwhile(&run)).unwrap()).contains("busy for 30 %"));
        let run = in_states(|_, state| state.sibling_busy = state.since_ns.map(|_| 0.04));
        assert_eq!(busy_sibling(&meanwhile(&run)), None);
        assert_eq!(busy_sibling(&meanwhile(&in_states(|_, state| state.sibling_busy = None))), None);
    }

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

    #[test]
    fn once_is_enough() {
        let run = in_states(|second, state| state.throttled = state.since_ns.map(|_| u64::from(second == 7)));
        assert!(caveat_text(&throttled(&meanwhile(&run)).unwrap()).contains("back once"));
        assert_eq!(throttled(&meanwhile(&in_states(|_, _| {}))), None);
        assert_eq!(throttled(&meanwhile(&in_states(|_, state| state.throttled = None))), None);
    }

    #[test]
    fn the_sensor_that_rose_most_is_named() {
        let run = in_states(|second, state| {
            state.temperatures = vec![("nvme".into(), 38.0), ("Tctl".into(), 45.0 + 3.8 * second as f64)];
        });
        let text = caveat_text(&temperature(&meanwhile(&run)).unwrap());
        assert!(text.contains("Tctl went from 45 to 79 degrees"), "{text}");
    }

    #[test]
    fn a_few_degrees_and_cooling_down_are_none() {
        assert_eq!(temperature(&meanwhile(&in_states(|_, _| {}))), None);
        let cooling = in_states(|second, state| state.temperatures[0].1 -= 3.0 * second as f64);
        assert_eq!(temperature(&meanwhile(&cooling)), None);
        assert_eq!(temperature(&meanwhile(&in_states(|_, state| state.temperatures.clear()))), None);
    }

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

    fn governed(name: &str, change: impl Fn(u64, &mut MachineState)) -> bool {
        let machine = Machine { governor: Some(name.into()), ..Machine::default() };
        governor(&machine, &meanwhile(&in_states(change))).is_some()
    }

    #[test]
    fn it_matters_where_the_speed_changed_or_is_not_known() {
        assert!(governed("powersave", |second, state| state.speed_hz = Some(3e9 - 1e8 * second as f64)));
        assert!(governed("powersave", |_, state| state.speed_hz = None));
        assert!(!governed("powersave", |_, _| {}));
        assert!(!governed("performance", |_, state| state.speed_hz = None));
        assert_eq!(governor(&Machine::default(), &meanwhile(&in_states(|_, state| state.speed_hz = None))), None);
    }
}
