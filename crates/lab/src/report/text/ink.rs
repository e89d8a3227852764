//! What the terminal can show: colours or none, how wide, Unicode or ASCII.
//!
//! Knows nothing of what is written; whoever asks for ink has looked at the terminal already.

use comfy_table::{Attribute, Cell, Color};
use serde::Serialize;

use crate::report::colour::palette;
use crate::report::colour::shades::ON_TERMINAL;
use crate::words::wrap;

/// The pen that every part of a report writes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    pub colour: bool,
    pub width: usize,
    pub unicode: bool,
}

/// What a piece of text means to the reader's eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    Plain,
    /// What the eye should find first.
    Strong,
    /// What may be read later.
    Quiet,
    Good,
    Poor,
    Bad,
    /// An implementation's own colour in a curve: its place in the palette.
    Series(usize),
    /// A step of a heat map, from 0, much faster, to 8, much slower.
    Step(usize),
}

impl Tone {
    /// As pages call it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Tone::Good => "good",
            Tone::Poor => "poor",
            Tone::Bad => "bad",
            Tone::Quiet => "quiet",
            Tone::Plain | Tone::Strong | Tone::Series(_) | Tone::Step(_) => "plain",
        }
    }
}

impl Ink {
    /// What suits a file or a pipe.
    pub const PLAIN: Ink = Ink { colour: false, width: 100, unicode: false };

    /// Each line as long as it comes, for whoever breaks lines by itself.
    pub(crate) const WHOLE: Ink = Ink { colour: false, width: usize::MAX, unicode: true };

    pub fn paint(&self, tone: Tone, text: &str) -> String {
        if !self.colour || text.is_empty() {
            return text.to_owned();
        }
        let code = match tone {
            Tone::Plain => return text.to_owned(),
            Tone::Strong => "1".to_owned(),
            Tone::Quiet => "2".to_owned(),
            Tone::Good => "32".to_owned(),
            Tone::Poor => "33".to_owned(),
            Tone::Bad => "31".to_owned(),
            Tone::Series(place) => format!("38;5;{}", palette::ON_TERMINAL[palette::colour(place)]),
            Tone::Step(step) => {
                let (ground, letters) = ON_TERMINAL[step % ON_TERMINAL.len()];
                format!("48;5;{ground};38;5;{letters}")
            }
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }

    /// Each line of a text painted by itself, with a line end.
    pub(crate) fn lines(&self, tone: Tone, text: &str) -> String {
        text.lines().map(|line| self.paint(tone, line) + "\n").collect()
    }

    /// Lines below their heading, broken where the page ends; nothing of nothing.
    pub(crate) fn below(&self, heading: &str, lines: &[String]) -> String {
        if lines.is_empty() {
            return String::new();
        }
        let lines = lines.iter().map(|line| wrap("  ", line, self.width) + "\n");
        format!("{}\n{}", self.paint(Tone::Strong, heading), lines.collect::<String>())
    }

    /// A table's cell in the same colours.
    pub(crate) fn cell(&self, tone: Tone, text: &str) -> Cell {
        let cell = Cell::new(text);
        if !self.colour {
            return cell;
        }
        match tone {
            Tone::Plain | Tone::Series(_) => cell,
            Tone::Strong => cell.add_attribute(Attribute::Bold),
            Tone::Quiet => cell.add_attribute(Attribute::Dim),
            Tone::Good => cell.fg(Color::DarkGreen),
            Tone::Poor => cell.fg(Color::DarkYellow),
            Tone::Bad => cell.fg(Color::DarkRed),
            Tone::Step(step) => {
                let (ground, letters) = ON_TERMINAL[step % ON_TERMINAL.len()];
                cell.bg(Color::AnsiValue(ground)).fg(Color::AnsiValue(letters))
            }
        }
    }

    /// Stands between the pieces of one line.
    pub fn dot(&self) -> &'static str {
        if self.unicode { " · " } else { "; " }
    }

    pub(crate) fn rule(&self, width: usize) -> String {
        let line = if self.unicode { "─" } else { "-" };
        self.paint(Tone::Quiet, &line.repeat(width))
    }

    pub(crate) fn ellipsis(&self) -> &'static str {
        if self.unicode { "…" } else { "..." }
    }

    /// A small number beside another: a caveat's mark.
    pub(crate) fn mark(&self, number: usize) -> String {
        const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        if !self.unicode {
            return format!("[{number}]");
        }
        number.to_string().bytes().map(|digit| RAISED[usize::from(digit - b'0')]).collect()
    }
}
