//! The findings of a benchmark that a metric of its trials decides in, the answer in a few sentences out.
//!
//! It names the metric, the average and the worst and best trial of who is ahead, and by how much.

use crate::model::unit::{factor, factor_at_most, plural};
use crate::model::{Better, ComparisonFinding, Row, Tally, TrialMetric, Trials, Verdict};
use crate::words::answer::phrase::{Words, some, spot};
use crate::words::answer::{Claim, failures};

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
    let leader = comparison.fastest_rows().next();
    let value = |row: Option<&Row>| row.and_then(|row| average(row, metric)).unwrap_or_default();
    match Claim::of(comparison, words) {
        Claim::Fastest { fastest, undecided } => {
            let mut text = match fastest.as_slice() {
                [one] => format!("{one} has the best {name}, {}", value(leader)),
                several => {
                    format!("{} have the best {name}, {}, the same within the margin", some(several), value(leader))
                }
            };
            if !undecided.is_empty() {
                text += &format!("; not known yet for {} ({})", some(&undecided), at_most(comparison));
            }
            text + &behind(comparison, metric).map_or(".".to_owned(), |behind| format!("; {behind}."))
        }
        Claim::AllSame(_) => format!("All have the same {name} within the margin, {}.", value(leader)),
        Claim::Undecided(names) => {
            let rows = &comparison.rows;
            let why = match rows.iter().any(|row| matches!(row.verdict, Verdict::Unreliable { .. })) {
                true => "two processes of the same program differ too much".to_owned(),
                false => format!("too few {} to tell", plural(2, "trial")),
            };
            let behind = behind(comparison, metric).map_or(String::new(), |behind| format!("; {behind}"));
            format!("It is not known yet which of {} has the best {name}: {why}{behind}.", some(&names))
        }
        Claim::Alone(alone) => {
            let row = comparison.rows.iter().find(|row| words.name(&row.implementation) == alone);
            format!("{alone} alone has a {name}, {}: there is nothing to compare it with.", value(row))
        }
        Claim::Nothing => format!("Nothing can be said: nobody has a {name}."),
    }
}

/// How much worse than the best the undecided ones are at most, by what is judged.
fn at_most(comparison: &ComparisonFinding) -> String {
    let most = comparison.undecided_rows().filter_map(|row| row.to_best).map(|(_, _, high)| high).fold(1.0, f64::max);
    if most.is_finite() { format!("at most {} apart", factor_at_most(most)) } else { "no bound is known".to_owned() }
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

/// How much the first of those has who are behind, as a multiple of the best.
fn behind(comparison: &ComparisonFinding, metric: &TrialMetric) -> Option<String> {
    let next = comparison.next_row()?;
    let (cost, ..) = next.to_best?;
    // What is judged is a cost: of what is better the more there is, one over the value.
    let value = if metric.better == Better::More { 1.0 / cost } else { cost };
    Some(format!("the next, {}, has {} as much", next.implementation, factor(value)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Throughput;
    use crate::model::specimen::finding;
    use crate::words::answer::{refuted, tables_of};

    fn trials(better: Better) -> Trials {
        let metric = TrialMetric { name: "depth".into(), unit: "frame".into(), better, exact: false };
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
        let (unit, trials) = (Throughput::of("byte"), trials(better));
        let text = answer_by_metric(found, Words::with(&unit), &trials);
        let faults = refuted(&text, &tables_of(found, Words::with(&unit)), 0.01);
        assert!(faults.is_empty(), "{text}\n{faults:#?}");
        text
    }

    #[test]
    fn the_best_is_named_with_its_average_and_its_worst_and_best() {
        assert_eq!(
            said(&[found(1024, &[0])], Better::More),
            "c.deep has the best depth, 40 frames on average over 5 trials (38 frames at worst, 43 frames at best); \
             the next, c.flat, has 0.80x as much."
        );
        assert_eq!(
            said(&[found(1024, &[0])], Better::Less),
            "c.deep has the best depth, 40 frames on average over 5 trials (43 frames at worst, 38 frames at best); \
             the next, c.flat, has 1.25x as much."
        );
    }

    #[test]
    fn what_differs_is_told_and_doubt_is_doubt() {
        let text = said(&[found(1024, &[0]), found(2048, &[0, 1])], Better::More);
        assert!(
            text.starts_with("At 1 KiB: c.deep has")
                && text.contains("At 2 KiB: It is not known yet which of c.deep and c.flat has the best depth"),
            "{text}"
        );
        let mut same = found(1024, &[0, 1]);
        (same.fastest, same.may_be_as_fast) = (vec![0, 1], Vec::new());
        for row in &mut same.rows {
            row.to_best = Some((1.0, 1.0, 1.0));
            row.readings.insert("depth".into(), Tally { samples: 5, sum: 150.0, least: 30.0, most: 30.0 });
        }
        assert_eq!(
            said(&[same], Better::More),
            "All have the same depth within the margin, 30 frames in each of 5 trials."
        );
        assert_eq!(said(&[], Better::More), "Nothing can be said: nothing was measured.");
    }
}
