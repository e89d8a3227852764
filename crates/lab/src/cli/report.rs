//! `paragone report`: what was typed, and runs and their findings written as asked.
//!
//! Who finds the runs and judges them is not known here.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use glob::Pattern;

use crate::cli::options::typed::{name_of, size};
use crate::cli::output::exit::Misuse;
use crate::cli::output::form::Form;
use crate::cli::output::form::Rows;
use crate::cli::output::form::written;
use crate::cli::output::output_file::keep;
use crate::cli::output::pictures::draw;
use crate::model::{ContestFinding, Findings, Run};
use crate::report::{Ink, Parts, Selection, Sheet, figures, html, terminal};

/// Show a run again: the answer, the ranking, a curve, and every doubt beside its number
///
/// A run is judged anew each time it is shown, so an old run profits from what the lab has learnt
/// since. RUN is `latest`, an id or the beginning of one, or a file that `runs export` wrote. Several
/// runs, of several machines as a rule, become one interactive page, in which the machine is a choice,
/// or their pictures; what one is beside the other is told by `paragone compare`.
///
/// Examples:
///   paragone report
///   paragone report 3f2a --as html -o report.html
///   paragone report here.sqlite there.sqlite --as html -o machines.html
#[derive(Args, Clone, Debug, Default)]
#[command(verbatim_doc_comment)]
pub(super) struct ReportArgs {
    /// Which run: `latest`, an id or its beginning, or an exported file; with `--as html` and `--as svg` several
    #[arg(value_name = "RUN", default_value = "latest")]
    pub runs: Vec<String>,

    /// Write the report in a form for others; what other programs read is told in docs/formats.md
    #[arg(long = "as", value_name = "FORM", value_enum, conflicts_with_all = ["percentiles", "layouts", "resources", "code", "no_curve"])]
    pub form: Option<Form>,

    /// What a row of a table stands for
    #[arg(long, value_enum, value_name = "WHAT", default_value_t, requires = "form")]
    pub rows: Rows,

    /// Write JSON for scripts: the same as `--as json` (docs/json.md says what each field means)
    #[arg(long, conflicts_with_all = ["form", "percentiles", "layouts", "resources", "code", "no_curve"])]
    pub json: bool,

    /// Write to this file, which appears whole or not at all, or for pictures into this folder, in the place of standard
    /// output
    #[arg(long, short, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// Draw these pictures only: a name such as `throughput`, `speed-up` or `hashes-blake2b.strips.1-kib`, with `*` and `?`
    #[arg(long, value_name = "NAME", requires = "form")]
    pub figure: Option<Pattern>,

    /// Print the JSON Schema of `--as json`, and nothing of any run
    #[arg(long, conflicts_with_all = ["form", "json", "percentiles", "layouts", "resources", "code", "no_curve"])]
    pub schema: bool,

    /// Show p0 p25 p50 p75 p90 p99 p100 of the times, with the number of samples
    #[arg(long)]
    pub percentiles: bool,

    /// Show how times differ from launch to launch, each of which may have had its code elsewhere
    #[arg(long)]
    pub layouts: bool,

    /// Show what implementations take of the machine: processor time, memory, allocations, system calls
    #[arg(long)]
    pub resources: bool,

    /// Show the machine code of the innermost loops, where a suite says whose
    #[arg(long)]
    pub code: bool,

    /// Leave out the curves over size
    #[arg(long)]
    pub no_curve: bool,

    /// Show these benchmarks only: `suite` or `suite/benchmark`, with `*` and `?`
    #[arg(long = "benchmark", value_name = "SUITE/BENCHMARK", value_delimiter = ',')]
    pub benchmarks: Vec<Pattern>,

    /// Show these sizes only: `64`, `4KiB`, `1MiB`
    #[arg(long = "sizes", value_name = "SIZE", value_delimiter = ',', value_parser = size)]
    pub sizes: Vec<u64>,
}

impl ReportArgs {
    fn written_as(&self) -> Option<Form> {
        self.form.or(self.json.then_some(Form::Json))
    }

    /// Whether so many runs can be written so; before any of them is read.
    pub(super) fn fits(&self) -> Result<(), Misuse> {
        let form = self.written_as();
        if self.runs.len() < 2 || matches!(form, Some(Form::Html | Form::Svg)) {
            return Ok(());
        }
        let what = form.map_or("a report for the terminal".to_owned(), |form| format!("`--as {}`", name_of(form)));
        Err(Misuse(format!(
            "{what} is of one run: name one of them, or write all into one page with `--as html`; `paragone compare` \
             puts runs beside each other"
        )))
    }
}

