//! What is doubtful of a row's own samples: they are too short, wait, are mostly start, are bimodal, or began
//! before the times were at rest.

use paragone_stats::modes;
use paragone_stats::quantile::{median, sorted};

use crate::model::{Caveat, Course, Percentiles, Sample, WarmUp};

/// Clock steps that a sample should last: one step is then a tenth of a percent.
const STEPS: f64 = 1000.0;

/// Samples too short for the clock that timed them.
///
/// `resolution_ns`: the step of the driver's clock, as it said.
pub(crate) fn short_sample(samples: &[&Sample], resolution_ns: u64) -> Option<Caveat> {
    let walls: Vec<f64> = samples.iter().map(|sample| sample.wall_ns as f64).collect();
    let steps = median(&walls)? / resolution_ns.max(1) as f64;
    (steps < STEPS).then_some(Caveat::ShortSample { steps, resolution_ns })
}

/// Below this share of the wall time the process waited or was held up.
const BELOW_WALL: f64 = 0.9;

/// Above this share more than one thread was at work, or more than the calls: CPU time spans resets too.
const ABOVE_WALL: f64 = 1.1;

/// A CPU clock may step by as much as a tick of 10 ms: less wall time than this says nothing.
const LEAST_WALL_NS: u64 = 1_000_000;

/// The process was off the processor for some of its wall time: it waited, or was held up.
pub(crate) fn cpu_below_wall(samples: &[&Sample]) -> Option<Caveat> {
    let share = cpu_share(samples).filter(|share| *share < BELOW_WALL)?;
    Some(Caveat::CpuBelowWall { share })
}

/// The process took more processor time than wall time: threads were at work, or it was reset between calls.
pub(crate) fn cpu_above_wall(samples: &[&Sample]) -> Option<Caveat> {
    let times = cpu_share(samples).filter(|share| *share > ABOVE_WALL)?;
    Some(Caveat::CpuAboveWall { times })
}

/// The share of the wall time that the process was not on a processor; `None` where `cpu-below-wall` speaks.
pub(crate) fn off_processor(samples: &[&Sample]) -> Option<f64> {
    cpu_share(samples).filter(|share| *share >= BELOW_WALL).map(|share| (1.0 - share).max(0.0))
}

fn cpu_share(samples: &[&Sample]) -> Option<f64> {
    let sum = |part: fn(&Sample) -> u64| samples.iter().map(|sample| part(sample) as f64).sum::<f64>();
    let (wall, cpu) = (sum(|sample| sample.wall_ns), sum(|sample| sample.cpu_ns));
    (wall >= LEAST_WALL_NS as f64).then(|| cpu / wall)
}

/// From this share on a reader has to know.
const MUCH_START: f64 = 0.1;

/// Much of a command's time is the start of its process, which is no work of its own.
///
/// `start_ns`: what it costs to start a process that does nothing.
pub(crate) fn start_cost(times: Option<Percentiles>, start_ns: Option<f64>) -> Option<Caveat> {
    let (median, start) = (times?.p50, start_ns?);
    let share = (start / median).min(1.0);
    (share > MUCH_START).then_some(Caveat::StartCost { start_ns: start, share })
}

/// How far apart the two modes have to be, in units of their spread: one flat mode has 3.5.
const SEPARATION: f64 = 5.0;

/// The smaller mode's share of the samples at least: rarer ones are outliers.
const LEAST_SHARE: f64 = 0.1;

const LEAST_SAMPLES: usize = 32;

/// Bimodal times: a single number stands for neither of their two typical values.
///
/// `margin`, a share: modes closer to each other than that do not matter.
pub(crate) fn bimodal(samples: &[&Sample], margin: f64) -> Option<Caveat> {
    if samples.len() < LEAST_SAMPLES {
        return None;
    }
    let split = modes::split(&sorted(samples.iter().map(|sample| sample.per_call().ln()).collect()))?;
    let apart = (split.high - split.low).exp_m1();
    let two = split.separation > SEPARATION
        && apart > margin
        && (LEAST_SHARE..=1.0 - LEAST_SHARE).contains(&split.share_high);
    two.then_some(Caveat::Bimodal { apart, share_slower: split.share_high })
}

