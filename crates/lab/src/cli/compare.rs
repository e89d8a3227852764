//! `paragone compare`: what was typed, and several runs of the shelf judged beside each other.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::exit::Misuse;
use crate::judge::across;
use crate::model::Across;
use crate::model::Code;
use crate::model::Run;
use crate::model::Verdict;
use crate::report;
use crate::report::Ink;
use crate::store::resolve;

/// Put runs beside each other: machines side by side, or one machine earlier and later
///
/// Runs of different machines give a table of each implementation's time beside the baseline, by
/// machine, with the mean over machines. Runs of one machine tell which cells became slower or faster
/// since the first of them; where the baseline's code did not change, times are taken beside it, so
/// that what slows the whole machine cancels. No two runs were measured in the same rounds: to be
/// surer, measure both versions in one run, with `paragone run SUITE --against REVISION`.
///
/// Examples:
///   paragone compare 3f2a latest
///   paragone compare here.sqlite there.sqlite
///   paragone compare 3f2a latest --fail-if-slower
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct CompareArgs {
    /// Which runs, the earliest first: `latest`, ids or their beginnings, or exported files
    #[arg(value_name = "RUN", required = true, num_args = 2..)]
    pub runs: Vec<String>,
    /// Show cells that did not move too
    #[arg(long)]
    pub all: bool,
    /// Write JSON for scripts (docs/json.md says what each field means)
    #[arg(long, conflicts_with = "all")]
    pub json: bool,
    /// Exit with code 1 if any cell whose code may have changed is certainly slower
    #[arg(long)]
    pub fail_if_slower: bool,
}

pub(super) fn compare(args: &CompareArgs, store: &Path, ink: &Ink, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let runs = args.runs.iter().map(|text| resolve(store, text)?.read()).collect::<anyhow::Result<Vec<Run>>>()?;
    for (index, run) in runs.iter().enumerate() {
        if runs[..index].iter().any(|earlier| earlier.id == run.id) {
            return Err(Misuse(format!("run `{}` was given twice: give runs that differ", run.id)).into());
        }
    }
    let found = across(&runs);
    let text = match args.json {
        true => serde_json::to_string_pretty(&found)? + "\n",
        false => report::across(&found, args.all, ink),
    };
    out.write_all(text.as_bytes()).context("failed to write the comparison to standard output")?;
    Ok(if args.fail_if_slower && is_slower(&found) { Exit::Found } else { Exit::Done })
}

fn is_slower(found: &Across) -> bool {
    let cells = found.shifts.iter().flat_map(|shifts| &shifts.cells);
    cells.filter(|cell| cell.code != Code::Same).any(|cell| matches!(cell.verdict, Verdict::Slower { .. }))
}
