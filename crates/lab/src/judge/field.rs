//! Who stands against whom in a comparison, once those who failed have left.

use crate::model::{Contest, Mode, Role, Trials};

/// The lanes that have a part, by index.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    /// Whom the others are compared with: the baseline, or where it failed the first who did not.
    pub(crate) reference: usize,
    pub(crate) contenders: Vec<usize>,
    /// Lane A', as long as it and the baseline live.
    pub(crate) clone: Option<usize>,
    /// Lanes of the contest, and pairs that alpha is shared by: fixed by the plan, failures or not.
    pub(crate) lanes: usize,
    pub(crate) family: usize,
    /// Seconds for a comparison, where they are not the run's.
    pub(crate) budget_s: Option<f64>,
    /// What all pairs may be wrong by together, where that is not what the plan says.
    pub(crate) alpha: Option<f64>,
    /// What decides, where that is not time.
    pub(crate) trials: Option<Trials>,
}

impl Field {
    /// `None`: nobody is left. A lane that `healthy` does not name is taken for healthy.
    pub(crate) fn of(contest: &Contest, healthy: &[bool]) -> Option<Field> {
        let lives = |lane: &usize| healthy.get(*lane).copied().unwrap_or(true);
        let with = |role: Role| {
            let of_role = move |(_, lane): &(usize, &crate::model::Lane)| lane.role == role;
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
        let family = contest.contenders().count();
        let (lanes, budget_s, trials) = (contest.lanes.len(), contest.budget_s, contest.trials.clone());
        let alpha = contest.between.as_ref().map(|between| between.alpha);
        Some(Field { reference, contenders, clone, lanes, family, budget_s, alpha, trials })
    }

    /// How the comparison is judged, in a run of that mode.
    pub(crate) fn mode(&self, of_run: Mode) -> Mode {
        if self.trials.is_some() { Mode::Trials } else { of_run }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::stage::contest;

    #[test]
    fn all_healthy() {
        let field = Field::of(&contest(2), &[true; 4]).unwrap();
        assert_eq!((field.reference, field.contenders, field.clone, field.family), (0, vec![1, 2], Some(3), 2));
    }

    #[test]
    fn without_its_baseline_a_comparison_goes_on_against_the_first_left() {
        let field = Field::of(&contest(2), &[false, true, true, true]).unwrap();
        assert_eq!((field.reference, field.contenders, field.clone, field.family), (1, vec![2], None, 2));
    }

    #[test]
    fn a_clone_alone_is_nobody() {
        assert_eq!(Field::of(&contest(1), &[false, false, true]), None);
    }
}
