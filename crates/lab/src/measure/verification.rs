//! Answers before times: every lane of a contest is started in a process of its own, asked for the known answers and
//! for those of its inputs, and ended. Out comes what will be expected of each while it is timed.
//!
//! None of these processes is ever timed: which answers a run checks must not change how fast anybody is.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::driver::Task;
use crate::measure::audit;
use crate::measure::comparison::input_name;
use crate::measure::expected;
use crate::measure::expected::Expected;
use crate::measure::expected::Key;
use crate::measure::lane::Lane;
use crate::measure::reference;
use crate::measure::reference::Asked;
use crate::measure::reference::Unanswered;
use crate::measure::run::Stage;
use crate::measure::verify;
use crate::model::Answers;
use crate::model::Event;
use crate::model::Fault;
use crate::model::Phase;
use crate::model::Role;
use crate::model::StopReason;
use crate::model::When;

/// What audits draw by, beside the numbers of their cell.
const AUDITS: u64 = 1 << 33;

/// The share of requests' time that is worth a word: who tells less has a reset that takes as long as its calls.
const MOST_TOLD: f64 = 0.5;

/// Checks everybody who may be timed in an open comparison of a contest. Who fails is told of and takes no part.
pub(super) fn verify(stage: &mut Stage<'_>, contest: usize) -> anyhow::Result<Expected> {
    let began = Instant::now();
    let (launch, open) = (stage.past.chapters[contest].next_launch, stage.open(contest));
    let known = expected::known(&stage.entries[contest], stage.inputs, stage.place(contest))?;
    if let Err(fault) = stage.handed(contest, known.files.clone())? {
        nobody_is_served(stage, contest, &fault)?;
        return Ok(Expected::default());
    }
    let Asked { expected, unanswered, spent_ns } = reference::ask(stage, contest, &open, &known)?;
    let mut pass = Pass { contest, launch, open, known, expected, unanswered, spent_ns };
    for lane in 0..stage.entries[contest].lanes.len() {
        pass.check_lane(stage, lane)?;
    }
    if stage.is_over() {
        pass.tell_what_was_left(stage)?;
    } else {
        pass.stop_unanswered(stage)?;
        pass.tell_apart(stage)?;
    }
    pass.tell_what_it_took(stage, began.elapsed().as_nanos() as u64)?;
    if stage.decide.is_none() && !stage.interrupted() {
        for comparison in stage.open(contest) {
            stage.stop_comparison(contest, comparison, launch, StopReason::Certain)?;
        }
    }
    stage.servers.end(contest);
    stage.inputs.are_back()?;
    Ok(pass.expected)
}

/// Without their server nobody gets an input, and it is asked to begin once only: it may take its time to fail.
fn nobody_is_served(stage: &mut Stage<'_>, contest: usize, fault: &Fault) -> anyhow::Result<()> {
    let launch = stage.past.chapters[contest].next_launch;
    for lane in 0..stage.entries[contest].lanes.len() {
        if !stage.past.chapters[contest].failed.contains(&lane) {
            let own = stage.entries[contest].lanes[lane].as_ref().err();
            stage.fail((contest, None), lane, launch, own.unwrap_or(fault).clone())?;
        }
    }
    for comparison in stage.open(contest) {
        stage.stop_comparison(contest, comparison, launch, StopReason::NobodyLeft)?;
    }
    Ok(())
}