/// Times had not come to rest when they began to count.
///
/// `warm_ups`: of one lane, by launch.
pub(crate) fn never_settled(warm_ups: &[&WarmUp]) -> Option<Caveat> {
    let found = warm_ups_of(warm_ups, Course::NeverSettled)?;
    let (calls, wall_ns) = watched(&found);
    Some(Caveat::NeverSettled { launches: found.len(), of: warm_ups.len(), calls, wall_ns })
}

/// Times had come to rest at a slower level before they began to count.
///
/// `warm_ups`: of one lane, by launch.
pub(crate) fn slowed_down(warm_ups: &[&WarmUp]) -> Option<Caveat> {
    let found = warm_ups_of(warm_ups, Course::Slowed)?;
    let most = found.iter().map(|warm_up| warm_up.slowed).fold(0.0, f64::max);
    Some(Caveat::SlowedDown { launches: found.len(), of: warm_ups.len(), slower: most.exp_m1() })
}

/// Only where a runtime compiles while it runs, because the others have nothing to wait for.
pub(crate) fn unwatched_warm_up(warm_ups: &[&WarmUp]) -> Option<Caveat> {
    let compiling: Vec<&WarmUp> = warm_ups.iter().copied().filter(|warm_up| warm_up.compiles).collect();
    let found = warm_ups_of(&compiling, Course::Unwatched)?;
    let (calls, wall_ns) = watched(&found);
    Some(Caveat::UnwatchedWarmUp { launches: found.len(), of: compiling.len(), calls, wall_ns })
}

/// Those of a kind. Where nothing compiles late, now and then noise
/// alone looks like a change: one launch of many is then no habit.
fn warm_ups_of<'a>(warm_ups: &[&'a WarmUp], course: Course) -> Option<Vec<&'a WarmUp>> {
    let found: Vec<&WarmUp> = warm_ups.iter().copied().filter(|warm_up| warm_up.course == course).collect();
    let is_habit = found.iter().any(|warm_up| warm_up.compiles) || found.len() * 4 >= warm_ups.len();
    (!found.is_empty() && is_habit).then_some(found)
}

