//! The implementation starts threads: where they run decides what its time is of, if they work. Whether they do is not
//! known here: on one core the processor time of those that work one by one and of those that wait is the same.

use crate::model::Caveat;

/// `threads`: how many were started since the driver's greeting, where that is known; `core`: the one that everything
/// was pinned to.
pub(crate) fn starts_threads(threads: Option<f64>, core: Option<u32>) -> Option<Caveat> {
    let threads = threads.filter(|threads| *threads >= 1.0)?;
    Some(Caveat::StartsThreads { threads, pinned: core.is_some() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::caveat_text;

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
}
