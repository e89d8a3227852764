//! Who takes part in what comes next, as a mark for each lane: those who have not left in, and the A/A control beside the
//! reference. It decides nothing.

use crate::judge::design::field::Field;
use crate::judge::design::setting::Setting;

/// Who takes part in the next blocks: reference and clone as long as anybody does, unless the reference has left.
pub(crate) fn live(field: &Field, healthy: &[bool], dropped: &[usize]) -> Vec<bool> {
    let mut live = vec![false; healthy.len().max(field.lanes)];
    let control = field.clone.filter(|_| !dropped.contains(&field.reference));
    let all = field.contenders.iter().copied().chain([field.reference]);
    for lane in all.filter(|lane| !dropped.contains(lane)).chain(control) {
        live[lane] = true;
    }
    live
}

pub(crate) fn all_but(clone: Option<usize>, setting: &Setting<'_>, healthy: &[bool], dropped: &[usize]) -> Vec<bool> {
    let mut live = live(setting.field, healthy, dropped);
    clone.into_iter().for_each(|lane| live[lane] = false);
    live
}

pub(crate) fn marked(lanes: &[usize], of: usize) -> Vec<bool> {
    (0..of).map(|lane| lanes.contains(&lane)).collect()
}
