//! A plan in, a word on whether its time is enough for its comparisons out.

use crate::model::Plan;

/// Below this part of what the comparisons may take, the asker hears of it: most need less than all of their time.
const ENOUGH: f64 = 1.0 / 3.0;

/// What to say where each comparison has only a small part of the time that it may take.
pub fn too_little_time(plan: &Plan) -> Option<String> {
    let count = plan.contests.iter().map(|contest| contest.comparisons.len()).sum();
    said(count, plan.budgets_s(), plan.ladder_s(), plan.total_s).filter(|_| !plan.sustained)
}

fn said(comparisons: usize, budgets_s: f64, ladder_s: f64, total_s: f64) -> Option<String> {
    if comparisons == 0 {
        return None;
    }
    let part = ladder_s / budgets_s;
    // Of a longer run, as large a part goes to counting and to crossovers.
    let enough_min = (total_s / part / 60.0).ceil();
    (part < ENOUGH).then(|| {
        format!(
            "{comparisons} comparisons share {ladder_s:.0} s, {:.0} % of what they may take, so that many may end \
             undecided; --total {enough_min}m gives each all of its time",
            100.0 * part
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_that_is_small_is_told_with_the_total_that_would_do() {
        assert_eq!(said(4, 120.0, 60.0, 100.0), None);
        assert_eq!(said(0, 0.0, 60.0, 100.0), None);
        assert_eq!(
            said(4, 120.0, 30.0, 50.0).unwrap(),
            "4 comparisons share 30 s, 25 % of what they may take, so that many may end undecided; --total 4m gives \
             each all of its time"
        );
    }
}
