//! The comparisons of a benchmark whose parameter intervenes in, which part of each time the cause takes out.
//!
//! Both values of the parameter were measured in launches that took turns, and not in the same blocks. So each time is
//! taken beside that of an implementation on which the cause has no hold, in the same blocks, and the two ratios are
//! held against each other: what the machine did meanwhile it did to both.

use crate::judge::decide::analysis::Judgement;
use crate::judge::findings::comparison::pairs_at;
use crate::model::{
    Amount, ComparisonFinding, Effect, EffectRow, Interval, Intervention, Lane, Params, Row, Run, Share,
};
use crate::words::alike;

/// What the interval of a part may be wrong by.
const ERROR: f64 = 0.05;

/// By size, and by the other parameters within it; nothing, where the benchmark has no intervention.
pub(crate) fn effects(run: &Run, contest: usize, findings: &[ComparisonFinding]) -> Vec<Effect> {
    let planned = &run.plan.contests[contest];
    let Some(intervention) = &planned.intervention else { return Vec::new() };
    if run.machine.emulated.is_some() {
        return Vec::new();
    }
    let mut groups = alike(planned.comparisons.iter().enumerate().map(|(index, comparison)| {
        let mut others = comparison.params.clone();
        others.remove(&intervention.param);
        ((comparison.size, others), index)
    }));
    groups.sort();
    let of = |((size, params), members): ((u64, Params), Vec<usize>)| {
        let value = |index: &usize| planned.comparisons[*index].params.get(&intervention.param).cloned();
        let values: Vec<String> = members.iter().filter_map(value).collect();
        let at = |wanted: &str| values.iter().position(|value| value == wanted).map(|place| members[place]);
        let ends = [at(&intervention.with)?, at(&intervention.without)?];
        let of_member = |index: &usize| {
            let at = &planned.comparisons[*index];
            findings.iter().find(|finding| (finding.size, &finding.params) == (at.size, &at.params))
        };
        let group: Vec<&ComparisonFinding> = members.iter().map(of_member).collect::<Option<_>>()?;
        // Of an implementation that takes part with several values of another parameter, the one with the same value.
        let varied = |lane: &Lane| lane.variant.as_ref().map(|variant| variant.params.clone());
        let beside = |of: &Lane| {
            let same = |lane: &Lane| *lane.program() == intervention.beside && varied(lane) == varied(of);
            planned.shown().find(|(_, lane)| same(lane)).map(|(lane, _)| lane)
        };
        let held: Vec<Option<usize>> = planned.shown().map(|(_, of)| beside(of)).collect();
        // Whoever has nobody to be held beside is held beside himself, which tells no part.
        let pairs: Vec<[usize; 2]> =
            planned.shown().zip(&held).map(|((lane, _), beside)| [beside.unwrap_or(lane), lane]).collect();
        let [with, without] = ends.map(|end| pairs_at(run, (contest, end), &pairs, Some(ERROR / 2.0)));
        let judged = pairs.iter().zip(with.iter().zip(&without));
        let shown = planned.shown().map(|(_, lane)| &lane.implementation);
        let rows = shown.zip(held).zip(judged).filter_map(|((id, beside), ([base, lane], (with, without)))| {
            let rows: Vec<&Row> = group.iter().map(|finding| finding.row(id)).collect::<Option<_>>()?;
            let both = with.as_ref().zip(without.as_ref()).filter(|_| base != lane);
            Some(EffectRow {
                implementation: id.clone(),
                times_ns: rows.iter().map(|row| Some(row.times?.p50)).collect::<Option<_>>()?,
                beside: beside.map(|lane| planned.lanes[lane].implementation.clone()),
                share: both.and_then(|(with, without)| share(with, without)),
                counted: counted(&rows, intervention),
            })
        });
        let rows: Vec<EffectRow> = rows.collect();
        (!rows.is_empty()).then_some(Effect { params, size, values, rows })
    };
    groups.into_iter().filter_map(of).collect()
}

fn counted(rows: &[&Row], intervention: &Intervention) -> Option<Vec<Amount>> {
    let metric = intervention.counted.as_ref()?;
    rows.iter().map(|row| row.resources.get(metric).cloned()).collect()
}

