//! A program of a harness, and what came of running it. It knows no harness.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

/// A program with the words that every run of it has, and a folder that is empty before each.
#[derive(Debug)]
pub(super) struct HarnessProgram {
    words: Vec<String>,
    env: Vec<(String, String)>,
    folder: PathBuf,
    scratch: tempfile::TempDir,
}

/// So many lines of what a failed run said are told.
const TAIL: usize = 5;

impl HarnessProgram {
    /// `env`: what every run of it has, beside the variables of this process; `folder`: where it runs.
    pub(super) fn new(words: &[String], env: &[(String, String)], folder: &Path) -> Result<HarnessProgram, String> {
        if words.is_empty() {
            return Err("no program of benchmarks is named".to_owned());
        }
        let scratch = tempfile::Builder::new().prefix("paragone-harness").tempdir();
        let scratch = scratch.map_err(|err| format!("failed to make a folder for what benchmarks write: {err}"))?;
        Ok(HarnessProgram { words: words.to_vec(), env: env.to_vec(), folder: folder.to_owned(), scratch })
    }

    /// Where a harness may write.
    pub(super) fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    /// Runs the program to its end; gives what it printed on standard output.
    pub(super) fn run(&self, more: &[&str], env: &[(&str, &Path)]) -> Result<String, String> {
        let output = self.command(more, env)?.output().map_err(|err| self.unstarted(&err))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        let said = [&output.stderr, &output.stdout].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        let said = said.iter().find(|text| !text.trim().is_empty()).map_or("", |text| text.trim_end());
        Err(with_last_words(output.status, said.lines()))
    }

    /// Where a harness keeps the results of a run: not where benchmarks print.
    pub(super) fn results(&self) -> PathBuf {
        self.scratch().join("results.json")
    }

    /// What the last run kept of a benchmark there.
    pub(super) fn kept(&self, benchmark: &str) -> Result<String, String> {
        std::fs::read_to_string(self.results()).map_err(|err| format!("it kept no results of `{benchmark}`: {err}"))
    }

    /// Runs the program to its end, unless a line that it prints on standard error is unwanted: then it is ended at once.
    /// Whether it came to its own end.
    pub(super) fn run_unless(
        &self,
        more: &[&str],
        env: &[(&str, &Path)],
        is_unwanted: &dyn Fn(&str) -> bool,
    ) -> Result<bool, String> {
        let mut command = self.command(more, env)?;
        command.stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|err| self.unstarted(&err))?;
        let mut said: Vec<String> = Vec::new();
        for line in BufReader::new(child.stderr.take().ok_or("no pipe")?).lines() {
            let Ok(line) = line else { break };
            if is_unwanted(&line) {
                let _ = child.kill();
                child.wait().map_err(|err| format!("failed to wait for `{}`: {err}", self.words[0]))?;
                return Ok(false);
            }
            said.push(line);
        }
        let status = child.wait().map_err(|err| format!("failed to wait for `{}`: {err}", self.words[0]))?;
        if status.success() { Ok(true) } else { Err(with_last_words(status, said.iter().map(String::as_str))) }
    }

    fn command(&self, more: &[&str], env: &[(&str, &Path)]) -> Result<Command, String> {
        self.empty()?;
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).args(more);
        command.envs(self.env.iter().map(|(name, value)| (name, value))).envs(env.iter().copied());
        command.current_dir(&self.folder).stdin(Stdio::null());
        Ok(command)
    }

    fn unstarted(&self, err: &std::io::Error) -> String {
        format!("failed to start `{}`: {err}", self.words[0])
    }

    fn empty(&self) -> Result<(), String> {
        let failed = |err: std::io::Error| format!("failed to empty `{}`: {err}", self.scratch.path().display());
        for entry in std::fs::read_dir(self.scratch.path()).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let removed = if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
            removed.map_err(failed)?;
        }
        Ok(())
    }
}

fn with_last_words<'a>(status: ExitStatus, lines: impl Iterator<Item = &'a str>) -> String {
    // A stack trace of Java ends with how the harness itself was started.
    let is_frame = |line: &str| line.starts_with(char::is_whitespace) && line.trim_start().starts_with("at ");
    let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty() && !is_frame(line)).collect();
    let tail = lines[lines.len().saturating_sub(TAIL)..].join("; ");
    if tail.is_empty() { status.to_string() } else { format!("{status}: {tail}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(text: &str) -> HarnessProgram {
        HarnessProgram::new(&["sh", "-c", text].map(str::to_owned), &[], Path::new(".")).unwrap()
    }

    #[test]
    fn what_it_prints_comes_back_and_what_it_wrote_is_gone_before_the_next_run() {
        let program = shell("ls $HOME_OF_IT; echo x > $HOME_OF_IT/left; mkdir $HOME_OF_IT/more; echo $0");
        let run = || program.run(&["word"], &[("HOME_OF_IT", program.scratch())]).unwrap();
        assert_eq!((run(), run()), ("word\n".to_owned(), "word\n".to_owned()));
    }

    #[test]
    fn an_unwanted_line_ends_it() {
        let program = shell("echo one >&2; echo two >&2; exit $1");
        let run = |code: &str, unwanted: &str| program.run_unless(&["sh", code], &[], &|line| line == unwanted);
        assert_eq!((run("0", "two"), run("0", "three")), (Ok(false), Ok(true)));
        assert_eq!(run("3", "three"), Err("exit status: 3: one; two".to_owned()));
        assert_eq!(shell("echo begun >&2; exec sleep 1000").run_unless(&[], &[], &|line| line == "begun"), Ok(false));
    }

    #[test]
    fn a_failure_has_its_last_words() {
        let fault = |text: &str| shell(text).run(&[], &[]).unwrap_err();
        assert_eq!(fault("echo one; echo oh >&2; exit 3"), "exit status: 3: oh");
        assert_eq!(fault("echo only this; exit 1"), "exit status: 1: only this");
        assert_eq!(fault("exit 7"), "exit status: 7");
        assert_eq!(fault(r"printf 'a.Fault: oh\n\tat a.B.c(B.java:1)\n'; exit 1"), "exit status: 1: a.Fault: oh");
        let here = Path::new(".");
        assert!(HarnessProgram::new(&["/no/such/program".to_owned()], &[], here).unwrap().run(&[], &[]).is_err());
        assert!(HarnessProgram::new(&[], &[], here).is_err());
    }
}
