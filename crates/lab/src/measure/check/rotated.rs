//! Whether a cell's one input is learnt: calls that get the same input again and again beside calls whose inputs
//! change, in a process of its own, once everything has been timed. And whether answers are remembered: calls with
//! inputs that nobody has seen beside later ones with the same.
//!
//! Comes with ratios for each cell whose inputs Paragone makes; no sample of it is kept, and none decides a verdict.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::measure::cells::{Place, TimedCell, cells};
use crate::measure::check::expected::Expected;
use crate::measure::check::{expected, verify};
use crate::measure::lane::Lane;
use crate::measure::state::RunInProgress;
use crate::model::{Answers, Event, Fault, InputKind, When};

/// Inputs that change from call to call.
const INPUTS: usize = 16;
/// Of larger inputs nothing is known by heart after a call; and of so large ones that making many would take long, it
/// is not asked either whether their answers are remembered.
const LARGEST_LEARNT: u64 = 64 << 10;
const LARGEST: u64 = 256 << 10;
/// A turn of all inputs takes no longer; with longer calls there are fewer inputs, and at some length no question.
const LONGEST_TURN_NS: f64 = 1e6;
const LEAST_INPUTS: usize = 4;
/// A sample lasts about as long as this, or a call, or a turn.
const SAMPLE_NS: f64 = 25_000.0;
/// Samples of each input, and of all in turn, at each of two visits.
const OF_ONE: usize = 3;
const OF_ALL: usize = 12;
/// A cell may take so long; and all of them this share of what the run has taken, or at least some time.
const LONGEST_CELL: Duration = Duration::from_millis(300);
const SHARE: f64 = 0.05;
const LEAST_S: f64 = 1.0;

/// So many of them are given to a process at once: two such turns are less easily disturbed than one.
const UNSEEN: usize = INPUTS / 2;

/// Calls that have never seen their inputs are odd where they take longer by this than later ones, nanoseconds: less
/// than that is what fetching an input costs, and so much more for each byte. A machine reads faster than this from
/// memory that is in no cache and not mapped yet.
const UNSEEN_NS: f64 = 1000.0;
const FETCHED_NS: f64 = 0.5;

/// Looks at every cell whose inputs can be made anew, as far as the time allows.
pub(crate) fn compare(run: &mut RunInProgress<'_>) -> anyhow::Result<()> {
    let spent_s = run.clock.spent_s();
    let until_s = (spent_s + (spent_s * SHARE).max(LEAST_S)).min(run.plan.total_s);
    let mut pass = RotationPass::default();
    for place in cells(run, |comparison_past| &comparison_past.rotated) {
        if run.interrupted() || run.clock.left_of(until_s) == 0.0 {
            break;
        }
        for event in pass.look(run, place)? {
            run.listener.hear(&event)?;
        }
    }
    pass.referees.into_values().flatten().for_each(|(mut referee, _)| drop(referee.end()));
    Ok(())
}

#[derive(Default)]
struct RotationPass<'a> {
    /// By contest: whose answers are right, and those that are known; `None` where it failed.
    referees: BTreeMap<usize, Option<(Lane<'a>, Expected)>>,
    /// Contest and lane of those that failed: they would again, and may take their time.
    failed: BTreeSet<(usize, usize)>,
}

impl<'a> RotationPass<'a> {
    fn look(&mut self, run: &mut RunInProgress<'a>, place: Place) -> anyhow::Result<Vec<Event>> {
        let (contest, comparison, lane) = place;
        let (named, entry, around) = (&run.plan.contests[contest], &run.entries[contest], run.around);
        let Some(timed) = TimedCell::of(run, place) else { return Ok(Vec::new()) };
        let size = timed.cell.size;
        let made_anew = changing(&entry.input, size).filter(|_| named.answers == Answers::Reference);
        let made_anew = made_anew.filter(|_| !self.failed.contains(&(contest, lane)));
        let Some(((kind, own), count)) = made_anew.zip(affordable(timed.per_call_ns)) else { return Ok(Vec::new()) };
        let made = run.inputs.files(&kind, size, run.place(contest))?;
        run.look_at_server(contest);
        // Who has no server now had one while it was timed: nothing is learnt of that.
        let Ok(inputs) = run.handed(contest, made)? else { return Ok(Vec::new()) };
        let whose = format!("{}/{}", named.suite, named.benchmark);
        let referee = self
            .referees
            .entry(contest)
            .or_insert_with(|| expected::referee(named, entry, around).map(|referee| (referee, Expected::default())));
        let Some((judge, expected)) = referee else { return Ok(Vec::new()) };
        let question = expected::question(named, lane, comparison);
        if let Err(fault) = expected.ask_until(judge, (&named.benchmark, &inputs), &question, &|| false) {
            *referee = None;
            let text = format!(
                "{whose}: whether its input is learnt is not known, because the reference gave no answer to others of the same kind: {fault}"
            );
            return Ok(vec![Event::Notice { text }]);
        }
        let answers = expected.get(&question).unwrap_or_default();
        // The last of its own inputs is among the first that change.
        let seen = own - 1..own - 1 + count;
        let unseen = seen.start + INPUTS..seen.end + INPUTS;
        let mut trial = Trial {
            lane: timed.lane(),
            timed: TimedCell { inputs: inputs[seen.clone()].to_vec(), ..timed },
            answers: &answers[seen],
            until: Instant::now() + LONGEST_CELL,
        };
        let found = trial.begin().and_then(|()| {
            let learnt = if size <= LARGEST_LEARNT && own == 1 { trial.ratio()? } else { None };
            Ok((learnt, trial.of_unseen(&inputs[unseen.clone()], &answers[unseen])?))
        });
        trial.lane.end();
        Ok(match found {
            Ok((learnt, unseen)) => {
                let learnt = learnt.map(|ratio| Event::Rotated { contest, comparison, lane, ratio });
                let unseen = unseen.map(|ratio| Event::Unseen { contest, comparison, lane, ratio });
                learnt.into_iter().chain(unseen).collect()
            }
            Err(fault) if fault.is_wrong_answer() => {
                let launch = run.past.contests[contest].next_launch.saturating_sub(1);
                let text = format!("Given another input of the same kind and size: {fault}.");
                vec![Event::Differed { contest, comparison, lane, launch, text }]
            }
            Err(fault) => {
                self.failed.insert((contest, lane));
                let who = &named.lanes[lane].implementation;
                let text = format!("{whose} {who}, given other inputs of the same kind and size: {fault}");
                vec![Event::Notice { text }]
            }
        })
    }
}

