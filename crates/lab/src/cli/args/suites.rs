//! What can be typed behind the commands on suites themselves: `new`, `list`, `check`, `build`, `clean` and `verify`.

use std::path::PathBuf;

use clap::Args;

use crate::model::unit::seconds;

/// Begin a suite of your own
///
/// Writes a small suite that runs at once, with a program for each language and the SDKs that they
/// need: nothing else of Paragone is copied, and the folder may be moved anywhere. It is an example
/// to be changed step by step; its README.md says how. The suite is named as its folder.
#[derive(Args, Clone, Debug)]
pub(crate) struct NewArgs {
    /// A folder that is empty or not there yet
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Languages, separated by commas; the first is the baseline
    /// [default: those of rust, c and python that can be used here]
    #[arg(long, short, value_name = "LANGUAGES", value_delimiter = ',')]
    pub languages: Vec<String>,
}

/// Show suites, benchmarks and implementations, and what is missing here
///
/// Several suites are shown in brief; what is selected is shown with every implementation. What cannot
/// be built here is said below, with the reason and the package to install. Nothing is built or
/// started: `paragone build` finds out for certain.
#[derive(Args, Clone, Debug)]
pub(crate) struct ListArgs {
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

/// Find every mistake in the suites' definitions, without building or running anything
///
/// Reads each suite.toml with the files that it includes and names, and tells every mistake with its
/// file and line. The exit code is 1 where there are any, so that it can guard a commit.
#[derive(Args, Clone, Debug)]
pub(crate) struct CheckArgs {
    /// Print JSON: each suite's folder with its mistakes
    #[arg(long)]
    pub json: bool,
}

/// Build drivers ahead of a run
///
/// `run` builds what it needs by itself, and builds nothing twice; this command shows what can be
/// built here, and with --dry-run the commands that would be executed.
#[derive(Args, Clone, Debug)]
pub(crate) struct BuildArgs {
    /// What to build for, such as `hashes` or `hashes/blake2*/c.*` [default: everything]
    #[arg(value_name = "SELECTION")]
    pub selection: Vec<String>,
    /// Only these implementations: globs separated by commas, such as `rust.*,c.openssl`
    #[arg(long, value_name = "GLOBS")]
    pub implementations: Option<String>,
    /// Print the commands and run none
    #[arg(long)]
    pub dry_run: bool,
}

/// Remove what was built, and inputs that were made
///
/// Builds and inputs lie in the cache folder and are made again when they are needed. Inputs are
/// removed where no selection is given. What Paragone is building just now is left alone; what a run
/// is measuring is not, so clean up when nothing is measured.
#[derive(Args, Clone, Debug)]
pub(crate) struct CleanArgs {
    /// Whose builds, such as `hashes` or `hashes/*/c.*` [default: all, also those of suites that are gone, and all
    /// inputs]
    #[arg(value_name = "SELECTION")]
    pub selection: Vec<String>,
    /// Say what would be removed, and remove nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// Check every implementation's answers without timing anything
///
/// Known answers first, then agreement with the reference implementation at every size that `run`
/// would measure. Exit code 1 if an answer is wrong, or none could be had.
#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
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
