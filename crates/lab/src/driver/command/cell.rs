//! A command with everything filled in, ready to be run and to say what came of it.
//!
//! It knows programs and files, and not the protocol.

use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::os::fd::AsRawFd;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use crate::driver::command::child::{Ended, Environment, ReadyChild};
use crate::driver::command::fill::fill;
use crate::driver::command::spool::Spool;
use crate::driver::{keeper, pin};
use crate::model::{CommandSpec, Output, SizeFrom};

/// What several runs, one after the other, came to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Total {
    pub(super) runs: u64,
    pub(super) wall_ns: u64,
    pub(super) user_ns: u64,
    pub(super) system_ns: u64,
    /// The most of any.
    pub(super) peak_bytes: u64,
    /// The first that was not 0.
    pub(super) exit_code: i32,
    /// Processes that went on after their run, and were ended.
    pub(super) left_behind: u64,
}

/// One input's command, and what runs before and after it.
#[derive(Debug)]
struct CommandTurn {
    prepare: Option<ReadyChild>,
    command: ReadyChild,
    cleanup: Option<ReadyChild>,
}

#[derive(Debug)]
pub(super) struct CommandCell {
    /// One for each input, at least one: they are rotated run by run.
    turns: Vec<CommandTurn>,
    exit_code: Option<i32>,
    input: File,
    /// `None`: /dev/null.
    output: Option<Spool>,
    errors: Spool,
    nothing: File,
    environment: Environment,
    cores: Vec<u32>,
    /// Whether what a run leaves behind comes to this process: only one that has no other children may have that,
    /// because all are ended. Elsewhere the keeper ends them with the driver.
    pub(super) ends_orphans: bool,
    /// By the last run.
    left_behind: u64,
}

impl CommandCell {
    pub(super) fn new(
        spec: &CommandSpec,
        inputs: &[String],
        params: &[(String, String)],
    ) -> Result<CommandCell, String> {
        let none = [String::new()];
        let inputs = if inputs.is_empty() { &none } else { inputs };
        let turns = inputs.iter().map(|input| CommandTurn::new(spec, &values(spec, input, params)?));
        let turns = turns.collect::<Result<_, String>>()?;
        let output = match &spec.output {
            Output::Memory => Some(Spool::in_memory().map_err(no_spool)?),
            Output::File(path) => {
                Some(Spool::at(path).map_err(|err| format!("failed to write to `{}`: {err}", path.display()))?)
            }
            Output::Null => None,
        };
        let input = match &spec.input {
            Some(path) => File::open(path).map_err(|err| format!("failed to read `{}`: {err}", path.display()))?,
            None => nothing()?,
        };
        Ok(CommandCell {
            turns,
            exit_code: spec.exit_code,
            input,
            output,
            errors: Spool::in_memory().map_err(no_spool)?,
            nothing: nothing()?,
            environment: Environment::inherited(),
            cores: pin::allowed(),
            ends_orphans: false,
            left_behind: 0,
        })
    }

    /// A program that does nothing, in the command's surroundings: what starting costs.
    pub(super) fn idle(spec: &CommandSpec) -> Result<CommandCell, String> {
        let idle = CommandSpec { output: Output::Null, ..CommandSpec::plain(spec.idle.clone(), String::new()) };
        CommandCell::new(&idle, &[], &[])
    }

    pub(super) fn inputs(&self) -> usize {
        self.turns.len()
    }

    /// So many runs; the first takes input 0.
    pub(super) fn time(&mut self, runs: u64) -> Result<Total, String> {
        let mut total = Total::default();
        for run in 0..runs {
            let (ended, exit_code) = self.run((run % self.turns.len() as u64) as usize)?;
            total.runs += 1;
            total.wall_ns += ended.wall_ns;
            total.user_ns += ended.user_ns;
            total.system_ns += ended.system_ns;
            total.peak_bytes = total.peak_bytes.max(ended.peak_bytes);
            total.left_behind += std::mem::take(&mut self.left_behind);
            if total.exit_code == 0 {
                total.exit_code = exit_code;
            }
        }
        Ok(total)
    }

    /// So many runs, the first of which takes input 0, and the digest of what they printed.
    pub(super) fn audit(&mut self, runs: u64) -> Result<u32, String> {
        let mut fault = None;
        let printed = (0..runs).map_while(|run| {
            let printed = self.run((run % self.turns.len() as u64) as usize).and_then(|_| self.printed());
            printed.map_err(|text| fault = Some(text)).ok()
        });
        let digest = paragone_wire::digest(printed);
        fault.map_or(Ok(digest), Err)
    }

