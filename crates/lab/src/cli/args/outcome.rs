//! What is to become of a run, whatever is measured: where it is told, what is kept with it, and when it counts as
//! failed.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::model::Verdict;

/// The options that `run` and `commands` share beside how to measure; both have `--dry-run`.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct OutcomeArgs {
    /// A note to keep with the run
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub note: String,
    /// Exit with code 1 if this is so of any of them; may be given several times
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',')]
    pub fail_if: Vec<FailIf>,
    /// Print the report as JSON (docs/json.md says what each field means)
    #[arg(long, conflicts_with = "dry_run")]
    pub json: bool,
    /// Write the report into this file too, as one interactive page
    #[arg(long, value_name = "FILE", conflicts_with = "dry_run")]
    pub html: Option<PathBuf>,
    /// Show p0 p25 p50 p75 p90 p99 p100 of the times, and how many there are
    #[arg(long)]
    pub percentiles: bool,
}

/// What may make a run fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailIf {
    /// Slower than the baseline, certainly; or failed or wrong where the baseline is not
    Slower,
    /// Faster than the baseline, certainly; or failed or wrong where the baseline is not
    Faster,
    /// Neither faster, slower nor the same: not known yet, or unreliable here
    Undecided,
    /// A wrong answer
    Wrong,
    /// Crashed, hung, or could not be built
    Failed,
}

impl FailIf {
    pub(crate) fn holds(self, verdict: &Verdict) -> bool {
        match self {
            FailIf::Slower => matches!(verdict, Verdict::Slower { .. }),
            FailIf::Faster => matches!(verdict, Verdict::Faster { .. }),
            FailIf::Undecided => verdict.is_undecided(),
            FailIf::Wrong => matches!(verdict, Verdict::Wrong { .. }),
            FailIf::Failed => matches!(verdict, Verdict::Failed { .. } | Verdict::Implausible { .. }),
        }
    }
}
