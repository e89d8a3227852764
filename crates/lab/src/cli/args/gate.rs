//! What can be typed behind `paragone gate`.

use crate::cli::args::measure::{MeasureArgs, share};
use crate::cli::args::outcome::OutcomeArgs;

/// Say whether a change made a repository's own benchmarks slower
///
/// Finds the benchmarks that are below this folder (Cargo's, with criterion or divan; `go test
/// -bench`; programs of a CMake project with google/benchmark; a Maven project's with JMH; tests
/// with pytest-benchmark), builds them as they are and as they were at a revision, both at one
/// path, and measures those that differ in turns: one process of the one, one of the other, each
/// pair with the code laid out elsewhere (Python is not built, and its code is not laid out anew).
/// Benchmarks whose code is the same are not measured. The harness' own verdicts are not used.
/// Nothing is written into the repository, but for the `paragone.toml` that `--init` writes: it
/// says what cannot be guessed.
///
/// Examples:
///   paragone gate --against main
///   paragone gate --against HEAD~1 'parse*' --total 2m
///   paragone gate --against v1.2 --list
///   paragone gate --init
///   paragone gate --self-test
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct GateArgs {
    /// Only benchmarks whose harness' name for them fits one of these globs; `*` stands for anything
    /// [default: `only` in paragone.toml, or all]
    #[arg(value_name = "BENCHMARKS")]
    pub only: Vec<String>,
    /// The revision to compare with: a branch, a tag, a commit [default: `against` in paragone.toml]
    #[arg(long, short, value_name = "REVISION")]
    pub against: Option<String>,
    /// No benchmarks whose name fits this glob; may be given several times
    #[arg(long, value_name = "GLOB")]
    pub except: Vec<String>,
    /// Say which benchmarks both versions have, and measure none
    #[arg(long = "list")]
    pub dry_run: bool,
    /// Say how often the gate is wrong here and how large a slowdown it finds, by an A/A test: each benchmark is compared
    /// with the same code in other layouts, as if a change had moved every function. One that is called slower or faster
    /// is a false alarm, and the exit code is 1; from the same samples it is computed which slowdowns would have been found
    /// [against: HEAD]
    #[arg(long, conflicts_with_all = ["dry_run", "fail_if", "percentiles", "html"])]
    pub self_test: bool,
    /// Write a paragone.toml with comments into this folder, and measure none
    #[arg(long, conflicts_with_all = ["only", "against", "except", "dry_run", "self_test"])]
    pub init: bool,
    /// How often anything may be called slower or faster that is not [default: 1%]
    #[arg(long, value_name = "PERCENT", value_parser = share)]
    pub error_rate: Option<f64>,
    #[command(flatten)]
    pub outcome: OutcomeArgs,
    #[command(flatten)]
    pub measure: MeasureArgs,
}
