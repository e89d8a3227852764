//! A metric that the suite declares exact, and trials of one program that differ in it.

use crate::model::{Caveat, Outcome, Trials};

/// What a lane's trials came to, and those of the second process of its program where there is one.
pub(crate) fn not_exact(trials: &Trials, own: &[Outcome], twin: &[Outcome]) -> Vec<Caveat> {
    let of = |metric: &crate::model::TrialMetric| {
        let told = || own.iter().chain(twin).filter(|one| one.metric == metric.name).flat_map(|one| &one.values);
        let first = *told().next()?;
        let other = *told().find(|value| **value != first)?;
        let (one, other) = (metric.amount(first), metric.amount(other));
        Some(Caveat::NotExact { metric: metric.name.clone(), one, other })
    };
    trials.metrics.iter().filter(|metric| metric.exact).filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Better, TrialMetric};
    use crate::words::caveat_text;

    fn outcome(values: &[f64]) -> Outcome {
        let (average, worst, median, best) = (1.0, 1.0, 1.0, 1.0);
        Outcome { metric: "calls".into(), values: values.to_vec(), average, worst, median, best }
    }

    fn told(exact: bool, own: &[f64], twin: &[f64]) -> Vec<Caveat> {
        let metric = TrialMetric { name: "calls".into(), unit: "call".into(), better: Better::Less, exact };
        let trials = Trials { decides: "calls".into(), least: 2, most: 2, metrics: vec![metric] };
        not_exact(&trials, &[outcome(own)], &[outcome(twin)])
    }

    #[test]
    fn the_two_values_are_named_whichever_process_told_them() {
        let found = told(true, &[7.0, 7.0, 9.0], &[]);
        assert!(caveat_text(&found[0]).contains("came to 7 calls and to 9 calls"), "{found:?}");
        assert_eq!(told(true, &[7.0, 7.0], &[8.0, 8.0])[0].name(), "not-exact");
        assert!(told(true, &[7.0, 7.0], &[7.0]).is_empty());
        assert!(told(false, &[7.0, 9.0], &[]).is_empty() && told(true, &[], &[]).is_empty());
    }
}
