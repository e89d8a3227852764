//! A benchmark over machines as a table: implementations in rows, machines in columns, a tile in each field.

use serde::Serialize;

use crate::model::{ImplementationId, MachineRow, OverMachines, SizeRow};
use crate::words::{anchor, clean, point};

use super::tile::{Tile, times};

/// The mean over sizes, or one size.
#[derive(Clone, Debug, Serialize)]
pub struct MachineTable {
    /// `suite/benchmark`.
    pub name: String,
    /// The name as a part of file names.
    pub slug: String,
    /// `mean over sizes`, `64 KiB, level 6`.
    pub place: String,
    /// Whether it stands for the whole benchmark: the mean, or each size where there is none.
    pub overview: bool,
    /// Whether it is a mean.
    pub is_mean: bool,
    /// What ratios are of: `time`, or the metric that decides.
    pub what: String,
    pub baseline: String,
    /// Places of runs, each of another machine.
    pub columns: Vec<usize>,
    pub rows: Vec<MachineTableRow>,
}

#[derive(Clone, Debug, Serialize)]
pub struct MachineTableRow {
    pub name: String,
    /// By column.
    pub tiles: Vec<Tile>,
    /// Over the machines, where all have a ratio.
    pub mean: String,
    /// The column that it does best in.
    pub best: Option<usize>,
    /// Sizes that are in a mean.
    pub sizes: usize,
}

impl MachineTable {
    /// The overview first, then size by size.
    pub(super) fn all(found: &OverMachines) -> Vec<MachineTable> {
        // The mean of one size is that size, which says more; and where nobody has a ratio there is none.
        let has_mean = found.sizes.len() != 1 && !found.rows.is_empty();
        let over_sizes = |row: &MachineRow| MachineTableRow {
            name: name(&row.implementation),
            tiles: row.by_machine.iter().map(|ratio| Tile::of_mean(ratio.as_ref())).collect(),
            mean: row.mean.map_or(String::new(), times),
            best: row.best,
            sizes: row.cells,
        };
        let at_size = |row: &SizeRow| MachineTableRow {
            name: name(&row.implementation),
            tiles: row.by_machine.iter().map(|cell| Tile::of_cell(cell.as_ref())).collect(),
            mean: row.mean.map_or(String::new(), times),
            best: row.best,
            sizes: 1,
        };
        let mean = MachineTable {
            rows: found.rows.iter().map(over_sizes).collect(),
            ..MachineTable::begin(found, "mean over sizes".to_owned(), true)
        };
        let sizes = found.sizes.iter().map(|at| MachineTable {
            overview: !has_mean,
            rows: at.rows.iter().map(at_size).collect(),
            ..MachineTable::begin(found, point(at.size, &found.unit, &at.params), false)
        });
        let mean = Some(mean).filter(|_| has_mean);
        mean.into_iter().chain(sizes).filter(|board| !board.rows.is_empty()).collect()
    }

    fn begin(found: &OverMachines, place: String, is_mean: bool) -> MachineTable {
        let name = format!("{}/{}", found.suite, found.benchmark);
        let what = match &found.decides {
            Some(metric) => format!("{metric}, as costs,"),
            None => "time".to_owned(),
        };
        MachineTable {
            slug: anchor(&name),
            name: clean(&name),
            place: clean(&place),
            overview: is_mean,
            is_mean,
            what: clean(&what),
            baseline: self::name(&found.baseline),
            columns: found.runs.clone(),
            rows: Vec::new(),
        }
    }
}

fn name(id: &ImplementationId) -> String {
    clean(&id.to_string())
}
