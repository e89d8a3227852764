//! Drivers ran on another processor than the machine has.

use crate::model::{Caveat, Machine};

pub(crate) fn emulated(machine: &Machine) -> Option<Caveat> {
    Some(Caveat::Emulated { processor: machine.emulated.clone()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::caveat_text;

    #[test]
    fn it_stands_beside_every_emulated_time_and_nowhere_else() {
        assert_eq!(emulated(&Machine::default()), None);
        let found = emulated(&Machine::default().emulating("aarch64")).unwrap();
        assert!(found.name() == "emulated" && caveat_text(&found).contains("aarch64"), "{found:?}");
    }
}