    /// One run with one input; gives what it cost and its exit code, if that is one that was expected.
    pub(super) fn run(&mut self, input: usize) -> Result<(Ended, i32), String> {
        let came_of_it = self.turn(input);
        // After what stands beside it: a server may be started before a command, and stopped after it.
        self.left_behind = if self.ends_orphans { keeper::bury_everyone() } else { 0 };
        came_of_it
    }

    fn turn(&mut self, input: usize) -> Result<(Ended, i32), String> {
        let told = |err: std::io::Error| format!("failed to prepare standard input and output: {err}");
        self.aside(|turn| turn.prepare.as_ref(), input, "to be run before it")?;
        self.output.as_mut().map_or(Ok(()), Spool::empty).map_err(told)?;
        self.errors.empty().map_err(told)?;
        // Where it cannot be rewound it is a pipe or a terminal, which each run reads on from.
        let _ = self.input.seek(SeekFrom::Start(0));
        let output = self.output.as_ref().map_or(self.nothing.as_raw_fd(), Spool::fd);
        let streams = [self.input.as_raw_fd(), output, self.errors.fd()];
        self.go_home();
        let ended = self.turns[input].command.run(streams, &mut self.environment);
        let ended = ended.map_err(|err| format!("the command could not be started: {err}"))?;
        let exit_code = self.judged(ended.how, self.exit_code)?;
        self.aside(|turn| turn.cleanup.as_ref(), input, "to be run after it")?;
        Ok((ended, exit_code))
    }

    /// A program begins where its starter is. Starters that had settled on different cores would be a
    /// difference that no number of runs makes smaller, so each comes to the same core before a run.
    fn go_home(&self) {
        if let [_, .., home] = self.cores[..] {
            pin::pin_to(home);
            pin::stay_on(&self.cores);
        }
    }

    /// What the last run printed on standard output.
    pub(super) fn printed(&mut self) -> Result<Vec<u8>, String> {
        let printed = self.output.as_mut().map_or(Ok(Vec::new()), Spool::read);
        printed.map_err(|err| format!("failed to read what the command printed: {err}"))
    }

    /// Runs what stands beside the command; what it prints is of interest only when it fails.
    fn aside(
        &mut self,
        which: fn(&CommandTurn) -> Option<&ReadyChild>,
        input: usize,
        what: &str,
    ) -> Result<(), String> {
        let Some(ready) = which(&self.turns[input]) else { return Ok(()) };
        let told = |err: std::io::Error| format!("the command {what} could not be started: {err}");
        self.errors.empty().map_err(told)?;
        let streams = [self.nothing.as_raw_fd(), self.errors.fd(), self.errors.fd()];
        let ended = ready.run(streams, &mut self.environment).map_err(told)?;
        self.judged(ended.how, Some(0)).map(|_| ()).map_err(|text| format!("the command {what}: {text}"))
    }

    fn judged(&mut self, how: ExitStatus, expected: Option<i32>) -> Result<i32, String> {
        let how = match (how.code(), expected) {
            (Some(code), None) => return Ok(code),
            (Some(code), Some(expected)) if code == expected => return Ok(code),
            (Some(code), Some(0)) => format!("exit code {code}"),
            (Some(code), Some(expected)) => format!("exit code {code}, and {expected} is expected"),
            (None, _) => format!("it was ended by signal {}", how.signal().unwrap_or_default()),
        };
        let words = self.errors.last_words();
        Err(if words.is_empty() { how } else { format!("{how}; its last words: {words}") })
    }
}

impl CommandTurn {
    fn new(spec: &CommandSpec, values: &[(String, String)]) -> Result<CommandTurn, String> {
        let ready = |words: &[String]| ReadyChild::new(&fill(words, values));
        let beside = |words: &[String]| (!words.is_empty()).then(|| ready(words)).transpose();
        Ok(CommandTurn {
            prepare: beside(&spec.prepare)?,
            command: ready(&spec.words)?,
            cleanup: beside(&spec.cleanup)?,
        })
    }
}

/// What the names in a command's words stand for, with one input.
fn values(spec: &CommandSpec, input: &str, params: &[(String, String)]) -> Result<Vec<(String, String)>, String> {
    let mut values = params.to_vec();
    if !input.is_empty() {
        let size = size(spec.size_from, input).map_err(|err| format!("failed to read `{input}`: {err}"))?;
        values.push((spec.size_name.clone(), size.to_string()));
        values.push(("input".to_owned(), input.to_owned()));
    }
    Ok(values)
}