struct Pass {
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

impl Pass {
    /// Known answers first: who gives a wrong one there is asked for no other.
    fn check_lane(&mut self, stage: &mut Stage<'_>, number: usize) -> anyhow::Result<()> {
        let (plan, entries, around) = (stage.plan, stage.entries, stage.around);
        // Lane A' is the baseline's program, and what is so of the one is so of the other.
        let is_clone = plan.contests[self.contest].lanes[number].role == Role::Clone;
        if is_clone || stage.past.chapters[self.contest].failed.contains(&number) || stage.is_over() {
            return Ok(());
        }
        let entry = &entries[self.contest];
        let entrant = match &entry.lanes[number] {
            Ok(entrant) => entrant,
            Err(fault) => return self.fail(stage, None, number, fault.clone()),
        };
        let mut lane = Lane::new(entrant, &entry.fixed, around, 0);
        match expected::check_known(stage, (self.contest, number), &mut lane, &self.known)? {
            Ok(checked) => {
                if checked > 0 {
                    self.right(stage, None, number, checked)?;
                }
                for comparison in self.open.clone() {
                    let began = Instant::now();
                    self.check_cell(stage, (number, comparison), &mut lane)?;
                    *self.spent_ns.entry(comparison).or_default() += began.elapsed().as_nanos() as u64;
                }
            }
            Err(fault) => self.fail(stage, None, number, fault)?,
        }
        let (bytes, tail) = lane.end();
        if bytes > 0 {
            let (contest, launch) = (self.contest, self.launch);
            stage.listener.hear(&Event::Printed { contest, lane: number, launch, bytes, tail })?;
        }
        Ok(())
    }

