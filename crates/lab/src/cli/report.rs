//! `paragone report`: from runs that are kept to a report of them.

use std::io::Write;

use crate::cli::args::{Common, ReportArgs};
use crate::cli::output::show;
use crate::judge::findings;
use crate::model::{Findings, Run};
use crate::store::resolve;

/// Every run is judged anew.
pub(super) fn report(args: &ReportArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<()> {
    args.fits()?;
    let store = common.store_path()?;
    let read = args.runs.iter().map(|text| resolve(&store, text)?.read());
    let runs = read.collect::<anyhow::Result<Vec<Run>>>()?;
    let judged: Vec<Findings> = runs.iter().map(findings).collect();
    let runs: Vec<(&Run, &Findings)> = runs.iter().zip(&judged).collect();
    show(args, &runs, common, out)
}
