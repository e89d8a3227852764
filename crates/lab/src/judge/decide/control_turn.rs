//! Whether the next blocks are the A/A control's: what has been measured of a launch in, so many blocks of the reference
//! and its control out, or nothing.

use crate::judge::decide::runners::Runners;
use crate::judge::design::schedule::{control_share, seconds};
use crate::judge::design::setting::Setting;
use crate::model::{Block, Next, Progress};

/// Blocks of the reference and its control, where the others have had theirs. Where the reference is slow and waits, or
/// has left, so has its control.
pub(crate) fn control(progress: &Progress<'_>, setting: &Setting<'_>, runners: &Runners) -> Option<Next> {
    let reference = setting.field.reference;
    let (clone, control) = setting.field.clone.zip(setting.schedule.control)?;
    if !progress.launch.is_multiple_of(control.one_in) {
        return None;
    }
    let in_launch = |block: &&Block| block.launch == progress.launch;
    let due = setting.balanced().filter(in_launch).count() / control.every * control.count;
    // In runs of before it took part in the blocks of the others.
    let taken = setting.blocks.iter().copied().filter(|block| !block.race && block.has_part(clone));
    let missing = due.saturating_sub(taken.filter(in_launch).count());
    // As far as time allows: a limit on rounds is one on those of the others.
    let paid = (progress.budget_s - progress.spent_s) / control_s(setting).max(1e-9);
    let count = missing.min(paid as usize).min(u32::MAX as usize) as u32;
    let takes_part = !runners.is_away(reference);
    (count > 0 && takes_part).then(|| Next::Control { count, live: setting.field.marked(&[reference, clone]) })
}

/// Seconds that a block of the control takes.
fn control_s(setting: &Setting<'_>) -> f64 {
    let of_others = || setting.balanced().next().map(|block| seconds(block) * control_share(setting.field, block));
    setting.of_control().next().map(seconds).or_else(of_others).unwrap_or(0.0)
}
