//! What an implementation takes, or leaves behind, beside its time: as its driver told it with its samples, or as it was
//! counted apart.

use crate::model::{Amount, Caveat, Readings, Resources, Sample, Tally};

/// Exit codes that were taken for success although they are none by custom.
pub(crate) fn exit_codes(readings: &Readings) -> Option<Caveat> {
    let codes = readings.get("exit-code").filter(|codes| codes.least != 0.0 || codes.most != 0.0)?;
    Some(Caveat::ExitCode { least: codes.least, most: codes.most })
}

/// Processes that went on when a command had ended: what they do is work that its time does not hold.
pub(crate) fn left_behind(readings: &Readings) -> Option<Caveat> {
    let processes = readings.get("left-behind").map(|left| left.most).filter(|most| *most > 0.0)?;
    Some(Caveat::LeftBehind { processes })
}

/// The implementation printed while it was timed: what writing takes is part of its time.
///
/// `printed`: bytes, over all blocks that `samples` are of.
pub(crate) fn prints(printed: Option<&Tally>, samples: &[&Sample]) -> Option<Caveat> {
    let bytes = printed.map(|printed| printed.sum).filter(|bytes| *bytes > 0.0)?;
    let calls: u64 = samples.iter().map(|sample| sample.calls).sum();
    (calls > 0).then(|| Caveat::Prints { bytes, bytes_per_call: bytes / calls as f64 })
}

/// The implementation starts threads: where they run decides what its time is of, if they work. Whether they do is not
/// known here: on one core the processor time of those that work one by one and of those that wait is the same.
///
/// `threads`: how many were started since the driver's greeting, where that is known; `core`: the one that everything
/// was pinned to.
pub(crate) fn starts_threads(threads: Option<f64>, core: Option<u32>) -> Option<Caveat> {
    let threads = threads.filter(|threads| *threads >= 1.0)?;
    Some(Caveat::StartsThreads { threads, pinned: core.is_some() })
}

/// From this share of all memory on.
const MUCH_MEMORY: f64 = 0.5;

/// The implementation needs so much of the machine's memory that others, or a smaller machine, would feel it.
///
/// `peak` and `machine`: bytes.
pub(crate) fn much_memory(peak: Option<f64>, machine: Option<u64>) -> Option<Caveat> {
    let (peak, all) = (peak?, machine.filter(|all| *all > 0)? as f64);
    (peak > MUCH_MEMORY * all).then_some(Caveat::MuchMemory { peak_bytes: peak, machine_bytes: all })
}

/// Bytes a call that have to be asked for: less is no reading of files.
const LEAST_ASKED: f64 = 4096.0;

/// Up to this share from storage is not what a reader waits for.
const NEXT_TO_NOTHING: f64 = 0.01;

/// Who reads files while it is timed: whether storage served it, or memory.
pub(crate) fn page_cache(resources: &Resources) -> Option<Caveat> {
    let asked = resources.get("read-requested").and_then(Amount::known).filter(|asked| *asked >= LEAST_ASKED)?;
    let page_cache = |read_bytes, unknown| Caveat::PageCache { requested_bytes: asked, read_bytes, unknown };
    Some(match resources.get("read")? {
        Amount::Unknown(unknown) => page_cache(None, Some(unknown.why.clone())),
        Amount::Known(read) if *read <= NEXT_TO_NOTHING * asked => page_cache(Some(*read), None),
        Amount::Known(read) => Caveat::FromStorage { requested_bytes: asked, read_bytes: *read },
    })
}

