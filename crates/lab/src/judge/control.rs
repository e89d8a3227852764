//! The A/A control's blocks: how many there are to be, what they take, and when it is their turn.

use super::field::Field;
use super::live::marked;
use super::look::{Setting, has_part};
use super::runners::Runners;
use super::schedule::seconds;
use crate::model::{Block, Next, Progress};

/// After so many blocks of a launch come so many of the reference and its control alone.
///
/// A processor learns the branches of code by where it lies, whichever process runs it. A control that took part in the
/// blocks of the others would teach it the baseline's code twice in each round where programs lie at fixed addresses,
/// and everybody else's once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Control {
    pub(crate) every: usize,
    pub(crate) count: usize,
}

impl Control {
    /// How many there are to be, beside so many others of the launch.
    pub(crate) fn due(self, in_launch: usize) -> usize {
        in_launch / self.every * self.count
    }
}

/// What a block of the control takes, as a part of what `block` does; 0 where the control takes part in that, or is not
/// there.
pub(crate) fn control_share(field: &Field, block: &Block) -> f64 {
    let timed_ns: u64 = block.timed_ns();
    let is_apart = field.clone.is_some_and(|clone| !has_part(block, clone)) && !field.contenders.is_empty();
    let reference = block.lanes.get(field.reference).filter(|_| is_apart && timed_ns > 0);
    reference
        .map_or(0.0, |samples| 2.0 * samples.iter().map(|sample| sample.wall_ns as f64).sum::<f64>() / timed_ns as f64)
}

/// Blocks of the reference and its control, where the others have had theirs. Where the reference is slow and waits, or
/// has left, so has its control.
pub(crate) fn control(progress: &Progress<'_>, setting: &Setting<'_>, runners: &Runners) -> Option<Next> {
    let reference = setting.field.reference;
    let (clone, control) = setting.field.clone.zip(setting.schedule.control)?;
    let in_launch = |block: &&Block| block.launch == progress.launch;
    let due = control.due(setting.balanced().filter(in_launch).count());
    // In runs of before it took part in the blocks of the others.
    let taken = setting.blocks.iter().copied().filter(|block| !block.race && has_part(block, clone));
    let missing = due.saturating_sub(taken.filter(in_launch).count());
    let takes_part = ![&runners.dropped, &runners.slow].iter().any(|away| away.contains(&reference));
    // As far as time allows: a limit on rounds is one on those of the others.
    let paid = (progress.budget_s - progress.spent_s) / control_s(setting).max(1e-9);
    let count = missing.min(paid as usize).min(u32::MAX as usize) as u32;
    (count > 0 && takes_part)
        .then(|| Next::Control { count, live: marked(&[reference, clone], progress.healthy.len()) })
}

/// Seconds that a block of the control takes.
fn control_s(setting: &Setting<'_>) -> f64 {
    let of_others = || setting.balanced().next().map(|block| seconds(block) * control_share(setting.field, block));
    setting.of_control().next().map(seconds).or_else(of_others).unwrap_or(0.0)
}
