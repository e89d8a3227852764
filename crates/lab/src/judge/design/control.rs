//! The A/A control's blocks: a schedule and a block in, how many there are to be and what they take out.

use crate::judge::design::field::Field;
use crate::model::Block;

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
    let is_apart = field.clone.is_some_and(|clone| !block.has_part(clone)) && !field.contenders.is_empty();
    let reference = block.lanes.get(field.reference).filter(|_| is_apart && timed_ns > 0);
    reference
        .map_or(0.0, |samples| 2.0 * samples.iter().map(|sample| sample.wall_ns as f64).sum::<f64>() / timed_ns as f64)
}
