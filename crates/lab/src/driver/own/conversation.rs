//! The driver's side of the protocol, for drivers that are this program: requests in, replies out. What is served it does
//! not know.

use std::io::{BufRead, Read, Write};

use paragone_wire::VERSION;

/// Bytes of a line that the protocol allows.
const MOST_LINE: u64 = 4096;

/// Whoever serves something by the protocol. What cannot be done is an error that says why.
pub(in crate::driver) trait OwnDriver {
    /// What it is and what it times by, for a version of the protocol.
    fn greeting(&self, version: u32) -> String;

    /// Gets ready for a cell, whose details are known; whatever was prepared before is gone.
    fn prepare(&mut self, details: Details) -> Result<(), String>;

    /// Forgets what was prepared.
    fn forget(&mut self);

    /// The answer to one input, counted from 0.
    fn answer(&mut self, input: usize) -> Result<Vec<u8>, String>;

    /// The lines that tell what so many calls took.
    fn time(&mut self, calls: u64) -> Result<String, String>;

    /// The digest of the answers of so many calls.
    fn audit(&mut self, calls: u64) -> Result<u32, String>;

    /// The answer of the last timed call.
    fn last(&self) -> Result<Vec<u8>, String>;
}

/// What `prepare` and the lines after it said.
#[derive(Default)]
pub(in crate::driver) struct Details {
    /// The cell that does nothing, whose calls cost what a call costs.
    pub(in crate::driver) is_empty: bool,
    pub(in crate::driver) inputs: Vec<String>,
    pub(in crate::driver) params: Vec<(String, String)>,
    /// The first that was no detail: told at the end, so that no detail is taken for a request.
    fault: Option<String>,
}

enum Reply {
    Nothing,
    Lines(String),
    Answer(Vec<u8>),
    Quit,
}

/// Talks with whoever has started this process until that one is done; gives the exit code.
pub(in crate::driver) fn talk_with_paragone(driver: &mut dyn OwnDriver) -> u8 {
    match talk(driver, &mut std::io::stdin().lock(), &mut std::io::stdout().lock()) {
        Ok(()) => 0,
        Err(err) => {
            eprintln!("paragone: the conversation broke off: {err}");
            1
        }
    }
}

/// Talks until the other side is done.
pub(in crate::driver) fn talk(
    driver: &mut dyn OwnDriver,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> std::io::Result<()> {
    // Between `prepare` and `end`.
    let mut details = None;
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
        match obey(driver, &mut details, request) {
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

fn obey(driver: &mut dyn OwnDriver, details: &mut Option<Details>, request: &str) -> Result<Reply, String> {
    let (word, rest) = request.split_once(' ').unwrap_or((request, ""));
    if let Some(told) = details {
        match (word, rest.split_once(' ')) {
            ("end", _) => {
                let mut told = details.take().unwrap_or_default();
                let prepared = told.fault.take().map_or_else(|| driver.prepare(told), Err);
                return prepared.map(|()| Reply::Lines("ok\n".to_owned()));
            }
            ("input", _) => told.inputs.push(rest.to_owned()),
            ("param", Some((name, value))) => told.params.push((name.to_owned(), value.to_owned())),
            ("param", None) => told.params.push((rest.to_owned(), String::new())),
            _ => drop(told.fault.get_or_insert_with(|| format!("`{word}` is no detail"))),
        }
        return Ok(Reply::Nothing);
    }
    match word {
        "paragone" => match rest.parse::<u32>() {
            Ok(version @ 1..) => Ok(Reply::Lines(driver.greeting(version.min(VERSION)))),
            _ => Err(format!("`{rest}` is no version of the protocol that this driver speaks")),
        },
        "prepare" => {
            driver.forget();
            *details = Some(Details { is_empty: rest == "paragone empty", ..Details::default() });
            Ok(Reply::Nothing)
        }
        "answer" => {
            let index = rest.parse().map_err(|_| format!("`{rest}` is no index"))?;
            driver.answer(index).map(Reply::Answer)
        }
        "time" => driver.time(calls(rest)?).map(Reply::Lines),
        "audit" => Ok(Reply::Lines(format!("audit {}\n", driver.audit(calls(rest)?)?))),
        "last" => driver.last().map(Reply::Answer),
        "quit" => Ok(Reply::Quit),
        _ => Err(format!("unknown request `{word}`")),
    }
}

fn calls(text: &str) -> Result<u64, String> {
    text.parse().ok().filter(|calls| *calls > 0).ok_or_else(|| format!("`{text}` is no number of calls"))
}
