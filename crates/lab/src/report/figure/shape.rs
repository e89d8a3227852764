//! What a picture consists of.

use crate::report::sheet::{Implementation, Tile};

use super::axis::Axis;

/// One picture.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    /// Its name as a file, without an ending: `hashes-blake2b.throughput`.
    pub name: String,
    pub title: String,
    /// What is drawn and how, in whole sentences; part of the text that stands in for the picture.
    pub caption: String,
    pub form: Form,
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<Series>,
    pub marks: Vec<Mark>,
    /// Numbered from 1 on.
    pub spans: Vec<Span>,
    /// What it was measured on.
    pub machine: String,
}

/// How a figure's points are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A line through the points, and a band from `low` to `high`.
    #[default]
    Lines,
    /// A bar for each series, from the mark at the baseline, with a whisker from `low` to `high`.
    Bars,
    /// For each series p0 to p100 as a thin line, p25 to p75 as a thick one, and a tick at the median.
    Strips,
    /// A hill for each series.
    Hills,
    /// A row of tiles for each series, a column for each label of x.
    Heat,
    /// At each label of y a bar for each series, from the mark at the baseline, with a whisker from `low` to `high`.
    Groups,
    /// For each series a dot at every point but the last, which is a tick.
    Dots,
}

/// One implementation's part in a picture.
#[derive(Clone, Debug, Default)]
pub struct Series {
    pub name: String,
    /// Place in the palette.
    pub colour: usize,
    /// Unbroken pieces: a line ends where a size failed.
    pub pieces: Vec<Vec<Point>>,
    /// What is written beside a bar or strip.
    pub label: String,
    /// Whether nothing certain is said of it: such a bar is an outline.
    pub unsure: bool,
    /// Of a heat map: one for each column.
    pub tiles: Vec<Tile>,
}

/// A value with its spread.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
    pub low: f64,
    pub high: f64,
}

impl Series {
    pub(super) fn of(implementation: &Implementation, pieces: Vec<Vec<Point>>) -> Series {
        Series { name: implementation.name.clone(), colour: implementation.colour, pieces, ..Series::default() }
    }

    pub(in crate::report) fn points(&self) -> impl DoubleEndedIterator<Item = &Point> {
        self.pieces.iter().flatten()
    }
}

impl Point {
    /// A ratio and its interval, which is left out where it has no ends.
    pub(super) fn of_ratio([value, low, high]: [f64; 3], y: f64) -> Point {
        let (low, high) = if low > 0.0 && high.is_finite() { (low, high) } else { (value, value) };
        Point { x: value, y, low, high }
    }

    pub(super) fn bare(x: f64, y: f64) -> Point {
        Point { x, y, low: y, high: y }
    }
}

/// A line across the picture at a value of x.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    pub at: f64,
    pub label: String,
}

/// A stretch of x that is shaded, and what it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    pub from: f64,
    pub to: f64,
    pub text: String,
}
