//! `paragone conform`: from a driver's command to the conversations that it holds and those that it does not.

use std::ffi::OsString;
use std::io::Write;
use std::process::Command;
use std::time::Duration;

use clap::Args;
use paragone_wire::VERSION;

use crate::cli::output::exit::Exit;
use crate::cli::output::exit::Misuse;
use crate::driver::conform::TEXTS;
use crate::driver::conform::play::play;
use crate::driver::conform::play::version;
use crate::driver::conform::transcript::all;

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
pub(super) struct ConformArgs {
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

/// Done where all conversations were held.
pub(super) fn conform(args: &ConformArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    if let Some(part) = &args.show {
        return show(part, out);
    }
    let Some((program, words)) = args.command.split_first() else {
        return Err(Misuse("name the command that starts the driver".to_owned()).into());
    };
    let deadline = Duration::from_secs(args.deadline);
    let driver = || {
        let mut driver = Command::new(program);
        driver.args(words);
        driver
    };
    if !TEXTS.iter().any(|(name, _)| name.contains(&args.only)) {
        return Err(unknown(&args.only).into());
    }
    let version = version(driver(), deadline).unwrap_or(VERSION);
    let transcripts = all(version).into_iter().filter(|one| one.name.contains(&args.only));
    let (transcripts, newer): (Vec<_>, Vec<_>) = transcripts.partition(|one| one.since <= version);
    let mut held = 0;
    for transcript in &transcripts {
        match play(transcript, driver(), deadline) {
            Ok(()) => {
                held += 1;
                writeln!(out, "{}: held", transcript.name)?;
            }
            Err(fault) => writeln!(out, "{}", fault.trim_end())?,
        }
        out.flush()?;
        if held == 0 {
            writeln!(out, "the others were not tried, since most begin like this one")?;
            break;
        }
    }
    for transcript in &newer {
        let (name, since) = (&transcript.name, transcript.since);
        writeln!(
            out,
            "{name}: left out, since it needs version {since} of the protocol, and the driver speaks {version}"
        )?;
    }
    writeln!(out, "{held} of {} conversations held", transcripts.len())?;
    if held < transcripts.len() {
        writeln!(out, "`paragone conform --show NAME` prints one, with the lines by their numbers")?;
    }
    Ok(if held > 0 && held == transcripts.len() { Exit::Done } else { Exit::Found })
}

fn show(part: &str, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut shown = TEXTS.iter().filter(|(name, _)| name.contains(part)).peekable();
    if shown.peek().is_none() {
        return Err(unknown(part).into());
    }
    for (name, text) in shown {
        writeln!(out, "{name}")?;
        for (index, line) in text.lines().enumerate() {
            writeln!(out, "{:>4}  {line}", index + 1)?;
        }
    }
    Ok(Exit::Done)
}

fn unknown(part: &str) -> Misuse {
    let names: Vec<&str> = TEXTS.iter().map(|(name, _)| *name).collect();
    Misuse(format!("no conversation has `{part}` in its name; there are {}", names.join(", ")))
}
