//! From the words of a command line to the command, and from its end to an exit code.

use std::ffi::OsString;
use std::io::Write;

use anyhow::Context;
use clap::{CommandFactory, Parser};

use crate::cli::args::{Cli, Command};
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
use crate::driver::{LINK_WORD, command, harness, keep, keeper};
use crate::report::formats::{CHOOSE_SCHEMA, COMPARE_SCHEMA, SCHEMA};

/// Runs the program; the one place that prints an error.
pub fn start(arguments: Vec<OsString>) -> u8 {
    // Before anything else: a keeper starts with every driver, and must be quick. Nor may a driver of commands be late.
    match arguments.get(1).and_then(|word| word.to_str()) {
        Some(keeper::WORD) => keeper::keep(&arguments[2..]),
        Some(command::WORD) => return command::serve(&arguments[2..]),
        Some(harness::WORD) => return harness::serve(&arguments[2..]),
        Some(LINK_WORD) => return keep(&arguments[2..]),
        _ => {}
    }
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(err) => {
            // clap prints help to standard output and faults to standard error by itself.
            let _ = err.print();
            return if err.use_stderr() { Exit::Wrong as u8 } else { Exit::Done as u8 };
        }
    };
    let mut out = Outlet::new();
    let done = obey(&cli, &mut out).and_then(|exit| {
        out.flush().context("failed to write to standard output")?;
        Ok(exit)
    });
    done.unwrap_or_else(|err| {
        say(format_args!("paragone: {err:#}"));
        if err.is::<Misuse>() { Exit::Wrong } else { Exit::Failed }
    }) as u8
}

fn obey(Cli { common, command }: &Cli, out: &mut Outlet) -> anyhow::Result<Exit> {
    match command {
        Command::New(args) => new::new(args, out)?,
        Command::List(args) if args.languages => list_languages(args, common.suites.as_deref(), out)?,
        Command::List(args) => list::list(args, &Lab::open(common)?, out)?,
        Command::Check(args) => return check::check(args, common.suites.as_deref(), out),
        Command::Build(args) => return build::build(args, &Lab::open(common)?, out),
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
