//! Who stands against whom in a comparison, once those who failed have left.

use crate::model::{Contest, Role};

/// The lanes that have a part, by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// Whom the others are compared with: the baseline, or where it failed the first who did not.
    pub(crate) reference: usize,
    pub(crate) contenders: Vec<usize>,
    /// Lane A', as long as it and the baseline live.
    pub(crate) clone: Option<usize>,
    /// Lanes of the contest, and pairs that alpha is shared by: fixed by the plan, failures or not.
    pub(crate) lanes: usize,
    pub(crate) family: usize,
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
        Some(Field { reference, contenders, clone, lanes: contest.lanes.len(), family })
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
