//! How a row stands to the fastest, as every table writes it: a row in, its ratio and interval as text out.

use crate::model::unit::factor_at_least;
use crate::model::{Better, ContestFinding, Row, Trials};
use crate::words::ratio;

/// An interval whose ends differ by less is of what never varies: more is never left of rounding.
const NO_WIDTH: f64 = 1e-12;

/// The ratio to the first row, and from where to where the ratio to the fastest lies. Of trials it is that of the metric's
/// values: below 1 where more is better, above where less is.
pub fn relative(contest: &ContestFinding, row: &Row) -> (String, String) {
    let Some((value, low, high)) = row.to_best else { return Default::default() };
    let better = contest.trials.as_ref().and_then(Trials::deciding).map(|metric| metric.better);
    let (shown, ends) = match better {
        Some(Better::More) => ratio(1.0 / value, 1.0 / high, 1.0 / low),
        _ => ratio(value, low, high),
    };
    match better {
        _ if high <= 1.0 => ("1.00x".to_owned(), "fastest".to_owned()),
        Some(_) if high / low - 1.0 < NO_WIDTH => (shown, "exact".to_owned()),
        Some(Better::More) => (shown, ends),
        _ if row.raced && low > 1.0 => (shown, format!("at least {}", factor_at_least(low).trim_end_matches('x'))),
        _ if row.raced => (shown, "not known".to_owned()),
        _ => (shown, ends),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    #[test]
    fn what_never_varies_has_no_ends() {
        let mut contest = made_up::trials();
        let mut told = |better, to_best| {
            contest.trials.as_mut().unwrap().metrics[0].better = better;
            contest.comparisons[0].rows[1].to_best = Some(to_best);
            relative(&contest, &contest.comparisons[0].rows[1])
        };
        assert_eq!(told(Better::Less, (1.25, 1.25, 1.25)).1, "exact");
        assert_eq!(told(Better::More, (1.25, 1.25, 1.25 + 1e-15)).1, "exact");
        assert_ne!(told(Better::Less, (1.25, 1.24, 1.26)).1, "exact");
    }

    #[test]
    fn few_samples_claim_the_near_end_or_nothing() {
        let mut contest = made_up::ladder(&[64]);
        let mut told = |to_best| {
            let row = &mut contest.comparisons[0].rows[1];
            (row.raced, row.to_best) = (true, Some(to_best));
            relative(&contest, &contest.comparisons[0].rows[1])
        };
        assert_eq!(told((12.3, 8.04, 19.0)).1, "at least 8.04");
        assert_eq!(told((1.03, 1.0, f64::INFINITY)), ("1.03x".to_owned(), "not known".to_owned()));
    }
}
