//! What can be typed behind `paragone build`.

use clap::Args;

/// Build drivers ahead of a run
///
/// `run` builds what it needs by itself, and builds nothing twice; this command shows what can be
/// built here, and with --dry-run the commands that would be executed.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct BuildArgs {
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
