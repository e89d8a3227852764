//! What can be typed behind `paragone bisect`.

use crate::cli::args::measure::share;
use crate::model::unit::seconds;

/// Find the commit that made one of a repository's own benchmarks slower
///
/// Searches as `git bisect` does, in a copy of the repository that shares its objects: your working
/// tree is left alone. Each commit on the way is compared with the good one as `paragone gate` does
/// it, so that a commit is bad only where it is certainly slower, and likely by more than the
/// margin. Commits that do not build, lack the benchmark or cannot be decided are skipped; the
/// answer is then several commits, if it has to be. The commit that is found is measured once more,
/// beside its parent.
///
/// Examples:
///   paragone bisect v1.2 main 'parse*'
///   paragone bisect HEAD~64 HEAD --total 30m
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct BisectArgs {
    /// A revision at which the benchmarks were fast; an ancestor of the other
    pub good: String,
    /// A revision at which one of them is slower
    pub bad: String,
    /// Only benchmarks whose harness' name for them fits one of these globs [default: `only` in paragone.toml, or all]
    #[arg(value_name = "BENCHMARKS")]
    pub only: Vec<String>,
    /// Time for measuring at all commits together; builds are not in it
    #[arg(long, value_name = "TIME", value_parser = seconds, default_value = "15m")]
    pub total: f64,
    /// Slower by less does not matter to you [default: `margin` in paragone.toml, or 1%]
    #[arg(long, value_name = "PERCENT", value_parser = share)]
    pub margin: Option<f64>,
}
