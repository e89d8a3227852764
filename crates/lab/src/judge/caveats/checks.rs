//! What was found out beside a lane's time and makes it doubtful: with other inputs, in other layouts, by its answers, and
//! by trials that are said to be exact.

use crate::model::names::each_once;
use crate::model::{Caveat, Event, Outcome, Run, TrialMetric, Trials};

/// Less than this is left alone, as a share: whoever takes another input each time has that to fetch, too.
const LEAST_LONGER: f64 = 0.05;

/// The one input was learnt: on inputs that change from call to call the same job takes longer.
pub(crate) fn learnt_input(run: &Run, place: (usize, usize), lane: usize) -> Option<Caveat> {
    let ratio = run.events_of(place, lane).rev().find_map(|event| match event {
        Event::Rotated { ratio, .. } => Some(*ratio),
        _ => None,
    })?;
    let longer = ratio.exp_m1();
    (longer > LEAST_LONGER.max(run.plan.margin_of(place.0))).then_some(Caveat::LearntInput { longer })
}

/// Caches and predictors learn an input, too; to look an answer up saves more.
const LEAST_TIMES: f64 = 3.0;

/// Calls with inputs that nobody has seen take much longer than later ones with the same: answers may be remembered.
pub(crate) fn remembers(run: &Run, place: (usize, usize), lane: usize) -> Option<Caveat> {
    let ratio = run.events_of(place, lane).rev().find_map(|event| match event {
        Event::Unseen { ratio, .. } => Some(ratio.exp()),
        _ => None,
    })?;
    (ratio >= LEAST_TIMES).then_some(Caveat::Remembers { longer: ratio - 1.0 })
}

/// Who tells less than this share, and less than half of what the others tell at least, may hide its work in a reset.
const MOST: f64 = 0.2;
const BESIDE_OTHERS: f64 = 0.5;

/// Its driver says that little of its requests' time is that of its calls, where others' drivers say no such thing.
pub(crate) fn mostly_untimed(run: &Run, place: (usize, usize), lane: usize) -> Option<Caveat> {
    // Of whom nothing was told most is timed.
    let told = |lane: usize| {
        run.events_of(place, lane).rev().find_map(|event| match event {
            Event::MostlyUntimed { share, .. } => Some(*share),
            _ => None,
        })
    };
    let own = told(lane).filter(|share| *share < MOST)?;
    let contest = &run.plan.contests[place.0];
    let implementation = &contest.lanes[lane].implementation;
    let mut others =
        contest.shown().filter(|(_, other)| other.implementation != *implementation).map(|(other, _)| told(other));
    let is_alone = others.any(|other| own < other.unwrap_or(1.0) * BESIDE_OTHERS);
    is_alone.then_some(Caveat::MostlyUntimed { share: own })
}

/// The program as it was built is faster or slower than its code is in most places: whoever uses that one build gets its
/// luck, and whoever builds anew does not.
pub(crate) fn lucky_build(run: &Run, place: (usize, usize), lane: usize) -> Option<Caveat> {
    let (ratio, layouts) = run.events_of(place, lane).rev().find_map(|event| match event {
        Event::BesideLayouts { ratio, layouts, .. } => Some((*ratio, *layouts as usize)),
        _ => None,
    })?;
    let is_apart = ratio.abs() > run.plan.margin_of(place.0).ln_1p();
    is_apart.then(|| Caveat::LuckyBuild { change: ratio.exp_m1(), layouts })
}

/// Answers that differ where they are told and not held against anybody: perhaps it is another job.
pub(crate) fn other_answers(run: &Run, place: (usize, usize), lane: usize) -> Vec<Caveat> {
    each_once(run.events_of(place, lane).filter_map(|event| match event {
        Event::Differed { text, .. } => Some(Caveat::OtherAnswer { text: text.clone() }),
        _ => None,
    }))
}

/// A metric that the suite declares exact, and trials of one program that differ in it.
///
/// What a lane's trials came to, and those of the second process of its program where there is one.
pub(crate) fn not_exact(trials: &Trials, own: &[Outcome], twin: &[Outcome]) -> Vec<Caveat> {
    let of = |metric: &TrialMetric| {
        let told = || own.iter().chain(twin).filter(|one| one.metric == metric.name).flat_map(|one| &one.values);
        let first = *told().next()?;
        let other = *told().find(|value| **value != first)?;
        let (one, other) = (metric.amount(first), metric.amount(other));
        Some(Caveat::NotExact { metric: metric.name.clone(), one, other })
    };
    trials.metrics.iter().filter(|metric| metric.exact).filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, plan, run_of};
    use crate::model::{Better, Mode};
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

    #[test]
    fn speaks_where_first_calls_take_much_longer() {
        let unseen = |lane, times: f64| Event::Unseen { contest: 0, comparison: 0, lane, ratio: times.ln() };
        let run = run_of(plan(Mode::Quick, contest(2)), Vec::new(), vec![unseen(0, 20.0), unseen(1, 2.0)]);
        let seen = |lane| remembers(&run, (0, 0), lane).map(|caveat| caveat_text(&caveat));
        assert!(seen(0).unwrap().contains("it takes 20 times as long: it may"), "{:?}", seen(0));
        assert_eq!((seen(1), seen(2)), (None, None));
    }

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

    #[test]
    fn each_is_told_once_to_whom_it_concerns() {
        let differed = |lane| Event::Differed { contest: 0, comparison: 0, lane, launch: 0, text: "It varies.".into() };
        let run = run_of(plan(Mode::Fresh, contest(2)), Vec::new(), vec![differed(1), differed(1), differed(2)]);
        assert_eq!(other_answers(&run, (0, 0), 1).len(), 1);
        assert!(other_answers(&run, (0, 0), 0).is_empty() && other_answers(&run, (0, 1), 1).is_empty());
    }

    fn outcome(values: &[f64]) -> Outcome {
        let (average, worst, median, best) = (1.0, 1.0, 1.0, 1.0);
        Outcome { metric: "calls".into(), values: values.to_vec(), average, worst, median, best }
    }

    fn told(exact: bool, own: &[f64], twin: &[f64]) -> Vec<Caveat> {
        let metric = TrialMetric { name: "calls".into(), unit: "call".into(), better: Better::Less, exact };
        let trials = Trials { decides: "calls".into(), least: 2, most: 2, metrics: vec![metric] };
        not_exact(&trials, &[outcome(own)], &[outcome(twin)])
    }

    #[test]
    fn the_two_values_are_named_whichever_process_told_them() {
        let found = told(true, &[7.0, 7.0, 9.0], &[]);
        assert!(caveat_text(&found[0]).contains("came to 7 calls and to 9 calls"), "{found:?}");
        assert_eq!(told(true, &[7.0, 7.0], &[8.0, 8.0])[0].name(), "not-exact");
        assert!(told(true, &[7.0, 7.0], &[7.0]).is_empty());
        assert!(told(false, &[7.0, 9.0], &[]).is_empty() && told(true, &[], &[]).is_empty());
    }
}
