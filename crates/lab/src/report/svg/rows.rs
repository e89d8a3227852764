//! A row for each series: bars with whiskers, strips of percentiles, hills, or dots.

use crate::report::colour::palette::colour;
use crate::report::figure::{Figure, Form, Series};

use super::frame::{Frame, TOP, WIDE};
use super::ink::{At, circle, line, polygon, rect, text, upright, width};

const ROW: f64 = 28.0;
const THICK: f64 = 14.0;
/// The median is so much longer than this on either side.
const MEDIAN: f64 = THICK / 2.0 + 3.0;
/// Dots that are nearer to each other than this are one pile.
const DOT: f64 = 5.0;
/// Names that are longer than this many pixels are cut.
const NAMES: f64 = 260.0;

pub(super) fn rows(figure: &Figure) -> (String, f64) {
    let widest = |of: fn(&Series) -> &str| figure.series.iter().map(|one| width(of(one))).fold(0.0, f64::max);
    let left = widest(|one| &one.name).clamp(60.0, NAMES) + 24.0;
    let right = WIDE - widest(|one| &one.label).max(30.0) - 28.0;
    let top = TOP - 12.0;
    let bottom = top + ROW * figure.series.len() as f64;
    let frame = Frame { figure, left, right, top, bottom };
    let mut drawn = frame.drawn();
    for (place, series) in figure.series.iter().enumerate() {
        let middle = frame.top + ROW * (place as f64 + 0.5);
        drawn += &text((left - 10.0, middle + 4.0), "", "end", &cut(&series.name));
        drawn += &text((right + 10.0, middle + 4.0), "", "start", &series.label);
        drawn += &match figure.form {
            Form::Bars => bar(&frame, series, middle),
            Form::Strips => strip(&frame, series, middle),
            Form::Hills => hill(&frame, series, middle),
            Form::Dots => dots(&frame, series, middle),
            Form::Lines | Form::Heat | Form::Groups => String::new(),
        };
    }
    (drawn, bottom + 44.0)
}

/// As much of a name as a picture has room for.
pub(super) fn cut(name: &str) -> String {
    cut_to(name, (NAMES / 6.9) as usize)
}

/// At most so many letters of it.
pub(super) fn cut_to(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

fn bar(frame: &Frame<'_>, series: &Series, middle: f64) -> String {
    let class = if series.unsure { "unsure".to_owned() } else { format!("bar c{}", colour(series.colour)) };
    series.points().next().map_or(String::new(), |point| frame.bar(point, middle, THICK, 4.0, &class))
}

fn strip(frame: &Frame<'_>, series: &Series, middle: f64) -> String {
    let places: Vec<f64> = series.points().map(|point| frame.x(point.x)).collect();
    let [p0, p25, p50, p75, p90, p99, p100] = places[..] else { return String::new() };
    let class = format!("c{}", colour(series.colour));
    let mut drawn = line((p0, middle), (p90, middle), &format!("thin {class}"));
    drawn += &rect((p25, middle - THICK / 2.0), ((p75 - p25).max(1.0), THICK), &format!("bar {class}"));
    drawn += &upright(p50, middle, MEDIAN);
    drawn + &[p0, p99, p100].map(|x| circle((x, middle), &format!("dot {class}"), "r=\"2.5\"")).concat()
}

/// Dots that would lie on each other go above and below the row in turn.
fn dots(frame: &Frame<'_>, series: &Series, middle: f64) -> String {
    let mut places: Vec<f64> = series.points().map(|point| frame.x(point.x)).collect();
    let Some(median) = places.pop() else { return String::new() };
    places.sort_by(f64::total_cmp);
    let class = format!("dot c{}", colour(series.colour));
    let (mut drawn, mut first, mut stacked) = (String::new(), f64::NEG_INFINITY, 0);
    for x in places {
        (first, stacked) = if x - first < DOT { (first, stacked + 1) } else { (x, 0) };
        let aside = f64::from((stacked + 1) / 2 % 4) * 2.8 * if stacked % 2 == 0 { 1.0 } else { -1.0 };
        drawn += &circle((x, middle + aside), &class, "r=\"3\" fill-opacity=\"0.75\"");
    }
    drawn + &upright(median, middle, MEDIAN)
}

fn hill(frame: &Frame<'_>, series: &Series, middle: f64) -> String {
    let foot = middle + ROW / 2.0 - 2.0;
    let (Some(first), Some(last)) = (series.points().next(), series.points().next_back()) else { return String::new() };
    let at = |x: f64, height: f64| (frame.x(x), foot - height * (ROW - 4.0));
    let outline = series.points().map(|point| at(point.x, point.y));
    let places: Vec<At> = [at(first.x, 0.0)].into_iter().chain(outline).chain([at(last.x, 0.0)]).collect();
    polygon(&places, &format!("hill c{}", colour(series.colour)))
}
