//! The driver's side of the protocol for whole commands: requests in, runs of programs out.
//!
//! It is this program again, started like any other driver, with the command as its one argument.

use std::ffi::OsString;

use crate::driver::command::cell::{CommandCell, Total};
use crate::driver::command::child::{CLOCK, clock_step_ns};
use crate::driver::keeper;
use crate::driver::own::conversation::{Details, OwnDriver, talk_with_paragone};
use crate::model::{COMMAND, CommandSpec};

/// The first argument that makes Paragone's program a driver of commands.
pub const WORD: &str = "__command";

/// Talks with Paragone until it is done; `arguments` are those after [`WORD`]. Gives the exit code.
pub fn serve(arguments: &[OsString]) -> u8 {
    let spec = arguments.first().and_then(|text| serde_json::from_slice(text.as_encoded_bytes()).ok());
    let Some(spec) = spec else {
        eprintln!("paragone: `{WORD}` is for Paragone's own use");
        return 2;
    };
    if let Some(code) = watched_over() {
        return code;
    }
    talk_with_paragone(&mut Driver { spec, cell: None, last: None, adopts: keeper::adopt_orphans(true) })
}

/// Goes on in a child, and gives the child's exit code to the one that stays behind; a signal that ended the
/// child ends that one too.
///
/// Until a new program starts, it counts as its own what memory its parent had. A process that has just
/// been copied has hardly any: Paragone's program itself has not been touched in it yet.
fn watched_over() -> Option<u8> {
    // SAFETY: there is one thread only, so that the child may go on as the parent would have.
    let child = unsafe { libc::fork() };
    if child <= 0 {
        // Where there can be no child, it goes on here, and small programs look larger.
        return None;
    }
    keeper::let_go_of_streams();
    let Ok((status, _)) = keeper::wait_for(child) else { return Some(1) };
    match status.code() {
        Some(code) => Some(code as u8),
        None => keeper::end_like(status),
    }
}

struct Driver {
    spec: CommandSpec,
    cell: Option<CommandCell>,
    /// What the last timed run printed.
    last: Option<Vec<u8>>,
    /// Whether what commands leave behind comes to this process.
    adopts: bool,
}

impl Driver {
    fn cell(&mut self) -> Result<&mut CommandCell, String> {
        self.cell.as_mut().ok_or_else(|| "nothing is prepared".to_owned())
    }

    fn told(&self, total: &Total) -> String {
        let each = |sum: u64| sum as f64 / total.runs as f64;
        let mut text = format!(
            "reading user-time {}\nreading system-time {}\nreading peak-memory {}\nreading least-peak {}\n",
            each(total.user_ns),
            each(total.system_ns),
            total.peak_bytes,
            // This process's own peak: a new one counts it as its own until its program starts, so that a smaller peak
            // cannot be seen.
            keeper::peak_bytes(libc::RUSAGE_SELF)
        );
        if self.spec.exit_code.is_none() {
            text += &format!("reading exit-code {}\n", total.exit_code);
        }
        if total.left_behind > 0 {
            text += &format!("reading left-behind {}\n", total.left_behind);
        }
        text + &format!("time {} {}\n", total.wall_ns, total.user_ns + total.system_ns)
    }
}

impl OwnDriver for Driver {
    fn greeting(&self, version: u32) -> String {
        let (_, clock) = CLOCK;
        let step = clock_step_ns();
        format!("paragone {version}\nlanguage {COMMAND}\nruntime posix_spawn and wait4\nclock {clock} {step}\nready\n")
    }

    /// Everything is looked for, and nothing is started yet.
    fn prepare(&mut self, details: Details) -> Result<(), String> {
        let mut cell = match details.is_empty {
            true => CommandCell::idle(&self.spec)?,
            false => CommandCell::new(&self.spec, &details.inputs, &details.params)?,
        };
        cell.ends_orphans = self.adopts;
        self.cell = Some(cell);
        Ok(())
    }

    fn forget(&mut self) {
        (self.cell, self.last) = (None, None);
    }

