//! The implementation needs so much of the machine's memory that others, or a smaller machine, would feel it.

use crate::model::Caveat;

/// From this share of all memory on.
const MUCH: f64 = 0.5;

/// `peak` and `machine`: bytes.
pub(crate) fn much_memory(peak: Option<f64>, machine: Option<u64>) -> Option<Caveat> {
    let (peak, all) = (peak?, machine.filter(|all| *all > 0)? as f64);
    (peak > MUCH * all).then_some(Caveat::MuchMemory { peak_bytes: peak, machine_bytes: all })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::caveat_text;

    #[test]
    fn half_of_the_memory_is_much() {
        let seen = |peak, machine| much_memory(peak, machine).map(|caveat| caveat_text(&caveat));
        assert!(seen(Some(3e9), Some(4 << 30)).unwrap().starts_with("It held up to 2.79 GiB, 70 % of this machine's"));
        assert_eq!(seen(Some(1e9), Some(4 << 30)), None);
        assert_eq!((seen(None, Some(1)), seen(Some(1e9), None), seen(Some(1.0), Some(0))), (None, None, None));
    }
}
