//! A measure against the size, both on logarithmic axes: a line for each implementation, a band for the middle half
//! of its samples, a mark where a cache ends, and the stretches within which the lead changes.

use crate::report::sheet::{Lead, MachineSheet, Measure, Panel, Section, SheetRow};
use crate::words::{alike, slug};

use super::{Axis, Figure, Form, Mark, Point, Scale, Series, Span};

/// Fewer sizes make no curve.
const LEAST: usize = 3;
/// More lines cannot be told apart: as many as the palette has colours.
const MOST: usize = 8;
/// Most sizes that are written below.
const LABELS: usize = 9;

pub(super) fn figures(section: &Section, machine: &MachineSheet, params: &str, panels: &[&Panel]) -> Vec<Figure> {
    let mut panels: Vec<&Panel> = panels.iter().copied().filter(|panel| panel.size > 0).collect();
    panels.sort_by_key(|panel| panel.size);
    if panels.iter().filter(|panel| panel.rows.iter().any(SheetRow::is_measured)).count() < LEAST {
        return Vec::new();
    }
    let of = |(at, measure)| figure(section, machine, params, &panels, at, measure);
    section.measures.iter().enumerate().filter_map(of).collect()
}

fn figure(
    section: &Section,
    machine: &MachineSheet,
    params: &str,
    panels: &[&Panel],
    at: usize,
    measure: &Measure,
) -> Option<Figure> {
    let (chosen, left_out) = chosen(section, panels);
    let series: Vec<Series> = chosen.iter().map(|place| series(section, panels, *place, at)).collect();
    let points = || series.iter().flat_map(Series::points);
    let is_of_trials = section.decides.is_some();
    let y = match is_of_trials {
        true => {
            let values = points().flat_map(|point| [point.low, point.high]);
            Axis::with_zero((&measure.title, &measure.unit, measure.prefixed), values)?
        }
        false => Axis::logarithmic((&measure.title, &measure.unit, measure.prefixed), points().map(|point| point.y))?,
    };
    let sizes = Axis::logarithmic(("", "", false), panels.iter().map(|panel| panel.size as f64))?;
    let x = Axis { title: section.size_title.clone(), ticks: labels(panels, &sizes), ..sizes };
    let caches = machine.caches.iter().map(|(name, bytes)| Mark { at: *bytes as f64, label: name.clone() });
    let within = |mark: &Mark| section.bytes && (x.low..=x.high).contains(&mark.at);
    let spans = spans(section, panels, &x);
    let shaded = if spans.is_empty() { "" } else { " Where it is shaded the lead changes." };
    let better = if measure.less_is_better { "Lower is better" } else { "Higher is better" };
    let more = match left_out {
        0 => String::new(),
        1 => " One more implementation is not drawn.".to_owned(),
        more => format!(" {more} more implementations are not drawn."),
    };
    let of_params = if params.is_empty() { String::new() } else { format!(", {params}") };
    let names = [section.slug.clone(), slug(&measure.name), slug(params)];
    Some(Figure {
        name: names.into_iter().filter(|part| !part.is_empty()).collect::<Vec<String>>().join("."),
        title: format!("{}: {}{of_params}", section.name, measure.title),
        caption: match is_of_trials {
            true => format!("{better}. Lines are medians, bands reach from the worst trial to the best.{shaded}{more}"),
            false => format!(
                "{better}. Lines are medians, bands the middle half of the samples; both axes are logarithmic.{shaded}{more}"
            ),
        },
        form: Form::Lines,
        marks: caches.filter(within).collect(),
        spans,
        x,
        y,
        series,
        machine: machine.line.clone(),
    })
}

/// Changes of lead of these panels, as far as the axis shows them.
fn spans(section: &Section, panels: &[&Panel], x: &Axis) -> Vec<Span> {
    let here =
        |lead: &&Lead| panels.first().is_some_and(|one| (one.machine, &one.params) == (lead.machine, &lead.params));
    let leads = section.leads.iter().filter(here);
    let span = |lead: &Lead| {
        let [from, to] = lead.span?.map(|size| size as f64);
        (from <= x.high && to >= x.low).then(|| Span {
            from: from.max(x.low),
            to: to.min(x.high),
            text: lead.text.clone(),
        })
    };
    leads.filter_map(span).collect()
}

/// Places of implementations in the order of the section, and how many were left out: the baseline, those that are
/// among the fastest somewhere, then the fastest on the whole.
fn chosen(section: &Section, panels: &[&Panel]) -> (Vec<usize>, usize) {
    let measured = panels.iter().flat_map(|panel| &panel.rows).filter(|row| row.is_measured());
    let standing = |(of, rows): (usize, Vec<&SheetRow>)| {
        let is_baseline = section.baselines.iter().any(|(_, baseline)| *baseline == of);
        let wins = rows.iter().filter(|row| row.fastest).count();
        let behind = rows.iter().map(|row| row.to_best.map_or(1.0, |[ratio, ..]| ratio.ln().abs()));
        (of, is_baseline, wins, behind.fold(0.0, |sum, one| sum + one))
    };
    let mut found: Vec<(usize, bool, usize, f64)> =
        alike(measured.map(|row| (row.implementation, row))).into_iter().map(standing).collect();
    found.sort_by(|one, other| (other.1, other.2).cmp(&(one.1, one.2)).then(one.3.total_cmp(&other.3)));
    let left_out = found.len().saturating_sub(MOST);
    let mut kept: Vec<usize> = found.into_iter().take(MOST).map(|(of, ..)| of).collect();
    kept.sort_unstable();
    (kept, left_out)
}

fn series(section: &Section, panels: &[&Panel], implementation: usize, at: usize) -> Series {
    let mut pieces = vec![Vec::new()];
    for panel in panels {
        let row = panel.rows.iter().find(|row| row.implementation == implementation);
        match row.and_then(|row| row.values[at]) {
            Some([y, low, high]) => {
                let last = pieces.len() - 1;
                pieces[last].push(Point { x: panel.size as f64, y, low, high });
            }
            None => pieces.push(Vec::new()),
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    Series::of(&section.implementations[implementation], pieces)
}

/// Measured sizes that have room for a label: the last one first, where curves end.
fn labels(panels: &[&Panel], axis: &Axis) -> Vec<(f64, String)> {
    debug_assert_eq!(axis.scale, Scale::Logarithmic);
    let mut placed: Vec<(f64, String)> = Vec::new();
    let mut sizes: Vec<&&Panel> = panels.iter().collect();
    // Round sizes get a label before others.
    sizes.sort_by_key(|panel| (std::cmp::Reverse(panel.size.trailing_zeros().min(10)), std::cmp::Reverse(panel.size)));
    for panel in sizes {
        let place = axis.place(panel.size as f64);
        let free = |(other, _): &(f64, String)| (axis.place(*other) - place).abs() >= 1.0 / LABELS as f64;
        if placed.iter().all(free) {
            placed.push((panel.size as f64, panel.label.clone()));
        }
    }
    placed.sort_by(|one, other| one.0.total_cmp(&other.0));
    placed
}
