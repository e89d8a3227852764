//! What can be typed behind `paragone compare`.

use std::path::PathBuf;

use clap::Args;
use glob::Pattern;

use crate::cli::args::form::CompareForm;
use crate::cli::args::typed::size;

/// Compare runs: machines side by side, or one machine earlier and later
///
/// Runs of different machines give a table of each implementation's time beside the baseline, by
/// machine, with the mean over machines. Runs of one machine tell which cells became slower or faster
/// since the first of them; where the baseline's code did not change, times are taken beside it, so
/// that what slows the whole machine cancels. No two runs were measured in the same rounds: to be
/// surer, measure both versions in one run, with `paragone run SUITE --against REVISION`.
///
/// Examples:
///   paragone compare 3f2a latest
///   paragone compare here.sqlite there.sqlite --as html -o machines.html
///   paragone compare here.sqlite there.sqlite --as svg --figure heat-map -o pictures
///   paragone compare 3f2a latest --fail-if-slower
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct CompareArgs {
    /// Which runs, the earliest first: `latest`, ids or their beginnings, or exported files
    #[arg(value_name = "RUN", required_unless_present = "schema", num_args = 2..)]
    pub runs: Vec<String>,
    /// Show machines size by size, and cells that did not move, too
    #[arg(long)]
    pub all: bool,
    /// Write the comparison in a form for others; docs/formats.md tells of each
    #[arg(long = "as", value_name = "FORM", value_enum, conflicts_with = "all")]
    pub form: Option<CompareForm>,
    /// Write JSON for scripts: the same as `--as json` (docs/json.md says what each field means)
    #[arg(long, conflicts_with_all = ["all", "form"])]
    pub json: bool,
    /// Print the JSON Schema of `--as json`, and nothing of any run
    #[arg(long, conflicts_with_all = ["runs", "all", "form", "json"])]
    pub schema: bool,
    /// Write to this file, which appears whole or not at all, or for pictures into this folder, in the place of standard
    /// output
    #[arg(long, short, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Draw these pictures only: a name such as `heat-map`, `bars`, `changes` or `hashes-blake2b.heat-map.1-kib`, with `*`
    /// and `?`
    #[arg(long, value_name = "NAME", requires = "form")]
    pub figure: Option<Pattern>,
    /// Show these benchmarks only: `suite` or `suite/benchmark`, with `*` and `?`
    #[arg(long = "benchmark", value_name = "SUITE/BENCHMARK", value_delimiter = ',')]
    pub benchmarks: Vec<Pattern>,
    /// Show these sizes only, and means over them alone: `64`, `4KiB`, `1MiB`
    #[arg(long = "sizes", value_name = "SIZE", value_delimiter = ',', value_parser = size)]
    pub sizes: Vec<u64>,
    /// Exit with code 1 if any cell whose code may have changed is certainly slower, or had a time in the earlier run
    /// and fails or answers wrongly in the later; with code 3 if nothing of a run could be compared with an earlier one
    #[arg(long)]
    pub fail_if_slower: bool,
}
