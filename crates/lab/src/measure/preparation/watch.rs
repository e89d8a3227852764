//! Samples of a warm-up in, whether there is to be another one out; at the end, what became of it.
//!
//! It knows no driver and no clock.

use paragone_stats::course::{Kind, course};

use crate::measure::lane::Made;
use crate::measure::preparation::calibrate::{LONGEST_TURN_NS, was_held_up};
use crate::model::{Course, Sample, WarmUp};

/// Fewest samples that say anything about their course.
const FEWEST: usize = 8;

/// A sample lasts a quarter of one that counts, or this share of all the time that was spent before:
/// a long watch then has some hundreds of samples and not thousands.
const SHARE_OF_SPENT: f64 = 1.0 / 64.0;

/// A change of level by less than 2 % is none, as a logarithm: blocks bear it as they bear drift.
const LEAST_CHANGE: f64 = 0.02;

/// A process whose runtime compiles while it runs is watched for so many calls, because compilers
/// count calls (HotSpot's last one from 5000 or 15000 on), and for so long, because they work beside
/// the program and some wait for a pause first (.NET's for 100 ms); or for so long whatever it calls.
const COMPILED_CALLS: u64 = 20_000;
const COMPILED_NS: u64 = 150_000_000;
const COMPILED_ANYHOW_NS: u64 = 300_000_000;

/// What a lane is warmed up with.
#[derive(Clone, Copy)]
pub(crate) struct WarmUpOrders<'a> {
    /// Least length of a sample that counts.
    pub(crate) least_ns: u64,
    /// Inputs that are rotated.
    pub(crate) inputs: u64,
    /// The longest that it may take.
    pub(crate) budget_ns: f64,
    pub(crate) is_over: &'a dyn Fn() -> bool,
}

/// A warm-up under way.
pub(crate) struct WarmUpWatch<'a> {
    orders: WarmUpOrders<'a>,
    compiles: bool,
    per_call_ns: f64,
    /// What the process had been through before the first sample.
    made: Made,
    samples: Vec<Sample>,
    spent_ns: f64,
    /// So many samples are to be there when their course is looked at next.
    next_look: usize,
    found: Option<paragone_stats::course::Course>,
}

