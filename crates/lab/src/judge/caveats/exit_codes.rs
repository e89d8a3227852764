//! Exit codes that were taken for success although they are none by custom.

use crate::model::{Caveat, Readings};

pub(crate) fn exit_codes(readings: &Readings) -> Option<Caveat> {
    let codes = readings.get("exit-code").filter(|codes| codes.least != 0.0 || codes.most != 0.0)?;
    Some(Caveat::ExitCode { least: codes.least, most: codes.most })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Tally, tally};
    use crate::words::caveat_text;

    #[test]
    fn other_codes_than_0_are_told() {
        let seen = |codes: &[f64]| {
            let mut readings = Readings::new();
            tally(&mut readings, codes.iter().map(|code| ("exit-code", Tally::of(*code))));
            exit_codes(&readings).map(|caveat| caveat_text(&caveat))
        };
        assert_eq!(seen(&[]), None);
        assert_eq!(seen(&[0.0, 0.0]), None);
        assert_eq!(seen(&[2.0, 2.0]).unwrap(), "It ended with exit code 2 each time.");
        assert_eq!(seen(&[0.0, 2.0]).unwrap(), "It ended with exit codes from 0 to 2.");
    }
}
