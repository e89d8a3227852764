//! divan, for Rust: so many calls in ten samples, told as a table for people, of which the medians are read.

use crate::driver::harness::interface::{Harness, Order, the_one, time_ns};
use crate::driver::harness::program::HarnessProgram;
use crate::model::Sample;

pub(super) struct DivanHarness;

/// Samples of a run. It tells their fastest, slowest, median and mean, with four digits.
const SAMPLES: u64 = 10;

impl Harness for DivanHarness {
    /// Values that a benchmark is given are only told where it is run.
    fn list(&self, program: &HarnessProgram) -> Result<Vec<String>, String> {
        let text = program.run(&["--bench", "--test", "--color=never"], &[])?;
        Ok(leaves(&text).into_iter().map(|(name, _)| name).collect())
    }

    fn measure(&self, program: &HarnessProgram, benchmark: &str, order: Order) -> Result<Vec<Sample>, String> {
        let (count, size) = (SAMPLES.min(order.calls), order.calls.div_ceil(SAMPLES));
        let (count, size) = (count.to_string(), size.to_string());
        let words =
            ["--bench", "--color=never", "--exact", benchmark, "--sample-count", &count, "--sample-size", &size];
        let text = program.run(&words, &[])?;
        let (_, columns) = the_one(leaves(&text), benchmark)?;
        // After the name: fastest, slowest, median.
        let per_call_ns = columns.get(2).and_then(|text| time_ns(text));
        let per_call_ns = per_call_ns.ok_or_else(|| format!("divan tells no median time of `{benchmark}`"))?;
        let wall_ns = (per_call_ns * order.calls as f64).round() as u64;
        Ok(vec![Sample { calls: order.calls, wall_ns, cpu_ns: 0 }])
    }
}

/// The benchmarks of a tree, by their whole names, with the columns behind each.
fn leaves(text: &str) -> Vec<(String, Vec<String>)> {
    let mut way: Vec<String> = Vec::new();
    let mut found: Vec<(usize, String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        let is_glyph = |letter: char| "│├╰─ ".contains(letter);
        let begin = line.find(|letter| !is_glyph(letter));
        // Lines about throughputs have nothing below their branch.
        let Some(begin) = begin.filter(|_| !line.starts_with("Timer ")) else { continue };
        let depth = line[..begin].chars().count() / 3;
        let mut columns = line[begin..].split('│');
        let head = columns.next().unwrap_or_default();
        let (name, fastest) = head.split_once("  ").unwrap_or((head, ""));
        if depth > way.len() {
            continue;
        }
        way.truncate(depth);
        way.push(name.trim().to_owned());
        let columns = [fastest].into_iter().chain(columns).map(|text| text.trim().to_owned()).collect();
        // Whoever has somebody below it is no benchmark itself.
        while found.last().is_some_and(|(above, name, _)| *above < depth && is_above(name, &way)) {
            found.pop();
        }
        found.push((depth, way.join("::"), columns));
    }
    found.into_iter().filter(|(depth, ..)| *depth > 0).map(|(_, name, columns)| (name, columns)).collect()
}

fn is_above(name: &str, way: &[String]) -> bool {
    way.len() > 1 && way[..way.len() - 1].join("::") == name
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "Timer precision: 20 ns\n\
        div          fastest       │ slowest       │ median        │ mean          │ samples │ iters\n\
        ├─ add                     │               │               │               │         │\n\
        │  ├─ 10     5.486 ns      │ 7.086 ns      │ 5.586 ns      │ 6.052 ns      │ 3       │ 300\n\
        │  ╰─ 1000   1.486 µs      │ 7.086 µs      │ 1.5 µs        │ 6.052 µs      │ 3       │ 300\n\
        │            8 GB/s        │ 7 GB/s        │ 7.5 GB/s      │ 7 GB/s        │         │\n\
        ╰─ short     0.278 ns      │ 0.339 ns      │ 0.283 ns      │ 0.29 ns       │ 10      │ 10000\n\n";

    #[test]
    fn a_table_is_read_as_a_tree() {
        let medians: Vec<(String, Option<f64>)> =
            leaves(TABLE).iter().map(|(name, columns)| (name.clone(), time_ns(&columns[2]))).collect();
        let expected = [("div::add::10", 5.586), ("div::add::1000", 1500.0), ("div::short", 0.283)];
        assert_eq!(medians, expected.map(|(name, ns)| (name.to_owned(), Some(ns))));
    }

    #[test]
    fn a_tree_without_times_has_names() {
        let names: Vec<String> =
            leaves("a\n├─ b\n│  ├─ c\n│  ╰─ d\n╰─ e\n").into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["a::b::c", "a::b::d", "a::e"]);
        assert!(leaves("").is_empty() && leaves("│\n").is_empty());
    }

    #[test]
    fn times_have_units() {
        assert_eq!(time_ns("12.5 ms"), Some(12.5e6));
        assert_eq!(time_ns("1 s"), Some(1e9));
        for none in ["", "12", "12 GB/s", "x ns", "NaN ns", "-1 ns"] {
            assert_eq!(time_ns(none), None, "{none}");
        }
    }
}
