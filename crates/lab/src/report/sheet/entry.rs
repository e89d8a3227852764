//! One implementation at one size: numbers that pens draw, and the verdict in words.

use serde::Serialize;

use crate::model::{Better, Heap, Row, TrialMetric};
use crate::report::text::{in_order, verdict_tone};
use crate::words::{clean, verdict};

use super::measure::Measure;
use super::round::rounded;

/// A cell as pens need it.
#[derive(Clone, Debug, Serialize)]
pub struct SheetRow {
    /// Place in the section's list.
    pub implementation: usize,
    pub verdict: String,
    /// `good`, `poor`, `bad`, `quiet` or `plain`.
    pub tone: &'static str,
    /// Whether it cannot be told from the best.
    pub fastest: bool,
    /// Nanoseconds a call: p0 p25 p50 p75 p90 p99 p100.
    pub times: Option<[f64; 7]>,
    pub samples: usize,
    /// By measure: the median, and the two ends of the middle half of the samples, or of all trials.
    pub values: Vec<Option<[f64; 3]>>,
    /// By measure, where trials decide: each of them, and their average.
    pub trials: Vec<Option<(Vec<f64>, f64)>>,
    /// Ratio of its time to the best's, with the ends of its 99 % interval; of trials, of the value that decides.
    pub to_best: Option<[f64; 3]>,
    /// How many times as fast as the baseline, with the ends of its 99 % interval; of trials, the value that decides
    /// as a multiple of the baseline's.
    pub speed_up: Option<[f64; 3]>,
    pub heap: Option<Gathered>,
    /// Seconds from the first block, and nanoseconds a call then.
    pub course: Vec<[f64; 2]>,
    /// By the section's metrics.
    pub resources: Vec<Option<f64>>,
    /// Places of the panel's doubts that touch it.
    pub doubts: Vec<usize>,
}

/// Where its times gather: heights in thousandths of the greatest, at places whose logarithms are equally far apart.
#[derive(Clone, Debug, Serialize)]
pub struct Gathered {
    pub low_ns: f64,
    pub high_ns: f64,
    pub heights: Vec<u16>,
}

impl SheetRow {
    pub(super) fn of(
        row: &Row,
        size: u64,
        measures: &[Measure],
        metrics: &[&'static str],
        is_baseline: bool,
    ) -> SheetRow {
        let of_estimate = row.estimate.as_ref().map(|estimate| {
            let speed = |log: f64| (-log).exp();
            [speed(estimate.ratio), speed(estimate.interval.high), speed(estimate.interval.low)]
        });
        let itself = (is_baseline && row.times.is_some()).then_some([1.0; 3]);
        let known = |name: &&'static str| row.resources.get(*name).and_then(|amount| amount.known()).map(rounded);
        SheetRow {
            implementation: 0,
            verdict: verdict::brief_of(row),
            tone: verdict_tone(&row.verdict).word(),
            fastest: false,
            times: row.times.map(|times| in_order(&times).map(rounded)),
            samples: row.times.map_or(0, |times| times.samples),
            values: measures
                .iter()
                .map(|measure| measure.values(row, size).map(|values| values.map(rounded)))
                .collect(),
            trials: Vec::new(),
            to_best: row.to_best.map(|(ratio, low, high)| [ratio, low, high].map(rounded)).filter(finite),
            speed_up: itself.or(of_estimate).map(|values| values.map(rounded)).filter(finite),
            heap: row.shape.heap.as_ref().map(Gathered::of),
            course: row.shape.course.iter().map(|it| [rounded(it.at_s), rounded(it.per_call_ns)]).collect(),
            resources: metrics.iter().map(known).collect(),
            doubts: Vec::new(),
        }
    }

    /// Where `metric` decides: no time is told, and ratios are of the metric's values.
    pub(super) fn of_trials(row: &Row, metric: &TrialMetric, measures: &[Measure], is_baseline: bool) -> SheetRow {
        let of_time = SheetRow::of(row, 0, measures, &[], is_baseline);
        // Costs, which were judged, are one over the value where more is better: as a speed is one over a time.
        let inverse = |[value, low, high]: [f64; 3]| [1.0 / value, 1.0 / high, 1.0 / low].map(rounded);
        let (to_best, speed_up) = match metric.better {
            Better::More => (of_time.to_best.map(inverse), of_time.speed_up),
            Better::Less => (of_time.to_best, of_time.speed_up.map(inverse)),
        };
        let told = |measure: &Measure| {
            let outcome = row.outcomes.iter().find(|outcome| clean(&outcome.metric) == measure.name)?;
            Some((outcome.values.iter().copied().map(rounded).collect(), rounded(outcome.average)))
        };
        SheetRow {
            verdict: verdict::of_trials(&row.verdict, metric.better),
            times: None,
            heap: None,
            course: Vec::new(),
            samples: row.outcome(&metric.name).map_or(0, |outcome| outcome.values.len()),
            trials: measures.iter().map(told).collect(),
            to_best: to_best.filter(finite),
            speed_up: speed_up.filter(finite),
            ..of_time
        }
    }

    /// Whether there is anything of it to be drawn.
    pub fn is_measured(&self) -> bool {
        self.values.iter().any(Option::is_some)
    }
}

impl Gathered {
    fn of(heap: &Heap) -> Gathered {
        let heights = heap.heights.iter().map(|height| (height * 1000.0).round() as u16);
        Gathered { low_ns: rounded(heap.low_ns), high_ns: rounded(heap.high_ns), heights: heights.collect() }
    }
}

/// An interval without an end cannot be drawn, and JSON has no word for it.
fn finite(values: &[f64; 3]) -> bool {
    values.iter().all(|value| value.is_finite())
}
