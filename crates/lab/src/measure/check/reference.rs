//! What is to be known before answers can be checked: the known answers of a contest, and the right ones to its inputs,
//! asked of the reference in a process of its own, and where it has none, of the first who has.
//!
//! None of these processes is ever timed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use crate::measure::check::expected::{Expected, Question, question, referee};
use crate::measure::check::verify;
use crate::measure::lane::{CellResult, Lane, LaneProgram};
use crate::measure::state::RunInProgress;
use crate::model::{Event, Fault, Params, Role, When};

/// A question that nobody has answered; the first lane of a comparison that has to know; and what went wrong.
#[derive(Clone)]
pub(crate) struct Unanswered {
    pub(crate) question: Question,
    pub(crate) comparison: usize,
    pub(crate) fault: Option<Fault>,
    /// Of each lane that was asked in vain.
    pub(crate) lanes: BTreeMap<usize, Fault>,
}

/// The answers of one contest, while they are asked for and checked.
pub(crate) struct AnswerPass<'r, 'a> {
    pub(crate) run: &'r mut RunInProgress<'a>,
    pub(crate) contest: usize,
    /// The launch to come.
    pub(crate) launch: u32,
    /// Comparisons that are going to be timed.
    pub(crate) open: Vec<usize>,
    /// Inputs of known answers, as they lie on the disk.
    pub(crate) known: Vec<PathBuf>,
    pub(crate) expected: Expected,
    pub(crate) unanswered: Vec<Unanswered>,
    /// By comparison, nanoseconds that its questions took.
    pub(crate) spent_ns: BTreeMap<usize, u64>,
}

impl AnswerPass<'_, '_> {
    /// About every size that a lane has, each once.
    pub(crate) fn ask_the_reference(&mut self) -> anyhow::Result<()> {
        let named = &self.run.plan.contests[self.contest];
        let mut referee = referee(named, &self.run.entries[self.contest], self.run.around);
        for comparison in self.open.clone() {
            for lane in 0..named.lanes.len() {
                let question = question(named, lane, comparison);
                let is_known = self.expected.get(&question).is_some();
                let was_asked = is_known || self.unanswered.iter().any(|one| one.question == question);
                // Another value of a lane's own parameter may do where this one does not.
                let is_variant = named.lanes[lane].variant.is_some();
                let is_idle = is_variant && self.run.has_failed(self.contest, comparison, lane);
                if was_asked || is_idle || self.run.is_over() {
                    continue;
                }
                let answered = match &mut referee {
                    Some(referee) => self.put(referee, comparison, &question)?.map_err(Some),
                    None => Err(None),
                };
                if let Err(fault) = answered {
                    self.unanswered.push(Unanswered { question, comparison, fault, lanes: BTreeMap::new() });
                }
            }
        }
        referee.map(|mut referee| referee.end());
        Ok(())
    }

    /// Lane after lane, each in one process, until everything has been answered.
    pub(crate) fn ask_who_stands_in(&mut self) -> anyhow::Result<()> {
        let (named, entry) = (&self.run.plan.contests[self.contest], &self.run.entries[self.contest]);
        for (number, entrant) in entry.lanes.iter().enumerate() {
            let Ok(entrant) = entrant else { continue };
            let is_asked = named.lanes[number].role != Role::Clone
                && !self.run.past.contests[self.contest].failed.contains(&number);
            if !is_asked || self.run.is_over() || self.unanswered.iter().all(is_hopeless) {
                continue;
            }
            let mut lane = Lane::new(entrant, &entry.fixed, self.run.around);
            if self.check_known(number, &mut lane)?.is_ok() {
                for one in std::mem::take(&mut self.unanswered) {
                    self.stands_in(number, &mut lane, one)?;
                }
            }
            lane.end();
        }
        Ok(())
    }

    /// What this lane has no answer to either is put back.
    fn stands_in(&mut self, number: usize, lane: &mut Lane<'_>, mut one: Unanswered) -> anyhow::Result<()> {
        if is_hopeless(&one) || self.run.has_failed(self.contest, one.comparison, number) || self.run.is_over() {
            self.unanswered.push(one);
            return Ok(());
        }
        if let Err(own) = self.put(lane, one.comparison, &one.question)? {
            one.fault.get_or_insert_with(|| own.clone());
            one.lanes.insert(number, own);
            self.unanswered.push(one);
            return Ok(());
        }
        if self.run.is_over() {
            // It may have been asked for a part of the answers only.
            return Ok(());
        }
        let (named, entry) = (&self.run.plan.contests[self.contest], &self.run.entries[self.contest]);
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
        self.run.listener.hear(&Event::Notice { text })
    }

    fn put(&mut self, lane: &mut Lane<'_>, comparison: usize, question: &Question) -> CellResult<()> {
        let began = Instant::now();
        self.run.look_at_server(self.contest);
        let files = match self.run.inputs(self.contest, question.1)? {
            Ok(files) => files,
            Err(fault) => return Ok(Err(fault)),
        };
        let benchmark = &self.run.plan.contests[self.contest].benchmark;
        let answered = self.expected.ask_until(lane, (benchmark, &files), question, &|| self.run.is_over());
        let answered = self.run.served(self.contest, answered);
        if answered.is_err() {
            self.expected.forget(question);
        }
        *self.spent_ns.entry(comparison).or_default() += began.elapsed().as_nanos() as u64;
        Ok(answered)
    }

    /// Asks a lane for every known answer, as long as the run is not over; gives how many were right, or why it failed.
    pub(crate) fn check_known(&mut self, number: usize, lane: &mut Lane<'_>) -> CellResult<usize> {
        self.run.look_at_server(self.contest);
        // Handed over even where nothing is known, so that who serves nobody fails before anybody is asked.
        let files = match self.run.handed(self.contest, self.known.clone())? {
            Ok(files) => files,
            Err(fault) => return Ok(Err(fault)),
        };
        let checked = self.all_known(number, lane, &files);
        Ok(self.run.served(self.contest, checked))
    }

    fn all_known(&self, number: usize, lane: &mut Lane<'_>, files: &[PathBuf]) -> Result<usize, Fault> {
        let named = &self.run.plan.contests[self.contest];
        let plain = if named.comparisons.is_empty() { Params::new() } else { named.params(number, 0) };
        let mut done = 0;
        // Neighbours with the same parameters are prepared together.
        for alike in self.run.entries[self.contest].vectors.chunk_by(|left, right| left.params == right.params) {
            if self.run.is_over() {
                return Ok(done);
            }
            let mut params = plain.clone();
            params.extend(alike[0].params.clone());
            let inputs = &files[done..done + alike.len()];
            let lines = match alike {
                [one] => format!("the known answer of line {}", one.line),
                all => format!("the known answers of lines {} to {}", all[0].line, all[all.len() - 1].line),
            };
            lane.prepare(&named.benchmark, inputs, &params).map_err(|fault| fault.about(&lines))?;
            for (index, known) in alike.iter().enumerate() {
                if self.run.is_over() {
                    return Ok(done + index);
                }
                let input = || format!("the known answer of line {}", known.line);
                let got = lane.answer(index as u32).map_err(|fault| fault.about(&input()))?;
                verify::same(&known.answer, &got, When::Asked, input)?;
            }
            done += alike.len();
        }
        Ok(done)
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
