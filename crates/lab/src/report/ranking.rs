//! One benchmark's findings to its tables, a table a size, from the fastest to the slowest.
//!
//! All tables of a benchmark share their columns. Where a line is too narrow for all of them, the
//! verdict goes below its row, then the name above it, and then the throughput goes.

use crate::model::unit;
use crate::model::{ComparisonFinding, ContestFinding, Row, StopReason, Verdict};

use super::caveats::{self, Doubts};
use super::grid::{Column, Entry, Grid};
use super::ink::{Ink, Tone};
use super::paragraph::{cut, wrap, wrap_pieces};
use super::quantity::{counted, list, point, ratio, throughput};
use super::words;

/// Where the verdict and the name stand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Layout {
    /// On the row.
    Beside,
    /// The verdict below the row.
    Below,
    /// The name above the row too.
    Stacked,
    /// The same without throughput: cycles say as much.
    Bare,
}

/// The verdict column's greatest width: failures are told in full elsewhere.
const VERDICT: usize = 48;

pub(super) fn ranking(contest: &ContestFinding, ink: &Ink) -> String {
    let mut grid = tables(contest, Layout::Beside, ink);
    for layout in [Layout::Below, Layout::Stacked, Layout::Bare] {
        if grid.width() > ink.width {
            grid = tables(contest, layout, ink);
        }
    }
    let mut text = grid.render(ink);
    let shared = caveats::throughout(contest);
    if !shared.is_empty() {
        text += &format!("\n{}\n", ink.paint(Tone::Quiet, "  At every size:"));
        for caveat in shared {
            text += &format!("{}\n", caveats::sentence("-", caveat, ink));
        }
    }
    text
}

fn tables(contest: &ContestFinding, layout: Layout, ink: &Ink) -> Grid {
    let columns = [
        Column::LEFT,
        Column::RIGHT.tight(),
        Column::LEFT,
        Column::LEFT,
        Column::RIGHT.tight(),
        Column::LEFT,
        Column::RIGHT,
        Column::RIGHT,
    ];
    let mut grid = Grid::new(&columns, if layout >= Layout::Stacked { 4 } else { 0 });
    let shared = caveats::throughout(contest);
    for (index, comparison) in contest.comparisons.iter().enumerate() {
        if index > 0 {
            grid.text("");
        }
        let doubts = Doubts::of(comparison, &shared);
        Table { contest, comparison, doubts: &doubts, layout, ink }.draw(&mut grid);
    }
    grid
}

/// One size.
struct Table<'a> {
    contest: &'a ContestFinding,
    comparison: &'a ComparisonFinding,
    doubts: &'a Doubts<'a>,
    layout: Layout,
    ink: &'a Ink,
}

