//! The rows that a run is made of: the run, its cells, its blocks.

use anyhow::Context;
use rusqlite::{Connection, Transaction, TransactionBehavior, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::model::{Block, Contest, Machine, Plan, Readings, Role, RunState, Versions};
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

/// Writes a run without blocks, and the cells of its plan.
pub(in crate::store) fn insert_run(
    connection: &mut Connection,
    run: &str,
    began: i64,
    beginning: &Beginning<'_>,
) -> anyhow::Result<()> {
    let Beginning { command, note, plan, machine, versions } = beginning;
    let mode = plan.mode.word();
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute(
        "INSERT INTO run (id, began, state, mode, seed, command, note, fingerprint, machine, versions, plan, schema)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        params![
            run,
            began,
            state_word(RunState::Open),
            mode,
            plan.seed.to_string(),
            command,
            note,
            machine.fingerprint,
            json("machine", *machine)?,
            json("versions", *versions)?,
            json("plan", *plan)?,
            SCHEMA,
        ],
    )?;
    for (index, contest) in plan.contests.iter().enumerate() {
        insert_cells(&transaction, run, index, contest, 0)?;
    }
    Ok(transaction.commit()?)
}

/// JSON that can be read again: it has no infinite numbers, for one. Found out before hours of
/// measuring rather than after.
fn json<T: Serialize + DeserializeOwned>(what: &str, value: &T) -> anyhow::Result<String> {
    let text = serde_json::to_string(value).with_context(|| format!("the {what} cannot be put into words"))?;
    serde_json::from_str::<T>(&text).with_context(|| format!("the {what} could not be read again: {text}"))?;
    Ok(text)
}

/// Writes the cells of a contest's comparisons, from one of them on.
pub(in crate::store) fn insert_cells(
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
            let cell = contest.cell(number, comparison);
            insert.execute(params![
                run,
                index,
                comparison,
                number,
                cell.suite,
                cell.benchmark,
                cell.implementation.to_string(),
                role_word(lane.role),
                serde_json::to_string(&cell.params)?,
                cell.size,
            ])?;
        }
    }
    Ok(())
}

/// Writes a row for each lane that took part.
pub(in crate::store) fn insert_block(
    transaction: &Transaction<'_>,
    run: &str,
    seq: i64,
    block: &Block,
) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare_cached(
        "INSERT INTO block (run, contest, comparison, launch, block, lane, seq, began_ns, rounds, samples, race)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?;
    let none = Readings::new();
    for (lane, samples) in block.lanes.iter().enumerate().filter(|(_, samples)| !samples.is_empty()) {
        insert.execute(params![
            run,
            block.contest,
            block.comparison,
            block.launch,
            block.index,
            lane,
            seq,
            block.began_ns,
            samples.len(),
            pack(samples, block.readings.get(lane).unwrap_or(&none)),
            block.race,
        ])?;
    }
    Ok(())
}

pub(in crate::store) fn state_word(state: RunState) -> &'static str {
    match state {
        RunState::Open => "open",
        RunState::Complete => "complete",
        RunState::Interrupted => "interrupted",
    }
}

fn role_word(role: Role) -> &'static str {
    match role {
        Role::Baseline => "baseline",
        Role::Contender => "contender",
        Role::Clone => "clone",
    }
}
