//! What can be typed. Every word here is help that somebody reads.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::card::describe;
use crate::cli::build::BuildArgs;
use crate::cli::check::CheckArgs;
use crate::cli::choose::ChooseArgs;
use crate::cli::clean::CleanArgs;
use crate::cli::commands::CommandsArgs;
use crate::cli::compare::CompareArgs;
use crate::cli::conform::ConformArgs;
use crate::cli::doctor::DoctorArgs;
use crate::cli::import::ImportArgs;
use crate::cli::list::ListArgs;
use crate::cli::new::NewArgs;
use crate::cli::report::ReportArgs;
use crate::cli::run_args::RunArgs;
use crate::cli::runs::RunsArgs;
#[cfg(feature = "serve")]
use crate::cli::serve::ServeArgs;
use crate::cli::shell::quoted;
use crate::cli::verify::VerifyArgs;
use crate::driver::Emulated;
use crate::model::Machine;
use crate::report::Ink;

/// Measures implementations of the same job side by side, and says which one to use, from which
/// size on, on which machine, and how sure that is.
///
/// Start with `paragone commands 'A' 'B'`, which needs nothing else; or with `paragone list`, then
/// `paragone run SUITE --quick`. What is selected is written
/// `suite`, `suite/benchmark` or `suite/benchmark/implementation`, each part a glob:
/// `hashes/blake2*/c.*`.
#[derive(Debug, Parser)]
#[command(name = "paragone", version, max_term_width = 100, after_help = EXIT_CODES)]
pub(super) struct Cli {
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

/// A value of an option, as it is typed.
pub(super) fn name_of(value: impl ValueEnum) -> String {
    value.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
}

/// Options of every command. A variable that is empty is taken as not set.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Everywhere")]
pub(super) struct Common {
    /// Folder of suites [env: PARAGONE_SUITES] [default: `suites` here, in a folder above, or beside the program]
    #[arg(long, global = true, value_name = "DIR")]
    pub suites: Option<PathBuf>,
    /// File that keeps the runs [env: PARAGONE_STORE] [default: paragone/runs.sqlite in your data folder]
    #[arg(long, global = true, value_name = "FILE")]
    pub store: Option<PathBuf>,
    /// File of defaults for the options of `run`; for `commands` too, but for mode, budget, sample and deadline
    /// [env: PARAGONE_CONFIG] [default: paragone/config.toml in your configuration folder]
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Make drivers for another processor, and run them under qemu: `aarch64`; C, C++ and Rust, without further
    /// libraries. Right answers mean something there, times nothing
    #[arg(long, global = true, value_name = "PROCESSOR", value_parser = emulated)]
    pub emulate: Option<&'static Emulated>,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub color: Colour,
    /// No progress, only results and errors
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

fn emulated(text: &str) -> Result<&'static Emulated, String> {
    let names = Emulated::all().iter().map(|one| one.architecture).collect::<Vec<_>>().join(", ");
    Emulated::named(text).ok_or_else(|| format!("no processor `{text}` can be emulated; there is {names}"))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Colour {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

impl Common {
    /// The options that say where things are, as they were typed: whoever repeats a command needs them.
    pub(super) fn places(&self) -> String {
        let typed = [("--suites", &self.suites), ("--store", &self.store)];
        let shown = typed.iter().filter_map(|(option, path)| Some((option, path.as_ref()?)));
        let shown = shown.map(|(option, path)| format!("{option} {}", quoted(&path.display().to_string())));
        shown.collect::<Vec<_>>().join(" ")
    }

    /// The machine that drivers will run on.
    pub(super) fn machine(&self) -> Machine {
        let machine = describe(std::path::Path::new("/"));
        match self.emulate {
            Some(emulated) => machine.emulating(emulated.architecture),
            None => machine,
        }
    }

    /// What standard output can show.
    pub(super) fn ink(&self) -> Ink {
        let ink = crate::cli::report::ink_for_output();
        match self.color {
            Colour::Auto => ink,
            Colour::Always => Ink { colour: true, ..ink },
            Colour::Never => Ink { colour: false, ..ink },
        }
    }
}

/// Those with options of their own say there what they do.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    New(NewArgs),
    List(ListArgs),
    Check(CheckArgs),
    Build(BuildArgs),
    Clean(CleanArgs),
    Verify(VerifyArgs),
    Run(Box<RunArgs>),
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
