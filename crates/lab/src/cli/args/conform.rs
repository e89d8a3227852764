//! What can be typed behind `paragone conform`.

use std::ffi::OsString;

use clap::Args;

/// Check whether a driver speaks the protocol
///
/// For authors of a driver or an SDK in a language that has none. The program has to serve the jobs
/// that docs/own-driver.md lists; every conversation of protocol/transcripts is held with it, word by
/// word, each with a process of its own. With a driver that speaks an older version of the protocol,
/// those that need a newer one are left out. Exit code 1 if a conversation differs.
///
/// Examples:
///   paragone conform ./driver
///   paragone conform perl driver.pl
///   paragone conform --show 07-last
#[derive(Args, Clone, Debug)]
#[command(verbatim_doc_comment)]
pub(crate) struct ConformArgs {
    /// The command that starts the driver
    #[arg(
        value_name = "COMMAND",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        required_unless_present = "show"
    )]
    pub command: Vec<OsString>,
    /// Only conversations whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub only: String,
    /// Print conversations instead of holding them: those whose name contains this, such as `07`
    #[arg(long, value_name = "TEXT")]
    pub show: Option<String>,
    /// How many seconds of silence are too many
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=600))]
    pub deadline: u64,
}
