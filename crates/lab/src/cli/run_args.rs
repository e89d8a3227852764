//! What can be typed behind `paragone run`.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::measure_options::MeasureArgs;
use crate::model::ImplementationId;
use crate::model::Verdict;
use crate::plan::Values;
use crate::plan::parse_values;

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
pub(super) struct RunArgs {
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
    /// rounds: a branch, a tag, a commit
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
    pub param: Vec<Values>,
    /// Compare implementations at these values of a parameter side by side: each takes part once for each
    #[arg(long, value_name = "NAME=VALUES", value_parser = parse_values)]
    pub across: Option<Values>,
    /// Compare these folders side by side, such as disks: short for `--across path=A,B`
    #[arg(long, value_name = "A,B", value_delimiter = ',', conflicts_with = "across")]
    pub paths: Vec<PathBuf>,
    /// Say what would be built, run, and for how long, and do none of it
    #[arg(long)]
    pub dry_run: bool,
    /// Go on with a run that was killed or stopped, by its own plan [default: the newest such run]
    #[arg(long, value_name = "RUN", num_args = 0..=1, default_missing_value = "latest", conflicts_with_all = [
        "selection", "implementations", "baseline", "against", "sizes", "full", "param", "across", "paths", "dry_run",
        "note", "no_resources", "no_crossovers", "count_instructions", "quick", "standard", "sustained", "budget", "total", "rounds", "sample", "margin", "seed",
    ])]
    pub resume: Option<String>,
    /// A note to keep with the run
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub note: String,
    /// Exit with code 1 if this is so of any implementation; may be given several times
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',')]
    pub fail_if: Vec<FailIf>,
    /// Print the report as JSON (docs/json.md says what each field means)
    #[arg(long, conflicts_with = "dry_run")]
    pub json: bool,
    /// Write the report into this file too, as one interactive page
    #[arg(long, value_name = "FILE", conflicts_with = "dry_run")]
    pub html: Option<PathBuf>,
    /// Show p0 p25 p50 p75 p90 p99 p100 of the times, with the number of samples
    #[arg(long)]
    pub percentiles: bool,
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

/// What may make a run fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FailIf {
    /// Slower than the baseline, certainly
    Slower,
    /// Faster than the baseline, certainly
    Faster,
    /// Neither faster, slower nor the same: not enough data, or unreliable here
    Undecided,
    /// A wrong answer
    Wrong,
    /// Crashed, hung, or could not be built
    Failed,
}

impl FailIf {
    pub(super) fn holds(self, verdict: &Verdict) -> bool {
        match self {
            FailIf::Slower => matches!(verdict, Verdict::Slower { .. }),
            FailIf::Faster => matches!(verdict, Verdict::Faster { .. }),
            FailIf::Undecided => matches!(verdict, Verdict::NotEnough { .. } | Verdict::Unreliable { .. }),
            FailIf::Wrong => matches!(verdict, Verdict::Wrong { .. }),
            FailIf::Failed => matches!(verdict, Verdict::Failed { .. }),
        }
    }
}
