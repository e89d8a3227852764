//! The machine became hot while a comparison was measured.

use std::collections::BTreeMap;

use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::Caveat;

/// A rise by fewer degrees is none.
const LEAST: f64 = 10.0;

pub(crate) fn temperature(meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let mut sensors: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (name, degrees) in meanwhile.moments().flat_map(|state| &state.temperatures) {
        let (_, most) = sensors.entry(name).or_insert((*degrees, *degrees));
        *most = most.max(*degrees);
    }
    let rise = |(_, (first, most)): &(&str, (f64, f64))| most - first;
    let (name, (first, most)) = sensors.into_iter().max_by(|one, other| rise(one).total_cmp(&rise(other)))?;
    let sensor = name.to_owned();
    (most - first > LEAST).then_some(Caveat::Temperature { sensor, first_degrees: first, most_degrees: most })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{in_states, meanwhile};
    use crate::words::caveat_text;

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
}
