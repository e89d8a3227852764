//! What can be typed behind `paragone import`.

use std::path::PathBuf;

use clap::Args;

/// Take in what other tools measured: criterion, google/benchmark, JMH, hyperfine, go test -bench, package-benchmark
///
/// Each file becomes a run, marked as imported: its times are shown, but nobody measured them side by side, so that
/// there is no interval and no verdict. Whose file it is, is told by its shape. Nothing is taken in if one of the
/// files is wrong. For files that `paragone runs export` wrote there is `paragone runs import`.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct ImportArgs {
    /// Files, or criterion's folder `target/criterion`
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Show all results of a file in one table of this name: they are ways to do the same job. Without it, only what
    /// the tool itself puts together is
    #[arg(long, value_name = "NAME")]
    pub benchmark: Option<String>,
    /// A note to keep with the runs
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub note: String,
}
