//! `paragone compare`: several runs of the store judged beside each other, and written in the form that was asked for.

use std::io::Write;
use std::path::Path;

use crate::cli::args::{CompareArgs, CompareForm};
use crate::cli::exit::{Exit, Misuse};
use crate::cli::outlet::say;
use crate::cli::output::{deliver, draw, parquet};
use crate::judge::compare_runs;
use crate::model::names::{at_most, listed};
use crate::model::{CellChange, ComparedCode, ComparedRuns, Run, Verdict};
use crate::report::{FindingSelection, Ink, RunsSheet, compare_figures, compare_html, compare_text, formats};
use crate::store::resolve;

/// So many are named.
const NAMED: usize = 4;

pub(super) fn compare(args: &CompareArgs, store: &Path, ink: &Ink, out: &mut dyn Write) -> anyhow::Result<Exit> {
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
            Some(compare_text(&sheet, args.all, &ink).into_bytes())
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

/// How the command ends with `--fail-if-slower`, and what to say of it: a check that had nothing to look at has not passed.
fn answer(found: &ComparedRuns) -> (Exit, Option<String>) {
    let unknown = |why: String| (Exit::Failed, Some(format!("whether anything became slower is not known: {why}")));
    let cells: Vec<&CellChange> = found.changes.iter().flat_map(|changes| &changes.cells).collect();
    // Whatever became of cells whose code is the same, it was no change of theirs.
    let asked: Vec<&CellChange> = cells.into_iter().filter(|cell| cell.code != ComparedCode::Same).collect();
    if asked.iter().any(|cell| matches!(cell.verdict, Verdict::Slower { .. })) {
        return (Exit::Found, None);
    }
    let failing = found.missing.iter().filter_map(|cell| Some((cell, cell.verdict.as_ref()?)));
    let mut names: Vec<String> = failing
        .map(|(cell, verdict)| {
            let now = match verdict {
                Verdict::Wrong { .. } => "answers wrongly",
                Verdict::Implausible { short, .. } => short,
                _ => "fails",
            };
            let run = found.runs.get(cell.to).map_or("", |run| &run.id);
            format!("{}/{}/{} {now} in {run}", cell.suite, cell.benchmark, cell.implementation)
        })
        .collect();
    names.dedup();
    if !names.is_empty() {
        return (Exit::Found, Some(format!("{}, with a time in an earlier run", at_most(&names, NAMED))));
    }
    let alone: Vec<&str> = (0..found.runs.len())
        .filter(|index| !found.changes.iter().any(|changes| [changes.from, changes.to].contains(index)))
        .map(|index| found.runs[index].id.as_str())
        .collect();
    if !alone.is_empty() {
        return unknown(format!(
            "no cell of {} has a time in another of these runs of the same machine; what was imported, and what trials \
             decide, is not compared",
            listed(&alone)
        ));
    }
    if !asked.is_empty() && asked.iter().all(|cell| cell.judged.low.is_infinite() && cell.judged.high.is_infinite()) {
        return unknown("too few launches of whose code may have changed: measure without `--quick`".to_owned());
    }
    (Exit::Done, None)
}
