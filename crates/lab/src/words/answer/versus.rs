//! The findings on whole commands at one size in, the answer as people say it out.
//!
//! It says who runs how many times as fast as whom, and leaves to others what is in doubt.

use crate::model::unit::{factor_at_least, factor_with_ends, percent, time};
use crate::model::{ComparisonFinding, Row, Standing, Verdict};

/// Others that a sentence still names.
const MOST: usize = 3;

/// `None` where nobody is certainly ahead of everybody, and more than two are compared.
pub(crate) fn versus(comparison: &ComparisonFinding) -> Option<String> {
    let timed: Vec<&Row> = comparison.rows.iter().filter(|row| row.times.is_some()).collect();
    if let ([one], [_]) = (timed.as_slice(), comparison.rows.as_slice()) {
        let times = one.times?;
        let (name, typical) = (&one.implementation.name, time(times.p50));
        return Some(format!(
            "{name} takes {typical}; half of its {} runs took {} to {}.",
            times.samples,
            time(times.p25),
            time(times.p75)
        ));
    }
    if let [one, other] = timed.as_slice()
        && [one, other].iter().all(|row| row.standing == Some(Standing::Fastest))
        && let Some(margin) = [one, other].into_iter().find_map(|row| same(&row.verdict))
    {
        let (one, other) = (&one.implementation.name, &other.implementation.name);
        return Some(format!("{one} and {other} take the same time, within {}.", percent(margin)));
    }
    let [best, others @ ..] = timed.as_slice() else { return None };
    let all_behind = others.iter().all(|row| row.standing == Some(Standing::Behind));
    if others.is_empty() || best.standing != Some(Standing::Fastest) || !all_behind {
        return None;
    }
    let clauses: Option<Vec<String>> = others.iter().take(MOST).map(|row| clause(row)).collect();
    let more = others.len().saturating_sub(MOST);
    let rest = if more > 0 { format!(", and faster than {more} more") } else { String::new() };
    Some(format!("{} runs {}{rest}.", best.implementation.name, clauses?.join(", ")))
}

fn same(verdict: &Verdict) -> Option<f64> {
    match verdict {
        Verdict::Same { margin, .. } => Some(*margin),
        _ => None,
    }
}

/// `1.30x as fast as old, 1.28 to 1.32`.
fn clause(row: &Row) -> Option<String> {
    let (ratio, low, high) = row.to_best?;
    let name = &row.implementation.name;
    if row.raced {
        return Some(format!("at least {} as fast as {name}", factor_at_least(low)));
    }
    let [ratio, low, high] = factor_with_ends(ratio, low, high);
    Some(format!("{ratio} as fast as {name} ({low} to {high})"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::specimen::finding;

    #[test]
    fn the_faster_is_named_with_its_factor() {
        let found = finding(1, &[("command.new", 1.0), ("command.old", 1.3)], &[0]);
        assert_eq!(versus(&found).unwrap(), "new runs 1.30x as fast as old (1.28 to 1.32).");
        let rows =
            [("command.a", 1.0), ("command.b", 1.5), ("command.c", 20.0), ("command.d", 30.0), ("command.e", 40.0)];
        let text = versus(&finding(1, &rows, &[0])).unwrap();
        assert!(text.starts_with("a runs 1.50x as fast as b") && text.contains("20.0x as fast as c"), "{text}");
        assert!(text.ends_with("and faster than 1 more."), "{text}");
    }

    #[test]
    fn two_alike_are_said_to_be_so_and_doubt_is_left_to_others() {
        let mut found = finding(1, &[("command.new", 1.0), ("command.old", 1.001)], &[0, 1]);
        assert_eq!(versus(&found), None);
        found.rows[1].verdict = Verdict::Same { margin: 0.01, leaning: None };
        found.rows.iter_mut().for_each(|row| row.standing = Some(Standing::Fastest));
        assert_eq!(versus(&found).unwrap(), "new and old take the same time, within 1.0 %.");
        let alone = finding(1, &[("command.new", 1.0)], &[0]);
        assert_eq!(versus(&alone).unwrap(), "new takes 1.00 ns; half of its 1 runs took 1.00 ns to 1.00 ns.");
    }
}
