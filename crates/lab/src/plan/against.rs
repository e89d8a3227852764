//! Who stands against whom where each implementation is compared with itself as it was, and how often that may be wrong.

use crate::model::{ImplementationId, Lane, Plan, Role, Suite};
use crate::suite::{Chosen, Implementation, earlier};

/// For each implementation that was chosen, lanes of a contest of its own: as it was for the baseline, as it is, and
/// the clone. Whole commands have no revision of their own.
pub(super) fn against_itself(
    suite: &Suite,
    chosen: &Chosen,
    commit: &str,
    available: &dyn Fn(&Suite, &Implementation) -> bool,
) -> Vec<Vec<Lane>> {
    let today = chosen.implementations.iter().filter(|one| {
        let (driver, build) = one.origin(suite);
        driver.commands.is_empty() && build.rev.is_none() && available(suite, one)
    });
    today.map(|one| lanes_beside(&earlier(&one.id, commit), &[&one.id])).collect()
}

/// The baseline first, then the others, then the baseline's clone.
pub(super) fn lanes_beside(baseline: &ImplementationId, others: &[&ImplementationId]) -> Vec<Lane> {
    let lane = |implementation: &ImplementationId, role| Lane::new(implementation.clone(), role);
    let contenders = others.iter().map(|id| lane(id, Role::Contender));
    [lane(baseline, Role::Baseline)].into_iter().chain(contenders).chain([lane(baseline, Role::Clone)]).collect()
}

/// One question is asked of all comparisons, whether anything changed: so they share one error rate, and an alarm in any
/// of them is as rare as it is in one comparison of another run.
pub fn share_one_error_rate(plan: &mut Plan) {
    let comparisons: usize = plan.contests.iter().map(|contest| contest.comparisons.len()).sum();
    plan.alpha /= comparisons.max(1) as f64;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Comparison, Contest, Mode, Throughput};

    #[test]
    fn more_comparisons_have_less_each_and_none_has_all() {
        let comparison = |size| Comparison { params: Default::default(), size };
        let contest = |sizes: &[u64]| {
            Contest::new(
                "a",
                "b",
                Throughput { unit: "byte".to_owned(), symbol: None },
                Vec::new(),
                sizes.iter().copied().map(comparison).collect(),
            )
        };
        let alpha = |contests: Vec<Contest>| {
            let mut plan = Plan::new(1, Mode::Quick, contests);
            share_one_error_rate(&mut plan);
            plan.alpha
        };
        assert_eq!(alpha(vec![contest(&[1, 2, 3]), contest(&[1])]), Plan::ALPHA / 4.0);
        assert_eq!(alpha(Vec::new()), Plan::ALPHA);
    }
}
