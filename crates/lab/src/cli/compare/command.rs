//! `paragone compare`: several runs of the store judged beside each other, and written in the form that was asked for.

use std::io::Write;
use std::path::Path;

use crate::cli::args::{CompareArgs, CompareForm};
use crate::cli::compare::slower::answer;
use crate::cli::exit::{Exit, Misuse};
use crate::cli::outlet::say;
use crate::cli::output::{deliver, draw, parquet};
use crate::judge::compare_runs;
use crate::model::{ComparedRuns, Run};
use crate::report;
use crate::report::{FindingSelection, Ink, RunsSheet, compare_figures, compare_html, formats};
use crate::store::resolve;

pub(in crate::cli) fn compare(
    args: &CompareArgs,
    store: &Path,
    ink: &Ink,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let runs = args.runs.iter().map(|text| resolve(store, text)?.read()).collect::<anyhow::Result<Vec<Run>>>()?;
    for (index, run) in runs.iter().enumerate() {
        if runs[..index].iter().any(|earlier| earlier.id == run.id) {
            return Err(Misuse(format!("run `{}` was given twice: give runs that differ", run.id)).into());
        }
    }
    let found = selected(args, &runs);
    let sheet = RunsSheet::of(&found);
    let form = args.form.or(args.json.then_some(CompareForm::Json));
    let bytes = match form {
        Some(form) => written(form, &found, &sheet)?,
        None => {
            // A file has no colours.
            let ink = if args.output.is_some() { Ink { colour: false, ..*ink } } else { *ink };
            Some(report::compare_text(&sheet, args.all, &ink).into_bytes())
        }
    };
    match bytes {
        Some(bytes) => deliver("comparison", &bytes, args.output.as_deref(), out)?,
        None => draw(compare_figures(&sheet), args.figure.as_ref(), args.output.as_deref(), out)?,
    }
    let (exit, why) = if args.fail_if_slower { answer(&found) } else { (Exit::Done, None) };
    // A reason stands on standard error, so that it is in no report.
    why.into_iter().for_each(|text| say(format_args!("paragone: {text}")));
    Ok(exit)
}

fn selected(args: &CompareArgs, runs: &[Run]) -> ComparedRuns {
    let selection = FindingSelection { benchmarks: args.benchmarks.clone(), sizes: args.sizes.clone() };
    let found = compare_runs(runs, &|findings| selection.of(&findings));
    ComparedRuns { changes: selection.of_changes(found.changes), missing: selection.of_missing(found.missing), ..found }
}

/// The whole comparison in that form; `None` for pictures, which are several files.
fn written(form: CompareForm, found: &ComparedRuns, sheet: &RunsSheet) -> anyhow::Result<Option<Vec<u8>>> {
    let text = match form {
        CompareForm::Markdown => formats::compare_markdown(sheet),
        CompareForm::Csv => return formats::csv(&table(found)?).map(Some),
        CompareForm::Json => formats::compare_json(found)?,
        CompareForm::Parquet => return parquet(&table(found)?).map(Some),
        CompareForm::Html => compare_html(sheet),
        CompareForm::Svg => return Ok(None),
    };
    Ok(Some(text.into_bytes()))
}

fn table(found: &ComparedRuns) -> anyhow::Result<formats::Table> {
    let table = formats::compare_table(found);
    anyhow::ensure!(
        !table.is_empty(),
        "these runs have nothing in common to make a table of: `paragone report` shows each of them"
    );
    Ok(table)
}
