//! What changed of the machine over a whole run: its states in, the changes that are worth a line out.

use crate::judge::caveats::machine::LEAST_CHANGE;
use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::{Battery, Changes, Run, SpeedCourse, Warmth};

/// A smaller change of these is none: degrees, and shares.
const DEGREES: f64 = 10.0;
const STOLEN: f64 = 0.01;

pub(crate) fn changes(run: &Run) -> Changes {
    let whole = Meanwhile::whole(run);
    let counted: Vec<u64> = whole.stretches().filter_map(|state| state.throttled).collect();
    Changes {
        speed: speed(&whole),
        temperature: temperature(&whole),
        throttled: Some(counted.iter().sum()).filter(|times| *times > 0),
        stolen: whole.mean_share(|state| state.stolen).filter(|share| *share > STOLEN),
        slept_s: Some(whole.slept.iter().sum()).filter(|seconds| *seconds > 0.0),
        battery: battery(&whole),
    }
}

fn speed(whole: &Meanwhile<'_>) -> Option<SpeedCourse> {
    let curve = whole.steadied_speeds();
    let (_, first) = *curve.first()?;
    let (least, most) = whole.speeds()?;
    // As it went from where it began: a processor that was held back first became faster.
    let change = if first - least > most - first { least / first - 1.0 } else { most / first - 1.0 };
    (most / least - 1.0 > LEAST_CHANGE).then_some(SpeedCourse {
        first_hz: first,
        least_hz: least,
        most_hz: most,
        change,
        curve,
    })
}

fn temperature(whole: &Meanwhile<'_>) -> Option<Warmth> {
    let (sensor, [_, least, most]) = whole.sensor(|[_, least, most]| most - least)?;
    (most - least > DEGREES).then(|| Warmth { sensor: sensor.to_owned(), least, most })
}

/// Whether the run used any of it.
fn battery(whole: &Meanwhile<'_>) -> Option<Battery> {
    whole.moments().find(|state| state.mains == Some(false))?;
    let percents: Vec<f64> = whole.moments().filter_map(|state| state.battery_percent).collect();
    Some(Battery { first_percent: percents.first().copied(), last_percent: percents.last().copied() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::in_states;

    #[test]
    fn a_quiet_run_changed_nothing() {
        assert_eq!(changes(&in_states(|_, _| {})), Changes::default());
    }

    #[test]
    fn every_change_is_kept() {
        let run = in_states(|second, state| {
            state.speed_hz = Some(3.3e9 - 1e8 * second as f64);
            state.temperatures = vec![("nvme".into(), 40.0), ("Tctl".into(), 45.0 + 3.8 * second as f64)];
            state.throttled = state.since_ns.map(|_| 2);
            state.stolen = state.since_ns.map(|_| 0.02);
            state.mains = Some(second < 3);
            state.battery_percent = Some(80.0 - second as f64);
        });
        let found = changes(&run);
        let speed = found.speed.unwrap();
        assert_eq!((speed.first_hz, speed.least_hz, speed.most_hz, speed.curve.len()), (3.2e9, 2.4e9, 3.2e9, 9));
        assert!((speed.change + 0.25).abs() < 1e-9);
        assert_eq!(found.temperature, Some(Warmth { sensor: "Tctl".into(), least: 45.0, most: 83.0 }));
        assert_eq!((found.throttled, found.slept_s), (Some(20), None));
        assert!((found.stolen.unwrap() - 0.02).abs() < 1e-9);
        assert_eq!(found.battery, Some(Battery { first_percent: Some(80.0), last_percent: Some(70.0) }));
    }

    #[test]
    fn who_was_held_back_first_became_faster() {
        let run = in_states(|second, state| state.speed_hz = Some(if second < 4 { 2e9 } else { 3e9 }));
        assert_eq!(changes(&run).speed.unwrap().change, 0.5);
    }
}
