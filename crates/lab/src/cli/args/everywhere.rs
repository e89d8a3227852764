//! What may be typed with every command, and what follows from it alone: where runs are kept, for which machine drivers
//! are, what standard output can show.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::ValueEnum;
use comfy_table::Table;

use crate::cli::outlet::say;
use crate::cli::shell::quoted;
use crate::driver::Emulated;
use crate::environment::describe;
use crate::model::Machine;
use crate::report::Ink;
use crate::store::default_path;

/// Options of every command. A variable that is empty is taken as not set.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct Common {
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
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

impl Common {
    /// The options that say where things are, as they were typed: whoever repeats a command needs them.
    pub(crate) fn places(&self) -> String {
        let typed = [("--suites", &self.suites), ("--store", &self.store)];
        let shown = typed.iter().filter_map(|(option, path)| Some((option, path.as_ref()?)));
        let shown = shown.map(|(option, path)| format!("{option} {}", quoted(&path.display().to_string())));
        shown.collect::<Vec<_>>().join(" ")
    }

    /// The options that a process of this program needs, started in another folder, to find what this one finds.
    pub(crate) fn places_elsewhere(&self) -> anyhow::Result<Vec<OsString>> {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let known = [
            ("--suites", self.suites.clone().or_else(|| set("PARAGONE_SUITES"))),
            ("--store", Some(self.store_path()?)),
            ("--config", self.config.clone().or_else(|| set("PARAGONE_CONFIG"))),
        ];
        let mut words = Vec::new();
        for (option, path) in known.into_iter().filter_map(|(option, path)| Some((option, path?))) {
            let path = std::path::absolute(&path).with_context(|| format!("failed to find `{}`", path.display()))?;
            words.extend([OsString::from(option), path.into_os_string()]);
        }
        Ok(words)
    }

    /// The file that keeps the runs.
    pub(crate) fn store_path(&self) -> anyhow::Result<PathBuf> {
        self.store.clone().map_or_else(default_path, Ok)
    }

    /// The machine that drivers will run on.
    pub(crate) fn machine(&self) -> Machine {
        let machine = describe(Path::new("/"));
        match self.emulate {
            Some(emulated) => machine.emulating(emulated.architecture),
            None => machine,
        }
    }

    /// What says on standard error how far a command has come; nothing, where that is to be quiet.
    pub(crate) fn progress(&self) -> fn(&str) {
        if self.quiet { |_| {} } else { |text| say(text) }
    }

    /// What standard output can show: colour and width of a terminal, Unicode where the locale has it.
    pub(crate) fn ink(&self) -> Ink {
        let terminal = io::stdout().is_terminal();
        let set = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let colour = match self.color {
            Colour::Auto => terminal && set("NO_COLOR").is_none() && env::var("TERM").is_ok_and(|term| term != "dumb"),
            Colour::Always => true,
            Colour::Never => false,
        };
        let typed = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let of_terminal = || if terminal { Table::new().width().map(usize::from) } else { None };
        let width = typed.or_else(of_terminal).unwrap_or(Ink::PLAIN.width);
        // The first of these that is set decides, as it does for every other program.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default().to_ascii_lowercase();
        let unicode = locale.contains("utf-8") || locale.contains("utf8");
        Ink { colour, width: width.max(40), unicode }
    }
}
