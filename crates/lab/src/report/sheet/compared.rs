//! Compared runs as data: what is told and drawn of them, before any pen has it in hand.

use serde::Serialize;

use crate::model::names::{at_most, each_once};
use crate::model::{ComparedRun, ComparedRuns};
use crate::words::{clean, date, runs_notices};

use super::changes::{ChangeTable, letter};
use super::missing::missing_lines;
use super::table::MachineTable;

/// A comparison of runs.
#[derive(Clone, Debug, Serialize)]
pub struct RunsSheet {
    pub title: String,
    /// Version of Paragone that made it.
    pub lab: &'static str,
    pub runs: Vec<RunHead>,
    /// What the reader must know of the runs before any number.
    pub notices: Vec<String>,
    /// Benchmark by benchmark, the overview of each before its sizes.
    pub tables: Vec<MachineTable>,
    pub changes: Vec<ChangeTable>,
}

/// One of the runs.
#[derive(Clone, Debug, Serialize)]
pub struct RunHead {
    /// `A`: what it is called in every table.
    pub letter: String,
    pub id: String,
    pub began: String,
    pub mode: &'static str,
    pub machine: String,
    /// As it is stored; `unknown` where nobody knows.
    pub fingerprint: String,
    pub note: String,
    /// Whether another tool measured it, so that nothing in it is beside anything.
    pub unpaired: bool,
}

impl RunsSheet {
    /// What all pens say first.
    pub const UNPAIRED: &str = "Runs were not measured side by side: whatever changed between them, and is not known \
                                here, is in their differences.";

    pub fn of(found: &ComparedRuns) -> RunsSheet {
        let tables: Vec<MachineTable> = found.machines.iter().flat_map(MachineTable::all).collect();
        let changes: Vec<ChangeTable> = found.changes.iter().map(ChangeTable::of).collect();
        RunsSheet {
            title: title(&tables, &changes, found.runs.len()),
            lab: env!("CARGO_PKG_VERSION"),
            runs: found.runs.iter().enumerate().map(|(place, run)| RunHead::of(place, run)).collect(),
            notices: runs_notices(found).iter().chain(&missing_lines(found)).map(|text| clean(text)).collect(),
            tables,
            changes,
        }
    }

    /// Benchmarks that there are tables of, each once.
    pub fn benchmarks(&self) -> Vec<&str> {
        each_once(self.tables.iter().map(|board| board.name.as_str()))
    }

    /// Whether nothing in these runs can be put beside anything.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.changes.is_empty()
    }
}

impl RunHead {
    fn of(place: usize, run: &ComparedRun) -> RunHead {
        RunHead {
            letter: letter(place),
            id: clean(&run.id),
            began: date(run.began),
            mode: run.mode.word(),
            machine: if run.machine.is_empty() { "unknown processor".to_owned() } else { clean(&run.machine) },
            fingerprint: if run.fingerprint.is_empty() { "unknown".to_owned() } else { clean(&run.fingerprint) },
            note: clean(&run.note),
            unpaired: run.is_unpaired(),
        }
    }

    /// Enough of the fingerprint to tell machines of one kind apart.
    pub fn short_fingerprint(&self) -> String {
        let is_digest = self.fingerprint.bytes().all(|byte| byte.is_ascii_hexdigit());
        self.fingerprint.chars().take(if is_digest { 8 } else { 24 }).collect()
    }
}

fn title(tables: &[MachineTable], changes: &[ChangeTable], runs: usize) -> String {
    let all = tables.iter().map(|board| &board.name).chain(changes.iter().map(|table| &table.name));
    let names = each_once(all);
    let of = if names.is_empty() { "nothing in common".to_owned() } else { at_most(&names, 2) };
    format!("{runs} runs compared: {of}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::compare_specimen;

    #[test]
    fn the_overview_stands_before_its_sizes_and_one_size_is_its_own_overview() {
        let found = compare_specimen::machines("c.b");
        let sheet = RunsSheet::of(&found);
        let places: Vec<(&str, bool)> = sheet.tables.iter().map(|it| (it.place.as_str(), it.overview)).collect();
        assert_eq!(places, [("mean over sizes", true), ("64 B", false), ("1 KiB", false)]);
        assert_eq!(sheet.title, "3 runs compared: s/b");
        let mut one = found.clone();
        one.machines[0].sizes.truncate(1);
        let sheet = RunsSheet::of(&one);
        assert_eq!((sheet.tables.len(), sheet.tables[0].overview, sheet.tables[0].is_mean), (1, true, false));
        // Where nobody has a ratio, every size says why.
        let mut none = found.clone();
        none.machines[0].rows.clear();
        assert!(RunsSheet::of(&none).tables.iter().all(|board| board.overview && !board.is_mean));
    }

    #[test]
    fn the_same_comparison_makes_the_same_sheet() {
        let made = || serde_json::to_string(&RunsSheet::of(&compare_specimen::both("c.b"))).unwrap();
        assert_eq!(made(), made());
    }
}
