//! From the words of a command line to the command, and from its end to an exit code.

use std::ffi::OsString;
use std::io::Write;

use anyhow::Context;
use clap::{CommandFactory, Parser};

use crate::cli::args::{Cli, Command, Common};
use crate::cli::exit::{Exit, Misuse};
use crate::cli::list::list_languages;
use crate::cli::outlet::{Outlet, say};
#[cfg(feature = "serve")]
use crate::cli::serve;
use crate::cli::session::Lab;
use crate::cli::{
    bisect, build, check, choose, clean, commands, compare, conform, doctor, gate, import, list, new, report, run,
    runs, verify,
};
use crate::driver::{LINK_WORD, Toolchains, command, harness, keep, keeper};
use crate::report::formats::{CHOOSE_SCHEMA, COMPARE_SCHEMA, SCHEMA};
use crate::suite::find_suites;

/// Runs the program; the one place that prints an error.
pub fn start(arguments: Vec<OsString>) -> u8 {
    // Before anything else: a keeper starts with every driver, and must be quick.
    if arguments.get(1).is_some_and(|word| word == keeper::WORD) {
        keeper::keep(&arguments[2..]);
    }
    // Nor may a driver of commands be late.
    if arguments.get(1).is_some_and(|word| word == command::WORD) {
        return command::serve(&arguments[2..]);
    }
    if arguments.get(1).is_some_and(|word| word == harness::WORD) {
        return harness::serve(&arguments[2..]);
    }
    if arguments.get(1).is_some_and(|word| word == LINK_WORD) {
        return keep(&arguments[2..]);
    }
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(err) => {
            // clap prints help to standard output and faults to standard error by itself.
            let _ = err.print();
            return if err.use_stderr() { Exit::Wrong.code() } else { Exit::Done.code() };
        }
    };
    match obey(&cli) {
        Ok(exit) => exit.code(),
        Err(err) => {
            say(format_args!("paragone: {err:#}"));
            let misuse = err.downcast_ref::<Misuse>().is_some();
            if misuse { Exit::Wrong.code() } else { Exit::Failed.code() }
        }
    }
}

fn obey(cli: &Cli) -> anyhow::Result<Exit> {
    let common = &cli.common;
    let mut out = Outlet::new();
    let exit = carry_out(&cli.command, common, &mut out)?;
    out.flush().context("failed to write to standard output")?;
    Ok(exit)
}

fn carry_out(command: &Command, common: &Common, out: &mut Outlet) -> anyhow::Result<Exit> {
    match command {
        Command::New(args) => new::new(args, out)?,
        Command::List(args) if args.languages => list_languages(args, common.suites.as_deref(), out)?,
        Command::List(args) => {
            let lab = Lab::open(common)?;
            list::list(args, &lab.suites, &lab.chosen(&args.selection, None)?, &lab.toolchains, out)?;
        }
        Command::Check(args) => {
            let found = find_suites(common.suites.as_deref()).map_err(Misuse)?;
            let toolchains = Toolchains::read(Some(&found.folder)).map_err(Misuse)?;
            return Ok(if check::check(args, &found, &toolchains, out)? { Exit::Done } else { Exit::Found });
        }
        Command::Build(args) => {
            let lab = Lab::open(common)?;
            let chosen = lab.chosen(&args.selection, args.implementations.as_deref())?;
            let built = build::build(args, &lab.suites, &chosen, &lab.toolchains, &lab.cache, out)?;
            return Ok(if built { Exit::Done } else { Exit::Failed });
        }
        Command::Clean(args) => clean::remove(args, common, out)?,
        Command::Verify(args) => return verify::verify(args, common, out),
        Command::Run(args) => return run::run(args, common, out),
        Command::Gate(args) => return gate::gate(args, common, out),
        Command::Bisect(args) => return bisect::bisect(args, common, out),
        Command::Conform(args) => return conform::conform(args, out),
        Command::Commands(args) => return commands::commands(args, common, out),
        Command::Doctor(args) => return doctor::doctor(args, common, out),
        Command::Report(args) if args.schema => out.write_all(SCHEMA.as_bytes())?,
        Command::Report(args) => report::report(args, common, out)?,
        Command::Compare(args) if args.schema => out.write_all(COMPARE_SCHEMA.as_bytes())?,
        Command::Compare(args) => return compare::compare(args, &common.store_path()?, &common.ink(), out),
        Command::Import(args) => import::import(args, &common.store_path()?, out)?,
        Command::Choose(args) if args.schema => out.write_all(CHOOSE_SCHEMA.as_bytes())?,
        Command::Choose(args) => choose::choose(args, common, out)?,
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::serve(args, common.store_path()?, out)?,
        Command::Runs(args) => runs::runs(args, &common.store_path()?, &common.ink(), out)?,
        Command::Completions { shell } => {
            // It panics where it cannot write, which memory always lets it.
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "paragone", &mut script);
            out.write_all(&script)?;
        }
        Command::Man { folder } => {
            let written =
                std::fs::create_dir_all(folder).and_then(|_| clap_mangen::generate_to(Cli::command(), folder));
            written.with_context(|| format!("failed to write the manual pages into `{}`", folder.display()))?;
        }
    }
    Ok(Exit::Done)
}
