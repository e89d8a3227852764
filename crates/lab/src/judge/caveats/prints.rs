//! The implementation printed while it was timed: what writing takes is part of its time.

use crate::model::{Caveat, Sample, Tally};

/// `printed`: bytes, over all blocks that `samples` are of.
pub(crate) fn prints(printed: Option<&Tally>, samples: &[&Sample]) -> Option<Caveat> {
    let bytes = printed.map(|printed| printed.sum).filter(|bytes| *bytes > 0.0)?;
    let calls: u64 = samples.iter().map(|sample| sample.calls).sum();
    (calls > 0).then(|| Caveat::Prints { bytes, bytes_per_call: bytes / calls as f64 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::sample;
    use crate::words::caveat_text;

    #[test]
    fn what_was_printed_is_told_and_silence_is_not() {
        let seen = |printed: Option<f64>| {
            let samples = [sample(200_000), sample(200_000)];
            let caveat = prints(printed.map(Tally::of).as_ref(), &samples.iter().collect::<Vec<_>>());
            caveat.map(|caveat| caveat_text(&caveat))
        };
        assert!(seen(Some(2048.0)).unwrap().starts_with("It printed 2.00 KiB, 10.2 B for each call"));
        assert_eq!((seen(None), seen(Some(0.0))), (None, None));
    }
}
