//! What can be typed behind `paragone new`.

use std::path::PathBuf;

use clap::Args;

/// Begin a suite of your own
///
/// Writes a small suite that runs at once, with a program for each language and the SDKs that they
/// need: nothing else of Paragone is copied, and the folder may be moved anywhere. It is an example
/// to be changed step by step; its README.md says how. The suite is named as its folder.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct NewArgs {
    /// A folder that is empty or not there yet
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Languages, separated by commas; the first is the baseline
    /// [default: those of rust, c and python that can be used here]
    #[arg(long, short, value_name = "LANGUAGES", value_delimiter = ',')]
    pub languages: Vec<String>,
}
