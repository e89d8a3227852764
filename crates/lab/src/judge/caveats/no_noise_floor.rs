//! Without the A/A control nobody knows what two processes of the same program differ by.

use crate::model::Caveat;

/// `noise`: what the A/A control was away from the baseline at most; `compared`: how many have a ratio.
pub(crate) fn no_noise_floor(noise: Option<f64>, compared: usize) -> Option<Caveat> {
    (noise.is_none() && compared > 0).then_some(Caveat::NoNoiseFloor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speaks_only_where_something_was_compared_without_it() {
        assert!(no_noise_floor(None, 1).is_some());
        assert_eq!(no_noise_floor(None, 0), None);
        assert_eq!(no_noise_floor(Some(0.001), 1), None);
    }
}
