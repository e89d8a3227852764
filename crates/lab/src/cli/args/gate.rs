//! What can be typed behind `paragone gate`.

use crate::cli::args::measure::MeasureArgs;
use crate::cli::args::outcome::OutcomeArgs;

/// Say whether a change made a repository's own benchmarks slower
///
/// Finds the benchmarks that are below this folder (Cargo's, with criterion or divan; `go test -bench`), builds
/// them as they are and as they were at a revision, both at one path, and measures those that differ in turns: one process
/// of the one, one of the other, each pair with the code laid out elsewhere. Benchmarks whose machine code is the same are
/// not measured. The harness' own verdicts are not used. Nothing is written into the repository.
///
/// Examples:
///   paragone gate --against main
///   paragone gate --against HEAD~1 'parse*' --total 2m
///   paragone gate --against v1.2 --list
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(in crate::cli) struct GateArgs {
    /// Only benchmarks whose harness' name for them fits one of these globs; `*` stands for anything [default: all]
    #[arg(value_name = "BENCHMARKS")]
    pub only: Vec<String>,
    /// The revision to compare with: a branch, a tag, a commit
    #[arg(long, short, value_name = "REVISION")]
    pub against: String,
    /// Say which benchmarks both versions have, and measure none
    #[arg(long = "list")]
    pub dry_run: bool,
    #[command(flatten)]
    pub outcome: OutcomeArgs,
    #[command(flatten)]
    pub measure: MeasureArgs,
}
