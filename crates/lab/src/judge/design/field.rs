//! Who stands against whom in a comparison, once those who failed have left.

use crate::model::{Block, Contest, Design, Lane, Mode, Plan, Role, Trials};

/// The lanes that have a part, by index.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) design: Design,
    /// Whom the others are compared with: the baseline, or where it failed the first who did not.
    pub(crate) reference: usize,
    pub(crate) contenders: Vec<usize>,
    /// The A/A control, as long as it and the baseline live.
    pub(crate) clone: Option<usize>,
    /// Lanes of the contest, and intervals that alpha is shared by: fixed by the plan, failures or not.
    pub(crate) lanes: usize,
    pub(crate) family: usize,
    /// Whether each sample of everybody is a process that measures by itself.
    pub(crate) samples_are_processes: bool,
    /// Whether everybody's time is asked for, however far behind.
    pub(crate) asks_all: bool,
    /// Seconds for a comparison, where they are not the run's.
    pub(crate) budget_s: Option<f64>,
    /// What all pairs may be wrong by together, where that is not what the plan says.
    pub(crate) alpha: Option<f64>,
    /// What decides, where that is not time.
    pub(crate) trials: Option<Trials>,
}

impl Field {
    /// `None`: nobody is left. A lane that `healthy` does not name is taken for healthy.
    pub(crate) fn of(contest: &Contest, of_run: Mode, healthy: &[bool]) -> Option<Field> {
        let design = contest.design(of_run);
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
        let (lanes, budget_s, trials) = (contest.lanes.len(), contest.budget_s, contest.trials.clone());
        let alpha = contest.between.as_ref().map(|between| between.alpha);
        // Two that follow each other between sizes are close, and have little alpha to spend on a race.
        let asks_all = contest.intervention.is_some() || contest.between.is_some();
        let samples_are_processes = contest.lanes.iter().all(|lane| lane.implementation.call_kind().sizes_itself());
        Some(Field {
            design,
            reference,
            contenders,
            clone,
            lanes,
            family,
            samples_are_processes,
            asks_all,
            budget_s,
            alpha,
            trials,
        })
    }

    /// Whether nobody but the reference and the A/A control took part in a block, although there are others.
    pub(crate) fn is_of_control(&self, block: &Block) -> bool {
        !block.race
            && !self.contenders.is_empty()
            && self.clone.is_some_and(|clone| block.has_part(clone))
            && !self.contenders.iter().any(|lane| block.has_part(*lane))
    }

    /// Seconds that the comparison may take.
    pub(crate) fn budget_of(&self, plan: &Plan) -> f64 {
        self.budget_s.unwrap_or(plan.budget_s)
    }

    /// What all that is said of the comparison may be wrong by.
    pub(crate) fn alpha_of(&self, plan: &Plan) -> f64 {
        self.alpha.unwrap_or(plan.alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::contest;

    #[test]
    fn all_healthy() {
        let field = Field::of(&contest(2), Mode::Quick, &[true; 4]).unwrap();
        assert_eq!((field.reference, field.contenders, field.clone, field.family), (0, vec![1, 2], Some(3), 3));
    }

    #[test]
    fn without_its_baseline_a_comparison_goes_on_against_the_first_left() {
        let field = Field::of(&contest(2), Mode::Quick, &[false, true, true, true]).unwrap();
        assert_eq!((field.reference, field.contenders, field.clone, field.family), (1, vec![2], None, 3));
    }

    #[test]
    fn a_clone_alone_is_nobody() {
        assert_eq!(Field::of(&contest(1), Mode::Quick, &[false, false, true]), None);
    }
}
