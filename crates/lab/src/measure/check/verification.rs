//! Answers before times: every lane of a contest is started in a process of its own, asked for the known answers and
//! for those of its inputs, and ended. Out comes what will be expected of each while it is timed.
//!
//! None of these processes is ever timed: which answers a run checks must not change how fast anybody is.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::driver::CellTask;
use crate::measure::check::expected::{Expected, Key};
use crate::measure::check::reference::{ReferenceAnswers, Unanswered};
use crate::measure::check::verify::input_name;
use crate::measure::check::{audit, expected, reference, verify};
use crate::measure::lane::Lane;
use crate::measure::state::RunInProgress;
use crate::model::{Answers, Event, Fault, Phase, Role, StopReason, When};

/// What audits draw by, beside the numbers of their cell.
const AUDITS: u64 = 1 << 33;

/// The share of requests' time that is worth a word: who tells less has a reset that takes as long as its calls.
const MOST_TOLD: f64 = 0.5;

/// Checks everybody who may be timed in an open comparison of a contest. Who fails is told of and takes no part.
pub(crate) fn verify(run: &mut RunInProgress<'_>, contest: usize) -> anyhow::Result<Expected> {
    let began = Instant::now();
    let (launch, open) = (run.past.contests[contest].next_launch, run.open(contest));
    let known = expected::known(&run.entries[contest], run.inputs, run.place(contest))?;
    if let Err(fault) = run.handed(contest, known.files.clone())? {
        nobody_is_served(run, contest, &fault)?;
        return Ok(Expected::default());
    }
    let ReferenceAnswers { expected, unanswered, spent_ns } = reference::ask(run, contest, &open, &known)?;
    let mut pass = AnswerPass { contest, launch, open, known, expected, unanswered, spent_ns };
    for lane in 0..run.entries[contest].lanes.len() {
        pass.check_lane(run, lane)?;
    }
    if run.is_over() {
        pass.tell_what_was_left(run)?;
    } else {
        pass.stop_unanswered(run)?;
        pass.tell_apart(run)?;
    }
    pass.tell_what_it_took(run, began.elapsed().as_nanos() as u64)?;
    if run.decide.is_none() && !run.interrupted() {
        for comparison in run.open(contest) {
            run.stop_comparison(contest, comparison, launch, StopReason::Certain)?;
        }
    }
    run.servers.end(contest);
    run.inputs.are_back()?;
    Ok(pass.expected)
}

/// Without their server nobody gets an input, and it is asked to begin once only: it may take its time to fail.
fn nobody_is_served(run: &mut RunInProgress<'_>, contest: usize, fault: &Fault) -> anyhow::Result<()> {
    let launch = run.past.contests[contest].next_launch;
    for lane in 0..run.entries[contest].lanes.len() {
        if !run.past.contests[contest].failed.contains(&lane) {
            let own = run.entries[contest].lanes[lane].as_ref().err();
            run.fail((contest, None), lane, launch, own.unwrap_or(fault).clone())?;
        }
    }
    for comparison in run.open(contest) {
        run.stop_comparison(contest, comparison, launch, StopReason::NobodyLeft)?;
    }
    Ok(())
}

struct AnswerPass {
    contest: usize,
    /// The launch to come.
    launch: u32,
    /// Comparisons that are going to be timed.
    open: Vec<usize>,
    /// Known answers, with their inputs as they lie on the disk.
    known: Key,
    expected: Expected,
    unanswered: Vec<Unanswered>,
    /// By comparison, nanoseconds.
    spent_ns: BTreeMap<usize, u64>,
}

impl AnswerPass {
    /// Known answers first: who gives a wrong one there is asked for no other.
    fn check_lane(&mut self, run: &mut RunInProgress<'_>, number: usize) -> anyhow::Result<()> {
        let (plan, entries, around) = (run.plan, run.entries, run.around);
        // The A/A control is the baseline's program, and what is so of the one is so of the other.
        let is_clone = plan.contests[self.contest].lanes[number].role == Role::Clone;
        if is_clone || run.past.contests[self.contest].failed.contains(&number) || run.is_over() {
            return Ok(());
        }
        let entry = &entries[self.contest];
        let entrant = match &entry.lanes[number] {
            Ok(entrant) => entrant,
            Err(fault) => return self.fail(run, None, number, fault.clone()),
        };
        let mut lane = Lane::new(entrant, &entry.fixed, around, 0);
        match expected::check_known(run, (self.contest, number), &mut lane, &self.known)? {
            Ok(checked) => {
                if checked > 0 {
                    self.right(run, None, number, checked)?;
                }
                for comparison in self.open.clone() {
                    let began = Instant::now();
                    self.check_cell(run, (number, comparison), &mut lane)?;
                    *self.spent_ns.entry(comparison).or_default() += began.elapsed().as_nanos() as u64;
                }
            }
            Err(fault) => self.fail(run, None, number, fault)?,
        }
        let (bytes, tail) = lane.end();
        if bytes > 0 {
            let (contest, launch) = (self.contest, self.launch);
            run.listener.hear(&Event::Printed { contest, lane: number, launch, bytes, tail })?;
        }
        Ok(())
    }