impl<'a> WarmUpWatch<'a> {
    pub(crate) fn new(orders: &WarmUpOrders<'a>, compiles: bool, per_call_ns: f64, made: Made) -> WarmUpWatch<'a> {
        WarmUpWatch {
            orders: *orders,
            compiles,
            per_call_ns,
            made,
            samples: Vec::new(),
            spent_ns: 0.0,
            next_look: FEWEST,
            found: None,
        }
    }

    /// So much time has gone by since the warm-up began.
    pub(crate) fn spent(&mut self, ns: f64) {
        self.spent_ns = self.spent_ns.max(ns);
    }

    pub(crate) fn add(&mut self, sample: Sample) {
        self.per_call_ns = sample.per_call().max(1e-3);
        self.samples.push(sample);
    }

    /// The calls of the next sample; `None` where enough was seen, or the time is over.
    pub(crate) fn next_calls(&mut self) -> Option<u64> {
        let seen = self.samples.len();
        if seen >= self.next_look && self.has_compiled() {
            self.next_look = seen + (seen / 4).max(4);
            self.found = self.course();
            if self.found.is_some_and(|found| found.kind != Kind::NoSteadyState) {
                return None;
            }
        }
        let sample_ns = (self.orders.least_ns as f64 / 4.0).max(self.spent_ns * SHARE_OF_SPENT);
        let (calls, inputs) = ((sample_ns / self.per_call_ns).ceil().max(1.0) as u64, self.orders.inputs.max(1));
        // Samples take in every input, or their times would differ by their inputs.
        let turn_ns = self.per_call_ns * inputs as f64;
        let calls = if turn_ns <= LONGEST_TURN_NS { calls.next_multiple_of(inputs) } else { calls };
        (self.spent_ns + calls as f64 * self.per_call_ns <= self.orders.budget_ns).then_some(calls)
    }

    /// The fastest call since it has been at rest, where that is known.
    pub(crate) fn settled_ns(&self) -> Option<f64> {
        let from = self.course().map(|found| found.settled)?;
        let rest = &self.samples[from..];
        let free = rest.iter().filter(|sample| !was_held_up(sample)).map(Sample::per_call).reduce(f64::min);
        // What waits by itself is never on a processor for long; where others held it up since it has been
        // at rest, what it did before says more.
        free.or_else(|| self.samples.iter().map(Sample::per_call).reduce(f64::min))
    }

    /// What became of it; `before` is what the process had been through when the warm-up began.
    pub(crate) fn end(self, before: Made) -> WarmUp {
        let found = self.course();
        let course = match found.map(|found| found.kind) {
            None => Course::Unwatched,
            Some(Kind::NoSteadyState) => Course::NeverSettled,
            Some(Kind::Slowdown) => Course::Slowed,
            Some(_) if !self.has_compiled() => Course::Unwatched,
            Some(Kind::Flat) => Course::Flat,
            Some(Kind::Warmup) => Course::Warmed,
        };
        let settled = match course {
            Course::NeverSettled | Course::Unwatched => self.samples.len(),
            _ => found.map_or(0, |found| found.settled),
        };
        let until = &self.samples[..settled];
        WarmUp {
            course,
            compiles: self.compiles,
            calls: self.made.calls - before.calls + until.iter().map(|sample| sample.calls).sum::<u64>(),
            wall_ns: self.made.wall_ns - before.wall_ns + until.iter().map(|sample| sample.wall_ns).sum::<u64>(),
            slowed: found.filter(|_| course == Course::Slowed).map_or(0.0, |found| found.level - found.lowest),
            samples: self.samples.iter().map(|sample| (sample.calls, sample.wall_ns)).collect(),
        }
    }

    fn course(&self) -> Option<paragone_stats::course::Course> {
        let times: Vec<f64> = self.samples.iter().map(|sample| sample.per_call().max(1e-3).ln()).collect();
        course(&times, LEAST_CHANGE)
    }

    /// Whether a runtime that compiles has had its chance.
    fn has_compiled(&self) -> bool {
        let calls = self.made.calls + self.samples.iter().map(|sample| sample.calls).sum::<u64>();
        let wall_ns = self.made.wall_ns + self.samples.iter().map(|sample| sample.wall_ns).sum::<u64>();
        let has_lived = wall_ns >= COMPILED_ANYHOW_NS || (calls >= COMPILED_CALLS && wall_ns >= COMPILED_NS);
        !self.compiles || has_lived
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(compiles: bool, budget_ns: f64, inputs: u64) -> WarmUpWatch<'static> {
        let orders = WarmUpOrders { least_ns: 200_000, inputs, budget_ns, is_over: &|| false };
        WarmUpWatch::new(&orders, compiles, 100.0, Made { calls: 1000, wall_ns: 100_000 })
    }

    /// Carries a watch out with a driver whose calls take what `per_call_ns` says of their number.
    fn carried_out(mut watch: WarmUpWatch<'_>, per_call_ns: impl Fn(u64) -> f64) -> (WarmUp, Option<f64>) {
        let (mut made, mut spent) = (0, 0.0);
        while let Some(calls) = watch.next_calls() {
            // A little noise, the same each time.
            let noise = 1.0 + 0.002 * ((made % 7) as f64 - 3.0);
            let wall_ns = (calls as f64 * per_call_ns(made) * noise) as u64;
            watch.add(Sample { calls, wall_ns, cpu_ns: wall_ns });
            made += calls;
            spent += wall_ns as f64 + 10_000.0;
            watch.spent(spent);
        }
        let settled = watch.settled_ns();
        (watch.end(Made::default()), settled)
    }

    #[test]
    fn what_does_not_change_is_left_alone_after_eight_short_samples() {
        let (warm_up, _) = carried_out(watch(false, 1e8, 1), |_| 100.0);
        assert_eq!((warm_up.course, warm_up.samples.len(), warm_up.calls), (Course::Flat, 8, 1000));
        assert_eq!(warm_up.samples[0].0, 500);
    }

    #[test]
    fn a_compiler_is_waited_for() {
        let late = |made: u64| if made < 12_000 { 2000.0 } else { 100.0 };
        let (warm_up, settled) = carried_out(watch(true, 1e9, 1), late);
        assert_eq!(warm_up.course, Course::Warmed);
        assert!(warm_up.calls >= 12_000 && warm_up.calls < 20_000, "{}", warm_up.calls);
        assert!(settled.is_some_and(|ns| (98.0..100.0).contains(&ns)), "{settled:?}");
        assert!(warm_up.samples.iter().map(|sample| sample.1).sum::<u64>() >= COMPILED_NS - 100_000);
        assert!(warm_up.samples.len() < 400, "{}", warm_up.samples.len());
    }

    #[test]
    fn a_change_that_was_seen_is_waited_out_whoever_made_it() {
        let (warm_up, _) = carried_out(watch(false, 1e8, 1), |made| if made < 900 { 300.0 } else { 100.0 });
        assert_eq!(warm_up.course, Course::Warmed);
        assert!(warm_up.samples.len() > 8 && warm_up.samples.len() < 40, "{}", warm_up.samples.len());
    }

    #[test]
    fn what_became_slower_says_by_how_much() {
        let (warm_up, _) = carried_out(watch(true, 1e9, 1), |made| if made < 200_000 { 100.0 } else { 150.0 });
        assert_eq!(warm_up.course, Course::Slowed);
        assert!((warm_up.slowed.exp() - 1.5).abs() < 0.02, "{}", warm_up.slowed);
    }

    #[test]
    fn what_goes_on_changing_never_settles_and_ends_with_its_time() {
        let (warm_up, _) = carried_out(watch(true, 4e8, 1), |made| 1e9 / (1e4 + made as f64).powf(1.2));
        assert_eq!(warm_up.course, Course::NeverSettled);
        let spent: u64 = warm_up.samples.iter().map(|sample| sample.1).sum();
        assert!(spent <= 400_000_000 && warm_up.wall_ns == spent + 100_000, "{spent}");
    }

    #[test]
    fn what_others_held_up_settles_nothing() {
        let mut watch = watch(false, 1e9, 1);
        let sample = |wall_ns| Sample { calls: 500, wall_ns, cpu_ns: 50_000 };
        for index in 0..40 {
            watch.add(sample(if index < 20 { 50_000 + index } else { 5_000_000 + index }));
        }
        assert_eq!(watch.settled_ns(), Some(100.0));
    }

    #[test]
    fn without_time_nothing_is_watched() {
        let (warm_up, settled) = carried_out(watch(true, 1e5, 1), |_| 100.0);
        assert_eq!((warm_up.course, settled), (Course::Unwatched, None));
        let (warm_up, _) = carried_out(watch(true, 2e7, 1), |_| 100.0);
        assert_eq!(warm_up.course, Course::Unwatched);
        assert!(warm_up.samples.len() > 8);
    }

    #[test]
    fn samples_take_in_every_input_where_that_is_not_too_long() {
        let mut sixteen = watch(false, 1e12, 16);
        assert_eq!(sixteen.next_calls(), Some(512));
        sixteen.add(Sample { calls: 1, wall_ns: 10_000_000, cpu_ns: 0 });
        assert_eq!(sixteen.next_calls(), Some(1));
    }
}
