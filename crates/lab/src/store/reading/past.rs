//! One cell over many runs: where each run has it, and as much of a run as that cell needs.

use anyhow::Context;
use rusqlite::{Row, params};

use crate::model::Run;
use crate::store::file::opened::Store;
use crate::store::reading::read::head;

/// A cell on a machine, in the words of the store's columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellSubject {
    pub suite: String,
    pub benchmark: String,
    pub implementation: String,
    /// JSON.
    pub params: String,
    pub size: u64,
    /// A fingerprint.
    pub machine: String,
}

/// Where a run has the cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CellPlace {
    pub run: String,
    pub contest: usize,
    pub comparison: usize,
    pub lane: usize,
    /// A complete run does not change any more.
    pub complete: bool,
}

impl Store {
    /// The latest runs that have the cell, oldest first. Never as the A/A control, which is the baseline again.
    pub fn cell_places(&self, subject: &CellSubject, most: u32) -> anyhow::Result<Vec<CellPlace>> {
        let CellSubject { suite, benchmark, implementation, params, size, machine } = subject;
        let sql = "SELECT run.id, contest, comparison, min(lane), state = 'complete'
             FROM cell JOIN run ON run.id = cell.run
             WHERE suite = ?1 AND benchmark = ?2 AND size = ?3 AND implementation = ?4 AND params = ?5
               AND role <> 'clone' AND fingerprint = ?6
             GROUP BY run.id ORDER BY began DESC, run.rowid DESC LIMIT ?7";
        let asked = params![suite, benchmark, size, implementation, params, machine, most];
        let place = |row: &Row<'_>| {
            let (run, contest, comparison, lane, complete) = row.try_into()?;
            Ok(CellPlace { run, contest, comparison, lane, complete })
        };
        let mut places = self.lines(sql, asked, place).with_context(|| self.failed("look for a cell's runs"))?;
        places.reverse();
        Ok(places)
    }

    /// A run with the blocks of one lane in one comparison, and those events that say which of them count; its
    /// machine and its versions are left out.
    pub fn run_of_cell(&self, place: &CellPlace) -> anyhow::Result<Run> {
        let events =
            "text ->> 'event' IN ('launch-began', 'launch-ended', 'stopped', 'failed', 'resumed', 'furthered')";
        let blocks = "run = ?1 AND contest = ?2 AND comparison = ?3 AND lane = ?4 ORDER BY launch, block";
        let asked = params![place.run, place.contest, place.comparison, place.lane];
        self.read_run(&place.run, head, events, blocks, asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Event, Listener, RunState};
    use crate::store::example::{Example, block, block_of, launch_began, launch_ended};

    fn subject(implementation: &str, size: u64) -> CellSubject {
        CellSubject {
            suite: "words".into(),
            benchmark: "count".into(),
            implementation: implementation.into(),
            params: r#"{"level":"6"}"#.into(),
            size,
            machine: "5eed".into(),
        }
    }

    #[test]
    fn a_cell_is_found_in_each_run_and_read_alone() {
        let mut example = Example::new();
        let mut ids = Vec::new();
        for _ in 0..2 {
            let mut writer = example.begin();
            writer.hear(&launch_began(0)).unwrap();
            writer.hear(&Event::Notice { text: "seen".into() }).unwrap();
            writer.hear(&Event::Block(block(0, 0))).unwrap();
            writer.hear(&Event::Block(block_of(1, 0, 0))).unwrap();
            writer.hear(&launch_ended(0)).unwrap();
            ids.push(writer.id().to_owned());
            writer.finish(RunState::Complete).unwrap();
        }
        example.machine.fingerprint = "0ther".into();
        example.begin();
        let store = example.store();
        let places = store.cell_places(&subject("rust.split", 4096), 10).unwrap();
        assert_eq!(places.iter().map(|place| &place.run).collect::<Vec<_>>(), ids.iter().collect::<Vec<_>>());
        let first = &places[0];
        assert_eq!((first.contest, first.comparison, first.lane, first.complete), (0, 1, 0, true));
        let run = store.run_of_cell(first).unwrap();
        let whole = block_of(1, 0, 0);
        assert_eq!(run.blocks.len(), 1);
        assert_eq!(run.blocks[0].lanes, [whole.lanes[0].clone(), Vec::new(), Vec::new()]);
        assert!(matches!(run.events[..], [Event::LaunchBegan(_), Event::LaunchEnded { .. }]), "{:?}", run.events);
        assert_eq!(store.cell_places(&subject("rust.split", 4096), 1).unwrap()[0].run, ids[1]);
        assert_eq!(store.cell_places(&subject("rust.split", 65), 10).unwrap(), []);
        assert_eq!(store.cell_places(&subject("c.scan@gcc-o3", 64), 10).unwrap()[0].lane, 1);
    }
}
