//! The core's frequency was left to a governor that may change it.

use crate::judge::caveats::frequency_changed::LEAST_CHANGE;
use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::{Caveat, Machine};

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
    use crate::model::MachineState;

    fn seen(name: &str, change: impl Fn(u64, &mut MachineState)) -> bool {
        let machine = Machine { governor: Some(name.into()), ..Machine::default() };
        governor(&machine, &meanwhile(&in_states(change))).is_some()
    }

    #[test]
    fn it_matters_where_the_speed_changed_or_is_not_known() {
        assert!(seen("powersave", |second, state| state.speed_hz = Some(3e9 - 1e8 * second as f64)));
        assert!(seen("powersave", |_, state| state.speed_hz = None));
        assert!(!seen("powersave", |_, _| {}));
        assert!(!seen("performance", |_, state| state.speed_hz = None));
        assert_eq!(governor(&Machine::default(), &meanwhile(&in_states(|_, state| state.speed_hz = None))), None);
    }
}