/// An input of one kind, with twice as many more as are to change, and how many the cell has itself; `None` where only
/// one can be made.
fn changing(kind: &InputKind, size: u64) -> Option<(InputKind, usize)> {
    let more = |own: u32| own.max(1) - 1 + 2 * INPUTS as u32;
    let (more, own) = match *kind {
        InputKind::Random { seed, count } => (InputKind::Random { seed, count: more(count) }, count),
        InputKind::Words { seed, count, repeat } => (InputKind::Words { seed, count: more(count), repeat }, count),
        _ => return None,
    };
    (1..=LARGEST).contains(&size).then_some((more, own.max(1) as usize))
}

/// As many inputs as a turn has time for.
fn affordable(per_call_ns: f64) -> Option<usize> {
    let count = ((LONGEST_TURN_NS / per_call_ns.max(1e-3)) as usize).min(INPUTS);
    (count >= LEAST_INPUTS).then_some(count)
}

/// One cell, with its first inputs and the answers to them.
struct Trial<'a> {
    lane: Lane<'a>,
    timed: TimedCell<'a>,
    answers: &'a [Vec<u8>],
    until: Instant,
}

impl Trial<'_> {
    /// All answers, and calls until a compiler has come by.
    fn begin(&mut self) -> Result<(), Fault> {
        self.timed.prepare(&mut self.lane, &self.timed.inputs)?;
        for (input, right) in self.answers.iter().enumerate() {
            let got = self.lane.answer(input as u32)?;
            verify::same(right, &got, When::Asked, || format!("input {input}"))?;
        }
        self.timed.warm_up(&mut self.lane)
    }

    /// The logarithm of how much longer calls with changing inputs take; `None` where that would take too long.
    fn ratio(&mut self) -> Result<Option<f64>, Fault> {
        let mut prepared = None;
        let inputs = &self.timed.inputs;
        let ratio = compared(inputs.len(), self.timed.per_call_ns, |which, calls| {
            if Instant::now() > self.until {
                return Ok(None);
            }
            if prepared != Some(which) {
                self.timed.prepare(&mut self.lane, which.of(inputs))?;
                prepared = Some(which);
            }
            self.timed.time(&mut self.lane, calls).map(Some)
        })?;
        // Whoever does less in a timed call must not pass for one who learns nothing.
        if let (Some(_), Some(right)) = (ratio, self.answers.last()) {
            self.check_last(right)?;
        }
        Ok(ratio)
    }

    fn check_last(&mut self, right: &[u8]) -> Result<(), Fault> {
        verify::same(right, &self.lane.last()?, When::Timed, || "the last of them".to_owned())
    }

    /// The logarithm of how much longer first calls take, with inputs that the process has never been given; `None`
    /// where the difference is too small to tell, or it would take too long. The code has been at work before.
    fn of_unseen(&mut self, inputs: &[PathBuf], answers: &[Vec<u8>]) -> Result<Option<f64>, Fault> {
        let (mut first_ns, mut later_ns) = (f64::INFINITY, f64::INFINITY);
        for (inputs, answers) in inputs.chunks(UNSEEN).zip(answers.chunks(UNSEEN)) {
            if Instant::now() > self.until {
                return Ok(None);
            }
            self.timed.prepare(&mut self.lane, inputs)?;
            let calls = inputs.len() as u64;
            first_ns = first_ns.min(self.timed.time(&mut self.lane, calls)?);
            for _ in 0..OF_ONE {
                later_ns = later_ns.min(self.timed.time(&mut self.lane, calls)?);
            }
            self.check_last(answers.last().map_or(&[][..], Vec::as_slice))?;
        }
        Ok(beyond_fetching(first_ns, later_ns, self.timed.cell.size))
    }
}

