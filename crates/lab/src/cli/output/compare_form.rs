//! The forms that runs beside each other are written in, and who writes each.

use clap::ValueEnum;

use crate::cli::output::form::parquet;
use crate::model::Across;
use crate::report::Beside;
use crate::report::beside_html;
use crate::report::formats;

/// What `--as` may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareForm {
    /// For a pull request or an issue
    Markdown,
    /// A table: a row for each cell on each machine, each mean over sizes, and each cell of two runs
    Csv,
    /// Everything, for scripts: docs/json.md, `--schema`
    Json,
    /// The table of `csv`, for data tools
    #[cfg_attr(not(feature = "parquet"), value(hide = true))]
    Parquet,
    /// One page that needs nothing else
    Html,
    /// Pictures, a file each: a folder of them with `--output`, or one with `--figure`
    Svg,
}

/// The whole comparison in that form; `None` for pictures, which are several files.
pub(crate) fn written(form: CompareForm, found: &Across, sheet: &Beside) -> anyhow::Result<Option<Vec<u8>>> {
    let text = match form {
        CompareForm::Markdown => formats::beside_markdown(sheet),
        CompareForm::Csv => return formats::csv(&table(found)?).map(Some),
        CompareForm::Json => formats::beside_json(found)?,
        CompareForm::Parquet => return parquet(&table(found)?).map(Some),
        CompareForm::Html => beside_html(sheet),
        CompareForm::Svg => return Ok(None),
    };
    Ok(Some(text.into_bytes()))
}

fn table(found: &Across) -> anyhow::Result<formats::Table> {
    let table = formats::beside(found);
    anyhow::ensure!(
        !table.is_empty(),
        "these runs have nothing in common to make a table of: `paragone report` shows each of them"
    );
    Ok(table)
}
