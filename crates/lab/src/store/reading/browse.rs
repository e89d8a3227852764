//! Choosing among many runs without reading them all: a page of the list, and what there is to choose by.
//!
//! In: wishes and places; out: lines. Everything asks the tables as they are, so that stores of any age
//! can be browsed and none is written.

use anyhow::Context;
use rusqlite::{Params, Row, params};

use crate::store::file::opened::Store;
use crate::store::reading::list::RunSummary;

/// Which runs, and how many of them from where on, newest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WantedPage<'a> {
    pub suite: Option<&'a str>,
    /// A machine's fingerprint.
    pub machine: Option<&'a str>,
    pub skip: u32,
    pub most: u32,
}

/// Some of the runs that are wanted, and how many there are in all.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    pub runs: Vec<RunSummary>,
    pub matching: u64,
}

/// A machine that runs were measured on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineLine {
    pub fingerprint: String,
    /// As its newest run has it.
    pub cpu: Option<String>,
    pub runs: u64,
}

/// A cell of a benchmark on a machine, and how many runs have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellLine {
    pub implementation: String,
    /// JSON, as the store has it.
    pub params: String,
    pub size: u64,
    pub machine: String,
    pub runs: u64,
}

/// The plus keeps SQLite to the cells of one run: its index of suites would lead through those of all.
const WANTED: &str = "(?1 IS NULL OR EXISTS (SELECT 1 FROM cell WHERE cell.run = run.id AND +cell.suite = ?1))
    AND (?2 IS NULL OR run.fingerprint = ?2)";

impl Store {
    pub fn page(&self, wanted: &WantedPage<'_>) -> anyhow::Result<Page> {
        self.read_page(wanted).with_context(|| self.failed("list the runs"))
    }

    fn read_page(&self, wanted: &WantedPage<'_>) -> anyhow::Result<Page> {
        // Chosen by their small columns first: a run's row is mostly its plan.
        let chosen = format!(
            "WHERE rowid IN (SELECT rowid FROM run WHERE {WANTED} ORDER BY began DESC, rowid DESC LIMIT ?3 OFFSET ?4)"
        );
        let runs = self.summaries(&chosen, params![wanted.suite, wanted.machine, wanted.most, wanted.skip])?;
        let count = format!("SELECT count(*) FROM run WHERE {WANTED}");
        let matching = self.connection.query_row(&count, params![wanted.suite, wanted.machine], |row| row.get(0))?;
        Ok(Page { runs, matching })
    }

