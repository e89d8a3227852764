//! `paragone conform`: from a driver's command to the conversations that it holds and those that it does not.

use std::io::Write;
use std::process::Command;
use std::time::Duration;

use paragone_wire::VERSION;

use crate::cli::args::ConformArgs;
use crate::cli::exit::{Exit, Misuse};
use crate::driver::conform::TEXTS;
use crate::driver::conform::play::{play, version};
use crate::driver::conform::transcript::{Transcript, all};

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
    for Transcript { name, since, .. } in &newer {
        let needs = format!("it needs version {since} of the protocol, and the driver speaks {version}");
        writeln!(out, "{name}: left out, since {needs}")?;
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
