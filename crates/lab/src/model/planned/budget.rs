//! From the time that is left to each comparison's share of it. Pure.

/// Seconds for the next comparison: its own budget, or as large a part of what is left of the run as its budget is of
/// all budgets of those that are still undecided, its own among them, whichever is less. Called again after each
/// comparison, it hands the time that one did not need on to the others.
pub fn budget_share(budget_s: f64, left_s: f64, undecided_s: f64) -> f64 {
    let part = if undecided_s > budget_s { budget_s / undecided_s } else { 1.0 };
    (left_s.max(0.0) * part).min(budget_s)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_shared_and_what_is_freed_goes_on() {
        assert_eq!(budget_share(30.0, 600.0, 4.0 * 30.0), 30.0);
        assert_eq!(budget_share(30.0, 600.0, 60.0 * 30.0), 10.0);
        // The first of sixty ended after 1 s: the others have a little more.
        assert!(budget_share(30.0, 599.0, 59.0 * 30.0) > 10.0);
        assert_eq!(budget_share(30.0, -1.0, 3.0 * 30.0), 0.0);
        assert_eq!(budget_share(30.0, 5.0, 0.0), 5.0);
    }

    #[test]
    fn who_needs_more_has_more_of_what_is_too_little() {
        let all_s = 50.0 * 10.0 + 5.0 * 100.0;
        assert_eq!((budget_share(10.0, 600.0, all_s), budget_share(100.0, 600.0, all_s)), (6.0, 60.0));
    }
}
