//! A path in, results out, or what is wrong with it: the file, the line, and what was expected. Whose file it is, is
//! told by its shape, since names of files tell nothing.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{Results, at, closed, criterion, go, google, hyperfine, jmh, mistaken, of_json, smaller};

const EXPECTED: &str = "expected results of criterion, google/benchmark, the JMH, hyperfine, `go test -bench` or package-benchmark (docs/formats.md)";

/// Reads a file of any tool that is known, or criterion's folder.
pub fn read(path: &Path) -> anyhow::Result<Results> {
    let mut results = if path.is_dir() { criterion::folder(path)? } else { file(path)? };
    results.source.file = path.display().to_string();
    Ok(results)
}

fn file(path: &Path) -> anyhow::Result<Results> {
    let bytes = fs::read(path).map_err(|err| closed(path, &err))?;
    if bytes.starts_with(b"SQLite format 3\0") {
        return Err(mistaken(path, "a store or an exported run: `paragone runs import` takes those in"));
    }
    let text = String::from_utf8(bytes).map_err(|err| {
        let before = &err.as_bytes()[..err.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        mistaken(path, &at(line, "not UTF-8; expected text"))
    })?;
    detect(&text).map_err(|mistake| mistaken(path, &mistake))
}

fn detect(text: &str) -> Result<Results, String> {
    // Some editors and shells put a mark in front.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.trim_start().starts_with(['{', '[']) {
        return go::go(text);
    }
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(object)) if object.contains_key("reason") => criterion::messages(text),
        Ok(Value::Object(object)) if object.contains_key("context") && object.contains_key("benchmarks") => {
            google::google(text)
        }
        Ok(Value::Object(object)) if object.contains_key("results") => hyperfine::hyperfine(text),
        Ok(Value::Array(entries)) => match entries.first() {
            Some(entry) if entry.get("primaryMetric").is_some() => jmh::jmh(text),
            Some(entry) if entry.get("value").is_some() => smaller::smaller(text),
            _ => Err(at(1, format!("a list of something else; {EXPECTED}"))),
        },
        Ok(_) => Err(at(1, format!("an object of something else; {EXPECTED}"))),
        Err(_) if has_reason(text) => criterion::messages(text),
        Err(err) => Err(of_json(&err, 1, EXPECTED.strip_prefix("expected ").unwrap_or(EXPECTED))),
    }
}

/// Whether the first line is a message by itself.
fn has_reason(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    serde_json::from_str::<Value>(first).is_ok_and(|value| value.get("reason").is_some())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;
    use crate::foreign::arrange;

    /// Every file of the fixtures that is read as a text.
    fn fixtures() -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign");
        let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let texts = files.filter(|path| path.is_file() && !path.ends_with("README.md"));
        texts.map(|path| fs::read_to_string(path).unwrap()).collect()
    }

    /// Read, and made a run of, if it can be.
    fn taken(text: &str) {
        if let Ok(results) = detect(text) {
            let (plan, events) = arrange(&results, None);
            assert!(plan.contests.iter().all(|contest| !contest.lanes.is_empty()));
            // What is kept is read again: a number that is none would be lost.
            for event in &events {
                let text = serde_json::to_string(event).unwrap_or_default();
                assert!(text.is_empty() || serde_json::from_str::<crate::model::Event>(&text).is_ok(), "{text}");
            }
        }
    }

    #[test]
    fn every_fixture_is_read() {
        let tools: Vec<String> = fixtures().iter().map(|text| detect(text).unwrap().source.tool).collect();
        assert_eq!(tools.len(), 7, "{tools:?}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn no_text_is_too_strange(text in "\\PC{0,200}") {
            taken(&text);
        }

        #[test]
        fn no_line_of_go_is_too_strange(words in proptest::collection::vec("[A-Za-z0-9/=.:-]{0,9}|ns/op|-?[0-9]{1,20}", 0..9)) {
            taken(&format!("BenchmarkX 1 1 ns/op\nBenchmark{}\n", words.join(" ")));
        }

        /// A file with a few bytes changed, cut or doubled, which mostly is still somebody's.
        #[test]
        fn no_damage_is_too_strange(
            which in 0..7usize,
            changes in proptest::collection::vec((any::<prop::sample::Index>(), "[0-9eE.,:\\[\\]{}\"a-z-]{0,4}", 0..3usize), 1..4),
        ) {
            let mut text: Vec<char> = fixtures()[which].chars().collect();
            // Small, so that what is behind the head is reached as often.
            text.truncate(6000);
            for (at, put, cut) in changes {
                let at = at.index(text.len());
                let end = (at + cut).min(text.len());
                text.splice(at..end, put.chars());
            }
            taken(&text.into_iter().collect::<String>());
        }

        /// Any number in the place of each number.
        #[test]
        fn no_number_is_too_strange(which in 0..7usize, turn in 1..9usize, number in "-?(0|[1-9][0-9]{0,30})(\\.[0-9]{1,5})?(e-?[0-9]{1,3})?|null|\"NaN\"|\\[\\]") {
            let mut count = 0;
            let changed: String = fixtures()[which].split_inclusive([',', '\n', ' ']).map(|piece| {
                count += usize::from(piece.starts_with(|it: char| it.is_ascii_digit()));
                let end = piece.chars().next_back().unwrap_or(' ');
                match piece.starts_with(|it: char| it.is_ascii_digit()) && count % turn == 0 {
                    true => format!("{number}{end}"),
                    false => piece.to_owned(),
                }
            }).collect();
            taken(&changed);
        }
    }
}
