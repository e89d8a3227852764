//! The implementation starts threads: where they run decides what its time is of.

use crate::model::Caveat;

/// `threads`: how many were started since the driver's greeting, where that is known; `core`: the one that everything
/// was pinned to.
pub(crate) fn starts_threads(threads: Option<f64>, core: Option<u32>) -> Option<Caveat> {
    let threads = threads.filter(|threads| *threads >= 1.0)?;
    let some = if threads == 1.0 { "a thread".to_owned() } else { format!("{threads:.0} threads") };
    let where_to = match core {
        Some(_) => "here all share one core, so that what they could do at once elsewhere is done one by one",
        None => "nothing was pinned, so that they may have run on other cores than its calls",
    };
    Some(Caveat::new("starts-threads", format!("It starts {some}: {where_to}.")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speaks_of_threads_and_of_where_they_run() {
        let seen = |threads, core| starts_threads(threads, core).map(|caveat| caveat.text);
        assert!(seen(Some(3.0), Some(1)).unwrap().starts_with("It starts 3 threads: here all share one core"));
        assert!(seen(Some(1.0), None).unwrap().starts_with("It starts a thread: nothing was pinned"));
        assert_eq!((seen(Some(0.0), Some(1)), seen(None, Some(1))), (None, None));
    }
}
