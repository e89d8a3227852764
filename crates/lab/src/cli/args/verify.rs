//! What can be typed behind `paragone verify`.

use crate::model::unit::seconds;

/// Check every implementation's answers without timing anything
///
/// Known answers first, then agreement with the reference implementation at every size that `run`
/// would measure. Exit code 1 if an answer is wrong, or none could be had.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct VerifyArgs {
    /// What to verify: `suite`, `suite/benchmark` or `suite/benchmark/implementation`, with globs
    /// [default: the suite, where there is only one]
    #[arg(value_name = "SELECTION")]
    pub selection: Vec<String>,
    /// Only these implementations: globs over ids, separated by commas
    #[arg(long, short, value_name = "GLOBS")]
    pub implementations: Option<String>,
    /// These sizes instead of the suite's: `64,4KiB`, `1..1MiB x4`
    #[arg(long, short, value_name = "SIZES", conflicts_with = "full")]
    pub sizes: Option<String>,
    /// The suite's whole list of sizes instead of its short one
    #[arg(long)]
    pub full: bool,
    /// Longest wait for one reply of a driver [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    pub deadline: Option<f64>,
    /// Print JSON: a list of {benchmark, implementation, answers, faults}
    #[arg(long)]
    pub json: bool,
}
