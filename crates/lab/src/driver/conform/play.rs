//! Plays a transcript with a driver.
//!
//! In: a transcript and the command of a driver; out: nothing, or the first line that differs. Knows no SDK.

use std::borrow::Cow;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use paragone_wire::{OLDEST_VERSION, VERSION};

use crate::driver::conform::process::ConformProcess;
use crate::driver::conform::transcript::{Transcript, TranscriptStep};

/// Holds the conversation from its first line to the end, or to the first line that differs.
pub fn play(transcript: &Transcript, driver: Command, deadline: Duration) -> Result<(), String> {
    let place = tempfile::tempdir().map_err(|err| format!("failed to make a folder for inputs: {err}"))?;
    // The name has what a path may have and a careless reader of lines may not bear.
    let inputs = place.path().join("play é = 1");
    fs::create_dir(&inputs).map_err(|err| format!("failed to make `{}`: {err}", inputs.display()))?;
    for (name, bytes) in &transcript.files {
        fs::write(inputs.join(name), bytes).map_err(|err| format!("failed to write input `{name}`: {err}"))?;
    }
    let mut process = ConformProcess::start(driver, deadline)?;
    transcript.steps.iter().try_for_each(|(line, step)| {
        take(&mut process, step, &inputs).map_err(|fault| format!("{}:{line}: {fault}", transcript.name))
    })
}

/// The version that a driver speaks with this lab: what it says first of all. Nothing where it says none that Paragone
/// knows: then every conversation tells what is wrong.
pub fn version(driver: Command, deadline: Duration) -> Option<u32> {
    let mut process = ConformProcess::start(driver, deadline).ok()?;
    process.say(format!("paragone {VERSION}\n").as_bytes());
    let said = process.line().ok()?;
    let version = std::str::from_utf8(&said).ok()?.strip_prefix("paragone ")?.parse().ok()?;
    (OLDEST_VERSION..=VERSION).contains(&version).then_some(version)
}

fn take(process: &mut ConformProcess, step: &TranscriptStep, inputs: &Path) -> Result<(), String> {
    match step {
        TranscriptStep::Say(line) => {
            let line = line.split('{').map(|part| match part.split_once('}') {
                Some((name, rest)) => format!("{}{rest}", inputs.join(name).display()),
                None => part.to_owned(),
            });
            process.say(format!("{}\n", line.collect::<String>()).as_bytes());
        }
        TranscriptStep::SayBytes(bytes) => process.say(bytes),
        TranscriptStep::Close => process.close(),
        TranscriptStep::Hear(pattern) => {
            let line = process.line().map_err(|fault| format!("expected `{pattern}`, but {fault}"))?;
            if !matches(pattern, &line) {
                return Err(format!("expected `{pattern}`, but the driver said `{}`", line.escape_ascii()));
            }
        }
        TranscriptStep::HearAny(pattern) => {
            let mut line = process.line()?;
            while matches(pattern, &line) {
                line = process.line()?;
            }
            process.unhear(&line);
        }
        TranscriptStep::HearBytes(expected) => {
            let bytes = process.bytes(expected.len())?;
            if let Some(at) = (0..bytes.len()).find(|&at| bytes[at] != expected[at]) {
                return Err(format!("byte {at} of the answer is {:02x}, expected {:02x}", bytes[at], expected[at]));
            }
        }
        TranscriptStep::Exits(code) => {
            let rest = process.rest()?;
            if !rest.is_empty() {
                return Err(format!("expected the end, but the driver said `{}`", rest.escape_ascii()));
            }
            let status = process.end()?.status;
            if status.code() != Some(*code) {
                return Err(format!(
                    "expected exit code {code}, but the driver ended with {status}: {}",
                    process.errors()
                ));
            }
        }
        TranscriptStep::Errors(text) => {
            let errors = process.errors();
            if !errors.contains(text) {
                return Err(format!("expected `{text}` on standard error, but there is `{errors}`"));
            }
        }
    }
    Ok(())
}

