//! How far apart two processes of one program were, launch by launch, in an earlier run on the
//! same machine: the samples, for others to judge.

use std::collections::BTreeSet;

use anyhow::Context;
use rusqlite::{Row, params};

use crate::model::{Block, Cell, Event};
use crate::store::file::opened::Store;
use crate::store::writing::pack::unpack;

/// Fewer launches than this say too little about how launches differ; an older run may say more.
const FEWEST_LAUNCHES: usize = 5;

/// The baseline and its clone in the latest standard run that measured them.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    pub run: String,
    /// Seconds since 1970, UTC.
    pub began: i64,
    /// Of launches that ended, in order; of two lanes, the baseline and then the A/A control.
    pub blocks: Vec<Block>,
}

/// A comparison of an earlier run, with its lanes.
struct EarlierComparison {
    run: String,
    began: i64,
    contest: usize,
    comparison: usize,
    baseline: usize,
    clone: usize,
}

impl Store {
    /// Looks for earlier launches of a baseline's cell on the machine with this fingerprint, in
    /// other runs than `except`.
    pub fn spread(&self, cell: &Cell, fingerprint: &str, except: Option<&str>) -> anyhow::Result<Option<Spread>> {
        let search = || {
            for place in self.places(cell, fingerprint, except)? {
                let blocks = self.pair(&place)?;
                let launches: BTreeSet<u32> = blocks.iter().map(|block| block.launch).collect();
                if launches.len() >= FEWEST_LAUNCHES {
                    return Ok(Some(Spread { run: place.run, began: place.began, blocks }));
                }
            }
            anyhow::Ok(None)
        };
        search().with_context(|| self.failed("look for earlier launches"))
    }

    /// Newest first.
    fn places(&self, cell: &Cell, fingerprint: &str, except: Option<&str>) -> anyhow::Result<Vec<EarlierComparison>> {
        // An unknown machine is like no other.
        if fingerprint.is_empty() {
            return Ok(Vec::new());
        }
        let sql = "SELECT run.id, run.began, one.contest, one.comparison, one.lane, two.lane
             FROM cell AS one
             JOIN cell AS two ON (two.run, two.contest, two.comparison) = (one.run, one.contest, one.comparison)
             JOIN run ON run.id = one.run
             WHERE one.suite = ?1 AND one.benchmark = ?2 AND one.size = ?3 AND one.params = ?4
               AND one.implementation = ?5 AND one.role = 'baseline' AND two.role = 'clone'
               AND run.mode = 'standard' AND run.fingerprint = ?6 AND run.id IS NOT ?7
             ORDER BY run.began DESC, run.rowid DESC";
        let (params, implementation) = (serde_json::to_string(&cell.params)?, cell.implementation.to_string());
        let asked = params![cell.suite, cell.benchmark, cell.size, params, implementation, fingerprint, except];
        let earlier = |row: &Row<'_>| {
            let (run, began, contest, comparison, baseline, clone) = row.try_into()?;
            Ok(EarlierComparison { run, began, contest, comparison, baseline, clone })
        };
        Ok(self.lines(sql, asked, earlier)?)
    }

    /// The blocks of one comparison in which both lanes were measured.
    fn pair(&self, place: &EarlierComparison) -> anyhow::Result<Vec<Block>> {
        let mut select = self.connection.prepare_cached(
            "SELECT one.launch, one.block, one.began_ns, one.samples, two.samples, one.race
             FROM block AS one
             JOIN block AS two ON two.run = one.run AND two.contest = one.contest
               AND two.comparison = one.comparison AND two.launch = one.launch AND two.block = one.block
             WHERE one.run = ?1 AND one.contest = ?2 AND one.comparison = ?3 AND one.lane = ?4 AND two.lane = ?5
             ORDER BY one.seq",
        )?;
        let &EarlierComparison { contest, comparison, baseline, clone, .. } = place;
        let asked = params![place.run, contest, comparison, baseline, clone];
        let mut rows = select.query(asked)?;
        let ended = |event: &Event| match event {
            Event::LaunchEnded { contest, launch, .. } if *contest == place.contest => Some(*launch),
            _ => None,
        };
        let ended: Vec<u32> = self.events(&place.run, "TRUE")?.iter().filter_map(ended).collect();
        let mut blocks = Vec::new();
        while let Some(row) = rows.next()? {
            let (launch, index, began_ns, one, two, race): (_, _, _, Vec<u8>, Vec<u8>, _) = row.try_into()?;
            if ended.contains(&launch) {
                let (lanes, readings) = (vec![unpack(&one)?.0, unpack(&two)?.0], Vec::new());
                blocks.push(Block { contest, comparison, launch, index, began_ns, lanes, readings, race });
            }
        }
        Ok(blocks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Listener, Mode, RunState};
    use crate::store::example::{Example, baseline_cell, block, block_of, launch_ended};

    /// Launches of one block each, all ended but the last.
    fn record(example: &Example, launches: u32) -> String {
        let mut writer = example.begin();
        for launch in 0..launches {
            writer.hear(&Event::Block(block(launch, 0))).unwrap();
            writer.hear(&Event::Block(block_of(1, launch, 0))).unwrap();
            if launch + 1 < launches {
                writer.hear(&launch_ended(launch)).unwrap();
            }
        }
        let id = writer.id().to_owned();
        writer.finish(RunState::Interrupted).unwrap();
        id
    }

    fn spread(example: &Example, cell: &Cell, except: Option<&str>) -> Option<Spread> {
        example.store().spread(cell, "5eed", except).unwrap()
    }

    #[test]
    fn the_latest_run_with_launches_to_compare_is_found() {
        let mut example = Example::new();
        let cell = baseline_cell();
        assert_eq!(spread(&example, &cell, None), None);
        let run = record(&example, 6);
        let too_short = record(&example, 5);
        example.plan.mode = Mode::Quick;
        let quick = record(&example, 7);
        let found = spread(&example, &cell, None).unwrap();
        assert!(found.run == run && found.run != too_short && found.run != quick);
        let pairs: Vec<Block> = (0..5)
            .map(|launch| {
                let mut block = block(launch, 0);
                block.lanes.remove(1);
                block
            })
            .collect();
        assert_eq!(found.blocks, pairs);
        assert_eq!(spread(&example, &cell, Some(&run)), None);
    }

    #[test]
    fn other_cells_and_machines_are_others() {
        let example = Example::new();
        record(&example, 6);
        let cell = baseline_cell();
        let other_params = Cell { params: [("level".to_owned(), "9".to_owned())].into(), ..cell.clone() };
        let other_program = Cell { implementation: "c.scan@gcc-o3".parse().unwrap(), ..cell.clone() };
        for other in [Cell { size: 65, ..cell.clone() }, other_params, other_program] {
            assert_eq!(spread(&example, &other, None), None);
        }
        assert_eq!(example.store().spread(&cell, "0ther", None).unwrap(), None);
        assert_eq!(example.store().spread(&cell, "", None).unwrap(), None);
        let larger = spread(&example, &Cell { size: 4096, ..cell }, None).unwrap();
        assert!(larger.blocks.iter().all(|block| block.comparison == 1));
    }
}
