//! The one input was learnt: on inputs that change from call to call the same job takes longer.

use crate::model::{Caveat, Event, Run};

/// Less than this is left alone, as a share: whoever takes another input each time has that to fetch, too.
const LEAST: f64 = 0.05;

pub(crate) fn learnt_input(run: &Run, (contest, comparison): (usize, usize), lane: usize) -> Option<Caveat> {
    let ratio = run.events.iter().rev().find_map(|event| match event {
        Event::Rotated { contest: at, comparison: of, lane: number, ratio }
            if (*at, *of, *number) == (contest, comparison, lane) =>
        {
            Some(*ratio)
        }
        _ => None,
    })?;
    let longer = ratio.exp_m1();
    (longer > LEAST.max(run.plan.margin)).then_some(Caveat::LearntInput { longer })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, plan, run_of};
    use crate::model::Mode;
    use crate::words::caveat_text;

    #[test]
    fn speaks_where_changing_inputs_take_longer() {
        let rotated = |lane, share: f64| Event::Rotated { contest: 0, comparison: 0, lane, ratio: share.ln_1p() };
        let events = vec![rotated(0, 0.9), rotated(1, 0.02), rotated(0, 0.3), rotated(2, -0.3)];
        let run = run_of(plan(Mode::Quick, contest(2)), Vec::new(), events);
        let seen = |lane| learnt_input(&run, (0, 0), lane).map(|caveat| caveat_text(&caveat));
        assert!(seen(0).unwrap().contains("it takes 30 % longer"));
        let much = run_of(run.plan.clone(), Vec::new(), vec![rotated(0, 19.42)]);
        assert!(caveat_text(&learnt_input(&much, (0, 0), 0).unwrap()).contains("it takes 20 times as long: what"));
        assert_eq!((seen(1), seen(2), seen(3)), (None, None, None));
        let mut careless = run.clone();
        careless.plan.margin = 0.5;
        assert_eq!(learnt_input(&careless, (0, 0), 0), None);
    }
}
