//! A benchmark in two runs of one machine as a table: what became of each cell, and beside what that was measured.

use serde::Serialize;

use crate::model::{Against, BenchmarkChanges, CellChange, ComparedCode, Verdict, unit};
use crate::report::text::{Tone, verdict_tone};
use crate::words::{anchor, clean, counted, point, ratio, verdict};

use super::tile::times;

#[derive(Clone, Debug, Serialize)]
pub struct ChangeTable {
    /// `suite/benchmark`.
    pub name: String,
    /// The name as a part of file names.
    pub slug: String,
    /// Places of the runs, and their letters.
    pub runs: [usize; 2],
    pub letters: [String; 2],
    pub summary: String,
    pub rows: Vec<ChangeTableRow>,
}

/// One cell.
#[derive(Clone, Debug, Serialize)]
pub struct ChangeTableRow {
    pub name: String,
    /// Size and parameters.
    pub at: String,
    /// Medians.
    pub times: [String; 2],
    /// The later time over the earlier, with the ends of the interval that the verdict is made of.
    pub ratio: [f64; 3],
    /// `1.10x`.
    pub by: String,
    /// `1.05..1.15`, or `unknown`.
    pub within: String,
    pub verdict: String,
    /// `slower`, `faster`, `same` or `undecided`.
    pub word: &'static str,
    pub tone: Tone,
    /// Whether its time was taken beside the baseline's of the same rounds; else the machine is in it.
    pub paired: bool,
    /// `the same`, `changed` or `unknown`.
    pub code: &'static str,
}

impl ChangeTable {
    pub(super) fn of(found: &BenchmarkChanges) -> ChangeTable {
        let name = format!("{}/{}", found.suite, found.benchmark);
        let letters = [letter(found.from), letter(found.to)];
        ChangeTable {
            slug: anchor(&name),
            name: clean(&name),
            runs: [found.from, found.to],
            summary: summary(found, &letters[0], &letters[1]),
            letters,
            rows: found.cells.iter().map(|cell| ChangeTableRow::of(cell, found)).collect(),
        }
    }
}

impl ChangeTableRow {
    fn of(cell: &CellChange, of: &BenchmarkChanges) -> ChangeTableRow {
        let logs = [cell.ratio, cell.judged.low, cell.judged.high];
        let [value, low, high] = logs.map(f64::exp);
        let known = logs.iter().all(|log| log.is_finite());
        ChangeTableRow {
            name: clean(&cell.implementation.to_string()),
            at: clean(&point(cell.size, &of.unit, &cell.params)),
            times: [cell.from_ns, cell.to_ns].map(unit::time),
            ratio: [value, low, high],
            by: times(cell.ratio),
            within: if known { ratio(value, low, high).1 } else { "unknown".to_owned() },
            verdict: clean(&verdict::verdict(&cell.verdict)),
            word: match cell.verdict {
                Verdict::Faster { .. } | Verdict::Slower { .. } | Verdict::Same { .. } => cell.verdict.word(),
                _ => "undecided",
            },
            tone: verdict_tone(&cell.verdict),
            paired: cell.measured == Against::Baseline,
            code: match cell.code {
                ComparedCode::Same => "the same",
                ComparedCode::Changed => "changed",
                ComparedCode::Unknown => "unknown",
            },
        }
    }

    /// Whether it moved for certain.
    pub fn is_news(&self) -> bool {
        matches!(self.word, "faster" | "slower")
    }

    /// What its times were put in relation to before the runs were.
    pub fn measured(&self) -> &'static str {
        if self.paired { "beside the baseline" } else { "unpaired: its times alone" }
    }
}

fn summary(changes: &BenchmarkChanges, from: &str, to: &str) -> String {
    let own: Vec<&CellChange> = changes.cells.iter().filter(|cell| cell.code != ComparedCode::Same).collect();
    let of = |wanted: fn(&Verdict) -> bool| own.iter().filter(|cell| wanted(&cell.verdict)).count();
    let slower = of(|verdict| matches!(verdict, Verdict::Slower { .. }));
    let faster = of(|verdict| matches!(verdict, Verdict::Faster { .. }));
    let same = of(|verdict| matches!(verdict, Verdict::Same { .. }));
    let mut pieces = vec![match own.len() {
        0 => format!("Every one of {} runs the same code in {from} and {to}", counted(changes.cells.len(), "cell")),
        whole => format!(
            "Of {} whose code is not known to be the same, {slower} slower in {to}, {faster} faster, {same} the same, {} \
             undecided",
            counted(whole, "cell"),
            whole - slower - faster - same
        ),
    }];
    let moved = changes.cells.iter().filter(|cell| cell.code == ComparedCode::Same).map(|cell| cell.ratio);
    let (low, high) = moved.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), it| (low.min(it), high.max(it)));
    if low <= high {
        let percent = |log: f64| format!("{:+.1} %", log.exp_m1() * 100.0);
        pieces.push(format!("code that is the same moved by {} to {}", percent(low), percent(high)));
    }
    format!("{}.", pieces.join("; "))
}

/// What a run is called in tables and pictures: by letters, in the order in which runs were given: A to Z, then AA, BB.
pub(super) fn letter(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    std::iter::repeat_n(letter, index / 26 + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_behind_the_alphabet() {
        assert_eq!([0, 25, 26, 27].map(letter), ["A", "Z", "AA", "BB"]);
    }
}
