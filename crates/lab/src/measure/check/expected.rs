//! The right answers of a contest's cells, by who has to give them.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::driver::Surroundings;
use crate::measure::lane::{ContestPrograms, Lane};
use crate::model::{Answers, Contest, Fault, Params, Role};

/// What is to be done, and at which size.
pub(crate) type Question = (Params, u64);

/// What a lane is asked in a comparison.
pub(crate) fn question(contest: &Contest, lane: usize, comparison: usize) -> Question {
    let cell = contest.cell(lane, comparison);
    (cell.params, cell.size)
}

/// Right answers, filled before anything is timed.
#[derive(Debug, Default)]
pub(crate) struct Expected {
    /// Those of whoever is the reference.
    answers: HashMap<Question, Vec<Vec<u8>>>,
    /// What implementations gave themselves, where each is held to that; by lane and comparison.
    own: HashMap<(usize, usize), Vec<Vec<u8>>>,
}

impl Expected {
    /// Asks whoever is the reference for the answers for one size, until it is over: some of them may be none.
    pub(crate) fn ask_until(
        &mut self,
        lane: &mut Lane<'_>,
        (benchmark, files): (&str, &[PathBuf]),
        question: &Question,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), Fault> {
        if is_over() || self.answers.contains_key(question) {
            return Ok(());
        }
        lane.prepare(benchmark, files, &question.0)?;
        let mut answers = Vec::new();
        for index in 0..files.len() {
            if is_over() {
                return Ok(());
            }
            answers.push(lane.answer_of(index, files.len())?);
        }
        self.answers.insert(question.clone(), answers);
        Ok(())
    }

    /// Takes back what turned out to be no answer.
    pub(crate) fn forget(&mut self, question: &Question) {
        self.answers.remove(question);
    }

    /// Keeps what a lane gave, as what is expected of it.
    pub(crate) fn keep(&mut self, lane: usize, comparison: usize, answers: Vec<Vec<u8>>) {
        self.own.insert((lane, comparison), answers);
    }

    /// What a lane gave itself.
    pub(crate) fn own(&self, lane: usize, comparison: usize) -> Option<&[Vec<u8>]> {
        self.own.get(&(lane, comparison)).map(Vec::as_slice)
    }

    /// What a lane has to answer to so many inputs in a comparison. The A/A control is held to what the baseline gave.
    pub(crate) fn of(&self, contest: &Contest, lane: usize, comparison: usize, inputs: usize) -> Vec<Vec<u8>> {
        let known = match &contest.answers {
            Answers::Given(bytes) => return vec![bytes.clone(); inputs],
            Answers::Reference => self.get(&question(contest, lane, comparison)),
            Answers::Told => {
                let is_clone = contest.lanes[lane].role == Role::Clone;
                let baseline = contest.lanes.iter().position(|lane| lane.role == Role::Baseline);
                self.own(if is_clone { baseline.unwrap_or(lane) } else { lane }, comparison)
            }
        };
        known.map_or_else(|| vec![Vec::new(); inputs], <[_]>::to_vec)
    }

    pub(crate) fn get(&self, question: &Question) -> Option<&[Vec<u8>]> {
        self.answers.get(question).map(Vec::as_slice)
    }
}

/// The reference's process, where the contest names a reference.
pub(crate) fn referee<'a>(contest: &Contest, entry: &'a ContestPrograms, around: &'a Surroundings) -> Option<Lane<'a>> {
    if contest.answers != Answers::Reference {
        return None;
    }
    let named = entry.reference.as_ref().or(entry.lanes.first().and_then(|lane| lane.as_ref().ok()));
    named.map(|entrant| Lane::new(entrant, &entry.fixed, around))
}
