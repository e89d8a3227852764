//! Rows of cells to aligned lines, with lines of free text between them.
//!
//! Every row is one line: what does not fit is the caller's to lay out anew. A column that is
//! empty in every row is left out with its heading.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use crate::report::text::{Ink, Tone};
use crate::words::clean;

/// One cell's text and what it means to the eye.
#[derive(Clone, Debug)]
pub(crate) struct GridEntry {
    text: String,
    tone: Tone,
}

impl GridEntry {
    pub(crate) fn new(tone: Tone, text: impl Into<String>) -> GridEntry {
        GridEntry { text: clean(&text.into()), tone }
    }

    pub(crate) fn plain(text: impl Into<String>) -> GridEntry {
        GridEntry::new(Tone::Plain, text)
    }
}

enum GridLine {
    Head(Vec<GridEntry>),
    Row(Vec<GridEntry>),
    Text(String),
}

/// How a column stands: on which side, and how far from the next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    side: CellAlignment,
    gap: u16,
}

impl Column {
    pub(crate) const LEFT: Column = Column { side: CellAlignment::Left, gap: 2 };
    pub(crate) const RIGHT: Column = Column { side: CellAlignment::Right, gap: 2 };

    /// The next column belongs to this one.
    pub(crate) const fn tight(self) -> Column {
        Column { gap: 1, ..self }
    }
}

pub(crate) struct Grid {
    columns: Vec<Column>,
    lines: Vec<GridLine>,
    indent: usize,
}

impl Grid {
    pub(crate) fn new(columns: &[Column], indent: usize) -> Grid {
        Grid { columns: columns.to_vec(), lines: Vec::new(), indent }
    }

    /// The head of a table: its title, and quieter what its columns are called.
    pub(crate) fn titled(&mut self, title: impl Into<String>, heads: impl IntoIterator<Item = impl Into<String>>) {
        let heads = heads.into_iter().map(|head| GridEntry::new(Tone::Quiet, head));
        self.head([GridEntry::new(Tone::Strong, title)].into_iter().chain(heads).collect());
    }

    pub(crate) fn head(&mut self, entries: Vec<GridEntry>) {
        self.lines.push(GridLine::Head(entries));
    }

    pub(crate) fn row(&mut self, entries: Vec<GridEntry>) {
        self.lines.push(GridLine::Row(entries));
    }

    /// Goes out as it is, however long.
    pub(crate) fn text(&mut self, text: impl Into<String>) {
        self.lines.push(GridLine::Text(text.into()));
    }

    /// Sets the table that follows apart from one above it.
    pub(crate) fn apart(&mut self) {
        if !self.lines.is_empty() {
            self.text("");
        }
    }

    /// What is to stand first in a line: where rows are indented, it goes on a line of its own above them.
    pub(crate) fn above(&mut self, text: String) -> String {
        if self.indent == 0 {
            return text;
        }
        self.text(text);
        String::new()
    }

    /// Columns that some row has something in.
    fn kept(&self) -> Vec<usize> {
        let filled = |column: &usize| {
            self.lines.iter().any(|line| matches!(line, GridLine::Row(entries) if !entries[*column].text.is_empty()))
        };
        (0..self.columns.len()).filter(filled).collect()
    }

    /// The first of these layouts whose lines are no wider than the page; where none is, the last.
    pub(crate) fn fitted<T, const N: usize>(layouts: [T; N], ink: &Ink, drawn: impl Fn(T) -> Grid) -> String {
        let grids = layouts.into_iter().map(drawn).enumerate();
        let mut fitting = grids.filter(|(place, grid)| grid.width() <= ink.width || place + 1 == N);
        fitting.next().map_or(String::new(), |(_, grid)| grid.render(ink))
    }

    /// Characters that the widest line takes.
    fn width(&self) -> usize {
        let kept = self.kept();
        let widest = |column: &usize| {
            let length = |line: &GridLine| match line {
                GridLine::Head(entries) | GridLine::Row(entries) => entries[*column].text.chars().count(),
                GridLine::Text(_) => 0,
            };
            self.lines.iter().map(length).max().unwrap_or(0)
        };
        let gaps: usize = (0..kept.len()).map(|index| usize::from(self.gap(&kept, index))).sum();
        self.indent + kept.iter().map(widest).sum::<usize>() + gaps
    }

    /// Space behind a kept column: that of the column before the next kept one, because what was
    /// to stand close to it may have gone. None behind the last.
    fn gap(&self, kept: &[usize], index: usize) -> u16 {
        kept.get(index + 1).map_or(0, |next| self.columns[next - 1].gap)
    }

    pub(crate) fn render(&self, ink: &Ink) -> String {
        let mut rows = self.table(ink).lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().into_iter();
        let indent = " ".repeat(self.indent);
        let rule = ink.rule(self.width() - self.indent);
        let mut text = String::new();
        for line in &self.lines {
            match line {
                GridLine::Text(free) => text += free,
                GridLine::Row(_) => text += &format!("{indent}{}", rows.next().unwrap_or_default()),
                GridLine::Head(_) => text += &format!("{indent}{}\n{indent}{rule}", rows.next().unwrap_or_default()),
            }
            text.push('\n');
        }
        text
    }

    /// Heads and rows alone, so that their columns line up over the texts between them.
    fn table(&self, ink: &Ink) -> Table {
        let kept = self.kept();
        let mut table = Table::new();
        table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        if ink.colour {
            table.enforce_styling();
        } else {
            table.force_no_tty();
        }
        for line in &self.lines {
            if let GridLine::Head(entries) | GridLine::Row(entries) = line {
                let cells = kept.iter().map(|column| ink.cell(entries[*column].tone, &entries[*column].text));
                table.add_row(cells.collect::<Vec<_>>());
            }
        }
        for (index, column) in kept.iter().enumerate() {
            let Some(drawn) = table.column_mut(index) else { continue };
            drawn.set_padding((0, self.gap(&kept, index)));
            drawn.set_cell_alignment(self.columns[*column].side);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_over_free_text_and_empty_ones_go() {
        let mut grid = Grid::new(&[Column::LEFT, Column::RIGHT, Column::LEFT, Column::RIGHT.tight(), Column::LEFT], 1);
        let row = |texts: [&str; 5]| texts.map(GridEntry::plain).to_vec();
        grid.head(row(["64 B", "ratio", "empty", "time", ""]));
        grid.row(row(["a", "1.00x", "", "9 ns", "*"]));
        grid.text("between");
        grid.row(row(["longer", "12.00x", "", "10 ns", ""]));
        assert_eq!(grid.width(), 24);
        insta::assert_snapshot!(grid.render(&Ink::PLAIN), @r"
         64 B     ratio   time
         -----------------------
         a        1.00x   9 ns *
        between
         longer  12.00x  10 ns
        ");
    }
}
