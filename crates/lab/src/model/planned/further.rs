//! What is measured beyond the starting plan: decisions, which are events of a run, and how a plan takes them in.

use serde::{Deserialize, Serialize};

use crate::model::{Between, Comparison, Contest, Lane, Plan, Role};

/// A decision to measure more than was planned: sizes of a contest, which may be a new one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Further {
    /// Which contest of the plan, or the one after the last.
    pub contest: usize,
    pub between: Between,
    pub sizes: Vec<u64>,
}

impl Plan {
    /// Takes a decision into the plan; false, and nothing is changed, where it does not fit.
    pub fn extend(&mut self, further: &Further) -> bool {
        let between = &further.between;
        if further.contest == self.contests.len() {
            let Some(contest) = self.contests.get(between.of).and_then(|of| pair_of(of, between)) else { return false };
            self.contests.push(contest);
        }
        let contest = self.contests.get_mut(further.contest);
        let fitting = contest.filter(|contest| contest.between.as_ref() == Some(between));
        let Some(contest) = fitting else { return false };
        let added = further.sizes.iter().map(|&size| Comparison { params: between.params.clone(), size });
        contest.comparisons.extend(added);
        true
    }
}

/// The contest of two of another one's lanes, with an A/A control of the first.
fn pair_of(contest: &Contest, between: &Between) -> Option<Contest> {
    let lane = |index: usize, role| Some(Lane { role, ..contest.lanes.get(index)?.clone() });
    let [first, second] = between.lanes;
    Some(Contest {
        lanes: vec![lane(first, Role::Baseline)?, lane(second, Role::Contender)?, lane(first, Role::Clone)?],
        comparisons: Vec::new(),
        between: Some(between.clone()),
        ..contest.clone()
    })
}
