//! The findings of a benchmark that a metric of its trials decides in, the answer in a few sentences out.
//!
//! It names the metric, the average and the worst and best trial of who is ahead, and by how much.

use super::answer::{Says, failures, says};
use super::phrase::{Words, some, spot};
use crate::model::unit::{more, percent, plural};
use crate::model::{Better, ComparisonFinding, Row, Tally, TrialMetric, Trials, Verdict};

/// Comparisons that are still told one by one.
const MOST: usize = 6;

pub(crate) fn answer_by_metric(comparisons: &[ComparisonFinding], words: Words<'_>, trials: &Trials) -> String {
    let Some(metric) = trials.deciding().filter(|_| !comparisons.is_empty()) else {
        return "Nothing can be said: nothing was measured.".to_owned();
    };
    let place = |one: &ComparisonFinding| match spot(one, comparisons, words.unit) {
        spot if spot.is_empty() => String::new(),
        spot => format!("At {spot}: "),
    };
    let told: Vec<String> =
        comparisons.iter().take(MOST).map(|one| format!("{}{}", place(one), of_one(one, metric, words))).collect();
    let more = comparisons.len().saturating_sub(MOST);
    let more = (more > 0).then(|| format!("And so on at {more} more, below."));
    told.into_iter().chain(more).chain(failures(comparisons, words)).collect::<Vec<_>>().join(" ")
}

fn of_one(comparison: &ComparisonFinding, metric: &TrialMetric, words: Words<'_>) -> String {
    let name = &metric.name;
    let leader = comparison.fastest.first().and_then(|index| comparison.rows.get(*index));
    match says(comparison, words) {
        Says::Fastest(names) => {
            let behind = behind(comparison, metric).map_or(String::new(), |text| format!("; {text}"));
            let value = leader.and_then(|row| average(row, metric)).unwrap_or_default();
            match names.as_slice() {
                [one] => format!("{one} has the best {name}, {value}{behind}."),
                several => format!("{} cannot be told apart by {name}, {value}{behind}.", some(several)),
            }
        }
        Says::AllSame => {
            let value = leader.and_then(|row| average(row, metric)).unwrap_or_default();
            format!("All have the same {name} within the margin, {value}.")
        }
        Says::Undecided => {
            let trials = plural(2, "trial");
            let mut rows = comparison.rows.iter();
            match rows.any(|row| matches!(row.verdict, Verdict::Unreliable { .. })) {
                true => format!("Nothing can be said by {name}: two processes of the same program differ too much."),
                false => format!("Nothing can be said by {name}: too few {trials} to tell anybody apart."),
            }
        }
        Says::Alone(alone) => {
            let row = comparison.rows.iter().find(|row| words.name(&row.implementation) == alone);
            let value = row.and_then(|row| average(row, metric)).unwrap_or_default();
            format!("{alone} alone has a {name}, {value}: there is nothing to compare it with.")
        }
        Says::Nothing => format!("Nothing can be said: nobody has a {name}."),
    }
}

/// `40.2 frames on average over 5 trials (38 at worst, 43 at best)`.
fn average(row: &Row, metric: &TrialMetric) -> Option<String> {
    let told: &Tally = row.readings.get(&metric.name)?;
    let (worst, best) = metric.ends(told.least, told.most);
    let of = |value: f64| metric.amount(value);
    let trials = format!("{} {}", told.samples, plural(told.samples, "trial"));
    if worst == best {
        return Some(format!("{} in each of {trials}", of(told.mean())));
    }
    Some(format!("{} on average over {trials} ({} at worst, {} at best)", of(told.mean()), of(worst), of(best)))
}

/// How far the next one is behind, or those who are not among the best at least.
fn behind(comparison: &ComparisonFinding, metric: &TrialMetric) -> Option<String> {
    let next = (0..comparison.rows.len()).find(|index| !comparison.fastest.contains(index))?;
    let next = &comparison.rows[next];
    let gap = comparison.gap?;
    // The gap is of costs: of what is better the more there is, the next has one part in so many.
    Some(match metric.better {
        Better::More => format!("the next, {}, has {} less", next.implementation, percent(gap / (1.0 + gap))),
        Better::Less => format!("the next, {}, has {}", next.implementation, more(gap, 2)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::stage::finding;
    use crate::model::Throughput;

    fn trials(better: Better) -> Trials {
        let metric = TrialMetric { name: "depth".into(), unit: "frame".into(), better };
        Trials { decides: "depth".into(), least: 5, most: 10, metrics: vec![metric] }
    }

    fn found(size: u64, fastest: &[usize]) -> ComparisonFinding {
        let mut found = finding(size, &[("c.deep", 1.0), ("c.flat", 1.25)], fastest);
        for (row, value) in found.rows.iter_mut().zip([40.0, 32.0]) {
            let told = Tally { samples: 5, sum: value * 5.0, least: value - 2.0, most: value + 3.0 };
            row.readings.insert("depth".into(), told);
        }
        found
    }

    fn said(found: &[ComparisonFinding], better: Better) -> String {
        answer_by_metric(found, Words::with(&Throughput::of("byte")), &trials(better))
    }

    #[test]
    fn the_best_is_named_with_its_average_and_its_worst_and_best() {
        assert_eq!(
            said(&[found(1024, &[0])], Better::More),
            "c.deep has the best depth, 40 frames on average over 5 trials (38 frames at worst, 43 frames at best); \
             the next, c.flat, has 20 % less."
        );
        assert_eq!(
            said(&[found(1024, &[0])], Better::Less),
            "c.deep has the best depth, 40 frames on average over 5 trials (43 frames at worst, 38 frames at best); \
             the next, c.flat, has 25 % more."
        );
    }

    #[test]
    fn what_differs_is_told_and_doubt_is_doubt() {
        let text = said(&[found(1024, &[0]), found(2048, &[0, 1])], Better::More);
        assert!(text.starts_with("At 1 KiB: c.deep has") && text.contains("At 2 KiB: Nothing can be said"), "{text}");
        let mut same = found(1024, &[0, 1]);
        for row in &mut same.rows {
            row.verdict = Verdict::Same { margin: 0.01, leaning: None };
            row.readings.insert("depth".into(), Tally { samples: 5, sum: 150.0, least: 30.0, most: 30.0 });
        }
        assert_eq!(
            said(&[same], Better::More),
            "All have the same depth within the margin, 30 frames in each of 5 trials."
        );
        assert_eq!(said(&[], Better::More), "Nothing can be said: nothing was measured.");
    }
}