    fn check_cell(
        &mut self,
        run: &mut RunInProgress<'_>,
        (number, comparison): (usize, usize),
        lane: &mut Lane<'_>,
    ) -> anyhow::Result<()> {
        let named = &run.plan.contests[self.contest];
        if run.has_failed(self.contest, comparison, number) || run.is_over() {
            return Ok(());
        }
        if let Some(one) = self.unanswered_of(run, number, comparison) {
            // Where all are held to one answer this is the comparison's end, and not this lane's alone.
            let fault = one.fault.clone().filter(|_| named.lanes[number].variant.is_some());
            return fault.map_or(Ok(()), |fault| self.fail(run, Some(comparison), number, fault));
        }
        run.servers.look(self.contest);
        let files = match run.inputs(self.contest, named.cell(number, comparison).size)? {
            Ok(files) => files,
            Err(fault) => return self.fail(run, Some(comparison), number, fault),
        };
        let params = &named.params(number, comparison);
        let task = CellTask { benchmark: &named.benchmark, implementation: "", inputs: &files, params };
        let answers = lane.prepare(task).and_then(|()| {
            let right = self.expected.of(named, number, comparison, files.len());
            let mut given = Vec::new();
            for (input, right) in right.iter().enumerate() {
                if run.is_over() {
                    return Ok(None);
                }
                let got = lane.answer_of(input, right.len())?;
                if named.answers != Answers::Told {
                    verify::same(right, &got, When::Asked, || input_name(named, number, comparison))?;
                    continue;
                }
                given.push(got);
            }
            Ok(Some(given))
        });
        match run.served(self.contest, answers) {
            // Cut short: who was right so far is neither right nor wrong, and nothing of it is timed.
            Ok(None) => Ok(()),
            Ok(Some(given)) => {
                if named.answers == Answers::Told {
                    self.expected.keep(number, comparison, given);
                }
                let told = match self.audit(run, (number, comparison), lane, files.len()) {
                    Ok(told) => told,
                    Err(fault) => return self.fail(run, Some(comparison), number, fault),
                };
                if let Some(share) = told.filter(|share| *share < MOST_TOLD) {
                    let (contest, lane) = (self.contest, number);
                    run.listener.hear(&Event::MostlyUntimed { contest, comparison, lane, share })?;
                }
                self.right(run, Some(comparison), number, files.len())
            }
            Err(fault) => self.fail(run, Some(comparison), number, fault),
        }
    }

    /// Whether what is going to be timed is to be believed, as far as that can be known beforehand; nothing where the run
    /// is over before that is known.
    fn audit(
        &self,
        run: &mut RunInProgress<'_>,
        (number, comparison): (usize, usize),
        lane: &mut Lane<'_>,
        inputs: usize,
    ) -> Result<Option<f64>, Fault> {
        if run.decide.is_none() || !run.is_audited(self.contest, number) {
            return Ok(None);
        }
        let named = &run.plan.contests[self.contest];
        let expected = self.expected.of(named, number, comparison, inputs);
        let input = || input_name(named, number, comparison);
        let (long_ns, is_over) = (run.audit_ns(self.contest), || run.is_over());
        let orders = audit::AuditOrders { expected: &expected, input: &input, long_ns, is_over: &is_over };
        let mut dice = run.dice.fork(self.contest as u64).fork(AUDITS).fork(comparison as u64).fork(number as u64);
        let audited = audit::audit(lane, &orders, &mut dice);
        run.served(self.contest, audited)
    }

    /// The question that a lane would have to answer, where nobody knows the answer.
    fn unanswered_of(&self, run: &RunInProgress<'_>, lane: usize, comparison: usize) -> Option<&Unanswered> {
        let named = &run.plan.contests[self.contest];
        let question = (named.params(lane, comparison), named.cell(lane, comparison).size);
        self.unanswered.iter().find(|one| one.question == question)
    }