/// The shortest of them, which is the one to doubt most.
fn watched(warm_ups: &[&WarmUp]) -> (u64, u64) {
    let shortest = warm_ups.iter().min_by_key(|warm_up| warm_up.wall_ns);
    shortest.map_or((0, 0), |warm_up| (warm_up.calls, warm_up.wall_ns))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{Random, sample};
    use crate::words::caveat_text;

    #[test]
    fn a_thousand_steps_are_enough() {
        let samples = [sample(200_000), sample(210_000), sample(190_000)];
        let samples: Vec<&Sample> = samples.iter().collect();
        assert_eq!(short_sample(&samples, 1), None);
        assert_eq!(short_sample(&samples, 200), None);
        assert!(caveat_text(&short_sample(&samples, 1000).unwrap()).contains("200 steps"));
        assert_eq!(short_sample(&[], 1000), None);
    }

    fn names(wall_ns: u64, cpu_ns: u64) -> Vec<String> {
        let sample = Sample { calls: 1, wall_ns, cpu_ns };
        [cpu_below_wall(&[&sample; 10]), cpu_above_wall(&[&sample; 10])]
            .into_iter()
            .flatten()
            .map(|caveat| caveat.name())
            .collect()
    }

    #[test]
    fn waiting_and_threads_are_told_apart() {
        assert_eq!(names(200_000, 100_000), ["cpu-below-wall"]);
        assert_eq!(names(200_000, 500_000), ["cpu-above-wall"]);
        assert!(names(200_000, 199_000).is_empty());
    }

    #[test]
    fn who_is_told_of_already_is_not_counted() {
        let off = |cpu_ns| off_processor(&[&Sample { calls: 1, wall_ns: 2_000_000, cpu_ns }]);
        assert_eq!([off(1_900_000), off(3_000_000), off(1_000_000)], [Some(1.0 - 0.95), Some(0.0), None]);
    }

    #[test]
    fn too_little_time_says_nothing() {
        assert!(names(2_000, 0).is_empty());
        assert_eq!(cpu_below_wall(&[]), None);
    }

    fn seen(median: f64, start: Option<f64>) -> Option<Caveat> {
        let p = median;
        start_cost(Some(Percentiles { samples: 1, p0: p, p25: p, p50: p, p75: p, p90: p, p99: p, p100: p }), start)
    }

    #[test]
    fn a_tenth_is_much() {
        assert!(caveat_text(&seen(2e6, Some(1e6)).unwrap()).contains("takes 1.00 ms here, 50 % of its time"));
        assert_eq!(seen(2e7, Some(1e6)), None);
        assert_eq!(seen(2e6, None), None);
        assert_eq!(start_cost(None, Some(1.0)), None);
    }

    fn modes_found(slow_every: usize, slower: f64, margin: f64) -> Option<Caveat> {
        let mut random = Random::new(4);
        let time = |index: usize| {
            let mode = if index.is_multiple_of(slow_every) { slower } else { 1.0 };
            (200_000.0 * mode * (0.005 * random.normal()).exp()) as u64
        };
        let samples: Vec<Sample> = (0..200).map(time).map(sample).collect();
        bimodal(&samples.iter().collect::<Vec<_>>(), margin)
    }

    #[test]
    fn two_modes_are_seen() {
        assert!(caveat_text(&modes_found(4, 1.2, 0.01).unwrap()).contains("20 % apart, with 25 %"));
        assert!(caveat_text(&modes_found(4, 20.0, 0.01).unwrap()).contains("a factor of 20 apart, with 25 %"));
    }

    #[test]
    fn one_mode_rare_outliers_and_modes_within_the_margin_are_not() {
        assert_eq!(modes_found(4, 1.0, 0.01), None);
        assert_eq!(modes_found(50, 1.2, 0.01), None);
        assert_eq!(modes_found(4, 1.2, 0.5), None);
    }

    fn warm_up(course: Course, compiles: bool, slowed: f64) -> WarmUp {
        WarmUp { course, compiles, calls: 420, wall_ns: 3_000_000, slowed, samples: Vec::new() }
    }

    fn warm_up_names(warm_ups: &[WarmUp]) -> Vec<String> {
        let all: Vec<&WarmUp> = warm_ups.iter().collect();
        let found = [never_settled(&all), slowed_down(&all), unwatched_warm_up(&all)];
        found.into_iter().flatten().map(|caveat| caveat.name()).collect()
    }

    #[test]
    fn each_course_has_its_word() {
        assert!(warm_up_names(&[warm_up(Course::Flat, true, 0.0), warm_up(Course::Warmed, true, 0.0)]).is_empty());
        assert_eq!(warm_up_names(&[warm_up(Course::NeverSettled, false, 0.0)]), ["never-settled"]);
        assert_eq!(warm_up_names(&[warm_up(Course::Slowed, true, 0.1)]), ["slowed-down"]);
        assert_eq!(warm_up_names(&[warm_up(Course::Unwatched, true, 0.0)]), ["unwatched-warm-up"]);
        assert!(warm_up_names(&[warm_up(Course::Unwatched, false, 0.0)]).is_empty());
        assert!(warm_up_names(&[]).is_empty());
    }

    #[test]
    fn one_launch_of_many_is_a_habit_of_compilers_alone() {
        let four_flat = |compiles| vec![warm_up(Course::Flat, compiles, 0.0); 4];
        let with = |compiles| [four_flat(compiles), vec![warm_up(Course::Slowed, compiles, 0.1)]].concat();
        assert_eq!((warm_up_names(&with(true)).len(), warm_up_names(&with(false)).len()), (1, 0));
    }

    #[test]
    fn it_says_how_often_and_how_much() {
        let all = [warm_up(Course::Slowed, true, 1.25f64.ln()), warm_up(Course::Flat, true, 0.0)];
        let text = caveat_text(&slowed_down(&all.iter().collect::<Vec<_>>()).unwrap());
        assert!(text.contains("in 1 of 2 launches") && text.contains("on the way, by up to 25 %"), "{text}");
        let one = warm_up(Course::NeverSettled, true, 0.0);
        let text = caveat_text(&never_settled(&[&one]).unwrap());
        assert!(text.contains("in its one launch") && text.contains("420 calls in 3.00 ms"), "{text}");
    }
}
