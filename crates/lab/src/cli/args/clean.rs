//! What can be typed behind `paragone clean`.

use clap::Args;

/// Remove what was built, and inputs that were made
///
/// Builds and inputs lie in the cache folder and are made again when they are needed. Inputs are
/// removed where no selection is given. What Paragone is building just now is left alone; what a run
/// is measuring is not, so clean up when nothing is measured.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct CleanArgs {
    /// Whose builds, such as `hashes` or `hashes/*/c.*` [default: all, also those of suites that are gone, and all
    /// inputs]
    #[arg(value_name = "SELECTION")]
    pub selection: Vec<String>,
    /// Say what would be removed, and remove nothing
    #[arg(long)]
    pub dry_run: bool,
}