    /// Nobody gave an answer, so nobody can be held to one: it costs every lane this comparison.
    fn stop_unanswered(&self, run: &mut RunInProgress<'_>) -> anyhow::Result<()> {
        let lanes = &run.plan.contests[self.contest].lanes;
        for &comparison in &self.open {
            let all = (0..lanes.len()).filter(|lane| lanes[*lane].variant.is_none());
            let mut unanswered = all.filter_map(|lane| self.unanswered_of(run, lane, comparison));
            let Some(one) = unanswered.next() else { continue };
            let all = match &one.fault {
                Some(fault @ Fault::Server { .. }) => fault.clone(),
                fault => {
                    let why = fault.as_ref().map_or("nobody is left to give one".to_owned(), Fault::to_string);
                    let text = format!("nobody gave an answer to compare with: {why}");
                    Fault::Refused { request: "answer 0".to_owned(), text }
                }
            };
            let baseline = lanes.iter().position(|lane| lane.role == Role::Baseline);
            for (lane, named) in lanes.iter().enumerate() {
                // The A/A control is the baseline's program, and was not asked itself.
                let asked = baseline.filter(|_| named.role == Role::Clone).unwrap_or(lane);
                if !run.has_failed(self.contest, comparison, lane) {
                    let fault = one.lanes.get(&asked).unwrap_or(&all).clone();
                    run.fail((self.contest, Some(comparison)), lane, self.launch, fault)?;
                }
            }
            run.stop_comparison(self.contest, comparison, self.launch, StopReason::NobodyLeft)?;
        }
        Ok(())
    }

    /// Tells whose answers differ from those of the first lane that gave any, where that is all that is done about it.
    fn tell_apart(&self, run: &mut RunInProgress<'_>) -> anyhow::Result<()> {
        let named = &run.plan.contests[self.contest];
        let lanes = 0..named.lanes.len();
        for &comparison in &self.open {
            let given: BTreeMap<usize, &[Vec<u8>]> =
                lanes.clone().filter_map(|lane| Some((lane, self.expected.own(lane, comparison)?))).collect();
            let Some((first, right)) = given.first_key_value() else { continue };
            let whose = &named.lanes[*first].implementation;
            for (&lane, got) in &given {
                let Some((right, got)) = right.iter().zip(*got).find(|(right, got)| right != got) else { continue };
                let place = right.iter().zip(got).take_while(|(one, other)| one == other).count();
                let text = format!(
                    "It prints something else than {whose}: {} and {} bytes, different from byte {place} on.",
                    got.len(),
                    right.len()
                );
                let (contest, launch) = (self.contest, self.launch);
                run.listener.hear(&Event::Differed { contest, comparison, lane, launch, text })?;
            }
        }
        Ok(())
    }

    /// What is not checked is not timed either, and nobody is to think that it was right.
    fn tell_what_was_left(&self, run: &mut RunInProgress<'_>) -> anyhow::Result<()> {
        if run.interrupted() {
            return Ok(());
        }
        let named = &run.plan.contests[self.contest];
        let text = format!(
            "{}/{}: the time of the run was up before all answers were checked, so nothing of it is timed",
            named.suite, named.benchmark
        );
        run.listener.hear(&Event::Notice { text })
    }

    /// What belongs to no comparison are known answers, and the life of the processes.
    fn tell_what_it_took(&self, run: &mut RunInProgress<'_>, all_ns: u64) -> anyhow::Result<()> {
        let own_ns: u64 = self.spent_ns.values().sum();
        let own = self.spent_ns.iter().map(|(comparison, ns)| (Some(*comparison), *ns));
        for (comparison, ns) in own.chain([(None, all_ns.saturating_sub(own_ns))]) {
            let (contest, launch, on) = (self.contest, self.launch, Phase::Verification);
            run.listener.hear(&Event::Spent { contest, comparison, launch, on, ns })?;
        }
        Ok(())
    }

    fn right(
        &self,
        run: &mut RunInProgress<'_>,
        comparison: Option<usize>,
        lane: usize,
        checked: usize,
    ) -> anyhow::Result<()> {
        let (contest, launch) = (self.contest, self.launch);
        run.listener.hear(&Event::Verified { contest, comparison, lane, launch, checked })
    }

    /// What is wrong with the baseline is wrong with the A/A control.
    fn fail(
        &self,
        run: &mut RunInProgress<'_>,
        comparison: Option<usize>,
        lane: usize,
        fault: Fault,
    ) -> anyhow::Result<()> {
        let named = &run.plan.contests[self.contest];
        let twin = named.clone_lane().filter(|_| named.lanes[lane].role == Role::Baseline);
        for lane in [lane].into_iter().chain(twin) {
            run.fail((self.contest, comparison), lane, self.launch, fault.clone())?;
        }
        Ok(())
    }
}
