//! `paragone choose`: from a run to which implementation to use at which size.

use std::io::Write;

use anyhow::Context;
use clap::ValueEnum;
use glob::Pattern;

use crate::cli::options::global::Common;
use crate::judge::findings;
use crate::report::Selection;
use crate::report::Source;
use crate::report::choices_json;
use crate::report::chosen;
use crate::report::thresholds;
use crate::store::resolve;

/// Say which implementation to use at which size
///
/// A run over several sizes follows its leaders where they change places, unless it was told not
/// to, so that the border between them is an interval with a probability. Here that is told as a
/// sentence and a table, with what it would cost to use one alone; or as constants that a program
/// can include. Where a metric of trials decides, the choice is by that metric, at the sizes that
/// were measured and none between.
///
/// Examples:
///   paragone choose
///   paragone choose latest --as rust > src/thresholds.rs
#[derive(clap::Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct ChooseArgs {
    /// Which run: `latest`, an id or its beginning, or an exported file
    #[arg(value_name = "RUN", default_value = "latest")]
    pub run: String,

    /// As what
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t = Form::Text)]
    pub form: Form,

    /// Print the JSON Schema of `--as json`, and nothing of any run
    #[arg(long, conflicts_with_all = ["run", "form"])]
    pub schema: bool,

    /// These benchmarks only: `suite` or `suite/benchmark`, with `*` and `?`
    #[arg(long = "benchmark", value_name = "SUITE/BENCHMARK", value_delimiter = ',')]
    pub benchmarks: Vec<Pattern>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// A sentence and a table
    Text,
    /// For scripts (docs/json.md says what each field means; `--schema`)
    Json,
    /// Constants in Rust
    Rust,
    /// A header in C
    C,
    /// Constants in Go
    Go,
}

pub(super) fn choose(args: &ChooseArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<()> {
    let run = resolve(&common.store_path()?, &args.run)?.read()?;
    let selection = Selection { benchmarks: args.benchmarks.clone(), sizes: Vec::new() };
    let findings = selection.of(&findings(&run));
    let text = match args.form {
        Form::Text => chosen(&run, &findings, &common.ink()),
        Form::Json => choices_json(&run, &findings)
            .with_context(|| format!("failed to write the choices of run `{}` as JSON", run.id))?,
        Form::Rust => thresholds(&run, &findings, Source::Rust),
        Form::C => thresholds(&run, &findings, Source::C),
        Form::Go => thresholds(&run, &findings, Source::Go),
    };
    out.write_all(text.as_bytes()).context("failed to write to standard output")
}