/// Writes judged runs as asked.
pub(super) fn show(
    args: &ReportArgs,
    runs: &[(&Run, &Findings)],
    places: &str,
    ink: &Ink,
    output: &mut impl Write,
) -> anyhow::Result<()> {
    let selection = Selection { benchmarks: args.benchmarks.clone(), sizes: args.sizes.clone() };
    let kept = |(run, findings): &(&Run, &Findings)| selected(&selection, run, findings);
    let selected: Vec<Findings> = runs.iter().map(kept).collect::<anyhow::Result<_>>()?;
    let shown: Vec<(&Run, &Findings)> = runs.iter().map(|(run, _)| *run).zip(&selected).collect();
    agree(&shown)?;
    let Some(&(run, findings)) = shown.first() else { return Ok(()) };
    let bytes = match args.written_as() {
        Some(Form::Svg) => {
            let sheet = Sheet::of(&shown, places);
            return draw(figures(&sheet), args.figure.as_ref(), args.output.as_deref(), output);
        }
        Some(Form::Html) => html(&Sheet::of(&shown, places)).with_context(|| failed(run, Form::Html))?.into_bytes(),
        Some(form) => written(form, args.rows, run, findings).with_context(|| failed(run, form))?,
        None => {
            let parts = Parts {
                percentiles: args.percentiles,
                layouts: args.layouts,
                resources: args.resources,
                curve: !args.no_curve,
                code: args.code,
                places,
            };
            // A file has no colours.
            let ink = if args.output.is_some() { Ink { colour: false, ..*ink } } else { *ink };
            terminal(run, findings, parts, &ink).into_bytes()
        }
    };
    match &args.output {
        Some(file) => keep(file, &bytes).with_context(|| format!("failed to write the report to `{}`", file.display())),
        None => output.write_all(&bytes).context("failed to write the report to standard output"),
    }
}

fn failed(run: &Run, form: Form) -> String {
    format!("failed to write run `{}` as {}", run.id, name_of(form))
}

fn selected(selection: &Selection, run: &Run, findings: &Findings) -> anyhow::Result<Findings> {
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
fn agree(runs: &[(&Run, &Findings)]) -> Result<(), Misuse> {
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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        report: ReportArgs,
    }

    fn typed(arguments: &[&str]) -> Result<ReportArgs, clap::Error> {
        let words = std::iter::once("report").chain(arguments.iter().copied());
        Command::try_parse_from(words).map(|command| command.report)
    }

    #[test]
    fn the_last_run_is_shown_unless_another_is_named() {
        assert_eq!(typed(&[]).unwrap().runs, ["latest"]);
        let args = typed(&["00c0", "--sizes", "64,4KiB", "--benchmark", "hashes/*"]).unwrap();
        assert_eq!((args.runs, args.sizes), (vec!["00c0".to_owned()], vec![64, 4096]));
        assert_eq!(args.benchmarks[0].as_str(), "hashes/*");
        assert!(typed(&["--figure", "strips"]).is_err());
        let args = typed(&["--as", "svg", "--figure", "speed-up*", "-o", "pictures"]).unwrap();
        assert_eq!((args.form, args.output), (Some(Form::Svg), Some("pictures".into())));
        for wrong in
            [["--json", "--percentiles"], ["--as=csv", "--json"], ["--schema", "--json"], ["--rows=cells", "-ox"]]
        {
            assert!(typed(&wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn several_runs_are_a_page_or_pictures_and_nothing_else() {
        for words in [&["a", "b", "--as", "html"][..], &["a", "b", "--as", "svg"], &["a", "--as", "csv"], &[]] {
            assert!(typed(words).unwrap().fits().is_ok(), "{words:?}");
        }
        let refused = |words: &[&str]| typed(words).unwrap().fits().unwrap_err().to_string();
        assert!(refused(&["a", "b"]).starts_with("a report for the terminal is of one run"));
        assert!(refused(&["a", "b", "--json"]).starts_with("`--as json` is of one run"));
        let markdown = refused(&["a", "b", "--as", "markdown"]);
        assert!(
            markdown.contains("`--as markdown` is of one run") && markdown.contains("paragone compare"),
            "{markdown}"
        );
    }
}
