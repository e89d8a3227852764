//! How times went while they were measured, and how fast the machine's core was over the whole run.

use crate::report::sheet::{MachineSheet, Panel, Section, SheetRow};
use crate::words::slug;

use super::{Axis, Figure, Form, Point, Series};

/// Fewer moments show no course.
const LEAST: usize = 3;
/// A number has to change by this to be seen: else noise would fill the picture.
const HEADROOM: f64 = 1.1;

pub(super) fn course(section: &Section, machine: &MachineSheet, panel: &Panel) -> Option<Figure> {
    let drawn = |row: &SheetRow| {
        let first = row.times?[2];
        let implementation = &section.implementations[row.implementation];
        let points = row.course.iter().map(|[at, ns]| Point::bare(*at, ns / first)).collect::<Vec<_>>();
        (points.len() >= LEAST).then(|| Series::of(implementation, vec![points]))
    };
    // The fastest eight: more lines cannot be told apart.
    let series: Vec<Series> = panel.rows.iter().filter_map(drawn).take(8).collect();
    let points = || series.iter().flat_map(Series::points);
    let x = Axis::from_zero(("seconds since the first block", "s", false), points().map(|point| point.x))?;
    let ends = [HEADROOM, 1.0 / HEADROOM];
    let y = Axis::logarithmic(("time beside its own median", "x", false), points().map(|point| point.y).chain(ends))?;
    Some(Figure {
        name: format!("{}.course.{}", section.slug, slug(&panel.title)),
        title: format!("{} at {}: time over the run", section.name, panel.title),
        caption: "Each line is one implementation's time over the minutes, beside its own median: a machine that \
                  slows down lifts all lines, a program that does lifts its own."
            .to_owned(),
        form: Form::Lines,
        x,
        y,
        series,
        machine: machine.line.clone(),
        ..Figure::default()
    })
}

pub(super) fn machine_speed(machine: &MachineSheet, name: &str) -> Option<Figure> {
    if machine.speed.len() < LEAST {
        return None;
    }
    let points: Vec<Point> = machine.speed.iter().map(|[at, hz]| Point::bare(*at, *hz)).collect();
    Some(Figure {
        name: name.to_owned(),
        title: "Speed of the measuring core over the run".to_owned(),
        caption: "Additions a second, each of which waits for the one before; a core that is held back has fewer."
            .to_owned(),
        form: Form::Lines,
        x: Axis::from_zero(("seconds since the run began", "s", false), points.iter().map(|point| point.x))?,
        y: Axis::from_zero(("additions a second", "Hz", true), points.iter().map(|point| point.y))?,
        series: vec![Series { name: machine.name.clone(), pieces: vec![points], ..Series::default() }],
        machine: machine.line.clone(),
        ..Figure::default()
    })
}
