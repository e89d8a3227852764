//! Who stands against whom where each implementation is compared with itself as it was.

use crate::model::{ImplementationId, Lane, Role, Suite};
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
    let lane = |implementation: &ImplementationId, role| Lane::new(implementation.clone(), role);
    let lanes = |one: &Implementation| {
        let before = earlier(&one.id, commit);
        vec![lane(&before, Role::Baseline), lane(&one.id, Role::Contender), lane(&before, Role::Clone)]
    };
    today.map(lanes).collect()
}
