//! The text of `go test -bench` (golang.org/design/14313-benchmark-format): a line for each repetition.

use std::collections::BTreeSet;

use crate::model::{Sample, Throughput};

use super::{Amount, Calls, Foreign, Results, at, sample};

/// A line of results: what it is called, and what was measured.
struct GoLine<'a> {
    package: &'a str,
    name: &'a str,
    /// What follows the last dash, where that is a number: on how many threads.
    procs: &'a str,
    calls: u64,
    ns: f64,
    in_bytes: bool,
}

pub(super) fn go(text: &str) -> Result<Results, String> {
    let mut results = Results::of("go");
    let mut lines = Vec::new();
    let mut package = "";
    for (index, line) in text.lines().enumerate() {
        if let Some((key, value)) = line.split_once(": ").filter(|(key, _)| is_key(key)) {
            let value = value.trim();
            match key {
                "pkg" => package = value,
                "cpu" => results.machine.cpu = Some(value.to_owned()),
                "goos" => value.clone_into(&mut results.machine.kernel),
                "goarch" => value.clone_into(&mut results.machine.architecture),
                _ => {}
            }
        } else if line.starts_with("Benchmark") {
            match parsed(line, package).map_err(|why| at(index + 1, why))? {
                Parsed::Line(line) => lines.push(line),
                Parsed::Name => {}
                Parsed::Untimed(name) => results.notices.push(format!("{name} has no `ns/op`, and is left out")),
            }
        } else if line.starts_with("--- FAIL") {
            results.notices.push(line.trim().to_owned());
        }
    }
    let several = |of: fn(&GoLine<'_>) -> String| lines.iter().map(of).collect::<BTreeSet<_>>().len() > 1;
    let packages = several(|line| line.package.to_owned());
    let procs = several(|line| line.procs.to_owned());
    results.cells = lines.iter().map(|line| cell(line, packages, procs)).collect();
    let expected = "expected the text of `go test -bench`, with lines such as `BenchmarkName 100 12.3 ns/op`";
    results.unless_empty(&format!("there is no result in it; {expected}"))
}

/// Each benchmark: its name as it stands there, and what it measured. What a benchmark prints itself comes between the two,
/// and may be several lines long.
pub(crate) fn samples(text: &str) -> Vec<(String, Sample)> {
    let (mut found, mut name) = (Vec::new(), None);
    for line in text.lines() {
        name = line.split_whitespace().next().filter(|word| word.starts_with("Benchmark")).or(name);
        if let Some((name, (calls, ns))) = name.zip(times(line)) {
            found.push((name.to_owned(), sample(calls, ns, 0.0)));
        }
    }
    found
}

/// The number of calls and the time of one that a line ends with, or has before further amounts.
fn times(line: &str) -> Option<(u64, f64)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let unit = words.iter().rposition(|word| *word == "ns/op")?;
    let number = |back: usize| words[unit.checked_sub(back)?].parse::<f64>().ok();
    Some((Calls::try_from(number(2)?).ok()?.0, Amount::try_from(number(1)?).ok()?.0))
}

fn is_key(key: &str) -> bool {
    key.starts_with(|first: char| first.is_ascii_lowercase()) && !key.contains(char::is_whitespace)
}

