//! What can be typed behind `paragone run`.

use std::path::PathBuf;

use crate::cli::args::measure::MeasureArgs;
use crate::cli::args::outcome::OutcomeArgs;
use crate::model::ImplementationId;
use crate::plan::{ParamValues, parse_values};

/// What is done about where code lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Layout {
    Varied,
    AsBuilt,
}

/// Verify, measure, keep and report
///
/// Builds what is selected, checks every answer, and measures the implementations side by side in
/// interleaved rounds, each in its own process, until the verdicts are certain or the time is over.
/// What was measured is kept block by block: Ctrl-C loses nothing, and `--resume` goes on.
///
/// Examples:
///   paragone run hashes --quick
///   paragone run hashes/blake2b --implementations 'c.*' --sizes 64,1KiB,1MiB
///   paragone run mylib --baseline rust.old --fail-if slower
///   paragone run mylib --against main --fail-if slower
#[derive(Debug, Default, clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct RunArgs {
    /// What to measure: `suite`, `suite/benchmark` or `suite/benchmark/implementation`, with globs
    /// [default: the suite, where there is only one]
    #[arg(value_name = "SELECTION")]
    pub selection: Vec<String>,
    /// Only these implementations: globs over ids, separated by commas
    #[arg(long, short, value_name = "GLOBS")]
    pub implementations: Option<String>,
    /// The implementation that the others are compared with [default: the suite's]
    #[arg(long, short, value_name = "ID")]
    pub baseline: Option<ImplementationId>,
    /// Compare each implementation with itself as it was at a revision of the suite's git repository, in the same
    /// rounds: a branch, a tag, a commit. What is the same code as then is not measured; all comparisons share one error
    /// rate of 1 % [total: 5m]
    #[arg(long, value_name = "REVISION", conflicts_with = "baseline")]
    pub against: Option<String>,
    /// These sizes instead of the suite's: `64,4KiB`, `1..1MiB x4`
    #[arg(long, short, value_name = "SIZES", conflicts_with = "full")]
    pub sizes: Option<String>,
    /// The suite's whole list of sizes instead of its short one
    #[arg(long)]
    pub full: bool,
    /// Values of a parameter instead of the suite's: `level=1,6`; may be given several times
    #[arg(long, value_name = "NAME=VALUES", value_parser = parse_values)]
    pub param: Vec<ParamValues>,
    /// Compare implementations at these values of a parameter side by side: each takes part once for each
    #[arg(long, value_name = "NAME=VALUES", value_parser = parse_values)]
    pub across: Option<ParamValues>,
    /// Compare these folders side by side, such as disks: short for `--across path=A,B`
    #[arg(long, value_name = "A,B", value_delimiter = ',', conflicts_with = "across")]
    pub paths: Vec<PathBuf>,
    /// Whether each launch has its code elsewhere, by another link of the same objects, so that no time is that of one
    /// lucky layout; or the one program as its build left it [default: varied, and as-built with --quick]
    #[arg(long, value_enum, value_name = "LAYOUT")]
    pub layout: Option<Layout>,
    /// Say what would be built, run, and for how long, and do none of it
    #[arg(long)]
    pub dry_run: bool,
    /// Go on with a run that was killed or stopped, by its own plan [default: the newest such run]
    #[arg(long, value_name = "RUN", num_args = 0..=1, default_missing_value = "latest", conflicts_with_all = [
        "selection", "implementations", "baseline", "against", "sizes", "full", "param", "across", "paths", "layout", "dry_run",
        "note", "no_resources", "no_crossovers", "count_instructions", "quick", "standard", "sustained", "budget", "total", "rounds", "sample", "margin", "seed",
    ])]
    pub resume: Option<String>,
    #[command(flatten)]
    pub outcome: OutcomeArgs,
    /// Show what implementations take of the machine: processor time, memory, allocations, system calls
    #[arg(long, conflicts_with = "no_resources")]
    pub resources: bool,
    /// Do not count what implementations take of the machine, which is done after timing
    #[arg(long)]
    pub no_resources: bool,
    /// Do not follow the leaders between two sizes where they change places
    #[arg(long)]
    pub no_crossovers: bool,
    /// Count instructions on an emulated processor too (needs valgrind; slow, and the same each time)
    #[arg(long, conflicts_with = "no_resources")]
    pub count_instructions: bool,
    #[command(flatten)]
    pub measure: MeasureArgs,
}