    /// By the number of their runs, the most first.
    pub fn machines(&self) -> anyhow::Result<Vec<MachineLine>> {
        let sql = "SELECT fingerprint, (
                 SELECT machine ->> '$.cpu' FROM run WHERE fingerprint = one.fingerprint ORDER BY began DESC LIMIT 1
             ), runs FROM (SELECT fingerprint, count(*) AS runs FROM run GROUP BY fingerprint) AS one
             ORDER BY runs DESC, fingerprint";
        let line = |row: &Row<'_>| Ok(MachineLine { fingerprint: row.get(0)?, cpu: row.get(1)?, runs: row.get(2)? });
        self.lines(sql, [], line).with_context(|| self.failed("list the machines"))
    }

    /// By name.
    pub fn suites(&self) -> anyhow::Result<Vec<String>> {
        self.names("suite", "TRUE", []).with_context(|| self.failed("list the suites"))
    }

    /// A suite's benchmarks that were measured, by name.
    pub fn benchmarks(&self, suite: &str) -> anyhow::Result<Vec<String>> {
        self.names("benchmark", "suite = ?1", [suite]).with_context(|| self.failed("list the benchmarks"))
    }

    /// What a column has in those cells that an expression of SQL chooses, each name once.
    fn names(&self, column: &str, chosen: &str, asked: impl Params) -> rusqlite::Result<Vec<String>> {
        // From one name to the next through the index, instead of over all cells.
        let next = format!("SELECT min({column}) FROM cell WHERE {chosen}");
        let sql = format!(
            "WITH RECURSIVE name (text) AS (
                 {next} UNION ALL SELECT ({next} AND {column} > text) FROM name WHERE text IS NOT NULL
             ) SELECT text FROM name WHERE text IS NOT NULL"
        );
        self.lines(&sql, asked, |row| row.get(0))
    }

    /// A benchmark's cells, machine by machine; without the A/A control.
    pub fn cells(&self, suite: &str, benchmark: &str) -> anyhow::Result<Vec<CellLine>> {
        let sql = "SELECT implementation, params, size, fingerprint, count(DISTINCT run.id) AS runs
             FROM cell JOIN run ON run.id = cell.run
             WHERE suite = ?1 AND benchmark = ?2 AND role <> 'clone'
             GROUP BY fingerprint, params, size, implementation";
        let line = |row: &Row<'_>| {
            let (implementation, params, size, machine, runs) = row.try_into()?;
            Ok(CellLine { implementation, params, size, machine, runs })
        };
        self.lines(sql, [suite, benchmark], line).with_context(|| self.failed("list the cells"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::example::Example;

    fn ids(example: &Example, wanted: WantedPage<'_>) -> (Vec<String>, u64) {
        let page = example.store().page(&wanted).unwrap();
        (page.runs.into_iter().map(|run| run.id).collect(), page.matching)
    }

    #[test]
    fn pages_are_cut_from_the_list() {
        let mut example = Example::new();
        for (fingerprint, suite) in [("5eed", "words"), ("5eed", "hashes"), ("0ther", "words"), ("5eed", "words")] {
            example.machine.fingerprint = fingerprint.to_owned();
            example.plan.contests[0].suite = suite.to_owned();
            example.begin();
        }
        let all: Vec<String> = example.store().list().unwrap().into_iter().map(|run| run.id).collect();
        let wanted = WantedPage { most: 10, ..WantedPage::default() };
        assert_eq!(ids(&example, wanted), (all.clone(), 4));
        assert_eq!(ids(&example, WantedPage { skip: 1, most: 2, ..wanted }), (all[1..3].to_vec(), 4));
        assert_eq!(ids(&example, WantedPage { skip: 9, ..wanted }), (Vec::new(), 4));
        assert_eq!(ids(&example, WantedPage { machine: Some("0ther"), ..wanted }), (vec![all[1].clone()], 1));
        assert_eq!(ids(&example, WantedPage { suite: Some("hashes"), ..wanted }), (vec![all[2].clone()], 1));
        let words_here = WantedPage { suite: Some("words"), machine: Some("5eed"), ..wanted };
        assert_eq!(ids(&example, words_here), (vec![all[0].clone(), all[3].clone()], 2));
        assert_eq!(ids(&example, WantedPage { suite: Some("' OR 1"), ..wanted }), (Vec::new(), 0));
    }

    #[test]
    fn there_is_something_to_choose_by() {
        let mut example = Example::new();
        assert_eq!(example.store().suites().unwrap(), [""; 0]);
        assert_eq!(example.store().machines().unwrap(), []);
        for (fingerprint, suite) in [("5eed", "words"), ("0ther", "hashes"), ("5eed", "words")] {
            example.machine.fingerprint = fingerprint.to_owned();
            example.plan.contests[0].suite = suite.to_owned();
            example.begin();
        }
        let store = example.store();
        assert_eq!(store.suites().unwrap(), ["hashes", "words"]);
        assert_eq!(store.benchmarks("words").unwrap(), ["count"]);
        assert_eq!(store.benchmarks("nothing").unwrap(), [""; 0]);
        let machines = store.machines().unwrap();
        assert_eq!((machines[0].fingerprint.as_str(), machines[0].runs, machines.len()), ("5eed", 2, 2));
        assert_eq!(machines[0].cpu.as_deref(), Some("Example 3000"));
        let cells = store.cells("words", "count").unwrap();
        let found: Vec<_> = cells.iter().map(|cell| (cell.implementation.as_str(), cell.size, cell.runs)).collect();
        let expected = [("c.scan@gcc-o3", 64, 2), ("rust.split", 64, 2), ("c.scan@gcc-o3", 4096, 2)];
        assert_eq!((&found[..3], found.len()), (&expected[..], 4));
    }
}
