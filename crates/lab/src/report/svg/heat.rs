//! A heat map: a field for each implementation and machine, with its number in it, and what the shades mean below.

use crate::report::figure::Figure;
use crate::report::sheet::{Shade, Tile, legend};

use super::frame::{TOP, WIDE};
use super::ink::{At, in_rows, line, number, rect, text, width};
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

fn field(tile: &Tile, (x, y): At, step: f64) -> String {
    let size = (step - GAP, ROW - GAP);
    let class = match tile.shade {
        Shade::Step(step) => format!("t{step}"),
        Shade::Unsure => String::new(),
        Shade::Unknown => "quiet".to_owned(),
    };
    let mut drawn = shaded(tile.shade, (x, y), size);
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

/// A rectangle in its shade: an outline where nothing is certain, hatched where nothing is known.
fn shaded(shade: Shade, (x, y): At, (wide, high): (f64, f64)) -> String {
    match shade {
        Shade::Step(step) => rect((x, y), (wide, high), &format!("h{step}")),
        Shade::Unsure => rect((x + 1.0, y + 1.0), (wide - 2.0, high - 2.0), "unsure"),
        Shade::Unknown => {
            let [x, y, wide, high] = [x, y, wide, high].map(number);
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" fill=\"url(#hatch)\"/>\n")
        }
    }
}

fn hatch() -> String {
    let stroke = line((0.0, 0.0), (0.0, 7.0), "hatch");
    format!(
        "<defs><pattern id=\"hatch\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" \
         patternTransform=\"rotate(45)\">{}</pattern></defs>\n",
        stroke.trim_end()
    )
}

fn shades(top: f64, wide: f64) -> (String, f64) {
    let sign = |shade: Shade, (x, y): At| shaded(shade, (x, y - 11.0), (22.0, 13.0));
    let legend = legend();
    let named = legend.iter().map(|(shade, words)| (*shade, words.as_str()));
    in_rows(named, 20.0..wide, top, (28.0, 14.0), "quiet", sign)
}
