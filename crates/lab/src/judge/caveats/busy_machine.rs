//! Others were at work on the machine when the run began, or while it went on.

use std::collections::BTreeMap;

use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::{Caveat, Machine};

/// More than this share of the cores: the drivers' core is then often not theirs alone.
const BUSY: f64 = 0.5;

/// More than this share of the measuring core was not the run's.
const OF_MEASURING_CORE: f64 = 0.05;

/// So many are named, and none that kept less than this many cores busy.
const NAMED: usize = 3;
const WORTH: f64 = 0.05;

/// `meanwhile` is all of the run: who disturbs one comparison has disturbed the run.
pub(crate) fn busy_machine(machine: &Machine, meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let all = f64::from(machine.cores.max(1));
    let load_average = machine.load_average.filter(|load| *load > BUSY * all);
    let others = |of: fn(&crate::model::Others) -> Option<f64>| {
        meanwhile.mean(|state| state.others.as_ref().and_then(|others| Some((others.since_ns, of(others)?))))
    };
    let other_cores = others(|others| Some(others.cores)).filter(|cores| *cores > BUSY * all);
    let measuring_core = others(|others| others.of_measuring_core).filter(|share| *share > OF_MEASURING_CORE);
    let is_busy = load_average.is_some() || other_cores.is_some() || measuring_core.is_some();
    is_busy.then(|| Caveat::BusyMachine {
        machine_cores: machine.cores,
        load_average,
        other_cores,
        measuring_core,
        busiest: busiest(meanwhile),
    })
}

/// Processes and the cores that they kept busy, over all of the time that was looked at.
fn busiest(meanwhile: &Meanwhile<'_>) -> Vec<(String, f64)> {
    let mut by_name: BTreeMap<&str, f64> = BTreeMap::new();
    let mut length = 0.0;
    for state in meanwhile.moments() {
        let Some(others) = &state.others else { continue };
        let weight = state.at_ns.saturating_sub(others.since_ns) as f64;
        length += weight;
        for (name, cores) in &others.busiest {
            *by_name.entry(name).or_default() += cores * weight;
        }
    }
    let mut all: Vec<(&str, f64)> = by_name.into_iter().map(|(name, sum)| (name, sum / length)).collect();
    all.retain(|(_, cores)| *cores >= WORTH);
    all.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    all.iter().take(NAMED).map(|(name, cores)| ((*name).to_owned(), *cores)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::in_states;
    use crate::model::{MachineState, Others};
    use crate::words::caveat_text;

    fn with(load_average: Option<f64>, change: impl Fn(u64, &mut MachineState)) -> Option<String> {
        let machine = Machine { cores: 2, load_average, ..Machine::default() };
        busy_machine(&machine, &Meanwhile::whole(&in_states(change))).map(|caveat| caveat_text(&caveat))
    }

    fn at_work(cores: f64, core: f64, busiest: &[(&str, f64)]) -> impl Fn(u64, &mut MachineState) {
        let busiest: Vec<(String, f64)> = busiest.iter().map(|(name, cores)| ((*name).to_owned(), *cores)).collect();
        move |_, state| {
            let since_ns = state.since_ns;
            let others = |since_ns| Others { since_ns, cores, of_measuring_core: Some(core), busiest: busiest.clone() };
            state.others = since_ns.map(others);
        }
    }

    #[test]
    fn half_the_cores_is_busy() {
        let text = with(Some(1.8), |_, _| {}).unwrap();
        assert_eq!(text, "The machine was busy when the run began: load average 1.8 on 2 cores.");
        assert_eq!(with(Some(0.9), |_, _| {}), None);
        assert_eq!(with(None, |_, state| state.others = None), None);
    }

    #[test]
    fn who_was_at_work_is_named() {
        let busiest = [("rustc", 0.9), ("cc1plus", 0.2), ("cron", 0.01)];
        assert_eq!(
            with(None, at_work(1.25, 0.2, &busiest)).unwrap(),
            "The machine was busy while it went on: others took 1.2 of 2 cores and 20 % of the measuring core, most of all rustc (0.90), cc1plus (0.20)."
        );
        let text = with(Some(1.8), at_work(0.3, 0.1, &[])).unwrap();
        assert!(text.ends_with("on 2 cores, and while it went on: others took 10 % of the measuring core."), "{text}");
        assert_eq!(with(None, at_work(0.9, 0.04, &busiest)), None);
    }
}
