//! Blocks of a benchmark of trials in, what a lane's trials came to out, metric by metric.

use paragone_stats::quantile::median;

use crate::model::{Block, Outcome, Trials};

/// In the order of the metrics, without those that it told of no trial.
pub(crate) fn outcomes(trials: &Trials, blocks: &[&Block], lane: usize) -> Vec<Outcome> {
    let of = |metric: &crate::model::TrialMetric| {
        // A block is one trial.
        let told = blocks.iter().filter_map(|block| block.readings.get(lane)?.get(&metric.name));
        let values: Vec<f64> = told.map(|told| told.mean()).filter(|value| value.is_finite()).collect();
        let least = values.iter().copied().min_by(f64::total_cmp)?;
        let most = values.iter().copied().max_by(f64::total_cmp)?;
        let (worst, best) = metric.ends(least, most);
        Some(Outcome {
            metric: metric.name.clone(),
            average: values.iter().sum::<f64>() / values.len() as f64,
            worst,
            median: median(&values)?,
            best,
            values,
        })
    };
    trials.metrics.iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::flat_block;
    use crate::model::{Better, Readings, Tally, TrialMetric};

    #[test]
    fn trials_stand_in_their_order_and_the_worst_is_by_what_is_better() {
        let metric = |name: &str, better| TrialMetric { name: name.into(), unit: String::new(), better, exact: false };
        let metrics = vec![metric("depth", Better::More), metric("lost", Better::Less), metric("mute", Better::More)];
        let trials = Trials { decides: "depth".into(), least: 3, most: 3, metrics };
        let blocks: Vec<Block> = [40.0, 10.0, 31.0]
            .iter()
            .zip(0..)
            .map(|(depth, index)| {
                let told = [("depth", *depth), ("lost", f64::from(index))];
                let told: Readings =
                    told.into_iter().map(|(name, value)| (name.to_owned(), Tally::of(value))).collect();
                Block { readings: vec![Readings::new(), told], ..flat_block(0, index, &[1, 1], 1) }
            })
            .collect();
        let blocks: Vec<&Block> = blocks.iter().collect();
        let found = outcomes(&trials, &blocks, 1);
        assert_eq!(found.iter().map(|one| one.metric.as_str()).collect::<Vec<_>>(), ["depth", "lost"]);
        assert_eq!(found[0].values, [40.0, 10.0, 31.0]);
        assert_eq!((found[0].worst, found[0].median, found[0].best, found[0].average), (10.0, 31.0, 40.0, 27.0));
        assert_eq!((found[1].worst, found[1].median, found[1].best), (2.0, 1.0, 0.0));
        assert!(outcomes(&trials, &blocks, 0).is_empty());
    }
}
