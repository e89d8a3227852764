//! Calls with inputs that nobody has seen take much longer than later ones with the same: answers may be remembered.

use crate::model::{Caveat, Event, Run};

/// Caches and predictors learn an input, too; to look an answer up saves more.
const LEAST: f64 = 3.0;

pub(crate) fn remembers(run: &Run, (contest, comparison): (usize, usize), lane: usize) -> Option<Caveat> {
    let ratio = run.events.iter().rev().find_map(|event| match event {
        Event::Unseen { contest: at, comparison: of, lane: number, ratio }
            if (*at, *of, *number) == (contest, comparison, lane) =>
        {
            Some(ratio.exp())
        }
        _ => None,
    })?;
    (ratio >= LEAST).then_some(Caveat::Remembers { longer: ratio - 1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, plan, run_of};
    use crate::model::Mode;
    use crate::words::caveat_text;

    #[test]
    fn speaks_where_first_calls_take_much_longer() {
        let unseen = |lane, times: f64| Event::Unseen { contest: 0, comparison: 0, lane, ratio: times.ln() };
        let run = run_of(plan(Mode::Quick, contest(2)), Vec::new(), vec![unseen(0, 20.0), unseen(1, 2.0)]);
        let seen = |lane| remembers(&run, (0, 0), lane).map(|caveat| caveat_text(&caveat));
        assert!(seen(0).unwrap().contains("it takes 20 times as long: it may"), "{:?}", seen(0));
        assert_eq!((seen(1), seen(2)), (None, None));
    }
}