fn size(from: SizeFrom, input: &str) -> std::io::Result<u64> {
    match from {
        SizeFrom::Length => Ok(std::fs::metadata(input)?.len()),
        SizeFrom::Number => {
            let bytes = std::fs::read(input)?;
            let number = bytes.first_chunk().ok_or_else(|| std::io::Error::other("it holds no number of 8 bytes"))?;
            Ok(u64::from_le_bytes(*number))
        }
    }
}

fn nothing() -> Result<File, String> {
    let opened = File::options().read(true).write(true).open("/dev/null");
    opened.map_err(|err| format!("failed to open /dev/null: {err}"))
}

fn no_spool(err: std::io::Error) -> String {
    format!("failed to make a file in memory for the command's output: {err}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(text: &str) -> CommandSpec {
        CommandSpec::plain(["sh", "-c", text].map(str::to_owned).to_vec(), text.to_owned())
    }

    #[test]
    fn inputs_take_turns_and_sizes_are_theirs() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["ab", "abc"].map(|text| {
            let path = folder.path().join(text);
            std::fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_owned()
        });
        let mut cell =
            CommandCell::new(&shell("echo {size} {mode}; cat {input}"), &paths, &[("mode".into(), "x".into())])
                .unwrap();
        cell.run(1).unwrap();
        assert_eq!(cell.printed().unwrap(), b"3 x\nabc");
        assert_eq!((cell.inputs(), cell.time(3).unwrap().runs), (2, 3));
        assert_eq!(cell.printed().unwrap(), b"2 x\nab");
    }

    #[test]
    fn a_number_is_read_from_its_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), 77u64.to_le_bytes()).unwrap();
        let spec = CommandSpec { size_name: "n".into(), size_from: SizeFrom::Number, ..shell("echo {n}") };
        let mut cell = CommandCell::new(&spec, &[file.path().to_str().unwrap().to_owned()], &[]).unwrap();
        cell.run(0).unwrap();
        assert_eq!(cell.printed().unwrap(), b"77\n");
    }

    #[test]
    fn an_unexpected_end_is_told_with_last_words() {
        let fault =
            |spec: &CommandSpec| CommandCell::new(spec, &[], &[]).and_then(|mut cell| cell.time(1)).unwrap_err();
        assert_eq!(fault(&shell("echo no such thing >&2; exit 3")), "exit code 3; its last words: no such thing");
        let two = CommandSpec { exit_code: Some(2), ..shell("exit 3") };
        assert_eq!(fault(&two), "exit code 3, and 2 is expected");
        assert!(fault(&shell("kill -TERM $$")).contains("signal 15"));
        let any = CommandSpec { exit_code: None, ..shell("exit 3") };
        assert_eq!(CommandCell::new(&any, &[], &[]).unwrap().time(2).unwrap().exit_code, 3);
        let words = |text: &str| ["sh", "-c", text].map(str::to_owned).to_vec();
        let before = CommandSpec { prepare: words("echo oh >&2; false"), ..shell("true") };
        assert_eq!(fault(&before), "the command to be run before it: exit code 1; its last words: oh");
    }

    #[test]
    fn the_first_failure_is_the_exit_code_of_several_runs() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["0", "3", "0", "2"].map(|code| {
            let path = folder.path().join(format!("ends-with-{code}"));
            std::fs::write(&path, code).unwrap();
            path.to_str().unwrap().to_owned()
        });
        let any = CommandSpec { exit_code: None, ..shell("exit $(cat {input})") };
        let mut cell = CommandCell::new(&any, &paths, &[]).unwrap();
        assert_eq!((cell.time(1).unwrap().exit_code, cell.time(4).unwrap().exit_code), (0, 3));
    }

    #[test]
    fn standard_input_is_read_from_its_beginning_each_time() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "once\n").unwrap();
        let mut spec = shell("cat");
        spec.input = Some(file.path().to_owned());
        let mut cell = CommandCell::new(&spec, &[], &[]).unwrap();
        cell.time(3).unwrap();
        assert_eq!(cell.printed().unwrap(), b"once\n");
    }

    #[test]
    fn what_stands_beside_it_runs_each_time_and_is_not_its_output() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let words = |word: &str| {
            ["sh", "-c", &format!("echo {word}; echo {word} >> {}", log.display())].map(str::to_owned).to_vec()
        };
        let spec = CommandSpec { prepare: words("before"), cleanup: words("after"), ..shell("echo it") };
        let mut cell = CommandCell::new(&spec, &[], &[]).unwrap();
        cell.time(2).unwrap();
        assert_eq!(cell.printed().unwrap(), b"it\n");
        assert_eq!(std::fs::read_to_string(&log).unwrap(), "before\nafter\nbefore\nafter\n");
    }
}