enum Parsed<'a> {
    Line(GoLine<'a>),
    /// With `-v` a name stands alone before its result.
    Name,
    Untimed(&'a str),
}

fn parsed<'a>(line: &'a str, package: &'a str) -> Result<Parsed<'a>, String> {
    let mut words = line.split_whitespace();
    let name = words.next().unwrap_or_default();
    let Some(calls) = words.next() else { return Ok(Parsed::Name) };
    let number = |text: &str| text.parse::<f64>().map_err(|_| format!("`{text}` is no number"));
    let calls = number(calls).and_then(Calls::try_from);
    let calls = calls.map_err(|why| format!("{why}; expected the number of iterations behind `{name}`"))?.0;
    let (mut ns, mut in_bytes) = (None, false);
    while let Some(value) = words.next() {
        let unit = words.next().ok_or_else(|| format!("`{value}` has no unit; expected pairs such as `12.3 ns/op`"))?;
        let value = number(value).map_err(|why| format!("{why}; expected a value before `{unit}`"))?;
        match unit {
            "ns/op" => ns = Some(Amount::try_from(value)?.0),
            // The inverse of the time, by which the size is known to be in bytes.
            "MB/s" => in_bytes = true,
            _ => {}
        }
    }
    let Some(ns) = ns else { return Ok(Parsed::Untimed(name)) };
    let bare = name.strip_prefix("Benchmark").unwrap_or(name);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (name, procs) = bare.rsplit_once('-').filter(|(_, procs)| is_number(procs)).unwrap_or((bare, ""));
    Ok(Parsed::Line(GoLine { package, name, procs, calls, ns, in_bytes }))
}

/// `Fields/impl=split/size=64`: the function, and parts with a key or without.
fn cell(line: &GoLine<'_>, packages: bool, procs: bool) -> Foreign {
    let mut parts = line.name.split('/');
    let function = parts.next().unwrap_or_default();
    let benchmark = if packages { format!("{}-{function}", line.package) } else { function.to_owned() };
    let mut cell = Foreign::of_a_call("go", &benchmark, function);
    let (mut implementation, mut size) = (Vec::new(), None);
    for part in parts {
        match (part.split_once('='), part.parse::<u64>()) {
            (Some(("impl", value)), _) => implementation.push(value),
            (Some(("size", value)), _) if value.parse::<u64>().is_ok() => size = value.parse().ok(),
            (Some((name, value)), _) => drop(cell.params.insert(name.to_owned(), value.to_owned())),
            (None, Ok(number)) if size.is_none() => size = Some(number),
            (None, _) => implementation.push(part),
        }
    }
    if !implementation.is_empty() {
        cell.implementation = implementation.join("/");
    }
    if let Some(size) = size {
        cell.sized(size);
        if line.in_bytes {
            cell.unit = Throughput::of("byte");
        }
    }
    if procs {
        cell.params.insert("gomaxprocs".to_owned(), if line.procs.is_empty() { "1" } else { line.procs }.to_owned());
    }
    cell.samples.push(sample(line.calls, line.ns, 0.0));
    cell
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart() {
        let text = "pkg: a\nBenchmarkX/impl=rust.a@o3/level=6/64-8 \t 10\t 2.5 ns/op\t 7 MB/s\nBenchmarkX/plain/size=8 4 1 ns/op\n";
        let cells = go(text).unwrap().cells;
        assert_eq!((cells[0].benchmark.as_str(), cells[0].implementation.as_str()), ("X", "rust.a@o3"));
        assert_eq!((cells[0].size, cells[0].unit.is_bytes(), cells[0].params["level"].as_str()), (64, true, "6"));
        assert_eq!((cells[0].params["gomaxprocs"].as_str(), cells[1].params["gomaxprocs"].as_str()), ("8", "1"));
        assert_eq!((cells[0].samples[0].calls, cells[0].samples[0].wall_ns), (10, 25));
        assert_eq!((cells[1].implementation.as_str(), cells[1].unit.is_name()), ("plain", true));
    }

    #[test]
    fn what_a_benchmark_prints_is_no_time_of_it() {
        let text = "goos: linux\nBenchmarkA-2 hello\nmore 7\n \t 10\t 2.5 ns/op\t 7 MB/s\nBenchmarkB/x=1  4  1 ns/op\nBenchmarkC\nPASS\n";
        let found: Vec<(String, u64, u64)> =
            samples(text).into_iter().map(|(name, one)| (name, one.calls, one.wall_ns)).collect();
        assert_eq!(found, [("BenchmarkA-2".to_owned(), 10, 25), ("BenchmarkB/x=1".to_owned(), 4, 4)]);
        assert_eq!(samples("1 2 ns/op\nBenchmarkA 0 2 ns/op\nns/op\nBenchmarkA 5 -1 ns/op\n"), []);
    }

    #[test]
    fn a_bad_line_is_named() {
        for (text, words) in [
            ("\nBenchmarkX ten 2 ns/op", "line 2: `ten` is no number; expected the number of iterations"),
            ("BenchmarkX 10 fast ns/op", "line 1: `fast` is no number; expected a value before `ns/op`"),
            ("BenchmarkX 10 2", "line 1: `2` has no unit"),
            ("BenchmarkX 10 -2 ns/op", "line 1: -2 is no time"),
            ("BenchmarkX 0 2 ns/op", "line 1: 0 is no number of calls"),
            ("BenchmarkX 10 2 B/op", "there is no result in it"),
            ("PASS", "there is no result in it"),
        ] {
            let told = go(text).unwrap_err().to_string();
            assert!(told.starts_with(words), "{told}");
        }
    }
}
