//! Others were at work on the machine when the run began.

use crate::model::{Caveat, Machine};

/// More than this share of the cores: the drivers' core is then often not theirs alone.
const BUSY: f64 = 0.5;

pub(crate) fn busy_machine(machine: &Machine) -> Option<Caveat> {
    let load = machine.load_average.filter(|load| *load > BUSY * f64::from(machine.cores.max(1)))?;
    let cores = if machine.cores == 1 { "1 core".to_owned() } else { format!("{} cores", machine.cores) };
    let text = format!("The machine was busy when the run began: load average {load:.1} on {cores}.");
    Some(Caveat::new("busy-machine", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(load_average: Option<f64>) -> Option<Caveat> {
        busy_machine(&Machine { cores: 2, load_average, ..Machine::default() })
    }

    #[test]
    fn half_the_cores_is_busy() {
        assert!(with(Some(1.8)).unwrap().text.contains("1.8 on 2 cores"));
        assert_eq!(with(Some(0.9)), None);
        assert_eq!(with(None), None);
    }
}
