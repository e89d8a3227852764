//! All implementations beside each other at one size: how many times as fast as the baseline, how their times lie,
//! and what they take of the machine.

use crate::model::unit::significant;
use crate::report::sheet::{MachineSheet, Measure, MetricHead, Panel, Section, SheetRow};
use crate::words::{slug, span};

use super::amount::{amount, measured};
use super::{Axis, Figure, Form, Mark, Point, Series};

/// Bars further apart than this are drawn on a logarithmic axis.
const FAR: f64 = 20.0;

pub(super) fn figures(section: &Section, machine: &MachineSheet, panel: &Panel) -> Vec<Figure> {
    let of = Place { section, machine, panel };
    if let Some(decides) = section.decides {
        let beside = section.measures.get(decides).and_then(|measure| of.beside(measure));
        let dots = section.measures.iter().enumerate().filter_map(|(at, measure)| of.dots(at, measure));
        return dots.chain(beside).collect();
    }
    let speed_up = of.multiples("speed-up", "times as fast as the baseline", "Further right is faster");
    let mut all: Vec<Figure> = [speed_up, of.strips(), of.hills()].into_iter().flatten().collect();
    all.extend(section.metrics.iter().enumerate().filter_map(|(at, metric)| of.resource(at, metric)));
    all
}

struct Place<'a> {
    section: &'a Section,
    machine: &'a MachineSheet,
    panel: &'a Panel,
}

impl Place<'_> {
    /// A series for each row that has these points.
    fn series(&self, of: impl Fn(&SheetRow) -> Option<(Vec<Point>, String)>) -> Vec<Series> {
        let drawn = |row: &SheetRow| {
            let (points, label) = of(row)?;
            let implementation = &self.section.implementations[row.implementation];
            Some(Series { label, ..Series::of(implementation, vec![points]) })
        };
        self.panel.rows.iter().filter_map(drawn).collect()
    }

    fn figure(&self, kind: &str, title: &str, caption: String, form: Form, x: Axis, series: Vec<Series>) -> Figure {
        Figure {
            name: format!("{}.{kind}.{}", self.section.slug, slug(&self.panel.title)),
            title: format!("{} at {}: {title}", self.section.name, self.panel.title),
            caption,
            form,
            x,
            series,
            machine: self.machine.line.clone(),
            ..Figure::default()
        }
    }

    /// Every trial by one metric.
    fn dots(&self, at: usize, measure: &Measure) -> Option<Figure> {
        let series = self.series(|row| {
            let ((trials, _), [median, least, most]) = (row.trials[at].as_ref()?, row.values[at]?);
            let (worst, best) = if measure.less_is_better { (most, least) } else { (least, most) };
            let median = measured(median, measure);
            let label = match worst == best {
                true => median,
                false => format!("{median}, {}", span(&measured(worst, measure), " to ", &measured(best, measure))),
            };
            let points = trials.iter().map(|value| Point::bare(*value, 0.0));
            Some((points.chain([Point::bare(row.values[at]?[0], 0.0)]).collect(), label))
        });
        let x = Axis::with_zero((&measure.title, &measure.unit, measure.prefixed), values(&series))?;
        let caption = format!(
            "A dot is a trial, the tick the median; beside them the median, the worst and the best. {} is better.",
            if measure.less_is_better { "Less" } else { "More" }
        );
        let title = format!("{}, trial by trial", measure.name);
        Some(self.figure(&format!("trials-{}", slug(&measure.name)), &title, caption, Form::Dots, x, series))
    }

    /// The metric that decides, as a multiple of the baseline's.
    fn beside(&self, measure: &Measure) -> Option<Figure> {
        let better = if measure.less_is_better { "Further left is better" } else { "Further right is better" };
        self.multiples("beside", &format!("{} beside the baseline's", measure.name), better)
    }

    fn multiples(&self, kind: &str, title: &str, better: &str) -> Option<Figure> {
        let series = self.series(|row| {
            let [times, low, high] = row.speed_up?;
            Some((vec![Point { x: times, y: 0.0, low, high }], format!("{}x", significant(times, 3))))
        });
        let ends = || series.iter().flat_map(Series::points).flat_map(|it| [it.x, it.high]);
        let least = values(&series).fold(f64::INFINITY, f64::min);
        let most = ends().filter(|value| value.is_finite()).fold(0.0, f64::max);
        let x = if most > FAR * least {
            Axis::logarithmic((title, "x", false), ends().chain([least, 1.0]))?
        } else {
            Axis::from_zero((title, "x", false), ends().chain([1.0]))?
        };
        let baseline = self.section.baselines.iter().find(|(machine, _)| *machine == self.panel.machine);
        let baseline = baseline.map_or("", |(_, place)| self.section.implementations[*place].name.as_str());
        let caption = format!("{better}; {baseline} is 1x. Whiskers are 99 % intervals.");
        let marks = vec![Mark { at: 1.0, label: String::new() }];
        Some(Figure { marks, ..self.figure(kind, title, caption, Form::Bars, x, series) })
    }

    fn strips(&self) -> Option<Figure> {
        let series = self.series(|row| {
            let points = row.times?.map(|ns| Point::bare(ns * 1e-9, 0.0)).to_vec();
            Some((points, amount(row.times?[2] * 1e-9, "s")))
        });
        let x = Axis::logarithmic(("time of a call", "s", true), values(&series))?;
        let caption = "A tick is the median, the thick line the middle half of the samples, the thin one reaches to \
                       p90, dots are p0, p99 and p100; the axis is logarithmic.";
        Some(self.figure("strips", "how times lie", caption.to_owned(), Form::Strips, x, series))
    }

    fn hills(&self) -> Option<Figure> {
        let series = self.series(|row| {
            let heap = row.heap.as_ref()?;
            let last = heap.heights.len().max(2) - 1;
            let place = |index: usize| heap.low_ns * (heap.high_ns / heap.low_ns).powf(index as f64 / last as f64);
            let point = |(index, height): (usize, &u16)| Point::bare(place(index) * 1e-9, f64::from(*height) / 1000.0);
            Some((heap.heights.iter().enumerate().map(point).collect(), amount(row.times?[2] * 1e-9, "s")))
        });
        let x = Axis::logarithmic(("time of a call", "s", true), values(&series))?;
        let caption = "Where the samples gather, from their 1st to their 99th percentile: each hill is as high as its \
                       row, whatever its width; the axis is logarithmic.";
        Some(self.figure("density", "where times gather", caption.to_owned(), Form::Hills, x, series))
    }

    fn resource(&self, at: usize, metric: &MetricHead) -> Option<Figure> {
        let series = self.series(|row| {
            let value = row.resources[at]? * metric.factor;
            Some((vec![Point { x: value, y: 0.0, low: value, high: value }], amount(value, metric.unit)))
        });
        let x = Axis::from_zero((&metric.title, metric.unit, true), values(&series))?;
        let caption = "Shorter is less. Counted in a pass of its own, after timing.".to_owned();
        Some(self.figure(&format!("resources-{}", metric.name), &metric.title, caption, Form::Bars, x, series))
    }
}

fn values(series: &[Series]) -> impl Iterator<Item = f64> {
    series.iter().flat_map(Series::points).map(|point| point.x)
}
