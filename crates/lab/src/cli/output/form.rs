//! Who writes a report in each of the forms that hold one run: a form is a line here, and one in `args/form.rs`. A form
//! of times alone is refused for emulated runs, by `refuse_emulated`.

use anyhow::bail;

use crate::cli::args::{Form, Rows};
use crate::cli::exit::Misuse;
use crate::model::{Findings, Run};
use crate::report::{formats, json};

/// The whole report in that form.
pub(super) fn written(form: Form, rows: Rows, run: &Run, findings: &Findings) -> anyhow::Result<Vec<u8>> {
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
        Form::Junit => formats::junit(findings)?,
        Form::Html | Form::Svg => bail!("pages and pictures are of several runs"),
    };
    Ok(text.into_bytes())
}

/// Who draws curves over many runs would take the emulator's times for the processor's.
fn refuse_emulated(form: Form, run: &Run) -> anyhow::Result<()> {
    let silent = matches!(form, Form::Jmh | Form::Go | Form::GithubActionBenchmark | Form::Bencher);
    match (&run.machine.emulated, &run.id) {
        (Some(architecture), id) if silent => bail!(Misuse(format!(
            "run `{id}` was emulated ({architecture}): its times are the emulator's and mean nothing, which this form \
             has no place to say; `--as markdown`, `html` and `json` say it"
        ))),
        _ => Ok(()),
    }
}

#[cfg(feature = "parquet")]
pub(crate) use formats::parquet;

#[cfg(not(feature = "parquet"))]
pub(crate) fn parquet(_: &formats::Table) -> anyhow::Result<Vec<u8>> {
    let how = "build it with `--features parquet`, or take `--as csv`: the same table";
    bail!(Misuse(format!("this program was built without Parquet: {how}")))
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