/// Word by word; `<number>`, `<word>` and, as the last one, `<text>` stand for what may vary.
fn matches(pattern: &str, line: &[u8]) -> bool {
    // Paragone reads no longer line, and forgives broken text in an error alone.
    let text = String::from_utf8_lossy(line);
    if line.len() >= 4096 || (matches!(text, Cow::Owned(_)) && !text.starts_with("error ")) {
        return false;
    }
    let (mut patterns, mut words) = (pattern.split(' '), text.split(' '));
    loop {
        match (patterns.next(), words.next()) {
            (None, None) => return true,
            (Some("<text>"), Some(word)) => return !word.is_empty() || words.next().is_some(),
            (Some("<number>"), Some(word)) if word.parse::<u64>().is_ok() && !word.starts_with('+') => {}
            (Some("<word>"), Some(word)) if !word.is_empty() => {}
            (Some(pattern), Some(word)) if pattern == word => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::conform::transcript::read;

    /// No shell takes that long to speak.
    const LONG: Duration = Duration::from_secs(60);
    const SHORT: Duration = Duration::from_millis(200);

    /// A driver written in shell, so that what it does wrong can be seen.
    fn driver(script: &str) -> Command {
        let mut driver = Command::new("sh");
        driver.args(["-c", script]);
        driver
    }

    fn fault_within(deadline: Duration, script: &str, transcript: &str) -> String {
        play(&read("t", transcript, &[]), driver(script), deadline).expect_err("the driver is at fault")
    }

    fn fault(script: &str, transcript: &str) -> String {
        fault_within(LONG, script, transcript)
    }

    #[test]
    fn the_first_line_that_differs_is_told() {
        let said = fault("echo ok; echo nok; echo ok", "driver < ok\n\n# why\ndriver < ok\ndriver < ko\n");
        assert_eq!(said, "t:4: expected `ok`, but the driver said `nok`");
        let said = fault("echo answer 2; printf ac", "driver < answer <number>\ndriver bytes text:ab\n");
        assert_eq!(said, "t:2: byte 1 of the answer is 63, expected 62");
    }

    #[test]
    fn silence_and_early_ends_are_told() {
        let said = fault_within(SHORT, "read a; read b", "lab > paragone 1\ndriver < ok\n");
        assert_eq!(said, "t:2: expected `ok`, but the driver is silent for 200ms");
        let said = fault("printf o; echo why >&2", "driver < ok\n");
        assert_eq!(said, "t:1: expected `ok`, but the driver closed its output before a line, after `o`; why\n");
        let mut process = ConformProcess::start(driver("exec >&-; exec cat > /dev/null"), LONG).unwrap();
        assert_eq!(process.rest().unwrap(), b"");
        process.deadline = SHORT;
        assert_eq!(process.end().err().unwrap(), "the driver does not end within 200ms");
        assert!(fault("exit 3", "driver exits 0\n").starts_with("t:1: expected exit code 0, but the driver ended"));
        let said = fault("echo ok; echo more", "driver < ok\ndriver exits 0\n");
        assert_eq!(said, "t:2: expected the end, but the driver said `more\\n`");
    }

    #[test]
    fn the_version_is_what_the_driver_says_first() {
        let says = |script: &str| version(driver(script), LONG);
        assert_eq!((says("echo paragone 1"), says("echo paragone 2; read a; exit 3")), (Some(1), Some(2)));
        assert_eq!((says("echo paragone 3"), says("echo paragone 0"), says("echo hello")), (None, None, None));
        assert_eq!((says("exit 0"), version(driver("exec sleep 5"), SHORT)), (None, None));
    }

    #[test]
    fn what_may_vary_is_marked() {
        assert!(matches("time <number> <number>", b"time 1 20"));
        assert!(!matches("time <number> <number>", b"time 1"));
        assert!(!matches("time <number> <number>", b"time 1 -2"));
        assert!(!matches("time <number> <number>", b"time 1 2 3"));
        assert!(
            matches("error <text>", b"error a b")
                && !matches("error <text>", b"error ")
                && !matches("error <text>", b"error")
        );
        assert!(!matches("error <text>", &[b"error ".as_slice(), &[b'x'; 4090]].concat()));
        assert!(matches("clock <word> <number>", b"clock c 1") && !matches("clock <word> <number>", b"clock  1"));
    }
}
