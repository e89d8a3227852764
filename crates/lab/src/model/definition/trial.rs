//! What decides a benchmark whose question is not how long a call takes: a number that the driver tells with
//! each of a few trials.

use serde::{Deserialize, Serialize};

use crate::model::{Block, unit};

/// How a benchmark is measured and judged where one call is a whole trial.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trials {
    /// Which of the metrics decides.
    pub decides: String,
    /// Trials of each implementation: so many at least, however long they take, and so many at most.
    pub least: u32,
    pub most: u32,
    /// What the driver tells with each trial, in the order in which it is shown.
    pub metrics: Vec<TrialMetric>,
}

/// A number that a trial comes to, by the name of the driver's reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialMetric {
    pub name: String,
    /// One word in the singular, or an amount a second: `frame`, `byte/s`. Empty for a bare number.
    pub unit: String,
    pub better: Better,
    /// Its trials are told to give the same value always: a size, or a number of calls. Older runs know nothing of it.
    #[serde(default)]
    pub exact: bool,
}

/// Which of two values is the better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    More,
    Less,
}

impl Better {
    pub fn word(self) -> &'static str {
        if self == Better::More { "more" } else { "less" }
    }
}

/// What one metric came to in the trials of an implementation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    pub metric: String,
    /// Trial by trial, in the order of measuring.
    pub values: Vec<f64>,
    pub average: f64,
    pub worst: f64,
    pub median: f64,
    pub best: f64,
}

impl Outcome {
    /// The median, the least and the greatest.
    pub fn middle(&self) -> [f64; 3] {
        [self.median, self.worst.min(self.best), self.worst.max(self.best)]
    }
}

impl TrialMetric {
    /// The two ends of some values, the worse one first.
    pub fn ends(&self, least: f64, most: f64) -> (f64, f64) {
        if self.better == Better::More { (least, most) } else { (most, least) }
    }

    /// Whether a clock has a part in it: what is read from one in steps may look as if it never varied.
    pub fn is_of_a_clock(&self) -> bool {
        self.unit.ends_with("second") || self.unit.ends_with("/s")
    }

    /// A value with its unit.
    pub fn amount(&self, value: f64) -> String {
        unit::amount(value, &self.unit)
    }
}

impl Trials {
    /// The metric that decides.
    pub fn deciding(&self) -> Option<&TrialMetric> {
        self.metrics.iter().find(|metric| metric.name == self.decides)
    }

    /// What a lane's trial in a block came to, by the metric that decides, as something of which less is better:
    /// the value itself, or one over it. `None`: it took no part, or told no number above 0.
    pub fn cost(&self, block: &Block, lane: usize) -> Option<f64> {
        let value = block.readings.get(lane)?.get(&self.decides)?.mean();
        let cost = if self.deciding()?.better == Better::More { 1.0 / value } else { value };
        (value > 0.0 && cost.is_finite() && cost > 0.0).then_some(cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Readings, Tally};

    fn trials(better: Better) -> Trials {
        let metric = TrialMetric { name: "depth".into(), unit: "frame".into(), better, exact: false };
        Trials { decides: "depth".into(), least: 5, most: 10, metrics: vec![metric] }
    }

    fn block(told: &[(&str, f64)]) -> Block {
        let readings: Readings = told.iter().map(|(name, value)| ((*name).to_owned(), Tally::of(*value))).collect();
        let readings = vec![Readings::new(), readings];
        Block {
            contest: 0,
            comparison: 0,
            launch: 0,
            index: 0,
            began_ns: 0,
            lanes: vec![Vec::new(); 2],
            readings,
            race: false,
        }
    }

    #[test]
    fn more_of_what_is_good_costs_less() {
        let of = |better, value| trials(better).cost(&block(&[("depth", value)]), 1);
        assert_eq!(of(Better::Less, 40.0), Some(40.0));
        assert_eq!(of(Better::More, 40.0), Some(0.025));
        assert!(of(Better::More, 50.0) < of(Better::More, 40.0));
    }

    #[test]
    fn what_is_not_told_or_no_amount_has_no_cost() {
        let trials = trials(Better::More);
        assert_eq!(trials.cost(&block(&[("rate", 1.0)]), 1), None);
        assert_eq!(trials.cost(&block(&[("depth", 1.0)]), 0), None);
        for value in [0.0, -1.0, f64::INFINITY, f64::NAN] {
            assert_eq!(trials.cost(&block(&[("depth", value)]), 1), None);
        }
    }
}
