//! What can be typed behind `paragone list`.

use clap::Args;

/// Show suites, benchmarks and implementations, and what is missing here
///
/// Several suites are shown in brief; what is selected is shown with every implementation. What cannot
/// be built here is said below, with the reason and the package to install. Nothing is built or
/// started: `paragone build` finds out for certain.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct ListArgs {
    /// What to list, such as `hashes` or `hashes/blake2*/c.*` [default: everything]
    #[arg(value_name = "SELECTION")]
    pub selection: Vec<String>,
    /// Show every implementation of all suites
    #[arg(long, conflicts_with_all = ["selection", "languages"])]
    pub all: bool,
    /// Show the languages that drivers can be written in, and what is missing here for each
    #[arg(long, conflicts_with = "selection")]
    pub languages: bool,
    /// With --languages: ask each compiler or runtime for its version
    #[arg(long, requires = "languages")]
    pub versions: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
