//! At each name a bar for each series, and below who has which colour.

use crate::report::colour::palette::colour;
use crate::report::figure::{Figure, Scale, Series};

use super::frame::{Frame, TOP, WIDE};
use super::ink::{line, rect, text, width};
use super::rows::cut;

const THICK: f64 = 11.0;
const BAR: f64 = 14.0;
/// Between one name's bars and the next one's.
const AIR: f64 = 14.0;

pub(super) fn groups(figure: &Figure) -> (String, f64) {
    let group = BAR * figure.series.len() as f64 + AIR;
    let names = figure.y.ticks.iter().map(|(_, name)| width(&cut(name))).fold(60.0, f64::max);
    let top = TOP - 12.0;
    let bottom = top + group * figure.y.ticks.len() as f64;
    let frame = Frame { left: names + 34.0, right: WIDE - 76.0, top, bottom };
    // Names stand beside groups, and not at rules.
    let bare = Figure { y: crate::report::figure::Axis { ticks: Vec::new(), ..figure.y.clone() }, ..figure.clone() };
    let mut drawn = frame.drawn(&bare);
    for (place, name) in &figure.y.ticks {
        let middle = top + group * (place + 0.5);
        drawn += &text((frame.left - 10.0, middle + 4.0), "", "end", &cut(name));
    }
    for (place, series) in figure.series.iter().enumerate() {
        drawn += &bars(figure, &frame, series, (place, group));
    }
    let (below, bottom) = who(figure, bottom + 62.0);
    (drawn + &below, bottom)
}

fn bars(figure: &Figure, frame: &Frame, series: &Series, (place, group): (usize, f64)) -> String {
    let at = |value: f64| frame.x(&figure.x, value);
    let from = match (figure.x.scale, figure.marks.first()) {
        (Scale::Logarithmic, Some(mark)) => at(mark.at),
        _ => frame.left,
    };
    let mut drawn = String::new();
    for point in series.pieces.iter().flatten() {
        let middle = frame.top + group * point.y + AIR / 2.0 + BAR * (place as f64 + 0.5);
        let (one, other) = (from.min(at(point.x)), from.max(at(point.x)));
        let class = format!("bar c{}", colour(series.colour));
        drawn += &rect((one, middle - THICK / 2.0), ((other - one).max(1.0), THICK), &class);
        if point.low < point.high {
            let ends = [at(point.low), at(point.high)];
            drawn += &line((ends[0], middle), (ends[1], middle), "whisker");
            drawn += &ends.map(|x| line((x, middle - 3.0), (x, middle + 3.0), "whisker")).concat();
        }
        let label = format!("{}x", crate::model::unit::significant(point.x, 3));
        let end = other.max(at(point.high));
        drawn += &text((end + 6.0, middle + 4.0), "small", "start", &label);
    }
    drawn
}

/// In rows, from left to right.
fn who(figure: &Figure, top: f64) -> (String, f64) {
    let (mut x, mut y) = (20.0, top);
    let mut drawn = String::new();
    for series in &figure.series {
        let needed = 20.0 + width(&series.name) + 30.0;
        if x + needed > WIDE && x > 20.0 {
            (x, y) = (20.0, y + 20.0);
        }
        drawn += &rect((x, y - 11.0), (13.0, 13.0), &format!("bar c{}", colour(series.colour)));
        drawn += &text((x + 20.0, y), "", "start", &series.name);
        x += needed;
    }
    (drawn, y)
}
