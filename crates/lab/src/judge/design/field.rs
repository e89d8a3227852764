//! Who stands against whom in a comparison, once those who failed have left.

use crate::model::{Contest, Design, Lane, Plan, Role};

/// Who stands against whom in one contest of a plan: lanes, by index.
#[derive(Clone, Debug)]
pub(crate) struct Field<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) contest: &'a Contest,
    pub(crate) design: Design,
    /// Whom the others are compared with: the baseline, or where it failed the first who did not.
    pub(crate) reference: usize,
    pub(crate) contenders: Vec<usize>,
    /// The A/A control, as long as it and the baseline live.
    pub(crate) clone: Option<usize>,
    /// Intervals that alpha is shared by: fixed by the plan, failures or not.
    pub(crate) family: usize,
    /// Whether each sample of everybody is a process that measures by itself.
    pub(crate) samples_are_processes: bool,
}

impl<'a> Field<'a> {
    /// `None`: nobody is left. A lane that `healthy` does not name is taken for healthy.
    pub(crate) fn of(plan: &'a Plan, contest: usize, healthy: &[bool]) -> Option<Field<'a>> {
        let contest = &plan.contests[contest];
        let lives = |lane: &usize| healthy.get(*lane).copied().unwrap_or(true);
        let with = |role: Role| {
            let of_role = move |(_, lane): &(usize, &Lane)| lane.role == role;
            contest.lanes.iter().enumerate().filter(of_role).map(|(index, _)| index).filter(lives)
        };
        let mut contenders: Vec<usize> = with(Role::Contender).collect();
        let baseline = with(Role::Baseline).next();
        let reference = match baseline {
            Some(baseline) => baseline,
            None if contenders.is_empty() => return None,
            None => contenders.remove(0),
        };
        let clone = baseline.and_then(|_| with(Role::Clone).next());
        // Whoever is fastest is compared with all others, and so is the baseline: nothing that is said rests on any
        // other pair (Hsu's multiple comparisons with the best; docs/decisions).
        let family = (2 * contest.contenders().count()).saturating_sub(1);
        let samples_are_processes = contest.lanes.iter().all(|lane| lane.implementation.call_kind().sizes_itself());
        let design = contest.design(plan.mode);
        Some(Field { plan, contest, design, reference, contenders, clone, family, samples_are_processes })
    }

    /// The reference and the contenders: the A/A control has nothing to be ranked for.
    pub(crate) fn ranked(&self) -> impl Iterator<Item = usize> {
        [self.reference].into_iter().chain(self.contenders.iter().copied())
    }

    /// A mark for each lane of the contest, set for these.
    pub(crate) fn marked(&self, lanes: &[usize]) -> Vec<bool> {
        (0..self.contest.lanes.len()).map(|lane| lanes.contains(&lane)).collect()
    }

    /// Differences inside it do not matter to the asker.
    pub(crate) fn margin(&self) -> f64 {
        self.contest.margin(self.plan.margin)
    }

    /// What all that is said of the comparison may be wrong by.
    pub(crate) fn alpha(&self) -> f64 {
        self.contest.between.as_ref().map_or(self.plan.alpha, |between| between.alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, plan};
    use crate::model::Mode;

    #[test]
    fn all_healthy() {
        let plan = plan(Mode::Quick, contest(2));
        let field = Field::of(&plan, 0, &[true; 4]).unwrap();
        assert_eq!((field.reference, field.contenders, field.clone, field.family), (0, vec![1, 2], Some(3), 3));
    }

    #[test]
    fn without_its_baseline_a_comparison_goes_on_against_the_first_left() {
        let plan = plan(Mode::Quick, contest(2));
        let field = Field::of(&plan, 0, &[false, true, true, true]).unwrap();
        assert_eq!((field.reference, field.contenders, field.clone, field.family), (1, vec![2], None, 3));
    }

    #[test]
    fn a_clone_alone_is_nobody() {
        assert!(Field::of(&plan(Mode::Quick, contest(1)), 0, &[false, false, true]).is_none());
    }
}
