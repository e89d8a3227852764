//! The right answers of a contest's cells, by who has to give them, and how they are asked for.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::driver::{CellTask, Surroundings};
use crate::measure::check::verify;
use crate::measure::given::inputs::{InputPlace, Inputs};
use crate::measure::lane::{CellResult, ContestPrograms, Lane};
use crate::measure::state::RunInProgress;
use crate::model::{Answers, Contest, Fault, Params, Role, When};

/// Files and right answers of one cell's inputs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Key {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) answers: Vec<Vec<u8>>,
}

/// Files of known answers' inputs, with the answers.
pub(crate) fn known(entry: &ContestPrograms, inputs: &Inputs, place: InputPlace) -> anyhow::Result<Key> {
    let files = entry.vectors.iter().map(|known| inputs.known(&known.input, place)).collect::<anyhow::Result<_>>()?;
    Ok(Key { files, answers: entry.vectors.iter().map(|known| known.answer.clone()).collect() })
}

/// Asks a lane for every known answer, as long as the run is not over; gives how many were right, or why it failed.
pub(crate) fn check_known(
    run: &mut RunInProgress<'_>,
    (contest, index): (usize, usize),
    lane: &mut Lane<'_>,
    key: &Key,
) -> CellResult<usize> {
    run.servers.look(contest);
    // Handed over even where nothing is known, so that who serves nobody fails before anybody is asked.
    let files = match run.handed(contest, key.files.clone())? {
        Ok(files) => files,
        Err(fault) => return Ok(Err(fault)),
    };
    let (named, entry) = (&run.plan.contests[contest], &run.entries[contest]);
    let checked = all_known(lane, (named, index), (entry, &files), &|| run.is_over());
    Ok(run.served(contest, checked))
}

fn all_known(
    lane: &mut Lane<'_>,
    (contest, index): (&Contest, usize),
    (entry, files): (&ContestPrograms, &[PathBuf]),
    is_over: &dyn Fn() -> bool,
) -> Result<usize, Fault> {
    let plain = if contest.comparisons.is_empty() { Params::new() } else { contest.params(index, 0) };
    let mut done = 0;
    // Neighbours with the same parameters are prepared together.
    for alike in entry.vectors.chunk_by(|left, right| left.params == right.params) {
        if is_over() {
            return Ok(done);
        }
        let mut params = plain.clone();
        params.extend(alike[0].params.clone());
        let inputs = &files[done..done + alike.len()];
        let lines = match alike {
            [one] => format!("the known answer of line {}", one.line),
            all => format!("the known answers of lines {} to {}", all[0].line, all[all.len() - 1].line),
        };
        lane.prepare(CellTask { benchmark: &contest.benchmark, implementation: "", inputs, params: &params })
            .map_err(|fault| fault.about(&lines))?;
        for (index, known) in alike.iter().enumerate() {
            if is_over() {
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

/// Right answers, filled before anything is timed.
#[derive(Debug, Default)]
pub(crate) struct Expected {
    /// Those of whoever is the reference, by parameters and size.
    answers: HashMap<(Params, u64), Vec<Vec<u8>>>,
    /// What implementations gave themselves, where each is held to that; by lane and comparison.
    own: HashMap<(usize, usize), Vec<Vec<u8>>>,
}

impl Expected {
    /// Asks whoever is the reference for the answers for one size, until it is over: some of them may be none.
    pub(crate) fn ask_until(
        &mut self,
        lane: &mut Lane<'_>,
        task: CellTask<'_>,
        (params, size): (&Params, u64),
        is_over: &dyn Fn() -> bool,
    ) -> Result<(), Fault> {
        if is_over() || self.answers.contains_key(&(params.clone(), size)) {
            return Ok(());
        }
        lane.prepare(task)?;
        let mut answers = Vec::new();
        for index in 0..task.inputs.len() {
            if is_over() {
                return Ok(());
            }
            answers.push(lane.answer_of(index, task.inputs.len())?);
        }
        self.answers.insert((params.clone(), size), answers);
        Ok(())
    }

    /// Takes back what turned out to be no answer.
    pub(crate) fn forget(&mut self, (params, size): &(Params, u64)) {
        self.answers.remove(&(params.clone(), *size));
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
            Answers::Reference => self.get(&contest.params(lane, comparison), contest.cell(lane, comparison).size),
            Answers::Told => {
                let is_clone = contest.lanes[lane].role == Role::Clone;
                let baseline = contest.lanes.iter().position(|lane| lane.role == Role::Baseline);
                self.own(if is_clone { baseline.unwrap_or(lane) } else { lane }, comparison)
            }
        };
        known.map_or_else(|| vec![Vec::new(); inputs], <[_]>::to_vec)
    }

    pub(crate) fn get(&self, params: &Params, size: u64) -> Option<&[Vec<u8>]> {
        self.answers.get(&(params.clone(), size)).map(Vec::as_slice)
    }
}

/// The reference's process, where the contest names a reference.
pub(crate) fn referee<'a>(contest: &Contest, entry: &'a ContestPrograms, around: &'a Surroundings) -> Option<Lane<'a>> {
    if contest.answers != Answers::Reference {
        return None;
    }
    let named = entry.reference.as_ref().or(entry.lanes.first().and_then(|lane| lane.as_ref().ok()));
    named.map(|entrant| Lane::new(entrant, &entry.fixed, around, 0))
}
