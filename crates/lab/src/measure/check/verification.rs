//! Answers before times: every lane of a contest is started in a process of its own, asked for the known answers and
//! for those of its inputs, and ended. Out comes what will be expected of each while it is timed.
//!
//! None of these processes is ever timed: which answers a run checks must not change how fast anybody is.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::measure::check::expected::{Expected, question};
use crate::measure::check::reference::{AnswerPass, Unanswered};
use crate::measure::check::verify::input_name;
use crate::measure::check::{audit, verify};
use crate::measure::given::stored::StoredSource;
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
    let place = run.place(contest);
    let inputs = run.entries[contest].vectors.iter().map(|known| StoredSource::Known(known.input.clone()));
    let known: Vec<_> = inputs.map(|input| run.inputs.put(input, place)).collect::<anyhow::Result<_>>()?;
    if let Err(fault) = run.handed(contest, known.clone())? {
        nobody_is_served(run, contest, &fault)?;
        return Ok(Expected::default());
    }
    let (expected, unanswered, spent_ns) = (Expected::default(), Vec::new(), BTreeMap::new());
    let mut pass = AnswerPass { run, contest, launch, open, known, expected, unanswered, spent_ns };
    if pass.run.plan.contests[contest].answers == Answers::Reference {
        pass.ask_the_reference()?;
        pass.ask_who_stands_in()?;
    }
    for lane in 0..pass.run.entries[contest].lanes.len() {
        pass.check_lane(lane)?;
    }
    if pass.run.is_over() {
        pass.tell_what_was_left()?;
    } else {
        pass.stop_unanswered()?;
        pass.tell_apart()?;
    }
    pass.tell_what_it_took(began.elapsed().as_nanos() as u64)?;
    let AnswerPass { run, expected, .. } = pass;
    if run.decide.is_none() && !run.interrupted() {
        run.stop_open(contest, StopReason::Certain)?;
    }
    run.end_server(contest);
    run.inputs.are_back()?;
    Ok(expected)
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
    run.stop_open(contest, StopReason::NobodyLeft)
}

impl AnswerPass<'_, '_> {
    /// Known answers first: who gives a wrong one there is asked for no other.
    fn check_lane(&mut self, number: usize) -> anyhow::Result<()> {
        let (named, entry) = (&self.run.plan.contests[self.contest], &self.run.entries[self.contest]);
        // The A/A control is the baseline's program, and what is so of the one is so of the other.
        let is_clone = named.lanes[number].role == Role::Clone;
        if is_clone || self.run.past.contests[self.contest].failed.contains(&number) || self.run.is_over() {
            return Ok(());
        }
        let entrant = match &entry.lanes[number] {
            Ok(entrant) => entrant,
            Err(fault) => return self.fail(None, number, fault.clone()),
        };
        let mut lane = Lane::new(entrant, &entry.fixed, self.run.around);
        match self.check_known(number, &mut lane)? {
            Ok(checked) => {
                if checked > 0 {
                    self.right(None, number, checked)?;
                }
                for comparison in self.open.clone() {
                    let began = Instant::now();
                    self.check_cell(number, comparison, &mut lane)?;
                    *self.spent_ns.entry(comparison).or_default() += began.elapsed().as_nanos() as u64;
                }
            }
            Err(fault) => self.fail(None, number, fault)?,
        }
        self.run.close(self.contest, number, self.launch, &mut lane)
    }