/// From end to end of both ratios' intervals. Each is wrong half as often as the share may be, so that both hold
/// together as often as it has to, however they depend on each other.
fn share(with: &Judgement, without: &Judgement) -> Option<Share> {
    let [with, without] = [&with.estimate, &without.estimate];
    let is_known = |interval: &Interval| interval.low.is_finite() && interval.high.is_finite();
    let part = |difference: f64| -difference.exp_m1();
    (is_known(&with.interval) && is_known(&without.interval)).then(|| Share {
        likely: part(without.ratio - with.ratio),
        low: part(without.interval.high - with.interval.low),
        high: part(without.interval.low - with.interval.high),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::judge::findings::of_run::findings;
    use crate::judge::simulation::stage::{Random, contest, flat_block, launch_began, launch_ended, plan, run_of};
    use crate::model::{Block, Comparison, Mode, Resources, Variant};

    const VALUES: [&str; 3] = ["known", "between", "fresh"];

    /// Three values of a parameter, and by lane the nanoseconds of 100 calls with each.
    fn measured(mode: Mode, launches: u32, times: [[u64; 3]; 3]) -> Run {
        let mut one = contest(1);
        let params = |value: &str| Params::from([("data".to_owned(), value.to_owned())]);
        one.comparisons = VALUES.map(|value| Comparison { params: params(value), size: 1000 }).to_vec();
        one.intervention = Some(Intervention {
            param: "data".into(),
            with: "fresh".into(),
            without: "known".into(),
            cause: "wrong guesses".into(),
            beside: "c.base".parse().unwrap(),
            counted: Some("branch-misses".into()),
        });
        let of = |launch: u32, comparison: usize| {
            let by_lane = [0, 1, 2].map(|lane| times[lane][comparison]);
            (0..16).map(move |index| Block { comparison, ..flat_block(launch, index, &by_lane, 4) })
        };
        let blocks = (0..launches).flat_map(|launch| (0..3).flat_map(move |comparison| of(launch, comparison)));
        let events = (0..launches).flat_map(|launch| [launch_began(launch), launch_ended(launch)]).collect();
        run_of(plan(mode, one), blocks.collect(), events)
    }

    fn only(run: &Run) -> Effect {
        findings(run).contests.remove(0).effects.remove(0)
    }

    #[test]
    fn a_share_is_what_is_not_there_without_the_cause_whatever_the_machine_did() {
        // The machine is half as fast while `fresh` is measured, as the baseline shows.
        let run = measured(
            Mode::Standard,
            6,
            [[100_000, 100_000, 200_000], [300_000, 310_000, 2_400_000], [100_000, 100_000, 200_000]],
        );
        let effect = only(&run);
        assert_eq!(
            (effect.size, effect.values.as_slice(), effect.params.len()),
            (1000, &VALUES.map(String::from)[..], 0)
        );
        let [base, other] = effect.rows.as_slice() else { panic!("{effect:?}") };
        assert!(base.share.is_none() && base.times_ns.len() == 3);
        let share = other.share.unwrap();
        assert!((share.likely - 0.75).abs() < 0.001, "{share:?}");
        assert!(share.low <= share.likely && share.likely <= share.high && share.high - share.low < 0.01, "{share:?}");
        assert_eq!(other.counted, None);
    }

    #[test]
    fn what_a_processor_counts_stands_beside_it() {
        use crate::model::Event;
        let mut run = measured(Mode::Quick, 1, [[100_000; 3], [100_000, 100_000, 400_000], [100_000; 3]]);
        for comparison in 0..3 {
            let resources = Resources::from([("branch-misses".to_owned(), Amount::Known(comparison as f64))]);
            run.events.push(Event::Counted { contest: 0, comparison, lane: 1, resources });
        }
        let effect = only(&run);
        assert_eq!(effect.rows[1].counted, Some(vec![Amount::Known(0.0), Amount::Known(1.0), Amount::Known(2.0)]));
        assert_eq!(effect.rows[0].counted, None);
    }

    #[test]
    fn too_little_is_no_share_and_no_intervention_no_effect() {
        let mut run = measured(Mode::Standard, 1, [[100_000; 3], [100_000, 100_000, 400_000], [100_000; 3]]);
        assert!(only(&run).rows.iter().all(|row| row.share.is_none()));
        run.plan.contests[0].intervention = None;
        assert!(findings(&run).contests[0].effects.is_empty());
    }

    #[test]
    fn whom_they_are_timed_beside_need_not_be_the_baseline_and_has_to_take_part() {
        let times = [[300_000, 310_000, 2_400_000], [100_000, 100_000, 200_000], [300_000, 310_000, 2_400_000]];
        let mut run = measured(Mode::Standard, 6, times);
        let beside = |run: &mut Run, name: &str| {
            run.plan.contests[0].intervention.as_mut().unwrap().beside = name.parse().unwrap();
            only(run).rows.iter().map(|row| row.share.map(|share| share.likely)).collect::<Vec<_>>()
        };
        let shares = beside(&mut run, "c.one1");
        assert!((shares[0].unwrap() - 0.75).abs() < 0.001 && shares[1].is_none(), "{shares:?}");
        assert_eq!(beside(&mut run, "c.absent"), [None, None]);
    }

    #[test]
    fn with_several_values_of_another_parameter_each_is_held_beside_its_own() {
        let times = [[100_000; 3], [100_000, 100_000, 400_000], [100_000; 3]];
        let mut run = measured(Mode::Standard, 6, times);
        let as_variant = |run: &mut Run, lane: usize, level: &str| {
            let lane = &mut run.plan.contests[0].lanes[lane];
            let params = Params::from([("level".to_owned(), level.to_owned())]);
            lane.variant = Some(Variant { of: lane.program().clone(), params });
            lane.implementation.build = Some(level.to_owned());
        };
        as_variant(&mut run, 0, "1");
        as_variant(&mut run, 1, "1");
        let rows = only(&run).rows;
        assert!((rows[1].share.unwrap().likely - 0.75).abs() < 0.001);
        assert_eq!(rows[1].beside.as_ref(), Some(&rows[0].implementation));
        assert!(rows[0].is_ruler() && !rows[1].is_ruler());
        as_variant(&mut run, 1, "2");
        let rows = only(&run).rows;
        assert_eq!((rows[1].share, &rows[1].beside), (None, &None));
    }

    #[test]
    fn whoever_lacks_a_value_has_no_row() {
        let mut run = measured(Mode::Quick, 1, [[100_000; 3], [100_000; 3], [100_000; 3]]);
        run.blocks.retain(|block| block.comparison != 2);
        assert!(findings(&run).contests[0].effects.is_empty());
    }

    /// Launches, blocks and rounds differ, the whole machine changes its speed, and the truth is 3 quarters.
    #[test]
    fn an_interval_holds_the_truth_as_often_as_it_says() {
        const MACHINES: u64 = 200;
        let mut widths = 0.0;
        let holds = |seed: &u64| {
            let mut random = Random::new(*seed);
            let mut run = measured(Mode::Standard, 8, [[100_000; 3]; 3]);
            let mut layouts = BTreeMap::new();
            for block in &mut run.blocks {
                let speed = 0.05 * random.normal();
                for (lane, samples) in block.lanes.iter_mut().enumerate() {
                    let place = (block.launch, block.comparison, lane);
                    let layout = *layouts.entry(place).or_insert_with(|| 0.01 * random.normal());
                    let truth = if (lane, block.comparison) == (1, 2) { 4.0_f64.ln() } else { 0.0 };
                    for sample in samples {
                        let log = truth + speed + layout + 0.005 * random.normal();
                        sample.wall_ns = (100_000.0 * log.exp()) as u64;
                    }
                }
            }
            let share = only(&run).rows[1].share.expect("eight launches are enough");
            widths += share.high - share.low;
            share.low <= 0.75 && 0.75 <= share.high
        };
        let held = (0..MACHINES).filter(holds).count() as u64;
        assert!(held * 100 >= MACHINES * 95, "{held} of {MACHINES}");
        assert!(widths / MACHINES as f64 <= 0.03, "{}", widths / MACHINES as f64);
    }
}