    fn check_cell(
        &mut self,
        stage: &mut Stage<'_>,
        (number, comparison): (usize, usize),
        lane: &mut Lane<'_>,
    ) -> anyhow::Result<()> {
        let named = &stage.plan.contests[self.contest];
        if stage.has_failed(self.contest, comparison, number) || stage.is_over() {
            return Ok(());
        }
        if let Some(one) = self.unanswered_of(stage, number, comparison) {
            // Where all are held to one answer this is the comparison's end, and not this lane's alone.
            let fault = one.fault.clone().filter(|_| named.lanes[number].variant.is_some());
            return fault.map_or(Ok(()), |fault| self.fail(stage, Some(comparison), number, fault));
        }
        stage.servers.look(self.contest);
        let files = match stage.inputs(self.contest, named.cell(number, comparison).size)? {
            Ok(files) => files,
            Err(fault) => return self.fail(stage, Some(comparison), number, fault),
        };
        let params = &named.params(number, comparison);
        let task = Task { benchmark: &named.benchmark, implementation: "", inputs: &files, params };
        let answers = lane.prepare(task).and_then(|()| {
            let right = self.expected.of(named, number, comparison, files.len());
            let mut given = Vec::new();
            for (input, right) in right.iter().enumerate() {
                if stage.is_over() {
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
        match stage.served(self.contest, answers) {
            // Cut short: who was right so far is neither right nor wrong, and nothing of it is timed.
            Ok(None) => Ok(()),
            Ok(Some(given)) => {
                if named.answers == Answers::Told {
                    self.expected.keep(number, comparison, given);
                }
                match self.audit(stage, (number, comparison), lane, files.len()) {
                    Ok(share) => {
                        self.told(stage, (number, comparison), share.unwrap_or(1.0))?;
                        self.right(stage, Some(comparison), number, files.len())
                    }
                    Err(fault) => self.fail(stage, Some(comparison), number, fault),
                }
            }
            Err(fault) => self.fail(stage, Some(comparison), number, fault),
        }
    }

    /// Says where a lane tells little of its requests' time.
    fn told(&self, stage: &mut Stage<'_>, (lane, comparison): (usize, usize), share: f64) -> anyhow::Result<()> {
        let event = Event::MostlyUntimed { contest: self.contest, comparison, lane, share };
        if share < MOST_TOLD { stage.listener.hear(&event) } else { Ok(()) }
    }

    /// Whether what is going to be timed is to be believed, as far as that can be known beforehand; nothing where the run
    /// is over before that is known.
    fn audit(
        &self,
        stage: &mut Stage<'_>,
        (number, comparison): (usize, usize),
        lane: &mut Lane<'_>,
        inputs: usize,
    ) -> Result<Option<f64>, Fault> {
        if stage.decide.is_none() || !stage.is_audited(self.contest, number) {
            return Ok(None);
        }
        let named = &stage.plan.contests[self.contest];
        let expected = self.expected.of(named, number, comparison, inputs);
        let input = || input_name(named, number, comparison);
        let (long_ns, is_over) = (stage.audit_ns(self.contest), || stage.is_over());
        let orders = audit::Orders { expected: &expected, input: &input, long_ns, is_over: &is_over };
        let mut dice = stage.dice.fork(self.contest as u64).fork(AUDITS).fork(comparison as u64).fork(number as u64);
        let audited = audit::audit(lane, &orders, &mut dice);
        stage.served(self.contest, audited)
    }

    /// The question that a lane would have to answer, where nobody knows the answer.
    fn unanswered_of(&self, stage: &Stage<'_>, lane: usize, comparison: usize) -> Option<&Unanswered> {
        let named = &stage.plan.contests[self.contest];
        let question = (named.params(lane, comparison), named.cell(lane, comparison).size);
        self.unanswered.iter().find(|one| one.question == question)
    }

    /// Nobody gave an answer, so nobody can be held to one: it costs every lane this comparison.
    fn stop_unanswered(&self, stage: &mut Stage<'_>) -> anyhow::Result<()> {
        let lanes = &stage.plan.contests[self.contest].lanes;
        for &comparison in &self.open {
            let all = (0..lanes.len()).filter(|lane| lanes[*lane].variant.is_none());
            let mut unanswered = all.filter_map(|lane| self.unanswered_of(stage, lane, comparison));
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
                // Lane A' is the baseline's program, and was not asked itself.
                let asked = baseline.filter(|_| named.role == Role::Clone).unwrap_or(lane);
                if !stage.has_failed(self.contest, comparison, lane) {
                    let fault = one.lanes.get(&asked).unwrap_or(&all).clone();
                    stage.fail((self.contest, Some(comparison)), lane, self.launch, fault)?;
                }
            }
            stage.stop_comparison(self.contest, comparison, self.launch, StopReason::NobodyLeft)?;
        }
        Ok(())
    }

    /// Tells whose answers differ from those of the first lane that gave any, where that is all that is done about it.
    fn tell_apart(&self, stage: &mut Stage<'_>) -> anyhow::Result<()> {
        let named = &stage.plan.contests[self.contest];
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
                stage.listener.hear(&Event::Differed { contest, comparison, lane, launch, text })?;
            }
        }
        Ok(())
    }

    /// What is not checked is not timed either, and nobody is to think that it was right.
    fn tell_what_was_left(&self, stage: &mut Stage<'_>) -> anyhow::Result<()> {
        if stage.interrupted() {
            return Ok(());
        }
        let named = &stage.plan.contests[self.contest];
        let text = format!(
            "{}/{}: the time of the run was up before all answers were checked, so nothing of it is timed",
            named.suite, named.benchmark
        );
        stage.listener.hear(&Event::Notice { text })
    }

    /// What belongs to no comparison are known answers, and the life of the processes.
    fn tell_what_it_took(&self, stage: &mut Stage<'_>, all_ns: u64) -> anyhow::Result<()> {
        let own_ns: u64 = self.spent_ns.values().sum();
        let own = self.spent_ns.iter().map(|(comparison, ns)| (Some(*comparison), *ns));
        for (comparison, ns) in own.chain([(None, all_ns.saturating_sub(own_ns))]) {
            let (contest, launch, on) = (self.contest, self.launch, Phase::Verification);
            stage.listener.hear(&Event::Spent { contest, comparison, launch, on, ns })?;
        }
        Ok(())
    }

    fn right(
        &self,
        stage: &mut Stage<'_>,
        comparison: Option<usize>,
        lane: usize,
        checked: usize,
    ) -> anyhow::Result<()> {
        let (contest, launch) = (self.contest, self.launch);
        stage.listener.hear(&Event::Verified { contest, comparison, lane, launch, checked })
    }

    /// What is wrong with the baseline is wrong with lane A'.
    fn fail(&self, stage: &mut Stage<'_>, comparison: Option<usize>, lane: usize, fault: Fault) -> anyhow::Result<()> {
        let named = &stage.plan.contests[self.contest];
        let twin = named.clone_lane().filter(|_| named.lanes[lane].role == Role::Baseline);
        for lane in [lane].into_iter().chain(twin) {
            stage.fail((self.contest, comparison), lane, self.launch, fault.clone())?;
        }
        Ok(())
    }
}
