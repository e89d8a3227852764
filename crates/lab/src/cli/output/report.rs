//! Runs with their findings, and what was typed behind `report`, in; the report in the form that was asked for, where it
//! was asked for, out.
//!
//! Who finds the runs and judges them is not known here.

use std::io::Write;

use anyhow::Context;

use crate::cli::args::{Common, Form, ReportArgs, name_of};
use crate::cli::exit::Misuse;
use crate::cli::output::file::{deliver, draw};
use crate::cli::output::form::written;
use crate::model::{ContestFinding, Findings, Run};
use crate::report::{FindingSelection, Ink, ReportParts, Sheet, figures, html, terminal};

/// A run with what was found of it.
type Judged<'a> = (&'a Run, &'a Findings);

/// Writes judged runs as asked.
pub(crate) fn show(args: &ReportArgs, runs: &[Judged<'_>], common: &Common, out: &mut dyn Write) -> anyhow::Result<()> {
    let (places, ink) = (&common.places(), common.ink());
    let selection = FindingSelection { benchmarks: args.benchmarks.clone(), sizes: args.sizes.clone() };
    let kept = |(run, findings): &Judged<'_>| selected(&selection, run, findings);
    let selected: Vec<Findings> = runs.iter().map(kept).collect::<anyhow::Result<_>>()?;
    let shown: Vec<Judged<'_>> = runs.iter().map(|(run, _)| *run).zip(&selected).collect();
    agree(&shown)?;
    let Some(&(run, findings)) = shown.first() else { return Ok(()) };
    let bytes = match args.written_as() {
        Some(Form::Svg) => {
            let sheet = Sheet::of(&shown, places);
            return draw(figures(&sheet), args.figure.as_ref(), args.output.as_deref(), out);
        }
        Some(Form::Html) => html(&Sheet::of(&shown, places)).with_context(|| failed(run, Form::Html))?.into_bytes(),
        Some(form) => written(form, args.rows, run, findings).with_context(|| failed(run, form))?,
        None => {
            let parts = ReportParts {
                percentiles: args.percentiles,
                layouts: args.layouts,
                resources: args.resources,
                curve: !args.no_curve,
                code: args.code,
                places,
            };
            // A file has no colours.
            let ink = if args.output.is_some() { Ink { colour: false, ..ink } } else { ink };
            terminal(run, findings, parts, &ink).into_bytes()
        }
    };
    deliver("report", &bytes, args.output.as_deref(), out)
}

fn failed(run: &Run, form: Form) -> String {
    format!("failed to write run `{}` as {}", run.id, name_of(form))
}

fn selected(selection: &FindingSelection, run: &Run, findings: &Findings) -> anyhow::Result<Findings> {
    let selected = selection.of(findings);
    if selected.contests.is_empty() && !findings.contests.is_empty() {
        let known: Vec<String> =
            findings.contests.iter().map(|contest| format!("{}/{}", contest.suite, contest.benchmark)).collect();
        anyhow::bail!(
            "run `{}` has nothing of this selection; it holds {}: choose among them with --benchmark and --sizes",
            run.id,
            known.join(", ")
        );
    }
    Ok(selected)
}

/// No run is there twice, and a name means the same benchmark in all of them: figures have one unit.
fn agree(runs: &[Judged<'_>]) -> Result<(), Misuse> {
    for (index, (run, findings)) in runs.iter().enumerate() {
        for (earlier, others) in &runs[..index] {
            if earlier.id == run.id {
                return Err(Misuse(format!("run `{}` was given twice: give runs that differ", run.id)));
            }
            let named = |one: &ContestFinding, other: &ContestFinding| {
                (&one.suite, &one.benchmark) == (&other.suite, &other.benchmark)
            };
            let differs = |one: &&ContestFinding| {
                let mut same = others.contests.iter().filter(|other| named(one, other));
                same.any(|other| (&one.unit, &one.trials) != (&other.unit, &other.trials))
            };
            if let Some(one) = findings.contests.iter().find(differs) {
                return Err(Misuse(format!(
                    "runs `{}` and `{}` measured `{}/{}` in other units or by other metrics: leave one of them out, or \
                     choose other benchmarks with --benchmark",
                    earlier.id, run.id, one.suite, one.benchmark
                )));
            }
        }
    }
    Ok(())
}
