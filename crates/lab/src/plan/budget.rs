//! From the time that is left to each comparison's share of it. Pure.

/// Seconds for the next comparison: its own budget, or an even share of what is left of the run,
/// whichever is less. Called again after each comparison, it hands the time that one did not need
/// on to those that are still undecided.
pub fn share(budget_s: f64, left_s: f64, undecided: usize) -> f64 {
    (left_s.max(0.0) / undecided.max(1) as f64).min(budget_s)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_shared_and_what_is_freed_goes_on() {
        assert_eq!(share(30.0, 600.0, 4), 30.0);
        assert_eq!(share(30.0, 600.0, 60), 10.0);
        // The first of sixty ended after 1 s: the others have a little more.
        assert!(share(30.0, 599.0, 59) > 10.0);
        assert_eq!(share(30.0, -1.0, 3), 0.0);
        assert_eq!(share(30.0, 5.0, 0), 5.0);
    }
}
