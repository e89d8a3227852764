//! Lines with bands, stretches that are shaded, and below who and what they are.

use crate::report::colour::palette::{colour, dash};
use crate::report::figure::{Figure, Series};
use crate::words::wrap;

use super::frame::{Frame, TOP, WIDE};
use super::ink::{At, ROW, circle, in_rows, points, polygon, rect, text, words};

const PLOT: f64 = 340.0;
const LEFT: f64 = 108.0;

/// Pixels that a shaded stretch has at least, and that two numbers need beside each other.
const SEEN: f64 = 3.0;
const NUMBER: f64 = 14.0;
/// Letters of a line below the picture.
const LETTERS: usize = 98;

/// What is drawn, and how high the picture becomes.
pub(super) fn lines(figure: &Figure) -> (String, f64) {
    let frame = Frame { figure, left: LEFT, right: WIDE - 20.0, top: TOP + 8.0, bottom: TOP + 8.0 + PLOT };
    let mut drawn = spans(&frame) + &frame.drawn();
    drawn += &figure.series.iter().map(|series| band(&frame, series)).collect::<String>();
    // Of many points the dots hide the line.
    let dots = figure.series.iter().flat_map(|series| &series.pieces).all(|piece| piece.len() <= 14);
    drawn += &figure.series.iter().map(|series| line(&frame, series, dots)).collect::<String>();
    let (names, bottom) = names(figure, frame.bottom + 62.0);
    let (told, bottom) = told(figure, bottom);
    (drawn + &names + &told, bottom)
}

/// Behind everything else; their numbers stand on the axis, one above the other where they are close together.
fn spans(frame: &Frame<'_>) -> String {
    let mut drawn = String::new();
    let (mut last, mut above) = (f64::NEG_INFINITY, 0.0);
    for (place, span) in frame.figure.spans.iter().enumerate() {
        let (from, to) = (frame.x(span.from), frame.x(span.to));
        let (wide, middle) = ((to - from).max(SEEN), (from + to) / 2.0);
        let shape = rect((middle - wide / 2.0, frame.top), (wide, frame.bottom - frame.top), "span");
        drawn += &format!("<g><title>{}</title>\n{shape}</g>\n", words(&span.text));
        above = if middle - last < NUMBER { above + NUMBER } else { 0.0 };
        last = middle;
        drawn += &text((middle, frame.bottom - 6.0 - above), "quiet", "middle", &(place + 1).to_string());
    }
    drawn
}

/// What the shaded stretches are, by their numbers.
fn told(figure: &Figure, bottom: f64) -> (String, f64) {
    let mut drawn = String::new();
    let mut y = bottom;
    for (place, span) in figure.spans.iter().enumerate() {
        for line in wrap(&format!("{}  ", place + 1), &span.text, LETTERS).lines() {
            y += ROW;
            drawn += &text((LEFT, y), "quiet", "start", line);
        }
    }
    (drawn, y)
}

fn band(frame: &Frame<'_>, series: &Series) -> String {
    let mut drawn = String::new();
    for piece in series.pieces.iter().filter(|piece| piece.iter().any(|point| point.low < point.high)) {
        let there = piece.iter().map(|point| (frame.x(point.x), frame.y(point.high)));
        let back = piece.iter().rev().map(|point| (frame.x(point.x), frame.y(point.low)));
        let around: Vec<At> = there.chain(back).collect();
        drawn += &polygon(&around, &format!("band c{}", colour(series.colour)));
    }
    drawn
}

fn line(frame: &Frame<'_>, series: &Series, dots: bool) -> String {
    let mut drawn = String::new();
    let class = format!("c{}", colour(series.colour));
    for piece in &series.pieces {
        let places: Vec<At> = piece.iter().map(|point| (frame.x(point.x), frame.y(point.y))).collect();
        if places.len() > 1 {
            drawn += &format!("<polyline class=\"line {class}\"{} points=\"{}\"/>\n", dashed(series), points(&places));
        }
        if dots || places.len() == 1 {
            let dot = |place: At| circle(place, &format!("dot {class}"), "r=\"3\"");
            drawn += &places.into_iter().map(dot).collect::<String>();
        }
    }
    drawn
}

fn dashed(series: &Series) -> String {
    match dash(series.colour) {
        "" => String::new(),
        dash => format!(" stroke-dasharray=\"{dash}\""),
    }
}

fn names(figure: &Figure, top: f64) -> (String, f64) {
    let sign = |one: &Series, (x, y): At| {
        let (class, places) = (colour(one.colour), points(&[(x, y - 4.0), (x + 26.0, y - 4.0)]));
        format!("<polyline class=\"line c{class}\"{} points=\"{places}\"/>\n", dashed(one))
    };
    let named = figure.series.iter().map(|one| (one, one.name.as_str()));
    in_rows(named, LEFT..WIDE, top, (34.0, 20.0), "", sign)
}
