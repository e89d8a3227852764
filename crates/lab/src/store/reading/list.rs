//! What runs there are, newest first: enough to choose one, without reading what was measured.

use anyhow::Context;
use rusqlite::{Params, Row};
use serde::Serialize;

use crate::model::{LAUNCHES_OF_ONE_COMPARISON, Machine, RunState};
use crate::store::file::live;
use crate::store::file::opened::Store;
use crate::store::reading::read::{json, state};

/// A run in one line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunSummary {
    pub id: String,
    /// Seconds since 1970, UTC.
    pub began: i64,
    pub ended: Option<i64>,
    pub state: RunState,
    /// Whether a process is writing it now. An open run that nobody writes was killed.
    pub live: bool,
    /// `quick` or `standard`.
    pub mode: String,
    pub command: String,
    pub note: String,
    /// By name, each once.
    pub suites: Vec<String>,
    pub comparisons: u64,
    pub blocks: u64,
    pub samples: u64,
    pub machine: Machine,
    /// By which schema it was written.
    pub schema: u32,
}

impl RunSummary {
    /// How far it came, in a word: `running` and `killed` are what `open` can mean.
    pub fn word(&self) -> &'static str {
        word_of(self.state, self.live)
    }

    /// Whether it was killed or stopped.
    pub fn is_cut_off(&self) -> bool {
        self.state != RunState::Complete && !self.live
    }

    /// Whether `run --resume` can go on with it: only where a launch is still what it was then.
    pub fn is_resumable(&self) -> bool {
        self.is_cut_off() && self.is_of_today()
    }

    /// Whether what is a launch in it is one still, so that more of them may be added.
    pub(in crate::store) fn is_of_today(&self) -> bool {
        self.schema >= LAUNCHES_OF_ONE_COMPARISON
    }
}

/// `live`: whether a process is writing it now.
pub(in crate::store) fn word_of(state: RunState, live: bool) -> &'static str {
    match state {
        RunState::Open if live => "running",
        RunState::Open => "killed",
        RunState::Interrupted => "interrupted",
        RunState::Complete => "complete",
    }
}

/// Counts are taken from the rows where the run has not ended.
const COLUMNS: &str = "id, began, ended, state, mode, command, note, machine, schema,
    coalesce(blocks, (SELECT count(DISTINCT seq) FROM block WHERE run = id)) AS blocks,
    coalesce(samples, (SELECT coalesce(sum(rounds), 0) FROM block WHERE run = id)) AS samples,
    (SELECT count(*) FROM cell WHERE run = id AND lane = 0) AS comparisons,
    (SELECT json_group_array(suite) FROM (SELECT DISTINCT suite FROM cell WHERE run = id ORDER BY suite)) AS suites";

impl Store {
    /// Every run, newest first.
    pub fn list(&self) -> anyhow::Result<Vec<RunSummary>> {
        self.summaries("", []).with_context(|| self.failed("list the runs"))
    }

    /// One run's line, by its full id.
    pub fn summary(&self, id: &str) -> anyhow::Result<RunSummary> {
        let found = self.summaries("WHERE id = ?1", [id]);
        let one = found.and_then(|mut runs| runs.pop().context("there is no such run: `paragone runs` lists them"));
        one.with_context(|| self.failed(&format!("find run {id}")))
    }

    /// Those that a clause of SQL chooses, newest first.
    pub(in crate::store) fn summaries(&self, which: &str, asked: impl Params) -> anyhow::Result<Vec<RunSummary>> {
        let sql = format!("SELECT {COLUMNS} FROM run {which} ORDER BY began DESC, rowid DESC");
        self.lines(&sql, asked, |row| Ok(self.read_summary(row)))?.into_iter().collect()
    }

    fn read_summary(&self, row: &Row<'_>) -> anyhow::Result<RunSummary> {
        let id: String = row.get("id")?;
        Ok(RunSummary {
            began: row.get("began")?,
            ended: row.get("ended")?,
            state: state(row)?,
            live: live::is_claimed(&self.path, &id)?,
            mode: row.get("mode")?,
            command: row.get("command")?,
            note: row.get("note")?,
            suites: json(row, "suites")?,
            comparisons: row.get("comparisons")?,
            blocks: row.get("blocks")?,
            samples: row.get("samples")?,
            machine: json(row, "machine")?,
            schema: row.get("schema")?,
            id,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{Event, Listener, RunState};
    use crate::store::example::{Example, block};

    #[test]
    fn runs_are_listed_newest_first_with_counts_before_and_after_their_end() {
        let example = Example::new();
        let mut first = example.begin();
        first.hear(&Event::Block(block(0, 0))).unwrap();
        first.hear(&Event::Block(block(0, 1))).unwrap();
        let second = example.begin();
        let ids = [second.id().to_owned(), first.id().to_owned()];
        let list = example.store().list().unwrap();
        assert_eq!(list.iter().map(|run| run.id.as_str()).collect::<Vec<_>>(), ids);
        assert_eq!((list[1].blocks, list[1].samples, list[1].comparisons), (2, 2 * 3 * 4, 2));
        assert_eq!((list[1].word(), list[1].is_resumable()), ("running", false));
        assert_eq!(list[1].suites, ["words"]);
        first.finish(RunState::Complete).unwrap();
        drop(second);
        let list = example.store().list().unwrap();
        assert_eq!((list[0].word(), list[0].is_resumable(), list[0].blocks), ("killed", true, 0));
        assert_eq!((list[1].word(), list[1].is_resumable()), ("complete", false));
        assert_eq!((list[1].blocks, list[1].samples), (2, 2 * 3 * 4));
        assert!(list[1].ended.is_some());
        assert_eq!(example.store().summary(&ids[1]).unwrap(), list[1]);
        assert!(example.store().summary("0000000000000000").is_err());
    }
}
