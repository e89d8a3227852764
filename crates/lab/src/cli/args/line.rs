//! The whole command line: the program, what may be said everywhere, and the commands in the order in which `--help`
//! lists them.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::cli::args::bisect::BisectArgs;
use crate::cli::args::choose::ChooseArgs;
use crate::cli::args::commands::CommandsArgs;
use crate::cli::args::compare::CompareArgs;
use crate::cli::args::conform::ConformArgs;
use crate::cli::args::doctor::DoctorArgs;
use crate::cli::args::everywhere::Common;
use crate::cli::args::gate::GateArgs;
use crate::cli::args::report::ReportArgs;
use crate::cli::args::run::RunArgs;
use crate::cli::args::runs::{ImportArgs, RunsArgs};
#[cfg(feature = "serve")]
use crate::cli::args::serve::ServeArgs;
use crate::cli::args::suites::{BuildArgs, CheckArgs, CleanArgs, ListArgs, NewArgs, VerifyArgs};

/// Measures implementations of the same job side by side, and says which one to use, from which
/// size on, on which machine, and how sure that is.
///
/// Start with `paragone commands 'A' 'B'`, which needs nothing else; or with `paragone list`, then
/// `paragone run SUITE --quick`. What is selected is written
/// `suite`, `suite/benchmark` or `suite/benchmark/implementation`, each part a glob:
/// `hashes/blake2*/c.*`.
#[derive(Debug, Parser)]
#[command(name = "paragone", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub common: Common,
    #[command(subcommand)]
    pub command: Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 done; 1 what was asked about is so (`--fail-if`, `--fail-if-slower`, mistakes found by \
`check`, wrong answers found by `verify`); 2 the command or a definition is wrong; 3 something failed on the way, or \
nothing could be measured, or a comparison that was asked for (`--fail-if slower`, `--fail-if-slower`) had nothing \
to compare; 1 wins over 3; 130 stopped by Ctrl-C, with everything measured so far kept.";

/// Those with options of their own say there what they do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    New(NewArgs),
    List(ListArgs),
    Check(CheckArgs),
    Build(BuildArgs),
    Clean(CleanArgs),
    Verify(VerifyArgs),
    Run(Box<RunArgs>),
    Gate(Box<GateArgs>),
    Bisect(BisectArgs),
    Commands(Box<CommandsArgs>),
    Runs(RunsArgs),
    Report(ReportArgs),
    Compare(CompareArgs),
    Import(ImportArgs),
    Choose(ChooseArgs),
    #[cfg(feature = "serve")]
    Serve(ServeArgs),
    Doctor(DoctorArgs),
    Conform(ConformArgs),
    /// Print completions for a shell
    Completions {
        /// The shell to complete for
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a folder
    Man {
        /// Where to, for example /usr/local/share/man/man1
        folder: PathBuf,
    },
}
