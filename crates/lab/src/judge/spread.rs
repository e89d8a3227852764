//! What launches of the same program differ by: known from earlier runs, and found in this one.

use std::collections::BTreeMap;

use paragone_stats::student;

/// The launch-to-launch spread stored for this machine, as a logarithm, by contest and comparison
/// of the plan; what is not in it is not known.
pub type Spreads = BTreeMap<(usize, usize), f64>;

/// The noise floor of a quick comparison: one launch shows one layout, so the floor is not below
/// what launches were seen to differ by. `None`: nothing is known.
pub(crate) fn noise_floor(this_run: Option<f64>, stored: Option<f64>) -> Option<f64> {
    match (this_run, stored) {
        (Some(here), Some(there)) => Some(here.max(there)),
        (here, there) => here.or(there),
    }
}

/// The spread to store after a standard run: the standard deviation of lane A''s launch values.
/// It needs five launches, or it would be chance itself.
pub(crate) fn launch_spread(launch_values: &[f64]) -> Option<f64> {
    if launch_values.len() < 5 {
        return None;
    }
    student::deviation(launch_values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_larger_floor_counts() {
        assert_eq!(noise_floor(Some(0.01), Some(0.02)), Some(0.02));
        assert_eq!(noise_floor(Some(0.03), Some(0.02)), Some(0.03));
        assert_eq!(noise_floor(None, Some(0.02)), Some(0.02));
        assert_eq!(noise_floor(Some(0.01), None), Some(0.01));
        assert_eq!(noise_floor(None, None), None);
    }

    #[test]
    fn a_spread_needs_five_launches() {
        assert_eq!(launch_spread(&[0.0, 0.01, 0.0, 0.01]), None);
        let spread = launch_spread(&[0.01, 0.02, 0.03, 0.04, 0.05]).unwrap();
        assert!((spread - 0.0158).abs() < 1e-4);
    }
}
