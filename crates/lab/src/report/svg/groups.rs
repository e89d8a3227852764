//! At each name a bar for each series, and below who has which colour.

use crate::model::unit::significant;
use crate::report::colour::palette::colour;
use crate::report::figure::{Figure, Series};

use super::frame::{Frame, TOP, WIDE};
use super::ink::{At, in_rows, rect, text, width};
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
    let frame = Frame { figure, left: names + 34.0, right: WIDE - 76.0, top, bottom };
    let mut drawn = frame.drawn();
    for (place, name) in &figure.y.ticks {
        let middle = top + group * (place + 0.5);
        drawn += &text((frame.left - 10.0, middle + 4.0), "", "end", &cut(name));
    }
    for (place, series) in figure.series.iter().enumerate() {
        for point in series.points() {
            let middle = frame.top + group * point.y + AIR / 2.0 + BAR * (place as f64 + 0.5);
            drawn += &frame.bar(point, middle, THICK, 3.0, &format!("bar c{}", colour(series.colour)));
            let end = frame.base().max(frame.x(point.x)).max(frame.x(point.high));
            let label = format!("{}x", significant(point.x, 3));
            drawn += &text((end + 6.0, middle + 4.0), "small", "start", &label);
        }
    }
    let (below, bottom) = who(figure, bottom + 62.0);
    (drawn + &below, bottom)
}

fn who(figure: &Figure, top: f64) -> (String, f64) {
    let sign = |one: &Series, (x, y): At| rect((x, y - 11.0), (13.0, 13.0), &format!("bar c{}", colour(one.colour)));
    let named = figure.series.iter().map(|one| (one, one.name.as_str()));
    in_rows(named, 20.0..WIDE, top, (20.0, 30.0), "", sign)
}
