//! The one place where judging speaks to measuring: what to measure next, or stop; and which share of the time that is
//! left a comparison has.

use serde::{Deserialize, Serialize};

use crate::model::{Block, Fault, Plan, Verdict};

/// What has been measured of one comparison so far.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    pub plan: &'a Plan,
    pub contest: usize,
    pub comparison: usize,
    /// Every block of this comparison, of every launch, in order.
    pub blocks: &'a [Block],
    /// The launch under way, counted from 0.
    pub launch: u32,
    /// Lanes that have not failed.
    pub healthy: &'a [bool],
    /// Seconds spent on this comparison, and how many may be spent.
    pub spent_s: f64,
    pub budget_s: f64,
}

/// Why measuring a comparison ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// Every pair has its verdict.
    Certain,
    /// The comparison's time is over.
    Budget,
    /// The run's time is over.
    Total,
    /// As many launches were made as there ever are: more would tell little.
    Launches,
    /// As many trials were made as the benchmark asks for.
    Trials,
    /// The limit on rounds is reached.
    Rounds,
    /// Nobody is left to compare.
    NobodyLeft,
    /// The user asked.
    Interrupted,
}

/// What to do next with a comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// So many blocks more in this launch, of the lanes marked.
    Blocks { count: u32, live: Vec<bool> },
    /// So many blocks of the baseline and the A/A control, which nobody else takes part in.
    Control { count: u32, live: Vec<bool> },
    /// A round of the race, of the lanes marked.
    Race { live: Vec<bool> },
    /// Enough in this launch; go on in the next.
    Relaunch,
    /// No more of this comparison.
    Stop(StopReason),
}

/// Looks at what there is and says what is to follow. `measure` calls it, `judge` implements it.
pub trait Decide {
    /// By lane, who still takes part in a comparison: asked before each of its launches, so that nobody is started,
    /// prepared and warmed up for whom no block would be asked. Whoever says nothing wants everybody.
    fn live(&self, _contest: usize, _comparison: usize, lanes: usize) -> Vec<bool> {
        vec![true; lanes]
    }

    /// A lane has failed in a comparison, or in all: who has left because of it may have to take part again. Whoever says
    /// nothing has nobody leave.
    fn failed(&mut self, _contest: usize, _comparison: Option<usize>, _lane: usize, _fault: &Fault) {}

    /// What next, and, where this was an interim analysis, the verdicts by lane as they stand.
    fn next(&mut self, progress: &Progress<'_>) -> (Next, Option<Vec<Verdict>>);
}

/// Seconds for the next comparison: its own budget, or as large a part of what is left of the run as its budget is of
/// all budgets of those that are still undecided, its own among them, whichever is less. Called again after each
/// comparison, it hands the time that one did not need on to the others.
pub fn budget_share(budget_s: f64, left_s: f64, undecided_s: f64) -> f64 {
    let part = if undecided_s > budget_s { budget_s / undecided_s } else { 1.0 };
    (left_s.max(0.0) * part).min(budget_s)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_shared_and_what_is_freed_goes_on() {
        assert_eq!(budget_share(30.0, 600.0, 4.0 * 30.0), 30.0);
        assert_eq!(budget_share(30.0, 600.0, 60.0 * 30.0), 10.0);
        // The first of sixty ended after 1 s: the others have a little more.
        assert!(budget_share(30.0, 599.0, 59.0 * 30.0) > 10.0);
        assert_eq!(budget_share(30.0, -1.0, 3.0 * 30.0), 0.0);
        assert_eq!(budget_share(30.0, 5.0, 0.0), 5.0);
    }

    #[test]
    fn who_needs_more_has_more_of_what_is_too_little() {
        let all_s = 50.0 * 10.0 + 5.0 * 100.0;
        assert_eq!((budget_share(10.0, 600.0, all_s), budget_share(100.0, 600.0, all_s)), (6.0, 60.0));
    }
}
