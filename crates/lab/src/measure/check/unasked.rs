//! Who works although nobody has asked: a thread or a child of a driver that goes on after its reply takes the core from
//! those who are at work then.
//!
//! In: what a driver and all that it started have worked, and how long they were asked for something; out: a fault. And who
//! was asked, and tells less than its process worked: it is asked what one call takes beside itself, and there is a fault
//! where that does not explain it.

use std::path::Path;
use std::time::Instant;

use crate::driver::tree;
use crate::measure::lane::{Lane, TimeMeter};
use crate::meter::work_ns;
use crate::model::Fault;
use crate::model::unit::{percent, time};

/// Who works for longer than this, and for more than this share of the time in which others are asked, takes it from
/// them. A runtime compiles and collects garbage for a while after a reply, and may take longer.
const LEAST_NS: f64 = 5e7;
const LEAST_COMPILING_NS: f64 = 1e9;
const SHARE: f64 = 0.3;

/// Requests for one call, of which the one with the most work beside its call counts.
const REQUESTS: usize = 9;

/// By lane, whether it has worked unasked since its process was started: `None` where nobody can look, or where a driver
/// may use several cores at once.
pub(crate) fn look(lanes: &[Option<Lane<'_>>]) -> Vec<Option<Fault>> {
    let watched = |lane: &Option<Lane<'_>>| lane.as_ref().filter(|lane| lane.has_one_core()).and_then(Lane::keeper);
    let keepers: Vec<Option<u32>> = lanes.iter().map(watched).collect();
    let mut worked = work_ns(&keepers.iter().flatten().copied().collect::<Vec<u32>>()).into_iter();
    let now = Instant::now();
    let look = |(lane, keeper): (&Option<Lane<'_>>, Option<u32>)| {
        let (worked_ns, lane) = (keeper.and_then(|_| worked.next())? as f64, lane.as_ref()?);
        let (asked_ns, began) = (lane.asked_ns as f64, lane.began?);
        let between_ns = (now - began).as_nanos() as f64 - asked_ns;
        let least_ns = if lane.entrant.compiles { LEAST_COMPILING_NS } else { LEAST_NS };
        judge(worked_ns - asked_ns, between_ns, least_ns).err()
    };
    lanes.iter().zip(keepers).map(look).collect()
}

/// Of the time between requests, and of the work in it.
fn judge(unasked_ns: f64, between_ns: f64, least_ns: f64) -> Result<(), Fault> {
    if unasked_ns < least_ns || unasked_ns < between_ns * SHARE {
        return Ok(());
    }
    let (worked, share) = (time(unasked_ns), percent(unasked_ns / between_ns));
    let text = format!("it, or what it started, was on a processor for {worked} in which nobody had asked it, {share}");
    Err(Fault::Unasked { text: format!("{text} of that time") })
}

/// Whether a lane that has been timed told what it worked. A process with several threads is not asked: one of them may
/// go on while the clock is read. Where it is over before all has been asked, nobody is accused.
pub(crate) fn look_for_untold(
    lane: &mut Lane<'_>,
    meter: &mut TimeMeter,
    is_over: &dyn Fn() -> bool,
) -> Result<(), Fault> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runtime_may_tidy_up_and_nobody_may_go_on() {
        let judged = |unasked_ns: f64, between_ns: f64| judge(unasked_ns, between_ns, LEAST_NS);
        assert!(judged(4e7, 1e8).is_ok() && judged(2e8, 1e9).is_ok() && judged(-1e6, 1e9).is_ok());
        assert!(judge(5e8, 1e9, LEAST_COMPILING_NS).is_ok());
        let text = judged(5e8, 1e9).unwrap_err().to_string();
        assert!(text.contains("500 ms") && text.contains("50"), "{text}");
    }
}
