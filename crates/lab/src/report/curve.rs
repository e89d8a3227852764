//! Throughput over size, drawn with characters: both axes logarithmic, a letter and a colour for
//! each implementation. Size 0 is off the curve; below three sizes there is none.

use crate::model::unit;
use crate::model::{ComparisonFinding, ContestFinding, ImplementationId, Params};

use super::axis::Axis;
use super::canvas::Canvas;
use super::ink::{Ink, Tone};
use super::paragraph::wrap;
use super::quantity::{plural, size_label, trim};

/// More lines than this cannot be told apart.
const MOST: usize = 8;
const ROWS: usize = 14;
const LABEL: usize = 10;

/// One implementation's throughput, by place in the list of sizes.
struct Series<'a> {
    implementation: &'a ImplementationId,
    rates: Vec<Option<f64>>,
}

/// One curve for each set of parameters that has at least three sizes; empty without any.
pub(super) fn curves(contest: &ContestFinding, ink: &Ink) -> String {
    let mut seen: Vec<&Params> = Vec::new();
    for comparison in &contest.comparisons {
        if !seen.contains(&&comparison.params) {
            seen.push(&comparison.params);
        }
    }
    let drawn = seen.into_iter().filter_map(|params| {
        let mut points: Vec<&ComparisonFinding> =
            contest.comparisons.iter().filter(|point| point.params == *params && point.size > 0).collect();
        points.sort_by_key(|point| point.size);
        curve(contest, params, &points, ink)
    });
    drawn.collect::<Vec<_>>().join("\n")
}

fn curve(contest: &ContestFinding, params: &Params, points: &[&ComparisonFinding], ink: &Ink) -> Option<String> {
    let (series, left_out) = interesting(contest, points);
    let measured = (0..points.len()).filter(|at| series.iter().any(|line| line.rates[*at].is_some())).count();
    if measured < 3 {
        return None;
    }
    let across = Axis::over(points.iter().map(|point| point.size as f64), 1.5)?;
    let upwards = Axis::over(series.iter().flat_map(|line| line.rates.iter().flatten().copied()), 1.5)?;
    let mut canvas = Canvas::new(ink.width.clamp(40, 100) - LABEL - 4, ROWS);
    for (index, line) in series.iter().enumerate() {
        let places: Vec<Option<(f64, f64)>> = (0..points.len())
            .map(|at| line.rates[at].map(|rate| (across.place(points[at].size as f64), upwards.place(rate))))
            .collect();
        for pair in places.windows(2) {
            if let [Some(from), Some(to)] = pair {
                canvas.line(index, *from, *to);
            }
        }
        for place in places.into_iter().flatten() {
            canvas.mark(index, letter(index), place);
        }
    }
    let mut text = title(params, ink);
    text += &framed(contest, &canvas, &upwards, ink);
    text += &sizes_below(contest, points, &across, &canvas, ink);
    text += &legend(&series, canvas.has_meetings(), left_out, ink);
    Some(text)
}

