//! The way to a cell's history: suite, benchmark, cell.

use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::model::natural::natural;
use crate::serve::pages::{address, frame, machine_name, of_cell};
use crate::store::{CellLine, CellSubject};
use crate::words::clean;

pub(in crate::serve) fn choose_suite(suites: &[String]) -> Markup {
    let body = html! {
        p { "How a cell's time went over the runs of a machine. Of which suite?" }
        @if suites.is_empty() { p { "There are no runs here." } }
        ul { @for suite in suites { li { a href=(address("/history", &[("suite", suite)])) { (clean(suite)) } } } }
    };
    frame("History", &body)
}

pub(in crate::serve) fn choose_benchmark(suite: &str, benchmarks: &[String]) -> Markup {
    let to = |benchmark: &str| address("/history", &[("suite", suite), ("benchmark", benchmark)]);
    let body = html! {
        p { "Of which benchmark?" }
        ul { @for benchmark in benchmarks { li { a href=(to(benchmark)) { (clean(benchmark)) } } } }
    };
    frame(&format!("History of {}", clean(suite)), &body)
}

/// A table for each machine: an implementation a row, its sizes and parameters in it.
pub(in crate::serve) fn choose_cell(suite: &str, benchmark: &str, cells: &[CellLine]) -> Markup {
    let mut machines: BTreeMap<&str, BTreeMap<&str, Vec<&CellLine>>> = BTreeMap::new();
    for cell in cells {
        machines.entry(&cell.machine).or_default().entry(&cell.implementation).or_default().push(cell);
    }
    let to = |cell: &CellLine| {
        of_cell(&CellSubject {
            suite: suite.to_owned(),
            benchmark: benchmark.to_owned(),
            implementation: cell.implementation.clone(),
            params: cell.params.clone(),
            size: cell.size,
            machine: cell.machine.clone(),
        })
    };
    let body = html! {
        p { "Of which implementation, at which size? The number of runs stands behind each." }
        @for (machine, implementations) in &machines {
            h2 { (machine_name(Some("Machine"), machine)) }
            div.scroll tabindex="0" role="region" aria-label="Cells" { table {
                thead { tr { th scope="col" { "Implementation" } th scope="col" { "Sizes" } } }
                tbody { @for (implementation, cells) in implementations { tr {
                    th scope="row" { (clean(implementation)) }
                    td.wide { @for cell in by_number(cells) {
                        a href=(to(cell)) { (placed(cell.size, &cell.params)) } " (" (cell.runs) ") "
                    } }
                } } }
            } }
        }
    };
    frame(&format!("History of {}", clean(&format!("{suite}/{benchmark}"))), &body)
}

/// By parameters and size, 2 before 10.
fn by_number<'a>(cells: &[&'a CellLine]) -> Vec<&'a CellLine> {
    let mut cells = cells.to_vec();
    cells.sort_by(|one, other| natural(&one.params, &other.params).then(one.size.cmp(&other.size)));
    cells
}

/// A size, with the parameters where there are any.
pub(in crate::serve) fn placed(size: u64, params: &str) -> String {
    if params == "{}" { size.to_string() } else { clean(&format!("{size} {params}")) }
}