/// The logarithm of how much longer first calls take, where they do by more than inputs of so many bytes may bring.
fn beyond_fetching(first_ns: f64, later_ns: f64, size: u64) -> Option<f64> {
    let ratio = (first_ns / later_ns).ln();
    (first_ns - later_ns > UNSEEN_NS + FETCHED_NS * size as f64 && ratio.is_finite()).then_some(ratio)
}

/// Which inputs calls get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    All,
    One(usize),
}

impl Which {
    fn of(self, inputs: &[PathBuf]) -> &[PathBuf] {
        match self {
            Which::All => inputs,
            Which::One(index) => &inputs[index..=index],
        }
    }
}

/// All inputs in turn, then each again and again, and the same once more the other way round. Inputs that cost more
/// than others do so on both sides; what has become faster meanwhile is never taken for learnt.
fn compared(
    inputs: usize,
    per_call_ns: f64,
    mut time: impl FnMut(Which, u64) -> Result<Option<f64>, Fault>,
) -> Result<Option<f64>, Fault> {
    let each = (SAMPLE_NS / per_call_ns.max(1e-3)).ceil().max(1.0) as u64;
    let turns = each.div_ceil(inputs as u64) * inputs as u64;
    let mut changing = f64::INFINITY;
    let mut repeated = vec![f64::INFINITY; inputs];
    for visit in [[true, false], [false, true]] {
        for all in visit {
            let order: Vec<Which> = if all { vec![Which::All] } else { (0..inputs).map(Which::One).collect() };
            for which in order {
                for _ in 0..if all { OF_ALL } else { OF_ONE } {
                    let Some(took) = time(which, if all { turns } else { each })? else { return Ok(None) };
                    let fastest = match which {
                        Which::All => &mut changing,
                        Which::One(input) => &mut repeated[input],
                    };
                    *fastest = fastest.min(took);
                }
            }
        }
    }
    let repeated = repeated.iter().sum::<f64>() / inputs as f64;
    let ratio = (changing / repeated).ln();
    Ok(ratio.is_finite().then_some(ratio))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learnt_is_told_from_what_differs_by_input() {
        let by_input = |input: usize| 100.0 + 10.0 * input as f64;
        let found = |learnt: f64| {
            let time =
                |which, _| Ok(Some(if let Which::One(input) = which { by_input(input) } else { 115.0 * learnt }));
            compared(4, 100.0, time).unwrap().unwrap()
        };
        assert!((found(1.5) - 1.5f64.ln()).abs() < 1e-9);
        assert!(found(1.0).abs() < 1e-9);
    }

    #[test]
    fn a_compiler_that_comes_by_on_the_way_is_not_learning() {
        let mut samples = 0;
        let ratio = compared(4, 100.0, |_, _| {
            samples += 1;
            Ok(Some(if samples > OF_ALL + 5 { 50.0 } else { 100.0 }))
        });
        assert_eq!(ratio.unwrap(), Some(0.0));
    }

    #[test]
    fn samples_are_whole_turns_and_the_time_is_bounded() {
        let mut asked = Vec::new();
        let time = |which, calls| {
            asked.push((which, calls));
            Ok((asked.len() < 20).then_some(1.0))
        };
        assert_eq!(compared(16, 1000.0, time).unwrap(), None);
        assert_eq!(asked[0], (Which::All, 32));
        assert_eq!(asked[OF_ALL], (Which::One(0), 25));
        assert_eq!(asked.len(), 20);
    }

    #[test]
    fn to_fetch_an_input_is_not_to_remember_its_answer() {
        // `memchr` over 64 KiB: 19 GB/s of what is in the cache, 5 GB/s of what is not.
        assert_eq!(beyond_fetching(12_200.0, 3_400.0, 64 << 10), None);
        assert_eq!(beyond_fetching(950.0, 20.0, 64), None);
        assert_eq!(beyond_fetching(80_000.0, 20.0, 64 << 10), Some(4000f64.ln()));
        assert_eq!(beyond_fetching(f64::INFINITY, 20.0, 64), None);
    }

    #[test]
    fn only_small_inputs_that_are_drawn_are_made_anew() {
        let random = |count| InputKind::Random { seed: 7, count };
        assert_eq!(changing(&random(1), 64), Some((random(32), 1)));
        let words = |count| InputKind::Words { seed: 7, count, repeat: true };
        assert_eq!(changing(&words(3), 64), Some((words(34), 3)));
        for (kind, size) in [(random(1), 0), (random(1), LARGEST + 1), (InputKind::Zeros, 64)] {
            assert_eq!(changing(&kind, size), None, "{kind:?} at {size}");
        }
        assert_eq!([10.0, 100_000.0, 260_000.0].map(affordable), [Some(16), Some(10), None]);
    }
}
