//! The program as it was built is faster or slower than its code is in most places: whoever uses that one build gets its
//! luck, and whoever builds anew does not.

use crate::model::{Caveat, Event, Run};

pub(crate) fn lucky_build(run: &Run, (contest, comparison): (usize, usize), lane: usize) -> Option<Caveat> {
    let (ratio, layouts) = run.events.iter().rev().find_map(|event| match event {
        Event::BesideLayouts { contest: at, comparison: of, lane: number, ratio, layouts }
            if (*at, *of, *number) == (contest, comparison, lane) =>
        {
            Some((*ratio, *layouts as usize))
        }
        _ => None,
    })?;
    let is_apart = ratio.abs() > run.plan.margin.ln_1p();
    is_apart.then(|| Caveat::LuckyBuild { change: ratio.exp_m1(), layouts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, plan, run_of};
    use crate::model::Mode;
    use crate::words::caveat_text;

    #[test]
    fn speaks_beyond_the_margin() {
        let told =
            |lane, times: f64| Event::BesideLayouts { contest: 0, comparison: 0, lane, layouts: 16, ratio: times.ln() };
        let events = vec![told(0, 0.96), told(1, 1.03), told(2, 1.005)];
        let run = run_of(plan(Mode::Standard, contest(2)), Vec::new(), events);
        let seen = |lane| lucky_build(&run, (0, 0), lane).map(|caveat| caveat_text(&caveat));
        let lucky = "This build is lucky: as it was linked its calls take at least 4.0 % shorter than over 16 layouts of \
                     its code, which the ratio is of.";
        assert_eq!(seen(0).as_deref(), Some(lucky));
        assert!(
            seen(1)
                .unwrap()
                .starts_with("This build is unlucky: as it was linked its calls take at least 3.0 % longer")
        );
        assert_eq!((seen(2), seen(3)), (None, None));
    }
}
