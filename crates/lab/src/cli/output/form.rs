//! The forms that a report is written in, and who writes each of those that hold one run: a form is a line here and a
//! line below.

use anyhow::bail;
use clap::ValueEnum;

use crate::cli::output::exit::Misuse;
use crate::model::Findings;
use crate::model::Run;
use crate::report::formats;
use crate::report::json;

/// What `--as` may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// For a pull request or an issue
    Markdown,
    /// A table: a row for each cell, or for each sample or trial
    Csv,
    /// Everything, for scripts: docs/json.md, `--schema`
    Json,
    /// The table of `csv`, for data tools
    #[cfg_attr(not(feature = "parquet"), value(hide = true))]
    Parquet,
    /// As the JMH writes its results
    Jmh,
    /// As `go test -bench` writes its results, for benchstat
    Go,
    /// For github-action-benchmark, its tool `customSmallerIsBetter`
    GithubActionBenchmark,
    /// Bencher Metric Format
    Bencher,
    /// One interactive page that needs nothing else, of one run or several
    Html,
    /// Pictures, a file each: a folder of them with `--output`, or one with `--figure`
    Svg,
}

/// What a row of a table stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rows {
    /// An implementation at one size, with its verdict
    #[default]
    Cells,
    /// A sample, as it was measured
    Samples,
    /// A trial, where a metric of trials decides: one row for each metric
    Trials,
}

/// The whole report in that form.
pub(crate) fn written(form: Form, rows: Rows, run: &Run, findings: &Findings) -> anyhow::Result<Vec<u8>> {
    refuse_emulated(form, run)?;
    let text = match form {
        Form::Markdown => formats::markdown(run, findings),
        Form::Csv => return formats::csv(&table(rows, run, findings)?),
        Form::Json => json(run, findings)?,
        Form::Parquet => return parquet(&table(rows, run, findings)?),
        Form::Jmh => formats::jmh(run, findings)?,
        Form::Go => formats::go(run, findings),
        Form::GithubActionBenchmark => formats::github_action_benchmark(findings)?,
        Form::Bencher => formats::bencher(findings)?,
        Form::Html | Form::Svg => bail!("pages and pictures are of several runs"),
    };
    Ok(text.into_bytes())
}

/// Who draws curves over many runs would take the emulator's times for the processor's.
fn refuse_emulated(form: Form, run: &Run) -> anyhow::Result<()> {
    let silent = matches!(form, Form::Jmh | Form::Go | Form::GithubActionBenchmark | Form::Bencher);
    match &run.machine.emulated {
        Some(architecture) if silent => Err(Misuse(format!(
            "run `{}` was emulated ({architecture}): its times are the emulator's and mean nothing, which this form has \
             no place to say; `--as markdown`, `html` and `json` say it",
            run.id
        ))
        .into()),
        _ => Ok(()),
    }
}

#[cfg(feature = "parquet")]
pub(crate) use formats::parquet;

#[cfg(not(feature = "parquet"))]
pub(crate) fn parquet(_: &formats::Table) -> anyhow::Result<Vec<u8>> {
    let how = "build it with `--features parquet`, or take `--as csv`: the same table";
    Err(Misuse(format!("this program was built without Parquet: {how}")).into())
}

fn table(rows: Rows, run: &Run, findings: &Findings) -> anyhow::Result<formats::Table> {
    let table = match rows {
        Rows::Cells => formats::cells(run, findings),
        Rows::Samples => formats::samples(run, findings),
        Rows::Trials => formats::trials(run, findings),
    };
    if table.is_empty() {
        bail!(
            "run `{}` has no {rows:?} of this selection to make a table of: `paragone report` shows what it has",
            run.id
        );
    }
    Ok(table)
}
