//! The right answers of a contest: those of the reference, asked before anything is timed.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::driver::Surroundings;
use crate::driver::Task;
use crate::measure::inputs::Inputs;
use crate::measure::lane::Entry;
use crate::measure::lane::Lane;
use crate::measure::verify;
use crate::model::Answers;
use crate::model::Contest;
use crate::model::Fault;
use crate::model::Params;
use crate::model::When;

/// Files and right answers of one cell's inputs.
#[derive(Clone, Debug, Default)]
pub(super) struct Key {
    pub(super) files: Vec<PathBuf>,
    pub(super) answers: Vec<Vec<u8>>,
}

/// Files of known answers' inputs, with the answers.
pub(super) fn known(entry: &Entry, inputs: &Inputs) -> anyhow::Result<Key> {
    let files = entry.vectors.iter().map(|known| inputs.known(&known.input)).collect::<anyhow::Result<_>>()?;
    Ok(Key { files, answers: entry.vectors.iter().map(|known| known.answer.clone()).collect() })
}

/// Asks a lane for every known answer; gives how many were right.
pub(super) fn check_known(
    lane: &mut Lane<'_>,
    contest: &Contest,
    index: usize,
    entry: &Entry,
    key: &Key,
) -> Result<usize, Fault> {
    if key.files.is_empty() {
        return Ok(0);
    }
    let plain = if contest.comparisons.is_empty() { Params::new() } else { contest.params(index, 0) };
    let mut done = 0;
    // Neighbours with the same parameters are prepared together.
    for alike in entry.vectors.chunk_by(|left, right| left.params == right.params) {
        let mut params = plain.clone();
        params.extend(alike[0].params.clone());
        let inputs = &key.files[done..done + alike.len()];
        lane.prepare(Task { benchmark: &contest.benchmark, implementation: "", inputs, params: &params })?;
        for (index, known) in alike.iter().enumerate() {
            let got = lane.answer(index as u32)?;
            let input = || format!("the known answer of line {}", known.line);
            verify::same(&known.answer, &got, When::Asked, input)?;
        }
        done += alike.len();
    }
    Ok(done)
}

/// Right answers by parameters and size, filled by whoever is the reference.
#[derive(Debug, Default)]
pub(super) struct Expected {
    answers: HashMap<(Params, u64), Vec<Vec<u8>>>,
}

impl Expected {
    /// The answers for one size, from the reference's process; the first healthy lane stands in for
    /// a reference that is missing or has failed (the caller then says so).
    pub(super) fn ask(&mut self, lane: &mut Lane<'_>, task: Task<'_>, params: &Params, size: u64) -> Result<(), Fault> {
        if self.answers.contains_key(&(params.clone(), size)) {
            return Ok(());
        }
        lane.prepare(task)?;
        let answers = (0..task.inputs.len()).map(|index| lane.answer(index as u32)).collect::<Result<_, _>>()?;
        self.answers.insert((params.clone(), size), answers);
        Ok(())
    }

    pub(super) fn get(&self, params: &Params, size: u64) -> Option<&[Vec<u8>]> {
        self.answers.get(&(params.clone(), size)).map(Vec::as_slice)
    }
}

/// The reference's process, where the contest names a reference.
pub(super) fn referee<'a>(contest: &Contest, entry: &'a Entry, around: &'a Surroundings) -> Option<Lane<'a>> {
    if contest.answers != Answers::Reference {
        return None;
    }
    let named = entry.reference.as_ref().or(entry.lanes.first().and_then(|lane| lane.as_ref().ok()));
    named.map(|entrant| Lane::new(entrant, &entry.fixed, around, 0))
}
