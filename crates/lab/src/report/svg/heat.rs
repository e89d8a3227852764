//! A heat map: a field for each implementation and machine, with its number in it, and what the shades mean below.

use crate::report::figure::Figure;
use crate::report::sheet::{Shade, Tile, legend};

use super::frame::{TOP, WIDE};
use super::ink::{line, number, rect, text, width};
use super::rows::{cut, cut_to};

const ROW: f64 = 38.0;
/// The narrowest field that a number fits into, and the widest that still looks like one of a map.
const NARROW: f64 = 62.0;
const BROAD: f64 = 150.0;
const GAP: f64 = 2.0;

/// What is drawn, how high the picture becomes, and how wide.
pub(super) fn heat(figure: &Figure) -> (String, f64, f64) {
    let names = figure.series.iter().map(|one| width(&cut(&one.name))).fold(60.0, f64::max);
    let left = names + 34.0;
    let with_mean = figure.series.iter().any(|one| !one.label.is_empty());
    let last = if with_mean { 70.0 } else { 0.0 };
    let columns = figure.x.ticks.len().max(1) as f64;
    let step = ((WIDE - left - last - 20.0) / columns).clamp(NARROW, BROAD);
    let wide = (left + step * columns + last + 20.0).max(WIDE);
    let top = TOP + 14.0;
    let mut drawn = hatch();
    for (place, head) in &figure.x.ticks {
        let most = ((step - GAP) / 7.4) as usize;
        drawn += &text((left + step * (place + 0.5) - GAP / 2.0, top - 8.0), "strong", "middle", &cut_to(head, most));
    }
    if with_mean {
        drawn += &text((left + step * columns + last - 6.0, top - 8.0), "quiet", "end", "mean");
    }
    for (place, series) in figure.series.iter().enumerate() {
        let y = top + ROW * place as f64;
        drawn += &text((left - 12.0, y + ROW / 2.0 + 4.0), "", "end", &cut(&series.name));
        for (column, tile) in series.tiles.iter().enumerate() {
            drawn += &field(tile, (left + step * column as f64, y), step);
        }
        let mean = (left + step * columns + last - 6.0, y + ROW / 2.0 + 4.0);
        drawn += &text(mean, "", "end", &series.label);
    }
    let bottom = top + ROW * figure.series.len() as f64;
    let (below, bottom) = shades(bottom + 20.0, wide);
    (drawn + &below, bottom, wide)
}

fn field(tile: &Tile, (x, y): (f64, f64), step: f64) -> String {
    let size = (step - GAP, ROW - GAP);
    let (mut drawn, class) = match tile.shade {
        Shade::Step(step) => (rect((x, y), size, &format!("h{step}")), format!("t{step}")),
        Shade::Unsure => (outlined((x, y), size), String::new()),
        Shade::Unknown => (hatched((x, y), size), "quiet".to_owned()),
    };
    let middle = x + (step - GAP) / 2.0;
    // Where there is no room for both, the number stays.
    let second = Some(&tile.within).filter(|within| tile.ratio.is_some() && width(within) * 0.85 < step - GAP - 4.0);
    let first = y + if second.is_some() { 16.0 } else { ROW / 2.0 + 4.0 };
    drawn += &text((middle, first), &class, "middle", &tile.text);
    if let Some(within) = second {
        drawn += &text((middle, y + 30.0), format!("{class} small").trim(), "middle", within);
    }
    drawn
}

fn outlined((x, y): (f64, f64), (wide, high): (f64, f64)) -> String {
    rect((x + 1.0, y + 1.0), (wide - 2.0, high - 2.0), "unsure")
}

fn hatched((x, y): (f64, f64), (wide, high): (f64, f64)) -> String {
    let [x, y, wide, high] = [x, y, wide, high].map(number);
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"url(#hatch)\"/>\n")
}

fn hatch() -> String {
    let stroke = line((0.0, 0.0), (0.0, 7.0), "hatch");
    format!(
        "<defs><pattern id=\"hatch\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" \
         patternTransform=\"rotate(45)\">{}</pattern></defs>\n",
        stroke.trim_end()
    )
}

/// In rows, from left to right.
fn shades(top: f64, wide: f64) -> (String, f64) {
    const SWATCH: (f64, f64) = (22.0, 13.0);
    let (mut x, mut y) = (20.0, top);
    let mut drawn = String::new();
    for (shade, words) in legend() {
        let needed = SWATCH.0 + 6.0 + width(&words) + 14.0;
        if x + needed > wide && x > 20.0 {
            (x, y) = (20.0, y + 20.0);
        }
        let at = (x, y - 11.0);
        drawn += &match shade {
            Shade::Step(step) => rect(at, SWATCH, &format!("h{step}")),
            Shade::Unsure => outlined(at, SWATCH),
            Shade::Unknown => hatched(at, SWATCH),
        };
        drawn += &text((x + SWATCH.0 + 6.0, y), "quiet", "start", &words);
        x += needed;
    }
    (drawn, y)
}