    fn answer(&mut self, input: usize) -> Result<Vec<u8>, String> {
        let cell = self.cell()?;
        if input >= cell.inputs() {
            return Err(format!("there is no input {input}"));
        }
        self.last = None;
        let cell = self.cell()?;
        cell.run(input)?;
        cell.printed()
    }

    fn time(&mut self, calls: u64) -> Result<String, String> {
        self.last = None;
        let cell = self.cell()?;
        let total = cell.time(calls)?;
        let printed = cell.printed()?;
        self.last = Some(printed);
        Ok(self.told(&total))
    }

    fn audit(&mut self, calls: u64) -> Result<u32, String> {
        self.last = None;
        self.cell()?.audit(calls)
    }

    fn last(&self) -> Result<Vec<u8>, String> {
        self.last.clone().ok_or_else(|| "nothing was timed".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::own::conversation::talk;

    fn said(spec: CommandSpec, requests: &str) -> String {
        let mut driver = Driver { spec, cell: None, last: None, adopts: false };
        let mut output = Vec::new();
        talk(&mut driver, &mut requests.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    fn echo() -> CommandSpec {
        CommandSpec::plain(["echo", "{word}"].map(str::to_owned).to_vec(), String::new())
    }

    #[test]
    fn a_conversation_about_echo() {
        let text = said(echo(), "paragone 1\nprepare x y\nparam word two words\nend\nanswer 0\ntime 2\nlast\nquit\n");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["paragone 1", "language command"]);
        let from = lines.iter().position(|line| *line == "ready").unwrap();
        assert_eq!(lines[from + 1..from + 4], ["ok", "answer 10", "two words"]);
        assert!(lines[from + 4].starts_with("reading user-time ") && lines[from + 8].starts_with("time "), "{text}");
        assert!(text.ends_with("answer 10\ntwo words\n"), "{text}");
    }

    #[test]
    fn an_audit_digests_what_every_run_printed_and_makes_last_void() {
        let prepare = "prepare x y\nparam word ab\nend\n";
        let text = said(echo(), &format!("paragone 3\n{prepare}audit 2\nlast\naudit 0\naudit x\n"));
        assert!(text.starts_with("paragone 2\n"), "{text}");
        let audit =
            format!("ok\naudit {}\nerror nothing was timed\nerror `0` is ", paragone_wire::digest([b"ab\n"; 2]));
        assert!(text.contains(&audit) && text.ends_with("\nerror `x` is no number of calls\n"), "{text}");
        let missing = CommandSpec::plain(["sh", "-c", "exit 3"].map(str::to_owned).to_vec(), String::new());
        let text = said(missing, "paragone 0\naudit 1\nprepare x y\nend\naudit 4\n");
        let errors: Vec<&str> = text.lines().collect();
        assert_eq!(errors[1..3], ["error nothing is prepared", "ok"]);
        assert!(errors[0].starts_with("error `0` is no version") && errors[3].starts_with("error "), "{text}");
    }

    #[test]
    fn the_empty_cell_runs_true() {
        let text = said(echo(), "prepare paragone empty\nend\nanswer 0\ntime 3\n");
        assert!(text.starts_with("ok\nanswer 0\nreading user-time ") && text.contains("\ntime "), "{text}");
    }

    #[test]
    fn what_makes_no_sense_is_an_error_and_the_talk_goes_on() {
        let text = said(echo(), "answer 0\ntime 1\nlast\nhello\nprepare x y\nend\nanswer 7\ntime 0\ntime x\n");
        let words = ["error nothing is prepared", "error nothing is prepared", "error nothing was timed"];
        let more = ["error unknown request `hello`", "ok", "error there is no input 7"];
        assert_eq!(text.lines().collect::<Vec<_>>()[..6], [words, more].concat());
        let stray = said(echo(), "prepare x y\ninput /dev/null\nwish 7\nquit\nend\nanswer 0\n");
        assert_eq!(stray, "error `wish` is no detail\nerror nothing is prepared\n");
        let missing = CommandSpec::plain(vec!["no-such-program".to_owned()], String::new());
        assert!(said(missing, "prepare x y\nend\n").starts_with("error `no-such-program` is no program"));
    }
}