impl Table<'_> {
    fn draw(&self, grid: &mut Grid) {
        let title = self.title();
        if self.layout >= Layout::Stacked {
            grid.text(self.ink.paint(Tone::Strong, &title));
        }
        grid.head(self.heading(title));
        for (place, row) in self.comparison.rows.iter().enumerate() {
            self.row(grid, place, row);
        }
        for line in below(self.comparison, self.ink) {
            grid.text(self.ink.paint(Tone::Quiet, &line));
        }
        for sentence in self.doubts.sentences(self.ink) {
            grid.text(sentence);
        }
    }

    fn title(&self) -> String {
        let title = point(self.comparison.size, &self.contest.unit, &self.comparison.params);
        if self.comparison.size == 0 { format!("{title}, per call") } else { title }
    }

    fn heading(&self, title: String) -> Vec<Entry> {
        let per = if self.comparison.size == 0 { "call" } else { &self.contest.unit.unit };
        let quiet = |text: &str| Entry::new(Tone::Quiet, text);
        vec![
            Entry::new(Tone::Strong, title),
            quiet("to best"),
            quiet("95 %"),
            quiet(&format!("beside {}", self.contest.baseline)),
            quiet("median"),
            quiet(""),
            quiet("throughput"),
            quiet(&format!("TSC cycles/{per}")),
        ]
    }

    fn row(&self, grid: &mut Grid, place: usize, row: &Row) {
        let name = row.implementation.to_string();
        let ruling = words::brief(&row.verdict);
        let leads = self.comparison.fastest.contains(&place) && row.to_best.is_some();
        let name_tone = if leads { Tone::Good } else { Tone::Plain };
        let verdict_tone = tone(&row.verdict);
        let (shown, beside) = match self.layout {
            Layout::Beside => (name, cut(&ruling, VERDICT, self.ink.ellipsis())),
            Layout::Below => (name, String::new()),
            Layout::Stacked | Layout::Bare => {
                grid.text(self.ink.paint(name_tone, &name));
                (String::new(), String::new())
            }
        };
        if row.times.is_some() || row.to_best.is_some() || self.layout < Layout::Stacked {
            let [ratio, interval, median, marks, rate, cycles] = self.numbers(place, row);
            let verdict = Entry::new(verdict_tone, beside);
            grid.row(vec![Entry::new(name_tone, shown), ratio, interval, verdict, median, marks, rate, cycles]);
        }
        if self.layout != Layout::Beside {
            for line in wrap("    ", &ruling, self.ink.width).lines() {
                grid.text(self.ink.paint(verdict_tone, line));
            }
        }
    }

    fn numbers(&self, place: usize, row: &Row) -> [Entry; 6] {
        let (ratio, interval) = match row.to_best {
            Some((value, _, _)) if place == 0 => (format!("{value:.2}x"), "(best)".to_owned()),
            Some((value, low, high)) => ratio(value, low, high),
            None => (String::new(), String::new()),
        };
        let median = row.times.map(|times| times.p50);
        let rate = median
            .filter(|_| self.layout != Layout::Bare || row.tsc_cycles.is_none())
            .and_then(|ns| throughput(self.comparison.size, ns, &self.contest.unit));
        let tone = if self.comparison.fastest.contains(&place) { Tone::Good } else { Tone::Plain };
        [
            Entry::new(tone, ratio),
            Entry::new(if place == 0 { tone } else { Tone::Quiet }, interval),
            Entry::plain(median.map(unit::time).unwrap_or_default()),
            Entry::new(Tone::Poor, self.doubts.marks(row, self.ink)),
            Entry::plain(rate.unwrap_or_default()),
            Entry::plain(row.tsc_cycles.map(|cycles| unit::significant(cycles, 3)).unwrap_or_default()),
        ]
    }
}

/// What holds for the whole table, in a line or two.
fn below(comparison: &ComparisonFinding, ink: &Ink) -> Vec<String> {
    let mut lines = Vec::new();
    if comparison.fastest.len() > 1 {
        let names = comparison.fastest.iter().filter_map(|index| comparison.rows.get(*index));
        let names: Vec<String> = names.map(|row| row.implementation.to_string()).collect();
        let gap = comparison.gap.map(|gap| format!("; the next one is {} behind", unit::percent(gap)));
        let tied = format!("{} cannot be told apart{}", list(&names), gap.unwrap_or_default());
        lines.extend(wrap("  ", &tied, ink.width).lines().map(str::to_owned));
    }
    let mut pieces =
        vec![format!("{}, {}", counted(comparison.launches, "launch"), counted(comparison.blocks, "block"))];
    if comparison.launches == 1 {
        pieces.push("this launch only".to_owned());
    }
    pieces.extend(comparison.noise.map(|noise| format!("noise {}", unit::percent(noise))));
    pieces.extend(ended(comparison.stopped).map(str::to_owned));
    lines.extend(wrap_pieces("  ", &pieces, ink.dot(), ink.width).lines().map(str::to_owned));
    lines
}

/// Why there is no more of it, where that is worth saying.
fn ended(stopped: Option<StopReason>) -> Option<&'static str> {
    match stopped {
        Some(StopReason::Certain) => None,
        Some(StopReason::Budget) => Some("time for this size was up"),
        Some(StopReason::Total) => Some("time for the run was up"),
        Some(StopReason::Rounds) => Some("stopped at the limit on rounds"),
        Some(StopReason::NobodyLeft) => Some("nobody was left to compare"),
        Some(StopReason::Interrupted) => Some("stopped by the user"),
        None => Some("not finished"),
    }
}

fn tone(verdict: &Verdict) -> Tone {
    match verdict {
        Verdict::Faster { .. } => Tone::Good,
        Verdict::Slower { .. } => Tone::Poor,
        Verdict::Same { .. } => Tone::Plain,
        Verdict::Baseline | Verdict::NotEnough { .. } | Verdict::Unreliable { .. } => Tone::Quiet,
        Verdict::Wrong { .. } | Verdict::Failed { .. } => Tone::Bad,
    }
}
