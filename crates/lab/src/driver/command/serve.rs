//! The driver's side of the protocol for whole commands: requests in, runs of programs out.
//!
//! It is this program again, started like any other driver, with the command as its one argument.

use std::ffi::OsString;
use std::io::{BufRead, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

use paragone_wire::VERSION;

use crate::driver::command::cell::{CommandCell, Total};
use crate::driver::command::child::{CLOCK, now_ns};
use crate::driver::keeper;
use crate::model::{COMMAND, CommandSpec};

/// The first argument that makes Paragone's program a driver of commands.
pub const WORD: &str = "__command";

/// Bytes of a line that the protocol allows.
const MOST_LINE: u64 = 4096;

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
    let mut driver = Driver { spec, cell: None, last: None, details: None, adopts: keeper::adopt_orphans(true) };
    match driver.talk(&mut std::io::stdin().lock(), &mut std::io::stdout().lock()) {
        Ok(()) => 0,
        Err(err) => {
            eprintln!("paragone: the conversation broke off: {err}");
            1
        }
    }
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
    let mut status = 0;
    // SAFETY: the child is ours.
    while unsafe { libc::waitpid(child, &raw mut status, 0) } < 0 {
        if std::io::Error::last_os_error().kind() != std::io::ErrorKind::Interrupted {
            return Some(1);
        }
    }
    match libc::WIFEXITED(status) {
        true => Some(libc::WEXITSTATUS(status) as u8),
        false => keeper::end_like(ExitStatus::from_raw(status)),
    }
}

struct Driver {
    spec: CommandSpec,
    cell: Option<CommandCell>,
    /// What the last timed run printed.
    last: Option<Vec<u8>>,
    /// Between `prepare` and `end`.
    details: Option<Details>,
    /// Whether what commands leave behind comes to this process.
    adopts: bool,
}

/// What `prepare` and the lines after it said.
#[derive(Default)]
struct Details {
    is_empty: bool,
    inputs: Vec<String>,
    params: Vec<(String, String)>,
    /// The first that was no detail: told at the end, so that no detail is taken for a request.
    fault: Option<String>,
}

enum Reply {
    Nothing,
    Lines(String),
    Answer(Vec<u8>),
    Quit,
}

impl Driver {
    fn talk(&mut self, input: &mut dyn BufRead, output: &mut dyn Write) -> std::io::Result<()> {
        let mut line = String::new();
        loop {
            line.clear();
            let read = input.take(MOST_LINE).read_line(&mut line)?;
            if read == 0 {
                return Ok(());
            }
            let Some(request) = line.strip_suffix('\n') else {
                return Err(std::io::Error::other("a line without an end"));
            };
            match self.obey(request) {
                Ok(Reply::Nothing) => continue,
                Ok(Reply::Quit) => return Ok(()),
                Ok(Reply::Lines(text)) => output.write_all(text.as_bytes())?,
                Ok(Reply::Answer(bytes)) => {
                    output.write_all(format!("answer {}\n", bytes.len()).as_bytes())?;
                    output.write_all(&bytes)?;
                }
                Err(text) => {
                    let text: String = text.replace(['\n', '\r'], " ").chars().take(1000).collect();
                    output.write_all(format!("error {text}\n").as_bytes())?;
                }
            }
            output.flush()?;
        }
    }

    fn obey(&mut self, request: &str) -> Result<Reply, String> {
        let (word, rest) = request.split_once(' ').unwrap_or((request, ""));
        if let Some(details) = &mut self.details {
            match (word, rest.split_once(' ')) {
                ("end", _) => return self.end(),
                ("input", _) => details.inputs.push(rest.to_owned()),
                ("param", Some((name, value))) => details.params.push((name.to_owned(), value.to_owned())),
                ("param", None) => details.params.push((rest.to_owned(), String::new())),
                _ => drop(details.fault.get_or_insert_with(|| format!("`{word}` is no detail"))),
            }
            return Ok(Reply::Nothing);
        }
        match word {
            "paragone" => match rest.parse::<u32>() {
                Ok(version @ 1..) => Ok(Reply::Lines(greeting(version.min(VERSION)))),
                _ => Err(format!("`{rest}` is no version of the protocol that this driver speaks")),
            },
            "prepare" => {
                (self.cell, self.last) = (None, None);
                self.details = Some(Details { is_empty: rest == "paragone empty", ..Details::default() });
                Ok(Reply::Nothing)
            }
            "answer" => {
                let index: usize = rest.parse().map_err(|_| format!("`{rest}` is no index"))?;
                let cell = self.cell.as_mut().ok_or("nothing is prepared")?;
                if index >= cell.inputs() {
                    return Err(format!("there is no input {index}"));
                }
                self.last = None;
                cell.run(index)?;
                Ok(Reply::Answer(cell.printed()?))
            }
            "time" => {
                let runs = calls(rest)?;
                let cell = self.cell.as_mut().ok_or("nothing is prepared")?;
                self.last = None;
                let total = cell.time(runs)?;
                self.last = Some(cell.printed()?);
                Ok(Reply::Lines(self.told(&total)))
            }
            "audit" => {
                let runs = calls(rest)?;
                let cell = self.cell.as_mut().ok_or("nothing is prepared")?;
                self.last = None;
                Ok(Reply::Lines(format!("audit {}\n", cell.audit(runs)?)))
            }
            "last" => self.last.clone().map(Reply::Answer).ok_or_else(|| "nothing was timed".to_owned()),
            "quit" => Ok(Reply::Quit),
            _ => Err(format!("unknown request `{word}`")),
        }
    }

    /// The end of the details: everything is looked for, and nothing is started yet.
    fn end(&mut self) -> Result<Reply, String> {
        let details = self.details.take().unwrap_or_default();
        if let Some(fault) = details.fault {
            return Err(fault);
        }
        let cell = match details.is_empty {
            true => CommandCell::idle(&self.spec)?,
            false => CommandCell::new(&self.spec, &details.inputs, &details.params)?,
        };
        self.cell = Some(cell.ending_orphans(self.adopts));
        Ok(Reply::Lines("ok\n".to_owned()))
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

fn calls(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|calls| *calls > 0).ok_or_else(|| format!("`{text}` is no number of calls"))
}

fn greeting(version: u32) -> String {
    let step = (0..100).filter_map(|_| {
        let first = now_ns();
        (0..1000).map(|_| now_ns()).find(|next| *next > first).map(|next| next - first)
    });
    let step = step.min().unwrap_or(1);
    let (_, clock) = CLOCK;
    format!("paragone {version}\nlanguage {COMMAND}\nruntime posix_spawn and wait4\nclock {clock} {step}\nready\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(spec: CommandSpec, requests: &str) -> String {
        let mut driver = Driver { spec, cell: None, last: None, details: None, adopts: false };
        let mut output = Vec::new();
        driver.talk(&mut requests.as_bytes(), &mut output).unwrap();
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
