//! A transcript as text and as steps.
//!
//! In: text in the notation of `protocol/README.md`; out: steps, each with its line. Knows no process.

use std::collections::BTreeMap;

use crate::driver::conform::texts::TEXTS;

pub struct Transcript {
    pub name: String,
    /// The version of the protocol that it needs.
    pub since: u32,
    pub files: BTreeMap<String, Vec<u8>>,
    /// Line number and step.
    pub steps: Vec<(usize, TranscriptStep)>,
}

#[derive(Clone)]
pub enum TranscriptStep {
    Say(String),
    SayBytes(Vec<u8>),
    Close,
    Hear(String),
    HearAny(String),
    HearBytes(Vec<u8>),
    Exits(i32),
    Errors(String),
}

/// Every transcript, by name, for a driver that speaks this version: those that need a newer one are among them.
pub fn all(version: u32) -> Vec<Transcript> {
    let hello = if version == 1 { "34-lab-of-version-1" } else { "01-hello" };
    let (name, text) = TEXTS.iter().find(|(name, _)| *name == hello).expect("it is one of them");
    let hello = read(name, text, &[]);
    // `greeting` stands for that transcript up to `ready`.
    let ready = hello.steps.iter().position(|(_, step)| matches!(step, TranscriptStep::Hear(line) if line == "ready"));
    let greeting = &hello.steps[..=ready.expect("that transcript greets")];
    let said = version.to_string();
    TEXTS.iter().map(|(name, text)| read(name, &text.replace("<version>", &said), greeting)).collect()
}

/// Panics where a line is none of a transcript: they are ours, and tests read them all.
pub fn read(name: &str, text: &str, greeting: &[(usize, TranscriptStep)]) -> Transcript {
    let mut transcript = Transcript { name: name.to_owned(), since: 1, files: BTreeMap::new(), steps: Vec::new() };
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
        if let Some(version) = after("since ").and_then(|version| version.parse().ok()) {
            transcript.since = version;
            continue;
        }
        let step = after("lab > ").map(TranscriptStep::Say).or_else(|| after("driver < ").map(TranscriptStep::Hear));
        let step = step.or_else(|| after("driver * ").map(TranscriptStep::HearAny));
        let step = step.or_else(|| after("stderr has ").map(TranscriptStep::Errors));
        let bytes_after = |start: &str| after(start).map(|text| bytes(&text, &transcript.files));
        let step = step.or_else(|| bytes_after("lab bytes ").map(TranscriptStep::SayBytes));
        let step = step.or_else(|| bytes_after("driver bytes ").map(TranscriptStep::HearBytes));
        let step =
            step.or_else(|| after("driver exits ").and_then(|code| code.parse().ok()).map(TranscriptStep::Exits));
        match step {
            Some(step) => transcript.steps.push((index + 1, step)),
            None if line == "lab closes" => transcript.steps.push((index + 1, TranscriptStep::Close)),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_driver_of_version_1_is_greeted_in_version_1_and_the_others_in_2() {
        let first_words = |version: u32| -> Vec<String> {
            let held = all(version).into_iter().filter(|one| one.since <= version);
            let said = held.filter_map(|one| match one.steps.into_iter().next() {
                Some((_, TranscriptStep::Say(line))) => Some(line),
                _ => None,
            });
            said.collect()
        };
        let (old, new) = (first_words(1), first_words(2));
        assert!(old.len() > 30 && new.len() == TEXTS.len() && old.len() < new.len(), "{} {}", old.len(), new.len());
        let others =
            |words: &[String], usual: &str| words.iter().filter(|line| *line != usual).cloned().collect::<Vec<_>>();
        assert_eq!(others(&old, "paragone 1"), ["paragone 3", "paragone 0"]);
        assert_eq!(others(&new, "paragone 2"), ["paragone 3", "paragone 0", "paragone 1"]);
        let newer = all(1).into_iter().find(|one| one.name == "15-newer-lab").unwrap();
        assert!(matches!(&newer.steps[1], (_, TranscriptStep::Hear(line)) if line == "paragone 1"));
    }
}