/// Instructions were counted on another processor than the one that was timed, and perhaps of other code.
pub(crate) fn simulated_processor(resources: &Resources) -> Option<Caveat> {
    resources.get("simulated-instructions").and_then(Amount::known)?;
    Some(Caveat::SimulatedProcessor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::sample;
    use crate::model::{Unknown, tally};
    use crate::words::caveat_text;

    /// What samples told of one thing, one after the other.
    fn told(name: &str, values: &[f64]) -> Readings {
        let mut readings = Readings::new();
        tally(&mut readings, values.iter().map(|value| (name, Tally::of(*value))));
        readings
    }

    #[test]
    fn other_codes_than_0_are_told() {
        let seen = |codes: &[f64]| exit_codes(&told("exit-code", codes)).map(|caveat| caveat_text(&caveat));
        assert_eq!(seen(&[]), None);
        assert_eq!(seen(&[0.0, 0.0]), None);
        assert_eq!(seen(&[2.0, 2.0]).unwrap(), "It ended with exit code 2 each time.");
        assert_eq!(seen(&[0.0, 2.0]).unwrap(), "It ended with exit codes from 0 to 2.");
    }

    #[test]
    fn whoever_leaves_nobody_has_no_caveat() {
        let seen = |left: &[f64]| left_behind(&told("left-behind", left)).map(|caveat| caveat_text(&caveat));
        assert_eq!(seen(&[]), None);
        assert!(seen(&[1.0, 1.0]).unwrap().starts_with("It left a process behind"));
        assert!(seen(&[1.0, 3.0]).unwrap().starts_with("It left up to 3 processes behind"));
    }

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

    #[test]
    fn speaks_of_threads_and_of_where_they_run() {
        let seen = |threads, core| starts_threads(threads, core).map(|caveat| caveat_text(&caveat));
        assert_eq!(
            seen(Some(3.0), Some(1)).unwrap(),
            "It starts 3 threads: here all share one core, so that threads that would work at the same time take turns."
        );
        assert!(seen(Some(1.0), None).unwrap().starts_with("It starts a thread: nothing was pinned, so that threads"));
        assert_eq!((seen(Some(0.0), Some(1)), seen(None, Some(1))), (None, None));
    }

    #[test]
    fn half_of_the_memory_is_much() {
        let seen = |peak, machine| much_memory(peak, machine).map(|caveat| caveat_text(&caveat));
        assert!(seen(Some(3e9), Some(4 << 30)).unwrap().starts_with("It held up to 2.79 GiB, 70 % of this machine's"));
        assert_eq!(seen(Some(1e9), Some(4 << 30)), None);
        assert_eq!((seen(None, Some(1)), seen(Some(1e9), None), seen(Some(1.0), Some(0))), (None, None, None));
    }

    fn seen(asked: f64, read: Amount) -> Option<(String, String)> {
        let amounts = [("read-requested", Amount::Known(asked)), ("read", read)];
        let resources = amounts.into_iter().map(|(name, amount)| (name.to_owned(), amount)).collect();
        page_cache(&resources).map(|caveat| (caveat.name(), caveat_text(&caveat)))
    }

    #[test]
    fn cold_and_warm_readers_of_one_file_are_told_apart() {
        let (name, text) = seen(65536.0, Amount::Known(0.0)).unwrap();
        assert!(name == "page-cache" && text.contains("64.0 KiB a call, and nothing came from storage"), "{text}");
        let (name, text) = seen(65536.0, Amount::Known(512.0)).unwrap();
        assert!(name == "page-cache" && text.contains("and next to nothing (512 B) came from storage"), "{text}");
        let (name, text) = seen(65536.0, Amount::Known(61440.0)).unwrap();
        assert!(name == "from-storage" && text.starts_with("60.0 KiB of the 64.0 KiB"), "{text}");
        let (name, text) = seen(65536.0, Amount::Unknown(Unknown::because("nobody counts"))).unwrap();
        assert!(name == "page-cache" && text.ends_with("not known: nobody counts."), "{text}");
    }

    #[test]
    fn who_reads_nothing_has_no_doubt() {
        assert_eq!(seen(100.0, Amount::Known(0.0)), None);
        assert_eq!(page_cache(&Resources::new()), None);
    }

    #[test]
    fn it_stands_beside_a_count_and_nowhere_else() {
        let seen = |name: &str, amount| simulated_processor(&Resources::from([(name.to_owned(), amount)]));
        let caveat = seen("simulated-instructions", Amount::Known(0.0)).unwrap();
        assert!(caveat.name() == "simulated-processor" && caveat_text(&caveat).contains("AVX-512"), "{caveat:?}");
        assert_eq!(seen("simulated-instructions", Amount::Unknown(Unknown::because("no valgrind"))), None);
        assert_eq!(seen("instructions", Amount::Known(9.0)), None);
    }
}
