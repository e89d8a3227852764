//! In which ways a cell is told over sizes: its time in cycles or nanoseconds for a unit, units a second, a call; or
//! the metrics of its trials where one of these decides.

use serde::Serialize;

use crate::model::{Better, ContestFinding, Percentiles, Row, TrialMetric};
use crate::words::{clean, plural, symbol};

/// One way, with the words for its axis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Measure {
    /// In file names: `cycles`, `time`, `throughput`, `call`; or a metric's own name.
    pub name: String,
    pub title: String,
    /// Behind a number: `cycles/byte`, `s/byte`, `B/s`, `frames`.
    pub unit: String,
    /// The unit behind 1: `frame`.
    pub one: String,
    /// Whether a number is written with k, M, G or m, u, n before its unit.
    pub prefixed: bool,
    pub less_is_better: bool,
    #[serde(skip)]
    of: Of,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Of {
    CoreCycles,
    TscCycles,
    Unit,
    Rate,
    Call,
    Trials,
}

impl Measure {
    /// Those that this benchmark has, the first of them the one that is shown first.
    pub(super) fn of(contest: &ContestFinding) -> Vec<Measure> {
        if let Some(trials) = &contest.trials {
            return trials.metrics.iter().map(Measure::of_trials).collect();
        }
        let unit = &contest.unit;
        let call = Measure::new("call", "time of a call", "s", Of::Call);
        // What a named size counts nobody knows, and at size 0 there is nothing to count.
        if unit.is_name() || contest.comparisons.iter().all(|comparison| comparison.size == 0) {
            return vec![call];
        }
        let one = &unit.unit;
        let mut all = Vec::new();
        all.extend(clock(contest).map(|(of, whose)| Measure {
            prefixed: false,
            ..Measure::new("cycles", &format!("{whose} cycles per {one}"), &format!("cycles/{one}"), of)
        }));
        all.push(Measure::new("time", &format!("time per {one}"), &format!("s/{one}"), Of::Unit));
        all.push(Measure {
            less_is_better: false,
            ..Measure::new("throughput", "throughput", &format!("{}/s", symbol(unit)), Of::Rate)
        });
        all.push(call);
        all
    }

    fn new(name: &str, title: &str, unit: &str, of: Of) -> Measure {
        Measure {
            name: name.to_owned(),
            title: title.to_owned(),
            unit: unit.to_owned(),
            one: unit.to_owned(),
            prefixed: true,
            less_is_better: true,
            of,
        }
    }

    fn of_trials(metric: &TrialMetric) -> Measure {
        let (unit, one, prefixed) = match metric.unit.as_str() {
            "byte" => ("B".to_owned(), "B".to_owned(), true),
            "byte/s" => ("B/s".to_owned(), "B/s".to_owned(), true),
            "second" => ("s".to_owned(), "s".to_owned(), true),
            "" => Default::default(),
            unit => match unit.strip_suffix("/s") {
                Some(word) => (format!("{}/s", plural(2, word)), unit.to_owned(), true),
                None => (plural(2, unit), unit.to_owned(), false),
            },
        };
        let less_is_better = metric.better == Better::Less;
        let name = clean(&metric.name);
        let (unit, one) = (clean(&unit), clean(&one));
        // What has a prefix bears its unit on every axis.
        let title = if prefixed || unit.is_empty() { name.clone() } else { format!("{name} in {unit}") };
        Measure { one, prefixed, less_is_better, ..Measure::new(&name, &title, &unit, Of::Trials) }
    }

