//! The machine slept while a comparison was measured.

use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::Caveat;

pub(crate) fn suspended(meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let seconds: f64 = meanwhile.slept.iter().sum();
    let times = meanwhile.slept.len();
    (times > 0).then_some(Caveat::Suspended { times, seconds })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{in_states, meanwhile};
    use crate::model::Event;
    use crate::words::caveat_text;

    #[test]
    fn sleep_between_the_first_block_and_the_last_is_told() {
        let slept = |at_ns| Event::Suspended { at_ns, seconds: 180.0 };
        let mut run = in_states(|_, _| {});
        assert_eq!(suspended(&meanwhile(&run)), None);
        run.events.push(slept(20_000_000_000));
        assert_eq!(suspended(&meanwhile(&run)), None, "it was over by then");
        // When a block was under way, its own beginning is told.
        run.events.push(slept(run.blocks[9].began_ns));
        assert!(caveat_text(&suspended(&meanwhile(&run)).unwrap()).contains("slept once meanwhile, for 3 min"));
        run.events.push(slept(run.blocks[0].began_ns));
        assert!(caveat_text(&suspended(&meanwhile(&run)).unwrap()).contains("2 times meanwhile, in all for 6 min"));
    }
}
