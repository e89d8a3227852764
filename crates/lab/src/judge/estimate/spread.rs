//! What launches of the same program differ by: known from earlier runs, and found in this one.

use std::collections::BTreeMap;

use paragone_stats::student;

use crate::judge::estimate::pair::Pair;
use crate::model::{Block, Plan};

/// The launch-to-launch spread stored for this machine, as a logarithm, by contest and comparison
/// of the plan; what is not in it is not known.
pub type Spreads = BTreeMap<(usize, usize), f64>;

/// The noise floor of a comparison of one launch: that shows one layout, so the floor is not below
/// what launches were seen to differ by. `None`: nothing is known.
pub(crate) fn noise_floor(this_run: Option<f64>, stored: Option<f64>) -> Option<f64> {
    [this_run, stored].into_iter().flatten().reduce(f64::max)
}

/// What the launches of an earlier run differed by; its blocks are of two lanes, baseline and the A/A control.
pub fn stored_spread(blocks: &[Block]) -> Option<f64> {
    launch_spread(&Pair::new(blocks.iter().filter(|block| !block.race), 0, 1, 1).launch_values())
}

/// What two processes of one program may differ by in a further launch, wrong once in a hundred
/// times: the prediction interval of one more value of a normal distribution whose mean is 0 by
/// construction and whose deviation was estimated from so many. It needs five launches.
fn launch_spread(launch_values: &[f64]) -> Option<f64> {
    if launch_values.len() < 5 {
        return None;
    }
    let freedom = launch_values.len();
    let deviation = (launch_values.iter().map(|value| value * value).sum::<f64>() / freedom as f64).sqrt();
    Some(student::critical(freedom, Plan::ALPHA)? * deviation)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::flat_block;

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
        let spread = launch_spread(&[0.01, 0.02, -0.03, 0.04, -0.05]).unwrap();
        // The root of the mean square is 0.03317, and t for 5 degrees of freedom at 1 % is 4.032.
        assert!((spread - 0.1337).abs() < 1e-4, "{spread}");
    }

    #[test]
    fn launches_of_an_earlier_run_tell_their_spread() {
        let launch = |(launch, clone): (usize, u64)| {
            (0..16).map(move |index| flat_block(launch as u32, index, &[200_000, clone], 4))
        };
        let blocks: Vec<Block> =
            [200_000, 202_000, 204_000, 206_000, 208_000].into_iter().enumerate().flat_map(launch).collect();
        let spread = stored_spread(&blocks).unwrap();
        assert!((spread - 0.0971).abs() < 1e-3, "{spread}");
        assert_eq!(stored_spread(&blocks[..16]), None);
    }
}
