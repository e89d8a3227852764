//! Drivers ran on another processor than the machine has.

use crate::model::{Caveat, Machine};

pub(crate) fn emulated(machine: &Machine) -> Option<Caveat> {
    let name = machine.emulated.as_ref()?;
    let text = format!(
        "Drivers ran on an emulated {name}: their answers mean something there, times nothing, for some instructions become many."
    );
    Some(Caveat::new("emulated", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stands_beside_every_emulated_time_and_nowhere_else() {
        assert_eq!(emulated(&Machine::default()), None);
        let found = emulated(&Machine::default().emulating("aarch64")).unwrap();
        assert!(found.name == "emulated" && found.text.contains("aarch64"), "{found:?}");
    }
}