    fn check_cell(&mut self, number: usize, comparison: usize, lane: &mut Lane<'_>) -> anyhow::Result<()> {
        let named = &self.run.plan.contests[self.contest];
        if self.run.has_failed(self.contest, comparison, number) || self.run.is_over() {
            return Ok(());
        }
        if let Some(one) = self.unanswered_of(number, comparison) {
            // Where all are held to one answer this is the comparison's end, and not this lane's alone.
            let fault = one.fault.clone().filter(|_| named.lanes[number].variant.is_some());
            return fault.map_or(Ok(()), |fault| self.fail(Some(comparison), number, fault));
        }
        self.run.look_at_server(self.contest);
        let files = match self.run.inputs(self.contest, named.cell(number, comparison).size)? {
            Ok(files) => files,
            Err(fault) => return self.fail(Some(comparison), number, fault),
        };
        let params = &named.params(number, comparison);
        let answers = lane.prepare(&named.benchmark, &files, params).and_then(|()| {
            let right = self.expected.of(named, number, comparison, files.len());
            let mut given = Vec::new();
            for (input, right) in right.iter().enumerate() {
                if self.run.is_over() {
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
        let given = match self.run.served(self.contest, answers) {
            Ok(Some(given)) => given,
            // Cut short: who was right so far is neither right nor wrong, and nothing of it is timed.
            Ok(None) => return Ok(()),
            Err(fault) => return self.fail(Some(comparison), number, fault),
        };
        if named.answers == Answers::Told {
            self.expected.keep(number, comparison, given);
        }
        let told = match self.audit(number, comparison, lane, files.len()) {
            Ok(told) => told,
            Err(fault) => return self.fail(Some(comparison), number, fault),
        };
        if let Some(share) = told.filter(|share| *share < MOST_TOLD) {
            let (contest, lane) = (self.contest, number);
            self.run.listener.hear(&Event::MostlyUntimed { contest, comparison, lane, share })?;
        }
        self.right(Some(comparison), number, files.len())
    }

    /// Whether what is going to be timed is to be believed, as far as that can be known beforehand; nothing where the run
    /// is over before that is known.
    fn audit(
        &mut self,
        number: usize,
        comparison: usize,
        lane: &mut Lane<'_>,
        inputs: usize,
    ) -> Result<Option<f64>, Fault> {
        if self.run.decide.is_none() || !self.run.is_audited(self.contest, number) {
            return Ok(None);
        }
        let named = &self.run.plan.contests[self.contest];
        let expected = self.expected.of(named, number, comparison, inputs);
        let input = || input_name(named, number, comparison);
        let (long_ns, is_over) = (self.run.audit_ns(self.contest), || self.run.is_over());
        let orders = audit::AuditOrders { expected: &expected, input: &input, long_ns, is_over: &is_over };
        let mut dice = self.run.dice.fork(self.contest as u64).fork(AUDITS).fork(comparison as u64).fork(number as u64);
        let audited = audit::audit(lane, &orders, &mut dice);
        self.run.served(self.contest, audited)
    }

    /// The question that a lane would have to answer, where nobody knows the answer.
    fn unanswered_of(&self, lane: usize, comparison: usize) -> Option<&Unanswered> {
        let question = question(&self.run.plan.contests[self.contest], lane, comparison);
        self.unanswered.iter().find(|one| one.question == question)
    }

    /// Nobody gave an answer, so nobody can be held to one: it costs every lane this comparison.
    fn stop_unanswered(&mut self) -> anyhow::Result<()> {
        let lanes = &self.run.plan.contests[self.contest].lanes;
        for &comparison in &self.open {
            let mut all = (0..lanes.len()).filter(|lane| lanes[*lane].variant.is_none());
            let unanswered = all.find_map(|lane| self.unanswered_of(lane, comparison));
            let Some(one) = unanswered.cloned() else { continue };
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
                if !self.run.has_failed(self.contest, comparison, lane) {
                    let fault = one.lanes.get(&asked).unwrap_or(&all).clone();
                    self.run.fail((self.contest, Some(comparison)), lane, self.launch, fault)?;
                }
            }
            self.run.stop_comparison(self.contest, comparison, self.launch, StopReason::NobodyLeft)?;
        }
        Ok(())
    }

    /// Tells whose answers differ from those of the first lane that gave any, where that is all that is done about it.
    fn tell_apart(&mut self) -> anyhow::Result<()> {
        let named = &self.run.plan.contests[self.contest];
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
                self.run.listener.hear(&Event::Differed { contest, comparison, lane, launch, text })?;
            }
        }
        Ok(())
    }

    /// What is not checked is not timed either, and nobody is to think that it was right.
    fn tell_what_was_left(&mut self) -> anyhow::Result<()> {
        if self.run.interrupted() {
            return Ok(());
        }
        let named = &self.run.plan.contests[self.contest];
        let text = format!(
            "{}/{}: the time of the run was up before all answers were checked, so nothing of it is timed",
            named.suite, named.benchmark
        );
        self.run.listener.hear(&Event::Notice { text })
    }

    /// What belongs to no comparison are known answers, and the life of the processes.
    fn tell_what_it_took(&mut self, all_ns: u64) -> anyhow::Result<()> {
        let own_ns: u64 = self.spent_ns.values().sum();
        let own = self.spent_ns.iter().map(|(comparison, ns)| (Some(*comparison), *ns));
        for (comparison, ns) in own.chain([(None, all_ns.saturating_sub(own_ns))]) {
            let (contest, launch, on) = (self.contest, self.launch, Phase::Verification);
            self.run.listener.hear(&Event::Spent { contest, comparison, launch, on, ns })?;
        }
        Ok(())
    }

    fn right(&mut self, comparison: Option<usize>, lane: usize, checked: usize) -> anyhow::Result<()> {
        let (contest, launch) = (self.contest, self.launch);
        self.run.listener.hear(&Event::Verified { contest, comparison, lane, launch, checked })
    }

    /// What is wrong with the baseline is wrong with the A/A control.
    fn fail(&mut self, comparison: Option<usize>, lane: usize, fault: Fault) -> anyhow::Result<()> {
        let named = &self.run.plan.contests[self.contest];
        let twin = named.clone_lane().filter(|_| named.lanes[lane].role == Role::Baseline);
        for lane in [lane].into_iter().chain(twin) {
            self.run.fail((self.contest, comparison), lane, self.launch, fault.clone())?;
        }
        Ok(())
    }
}
