//! A transcript as text and as steps.
//!
//! In: text in the notation of `protocol/README.md`; out: steps, each with its line. Knows no process.

use std::collections::BTreeMap;

use crate::driver::conform::texts::TEXTS;

pub struct Transcript {
    pub name: String,
    pub files: BTreeMap<String, Vec<u8>>,
    /// Line number and step.
    pub steps: Vec<(usize, Step)>,
}

#[derive(Clone)]
pub enum Step {
    Say(String),
    SayBytes(Vec<u8>),
    Close,
    Hear(String),
    HearAny(String),
    HearBytes(Vec<u8>),
    Exits(i32),
    Errors(String),
}

/// Every transcript, by name.
pub fn all() -> Vec<Transcript> {
    let (name, text) = TEXTS[0];
    let hello = read(name, text, &[]);
    // `greeting` stands for the first transcript up to `ready`.
    let ready = hello.steps.iter().position(|(_, step)| matches!(step, Step::Hear(line) if line == "ready"));
    let greeting = &hello.steps[..=ready.expect("the first transcript greets")];
    TEXTS.iter().map(|(name, text)| read(name, text, greeting)).collect()
}

/// Panics where a line is none of a transcript: they are ours, and tests read them all.
pub fn read(name: &str, text: &str, greeting: &[(usize, Step)]) -> Transcript {
    let mut transcript = Transcript { name: name.to_owned(), files: BTreeMap::new(), steps: Vec::new() };
    for (index, line) in text.lines().enumerate() {
        let after = |start: &str| line.strip_prefix(start).map(str::to_owned);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(file) = after("file ") {
            let (file, content) = file.split_once(' ').unwrap_or((&file, "text:"));
            transcript.files.insert(file.to_owned(), bytes(content, &transcript.files));
            continue;
        }
        let step = after("lab > ").map(Step::Say).or_else(|| after("driver < ").map(Step::Hear));
        let step = step.or_else(|| after("driver * ").map(Step::HearAny));
        let step = step.or_else(|| after("stderr has ").map(Step::Errors));
        let step = step.or_else(|| after("lab bytes ").map(|text| Step::SayBytes(bytes(&text, &transcript.files))));
        let step = step.or_else(|| after("driver bytes ").map(|text| Step::HearBytes(bytes(&text, &transcript.files))));
        let step = step.or_else(|| after("driver exits ").and_then(|code| code.parse().ok()).map(Step::Exits));
        match step {
            Some(step) => transcript.steps.push((index + 1, step)),
            None if line == "lab closes" => transcript.steps.push((index + 1, Step::Close)),
            None if line == "greeting" => {
                transcript.steps.extend(greeting.iter().map(|(_, step)| (index + 1, step.clone())));
            }
            None => panic!("{name}:{}: not a line of a transcript: `{line}`", index + 1),
        }
    }
    transcript
}

fn bytes(text: &str, files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let hex = |digits: &str| -> Option<Vec<u8>> {
        let pairs = digits.as_bytes().chunks(2).map(|pair| std::str::from_utf8(pair).ok());
        pairs.map(|pair| u8::from_str_radix(pair?, 16).ok()).collect()
    };
    let read = match text.split_once(':') {
        Some(("text", text)) => Some(text.as_bytes().to_vec()),
        Some(("hex", digits)) => hex(digits),
        Some(("file", name)) => files.get(name).cloned(),
        Some(("repeat", rest)) => {
            rest.split_once(':').and_then(|(count, byte)| Some(hex(byte)?.repeat(count.parse().ok()?)))
        }
        _ => None,
    };
    read.unwrap_or_else(|| panic!("not bytes in the notation of transcripts: `{text}`"))
}