    /// The median and its middle half, the smaller end first; of trials the median, the least and the greatest.
    pub(super) fn values(&self, row: &Row, size: u64) -> Option<[f64; 3]> {
        if self.of == Of::Trials {
            let told = row.outcomes.iter().find(|one| clean(&one.metric) == self.name)?;
            return Some(told.middle());
        }
        let times = row.times.filter(|times| times.p50 > 0.0)?;
        let cycles = match self.of {
            Of::CoreCycles => row.core_cycles?,
            _ => row.tsc_cycles.unwrap_or(f64::NAN),
        };
        // As tables show it: rows stand to each other as in the same moments.
        let shift = row.shift();
        let value = |ns: f64| match (self.of, ns * shift) {
            (Of::CoreCycles | Of::TscCycles, _) => cycles * ns / times.p50,
            (Of::Unit, ns) => ns * 1e-9 / size as f64,
            (Of::Rate, ns) => size as f64 * 1e9 / ns,
            (Of::Call | Of::Trials, ns) => ns * 1e-9,
        };
        let Percentiles { p25, p50, p75, .. } = times;
        let ends = if self.of == Of::Rate { [p75, p25] } else { [p25, p75] };
        let known = [value(p50), value(ends[0]), value(ends[1])];
        let drawn = |value: &f64| value.is_finite() && *value > 0.0;
        known.iter().all(drawn).then_some(known)
    }
}

/// Whose cycles are shown: the core's where they are known at every size that has a time.
fn clock(contest: &ContestFinding) -> Option<(Of, &'static str)> {
    let timed = || {
        let sizes = contest.comparisons.iter().filter(|comparison| comparison.size > 0);
        sizes.flat_map(|comparison| &comparison.rows).filter(|row| row.times.is_some())
    };
    if timed().next().is_some() && timed().all(|row| row.core_cycles.is_some()) {
        return Some((Of::CoreCycles, "core"));
    }
    timed().any(|row| row.tsc_cycles.is_some()).then_some((Of::TscCycles, "TSC"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    #[test]
    fn a_size_has_four_measures_and_nothing_to_count_has_one() {
        let contest = made_up::ladder(&[64, 1024]);
        let measures = Measure::of(&contest);
        let names: Vec<&str> = measures.iter().map(|measure| measure.name.as_str()).collect();
        assert_eq!(names, ["cycles", "time", "throughput", "call"]);
        let row = contest.comparisons[0].rows.iter().find(|row| row.times.is_some()).unwrap();
        let times = row.times.unwrap();
        let close = |found: Option<[f64; 3]>, wanted: [f64; 3]| {
            let found = found.unwrap();
            found.iter().zip(wanted).all(|(one, other)| (one / other - 1.0).abs() < 1e-12)
        };
        let [p25, p50, p75] = [times.p25, times.p50, times.p75];
        assert!(close(measures[1].values(row, 64), [p50, p25, p75].map(|ns| ns * 1e-9 / 64.0)));
        assert!(close(measures[2].values(row, 64), [p50, p75, p25].map(|ns| 64e9 / ns)));
        assert!(measures[0].title.starts_with("TSC"));
        assert_eq!(measures[1].values(row, 0), None);
        assert_eq!(Measure::of(&made_up::ladder(&[0])).len(), 1);
    }

    #[test]
    fn trials_are_told_by_their_metrics_and_never_by_a_time() {
        let contest = made_up::trials();
        let measures = Measure::of(&contest);
        let told: Vec<_> =
            measures.iter().map(|one| (one.name.as_str(), one.unit.as_str(), one.less_is_better)).collect();
        assert_eq!(told, [("depth", "frames", false), ("sustained", "B/s", false), ("price", "dollars", true)]);
        let row = &contest.comparisons[0].rows[0];
        assert_eq!(measures[0].values(row, 1 << 20), Some([row.outcomes[0].median, 38.0, 43.0]));
        assert_eq!(measures[2].values(row, 1 << 20), None);
    }

    #[test]
    fn the_cores_cycles_are_shown_where_all_are_known() {
        let mut contest = made_up::ladder(&[64, 1024]);
        let rows = || 0..3;
        rows().for_each(|row| contest.comparisons[0].rows[row].core_cycles = Some(2.0));
        assert!(Measure::of(&contest)[0].title.starts_with("TSC"));
        rows().for_each(|row| contest.comparisons[1].rows[row].core_cycles = Some(2.0));
        assert_eq!(Measure::of(&contest)[0].title, "core cycles per byte");
    }
}
