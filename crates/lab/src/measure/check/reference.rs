//! The right answers of a contest: asked of the reference in a process of its own, and where it has none, of the first
//! who has.
//!
//! None of these processes is ever timed.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::driver::CellTask;
use crate::measure::check::expected;
use crate::measure::check::expected::{Expected, Key};
use crate::measure::lane::{CellResult, Lane, LaneProgram};
use crate::measure::state::RunInProgress;
use crate::model::{Answers, Event, Fault, Params, Role};

/// A question that nobody has answered: what was to be done, and at which size; the first lane of a comparison that
/// has to know; and what went wrong.
pub(crate) struct Unanswered {
    pub(crate) question: (Params, u64),
    pub(crate) comparison: usize,
    pub(crate) fault: Option<Fault>,
    /// Of each lane that was asked in vain.
    pub(crate) lanes: BTreeMap<usize, Fault>,
}

/// What came of asking.
#[derive(Default)]
pub(crate) struct ReferenceAnswers {
    pub(crate) expected: Expected,
    pub(crate) unanswered: Vec<Unanswered>,
    /// By comparison, nanoseconds that its questions took.
    pub(crate) spent_ns: BTreeMap<usize, u64>,
}

/// Right answers to all that is asked in these comparisons, and what was not answered.
pub(crate) fn ask(
    run: &mut RunInProgress<'_>,
    contest: usize,
    open: &[usize],
    known: &Key,
) -> anyhow::Result<ReferenceAnswers> {
    let mut asking = Asking { contest, found: ReferenceAnswers::default() };
    if run.plan.contests[contest].answers == Answers::Reference {
        asking.the_reference(run, open)?;
        asking.who_stands_in(run, known)?;
    }
    Ok(asking.found)
}

struct Asking {
    contest: usize,
    found: ReferenceAnswers,
}

impl Asking {
    /// About every size that a lane has, each once.
    fn the_reference(&mut self, run: &mut RunInProgress<'_>, open: &[usize]) -> anyhow::Result<()> {
        let (plan, entries, around) = (run.plan, run.entries, run.around);
        let named = &plan.contests[self.contest];
        let mut referee = expected::referee(named, &entries[self.contest], around);
        for &comparison in open {
            for lane in 0..named.lanes.len() {
                let question = (named.params(lane, comparison), named.cell(lane, comparison).size);
                let is_known = self.found.expected.get(&question.0, question.1).is_some();
                let was_asked = is_known || self.found.unanswered.iter().any(|one| one.question == question);
                // Another value of a lane's own parameter may do where this one does not.
                let is_variant = named.lanes[lane].variant.is_some();
                let is_idle = is_variant && run.has_failed(self.contest, comparison, lane);
                if was_asked || is_idle || run.is_over() {
                    continue;
                }
                let answered = match &mut referee {
                    Some(referee) => self.put(run, referee, comparison, &question)?.map_err(Some),
                    None => Err(None),
                };
                if let Err(fault) = answered {
                    self.found.unanswered.push(Unanswered { question, comparison, fault, lanes: BTreeMap::new() });
                }
            }
        }
        referee.map(|mut referee| referee.end());
        Ok(())
    }

    /// Lane after lane, each in one process, until everything has been answered.
    fn who_stands_in(&mut self, run: &mut RunInProgress<'_>, known: &Key) -> anyhow::Result<()> {
        let (plan, entries, around) = (run.plan, run.entries, run.around);
        let (named, entry) = (&plan.contests[self.contest], &entries[self.contest]);
        for (number, entrant) in entry.lanes.iter().enumerate() {
            let Ok(entrant) = entrant else { continue };
            let is_asked =
                named.lanes[number].role != Role::Clone && !run.past.contests[self.contest].failed.contains(&number);
            if !is_asked || run.is_over() || self.found.unanswered.iter().all(is_hopeless) {
                continue;
            }
            let mut lane = Lane::new(entrant, &entry.fixed, around, 0);
            if expected::check_known(run, (self.contest, number), &mut lane, known)?.is_ok() {
                for one in std::mem::take(&mut self.found.unanswered) {
                    self.stands_in(run, number, &mut lane, one)?;
                }
            }
            lane.end();
        }
        Ok(())
    }

    /// What this lane has no answer to either is put back.
    fn stands_in(
        &mut self,
        run: &mut RunInProgress<'_>,
        number: usize,
        lane: &mut Lane<'_>,
        mut one: Unanswered,
    ) -> anyhow::Result<()> {
        if is_hopeless(&one) || run.has_failed(self.contest, one.comparison, number) || run.is_over() {
            self.found.unanswered.push(one);
            return Ok(());
        }
        if let Err(own) = self.put(run, lane, one.comparison, &one.question)? {
            one.fault.get_or_insert_with(|| own.clone());
            one.lanes.insert(number, own);
            self.found.unanswered.push(one);
            return Ok(());
        }
        if run.is_over() {
            // It may have been asked for a part of the answers only.
            return Ok(());
        }
        let (named, entry) = (&run.plan.contests[self.contest], &run.entries[self.contest]);
        let (who, size) = (&named.lanes[number].implementation, one.question.1);
        // A reference that takes part is going to be asked once more, and its fault told then.
        let takes_part = entry.lanes.iter().any(|lane| is_same(lane, entry.reference.as_ref()));
        let why = match one.fault {
            Some(_) if takes_part => String::new(),
            Some(fault) => format!(" ({fault})"),
            None => " (it could not be built)".to_owned(),
        };
        let text = format!(
            "{}/{} at size {size}: the reference gave no answer{why}, so all are held against {who}",
            named.suite, named.benchmark
        );
        run.listener.hear(&Event::Notice { text })
    }

    fn put(
        &mut self,
        run: &mut RunInProgress<'_>,
        lane: &mut Lane<'_>,
        comparison: usize,
        question: &(Params, u64),
    ) -> CellResult<()> {
        let (began, (params, size)) = (Instant::now(), question);
        run.servers.look(self.contest);
        let files = match run.inputs(self.contest, *size)? {
            Ok(files) => files,
            Err(fault) => return Ok(Err(fault)),
        };
        let benchmark = &run.plan.contests[self.contest].benchmark;
        let task = CellTask { benchmark, implementation: "", inputs: &files, params };
        let answered = self.found.expected.ask_until(lane, task, (params, *size), &|| run.is_over());
        let answered = run.served(self.contest, answered);
        if answered.is_err() {
            self.found.expected.forget(question);
        }
        *self.found.spent_ns.entry(comparison).or_default() += began.elapsed().as_nanos() as u64;
        Ok(answered)
    }
}

/// Whether a lane is the reference: it may be one whose launches are linked anew, which the reference's never are.
fn is_same(lane: &Result<LaneProgram, Fault>, reference: Option<&LaneProgram>) -> bool {
    let key = |entrant: &LaneProgram| (entrant.program.clone(), entrant.name.clone());
    lane.as_ref().ok().map(key) == reference.map(key)
}

/// Nobody has an answer where the server of the inputs is gone.
fn is_hopeless(one: &Unanswered) -> bool {
    matches!(one.fault, Some(Fault::Server { .. }))
}
