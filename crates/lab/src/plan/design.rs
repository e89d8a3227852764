//! Which design a benchmark gets, where the run's mode leaves a choice: by what was asked for and by how dear a launch is.

use crate::model::{Design, Mode};

/// `starts_soon`: a launch of all who take part costs milliseconds. `None`: what the mode has always been.
///
/// One launch tells nothing of others: where a launch is cheap, quick mode takes several short ones. Where runtimes
/// compile while they run, or a server has to be started, five launches would cost seconds; and speed that is watched over
/// time is that of one process.
pub fn design_of(mode: Mode, sustained: bool, starts_soon: bool) -> Option<Design> {
    (mode == Mode::Quick && !sustained && starts_soon).then_some(Design::Launches)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_launches_where_they_are_cheap_and_nobody_asked_for_one() {
        assert_eq!(design_of(Mode::Quick, false, true), Some(Design::Launches));
        for (mode, sustained, starts_soon) in [
            (Mode::Quick, false, false),
            (Mode::Quick, true, true),
            (Mode::Standard, false, true),
            (Mode::Fresh, false, true),
        ] {
            assert_eq!(design_of(mode, sustained, starts_soon), None);
        }
    }
}
