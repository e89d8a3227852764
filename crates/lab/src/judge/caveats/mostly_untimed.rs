//! Its driver says that little of its requests' time is that of its calls, where others' drivers say no such thing.

use crate::model::{Caveat, Event, Lane, Role, Run};

/// Who tells less than this share, and less than half of what the others tell at least, may hide its work in a reset.
const MOST: f64 = 0.2;
const BESIDE_OTHERS: f64 = 0.5;

pub(crate) fn mostly_untimed(run: &Run, place: (usize, usize), lane: usize) -> Option<Caveat> {
    // Of whom nothing was told most is timed.
    let told = |wanted: usize| {
        run.events.iter().rev().find_map(|event| match event {
            Event::MostlyUntimed { contest, comparison, lane, share }
                if (*contest, *comparison, *lane) == (place.0, place.1, wanted) =>
            {
                Some(*share)
            }
            _ => None,
        })
    };
    let own = told(lane).filter(|share| *share < MOST)?;
    let lanes = run.plan.contests[place.0].lanes.iter().enumerate();
    let implementation = &run.plan.contests[place.0].lanes[lane].implementation;
    let is_other = |lane: &Lane| lane.role != Role::Clone && lane.implementation != *implementation;
    let mut others = lanes.filter(|(_, other)| is_other(other)).map(|(other, _)| told(other));
    let is_alone = others.any(|other| own < other.unwrap_or(1.0) * BESIDE_OTHERS);
    is_alone.then_some(Caveat::MostlyUntimed { share: own })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, plan, run_of};
    use crate::model::Mode;
    use crate::words::caveat_text;

    #[test]
    fn who_alone_tells_little_is_in_doubt() {
        let told = |lane, share| Event::MostlyUntimed { contest: 0, comparison: 0, lane, share };
        let seen = |events: Vec<Event>| {
            let run = run_of(plan(Mode::Quick, contest(2)), Vec::new(), events);
            mostly_untimed(&run, (0, 0), 1).map(|caveat| caveat_text(&caveat))
        };
        assert!(seen(vec![told(1, 0.1)]).unwrap().contains("says that 10 % of"));
        assert_eq!(seen(vec![told(1, 0.3)]), None);
        // Everybody resets.
        assert_eq!(seen(vec![told(0, 0.12), told(1, 0.1), told(2, 0.15)]), None);
        assert_eq!(seen(Vec::new()), None);
    }
}