/// The baseline, those that are among the fastest somewhere, and then the fastest on the whole;
/// in the order in which the curves end, and how many were left out.
fn interesting<'a>(contest: &'a ContestFinding, points: &[&'a ComparisonFinding]) -> (Vec<Series<'a>>, usize) {
    let mut found: Vec<(Series<'a>, usize, f64)> = Vec::new();
    for (at, point) in points.iter().enumerate() {
        for (place, row) in point.rows.iter().enumerate() {
            let Some(times) = row.times.filter(|times| times.p50 > 0.0) else { continue };
            let index = found.iter().position(|(line, ..)| *line.implementation == row.implementation);
            let index = index.unwrap_or_else(|| {
                let line = Series { implementation: &row.implementation, rates: vec![None; points.len()] };
                found.push((line, 0, 0.0));
                found.len() - 1
            });
            let (line, wins, behind) = &mut found[index];
            line.rates[at] = Some(point.size as f64 * 1e9 / times.p50);
            *wins += usize::from(point.fastest.contains(&place));
            *behind += row.to_best.map_or(1.0, |(ratio, _, _)| ratio.ln()) / points.len() as f64;
        }
    }
    let is_baseline = |line: &Series<'_>| *line.implementation == contest.baseline;
    found.sort_by(|(a, a_wins, a_behind), (b, b_wins, b_behind)| {
        let firsts = (is_baseline(b), b_wins).cmp(&(is_baseline(a), a_wins));
        firsts.then(a_behind.total_cmp(b_behind))
    });
    let left_out = found.len().saturating_sub(MOST);
    let mut kept: Vec<Series<'a>> = found.into_iter().take(MOST).map(|(line, ..)| line).collect();
    let end = |line: &Series<'_>| line.rates.iter().rev().flatten().next().copied().unwrap_or(0.0);
    kept.sort_by(|a, b| end(b).total_cmp(&end(a)));
    (kept, left_out)
}

fn letter(index: usize) -> char {
    char::from(b'A' + (index % 26) as u8)
}

fn title(params: &Params, ink: &Ink) -> String {
    let params: String = params.iter().map(|(name, value)| format!(", {name} {value}")).collect();
    format!("{}\n", ink.paint(Tone::Quiet, &format!("throughput over size{params} (medians, both axes logarithmic)")))
}

/// The picture with its vertical axis.
fn framed(contest: &ContestFinding, canvas: &Canvas, upwards: &Axis, ink: &Ink) -> String {
    let mut labels: Vec<Option<String>> = vec![None; ROWS];
    let unit = if contest.unit.is_bytes() { "B".to_owned() } else { plural(2, &contest.unit.unit) };
    for tick in upwards.ticks(ROWS / 2) {
        labels[canvas.row(upwards.place(tick))] = Some(round_rate(tick, &unit));
    }
    let mut text = String::new();
    for (label, line) in labels.iter().zip(canvas.lines(ink)) {
        let (wall, label) = match (label, ink.unicode) {
            (Some(label), true) => ("┤", label.as_str()),
            (Some(label), false) => ("+", label.as_str()),
            (None, true) => ("│", ""),
            (None, false) => ("|", ""),
        };
        let row = format!("{}{line}", ink.paint(Tone::Quiet, &format!("{label:>LABEL$} {wall}")));
        text += &format!("{}\n", row.trim_end());
    }
    text
}

/// `2 GB/s`, not `2.00 GB/s`: a tick is exact, or an end that needs no third digit.
fn round_rate(rate: f64, name: &str) -> String {
    let text = unit::rate(rate * (1.0 + 1e-12), name);
    match text.split_once(' ') {
        Some((number, unit)) => format!("{} {unit}", trim(number)),
        None => text,
    }
}

/// The horizontal axis, with as many of the measured sizes as have room.
fn sizes_below(
    contest: &ContestFinding,
    points: &[&ComparisonFinding],
    across: &Axis,
    canvas: &Canvas,
    ink: &Ink,
) -> String {
    let width = ink.width.clamp(40, 100) - LABEL - 4;
    let (corner, flat, tick) = if ink.unicode { ('└', '─', '┬') } else { ('+', '-', '+') };
    let mut axis = vec![flat; width];
    let mut labels = vec![' '; width + LABEL];
    // The last size is placed first: where the curve ends is what is looked for.
    let order = points.len().checked_sub(1).into_iter().chain(0..points.len().saturating_sub(1));
    for at in order {
        let column = canvas.column(across.place(points[at].size as f64));
        let label: Vec<char> = size_label(points[at].size, &contest.unit).chars().collect();
        let start = column.saturating_sub(label.len() / 2).min((width + 2).saturating_sub(label.len()));
        let around = start.saturating_sub(2)..(start + label.len() + 2).min(labels.len());
        axis[column] = tick;
        if labels[around].iter().all(|letter| *letter == ' ') {
            labels[start..start + label.len()].copy_from_slice(&label);
        }
    }
    let indent = " ".repeat(LABEL + 1);
    let axis = format!("{indent}{corner}{}", axis.into_iter().collect::<String>());
    let labels = format!("{indent} {}", labels.into_iter().collect::<String>());
    format!("{}\n{}\n", ink.paint(Tone::Quiet, &axis), ink.paint(Tone::Quiet, labels.trim_end()))
}

fn legend(series: &[Series<'_>], meetings: bool, left_out: usize, ink: &Ink) -> String {
    let indent = " ".repeat(LABEL + 2);
    let mut text = String::new();
    let mut used = 0;
    let entries = series.iter().enumerate().map(|(index, line)| (index, line.implementation.to_string()));
    for (index, name) in entries {
        let length = name.chars().count() + 2;
        if used == 0 || used + 3 + length > ink.width {
            text += &format!("{}{indent}", if used == 0 { "" } else { "\n" });
            used = indent.len();
        } else {
            text += "   ";
            used += 3;
        }
        text += &format!("{} {name}", ink.paint(Tone::Series(index), &letter(index).to_string()));
        used += length;
    }
    text.push('\n');
    let mut more = Vec::new();
    if meetings {
        more.push("* several at one place".to_owned());
    }
    if left_out > 0 {
        more.push(format!("{left_out} more in the tables"));
    }
    if more.is_empty() {
        return text;
    }
    text + &format!("{}\n", ink.paint(Tone::Quiet, &wrap(&indent, &more.join(ink.dot()), ink.width)))
}
