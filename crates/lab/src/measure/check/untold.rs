//! Asks a lane that has been timed, where its samples tell less than its process worked, what one call takes beside
//! itself: a fault where that does not explain it.

use std::path::Path;

use crate::driver::tree;
use crate::measure::lane::{Lane, TimeMeter};
use crate::model::Fault;

/// Requests for one call, of which the one with the most work beside its call counts.
const REQUESTS: usize = 9;

/// Whether a lane that has been timed told what it worked. A process with several threads is not asked: one of them may
/// go on while the clock is read. Where it is over before all has been asked, nobody is accused.
pub(crate) fn look(lane: &mut Lane<'_>, meter: &mut TimeMeter, is_over: &dyn Fn() -> bool) -> Result<(), Fault> {
    let samples = std::mem::take(&mut lane.worked);
    if !samples.is_doubtful() || !lane.process_number()?.is_ok_and(has_one_thread) {
        return Ok(());
    }
    for _ in 0..REQUESTS {
        if is_over() {
            return Ok(());
        }
        lane.time(1, 0.0, meter)?;
    }
    samples.judge(std::mem::take(&mut lane.worked).most_untold_ns())
}

pub(crate) fn has_one_thread(pid: u32) -> bool {
    tree(Path::new("/"), pid).first().is_some_and(|process| process.threads.len() == 1)
}
