//! Lines with bands, and the names of who they are below.

use crate::report::figure::{Figure, Series};
use crate::report::palette::{colour, dash};

use super::frame::{Frame, TOP, WIDE};
use super::ink::{At, number, points, text, width};

const PLOT: f64 = 340.0;
const LEFT: f64 = 108.0;
const ROW: f64 = 20.0;

/// What is drawn, and how high the picture becomes.
pub(super) fn lines(figure: &Figure) -> (String, f64) {
    let frame = Frame { left: LEFT, right: WIDE - 20.0, top: TOP + 8.0, bottom: TOP + 8.0 + PLOT };
    let mut drawn = frame.drawn(figure);
    drawn += &figure.series.iter().map(|series| band(figure, &frame, series)).collect::<String>();
    // Of many points the dots hide the line.
    let dots = figure.series.iter().flat_map(|series| &series.pieces).all(|piece| piece.len() <= 14);
    drawn += &figure.series.iter().map(|series| line(figure, &frame, series, dots)).collect::<String>();
    let (names, bottom) = names(figure, frame.bottom + 62.0);
    (drawn + &names, bottom)
}

fn band(figure: &Figure, frame: &Frame, series: &Series) -> String {
    let mut drawn = String::new();
    for piece in series.pieces.iter().filter(|piece| piece.iter().any(|point| point.low < point.high)) {
        let at = |x: f64, y: f64| -> At { (frame.x(&figure.x, x), frame.y(&figure.y, y)) };
        let there = piece.iter().map(|point| at(point.x, point.high));
        let back = piece.iter().rev().map(|point| at(point.x, point.low));
        let around: Vec<At> = there.chain(back).collect();
        drawn += &format!("<polygon class=\"band c{}\" points=\"{}\"/>\n", colour(series.colour), points(&around));
    }
    drawn
}

fn line(figure: &Figure, frame: &Frame, series: &Series, dots: bool) -> String {
    let mut drawn = String::new();
    let class = format!("c{}", colour(series.colour));
    for piece in &series.pieces {
        let places: Vec<At> =
            piece.iter().map(|point| (frame.x(&figure.x, point.x), frame.y(&figure.y, point.y))).collect();
        if places.len() > 1 {
            drawn += &format!("<polyline class=\"line {class}\"{} points=\"{}\"/>\n", dashed(series), points(&places));
        }
        if dots || places.len() == 1 {
            for (x, y) in places {
                drawn +=
                    &format!("<circle class=\"dot {class}\" cx=\"{}\" cy=\"{}\" r=\"3\"/>\n", number(x), number(y));
            }
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

/// In rows, from left to right.
fn names(figure: &Figure, top: f64) -> (String, f64) {
    let (mut x, mut y) = (LEFT, top);
    let mut drawn = String::new();
    for series in &figure.series {
        let needed = 34.0 + width(&series.name) + 20.0;
        if x + needed > WIDE && x > LEFT {
            (x, y) = (LEFT, y + ROW);
        }
        let places = points(&[(x, y - 4.0), (x + 26.0, y - 4.0)]);
        let class = colour(series.colour);
        drawn += &format!("<polyline class=\"line c{class}\"{} points=\"{places}\"/>\n", dashed(series));
        drawn += &text((x + 34.0, y), "", "start", &series.name);
        x += needed;
    }
    (drawn, y)
}
