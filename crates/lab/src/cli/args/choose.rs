//! What can be typed behind `paragone choose`.

use clap::ValueEnum;
use glob::Pattern;

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
pub(crate) struct ChooseArgs {
    /// Which run: `latest`, an id or its beginning, or an exported file
    #[arg(value_name = "RUN", default_value = "latest")]
    pub run: String,

    /// As what
    #[arg(long = "as", value_name = "FORM", value_enum, default_value_t = ChoiceForm::Text)]
    pub form: ChoiceForm,

    /// Print the JSON Schema of `--as json`, and nothing of any run
    #[arg(long, conflicts_with_all = ["run", "form"])]
    pub schema: bool,

    /// These benchmarks only: `suite` or `suite/benchmark`, with `*` and `?`
    #[arg(long = "benchmark", value_name = "SUITE/BENCHMARK", value_delimiter = ',')]
    pub benchmarks: Vec<Pattern>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ChoiceForm {
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
