//! The rows that a run is made of: the run, its cells, its blocks.

use anyhow::Context;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::model::{Block, Cell, Contest, Machine, Plan, Readings, RunState, Versions};
use crate::store::file::schema::SCHEMA;
use crate::store::writing::pack::pack;

/// What is known of a run before anything is measured.
#[derive(Clone, Copy, Debug)]
pub struct Beginning<'a> {
    /// What was typed.
    pub command: &'a str,
    pub note: &'a str,
    pub plan: &'a Plan,
    pub machine: &'a Machine,
    pub versions: &'a Versions,
}

impl Beginning<'_> {
    /// Writes a run without blocks, and the cells of its plan.
    pub(super) fn insert(&self, connection: &mut Connection, run: &str, began: i64) -> anyhow::Result<()> {
        let Beginning { command, note, .. } = self;
        let (state, mode, seed) = (word(RunState::Open)?, self.plan.mode.word(), self.plan.seed.to_string());
        let (machine, fingerprint) = (json("machine", self.machine)?, &self.machine.fingerprint);
        let (versions, plan) = (json("versions", self.versions)?, json("plan", self.plan)?);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute(
            "INSERT INTO run
                 (id, began, state, mode, seed, command, note, fingerprint, machine, versions, plan, schema)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
            params![run, began, state, mode, seed, command, note, fingerprint, machine, versions, plan, SCHEMA],
        )?;
        for (index, contest) in self.plan.contests.iter().enumerate() {
            insert_cells(&transaction, run, index, contest, 0)?;
        }
        Ok(transaction.commit()?)
    }
}

/// JSON that can be read again: it has no infinite numbers, for one. Found out before hours of
/// measuring rather than after.
fn json<T: Serialize + DeserializeOwned>(what: &str, value: &T) -> anyhow::Result<String> {
    let text = serde_json::to_string(value).with_context(|| format!("the {what} cannot be put into words"))?;
    serde_json::from_str::<T>(&text).with_context(|| format!("the {what} could not be read again: {text}"))?;
    Ok(text)
}

/// Writes the cells of a contest's comparisons, from one of them on.
pub(super) fn insert_cells(
    transaction: &Transaction<'_>,
    run: &str,
    index: usize,
    contest: &Contest,
    from: usize,
) -> anyhow::Result<()> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO cell (run, contest, comparison, lane, suite, benchmark, implementation, role, params, size)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    for comparison in from..contest.comparisons.len() {
        for (number, lane) in contest.lanes.iter().enumerate() {
            let Cell { suite, benchmark, implementation, params, size } = contest.cell(number, comparison);
            let (who, role, params) = (implementation.to_string(), word(lane.role)?, serde_json::to_string(&params)?);
            insert.execute(params![run, index, comparison, number, suite, benchmark, who, role, params, size])?;
        }
    }
    Ok(())
}

/// Writes a row for each lane that took part.
pub(super) fn insert_block(transaction: &Transaction<'_>, run: &str, seq: i64, block: &Block) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO block (run, contest, comparison, launch, block, lane, seq, began_ns, rounds, samples, race)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?;
    let Block { contest, comparison, launch, index, began_ns, lanes, readings, race } = block;
    let none = Readings::new();
    for (lane, samples) in lanes.iter().enumerate().filter(|(_, samples)| !samples.is_empty()) {
        let (rounds, packed) = (samples.len(), pack(samples, readings.get(lane).unwrap_or(&none)));
        insert.execute(params![run, contest, comparison, launch, index, lane, seq, began_ns, rounds, packed, race])?;
    }
    Ok(())
}

/// A state or a role as JSON has it, without the quotes.
pub(super) fn word(value: impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string(&value)?.trim_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Role;

    #[test]
    fn words_are_those_that_the_schema_and_its_questions_know() {
        let states = [RunState::Open, RunState::Complete, RunState::Interrupted].map(|state| word(state).unwrap());
        assert_eq!(states, ["open", "complete", "interrupted"]);
        let roles = [Role::Baseline, Role::Contender, Role::Clone].map(|role| word(role).unwrap());
        assert_eq!(roles, ["baseline", "contender", "clone"]);
    }
}
