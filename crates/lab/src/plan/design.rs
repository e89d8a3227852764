//! Which design a benchmark gets, and how long its launches are, where the run's mode leaves a choice: by what was asked
//! for and by how dear a launch is.

use crate::model::{Design, Layouts, Mode, Plan};

/// `starts_soon`: a launch of all who take part costs milliseconds. `None`: what the mode has always been.
///
/// One launch tells nothing of others: where a launch is cheap, quick mode takes several short ones. Where runtimes
/// compile while they run, or a server has to be started, five launches would cost seconds; and speed that is watched
/// over time is that of one process.
pub fn design_of(mode: Mode, sustained: bool, starts_soon: bool) -> Option<Design> {
    (mode == Mode::Quick && !sustained && starts_soon).then_some(Design::Launches)
}

/// How many blocks a launch has before it is whole; `layouts`: what launches of anybody who takes part do differ in.
///
/// Launches that differ in layout differ by several times what their blocks do, so that time is better spent on more of
/// them where one costs milliseconds. Not so where an implementation is compared with itself as it was: those builds are
/// aligned, and what both have in common lies alike (docs/decisions/0047).
pub fn blocks_of_a_launch(mode: Mode, layouts: Option<Layouts>, starts_soon: bool, is_against_itself: bool) -> u32 {
    match (mode, layouts) {
        (Mode::Quick, _) => Plan::BLOCKS_PER_SHORT_LAUNCH,
        (Mode::Standard, Some(Layouts::Varied)) if starts_soon && !is_against_itself => Plan::BLOCKS_PER_SHORT_LAUNCH,
        _ => Plan::BLOCKS_PER_LAUNCH,
    }
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

    #[test]
    fn launches_are_short_where_layouts_vary_freely_and_starting_is_cheap() {
        let varied = Some(Layouts::Varied);
        assert_eq!(blocks_of_a_launch(Mode::Standard, varied, true, false), 8);
        assert_eq!(blocks_of_a_launch(Mode::Standard, varied, false, false), 16);
        assert_eq!(blocks_of_a_launch(Mode::Standard, varied, true, true), 16);
        assert_eq!(blocks_of_a_launch(Mode::Standard, Some(Layouts::AsBuilt), true, false), 16);
        assert_eq!(blocks_of_a_launch(Mode::Standard, None, true, false), 16);
        assert_eq!(blocks_of_a_launch(Mode::Fresh, varied, true, false), 16);
        assert_eq!(blocks_of_a_launch(Mode::Quick, varied, true, false), 8);
    }
}
