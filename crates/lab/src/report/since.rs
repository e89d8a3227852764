//! What became of everybody since an earlier version, in one sentence: what a gate is asked for.
//!
//! In: findings of implementations that stand beside themselves; out: what became slower, what faster, how many are the
//! same or not decided, and how large a change may have gone unseen; then how many are of the same code.

use super::code_change::same_code_line;
use super::paragraph::clean;
use super::quantity::point;
use super::words::verdict;
use crate::model::names::at_most;
use crate::model::{Findings, Verdict, unit};

/// So many of each kind are named.
const NAMED: usize = 3;

/// What the rows of all comparisons came to.
#[derive(Default)]
struct Tally {
    slower: Vec<String>,
    faster: Vec<String>,
    lost: Vec<String>,
    same: usize,
    undecided: usize,
    /// The logarithm of the largest change that those may have which are the same, or not decided.
    unseen: f64,
}

/// What a reader is told first of versions; nothing where nobody stands beside itself.
pub fn version_lines(findings: &Findings) -> Vec<String> {
    since_line(findings).into_iter().chain(same_code_line(findings)).collect()
}

/// Nothing where nothing had to be measured.
fn since_line(findings: &Findings) -> Option<String> {
    let mut tally = Tally::default();
    let mut since = None;
    for contest in &findings.contests {
        let Some(revised) = &contest.revised else { continue };
        since = Some(&revised.revision);
        for comparison in &contest.comparisons {
            for row in comparison.rows.iter().filter(|row| row.implementation != contest.baseline) {
                let at = point(comparison.size, &contest.unit, &comparison.params);
                let named = || format!("{} at {at}, {}", row.implementation, verdict(&row.verdict));
                let bound = row.estimate.as_ref().map_or(f64::INFINITY, |estimate| estimate.interval.bound());
                tally.add(&row.verdict, &named, bound);
            }
        }
    }
    let measured = tally.measured();
    (measured > 0).then(|| clean(&format!("Since {}, {}.", since.map_or("", String::as_str), tally.told(measured))))
}

impl Tally {
    fn add(&mut self, verdict: &Verdict, named: &dyn Fn() -> String, bound: f64) {
        match verdict {
            Verdict::Slower { .. } => self.slower.push(named()),
            Verdict::Faster { .. } => self.faster.push(named()),
            Verdict::Wrong { .. } | Verdict::Implausible { .. } | Verdict::Failed { .. } => self.lost.push(named()),
            Verdict::SameCode => {}
            Verdict::Same { .. } => (self.same, self.unseen) = (self.same + 1, self.unseen.max(bound)),
            Verdict::NotEnough | Verdict::Unreliable { .. } | Verdict::Unpaired | Verdict::Baseline => {
                (self.undecided, self.unseen) = (self.undecided + 1, self.unseen.max(bound));
            }
        }
    }

    fn measured(&self) -> usize {
        self.slower.len() + self.faster.len() + self.lost.len() + self.same + self.undecided
    }

    fn told(&self, measured: usize) -> String {
        let comparisons = if measured == 1 { "comparison" } else { "comparisons" };
        let mut parts = vec![counted(&self.slower, "slower"), counted(&self.faster, "faster")];
        parts.extend((!self.lost.is_empty()).then(|| counted(&self.lost, "without a time now")));
        parts.push(format!("{} the same", self.same));
        parts.push(format!("{} not decided", self.undecided));
        let unseen = match self.unseen {
            // Nothing is left open.
            0.0 => String::new(),
            all if all.is_finite() => format!("; changes of up to {} may have gone unseen", unit::apart(all.exp_m1())),
            _ => "; how large a change may have gone unseen is not known".to_owned(),
        };
        format!("of {measured} {comparisons}: {}{unseen}", parts.join(", "))
    }
}

/// `2 slower (a, b)`.
fn counted(who: &[String], what: &str) -> String {
    match who.len() {
        0 => format!("none {what}"),
        count => format!("{count} {what} ({})", at_most(who, NAMED)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Interval;

    fn told(rows: &[(Verdict, f64)]) -> String {
        let mut tally = Tally::default();
        rows.iter().for_each(|(verdict, bound)| tally.add(verdict, &|| "c.a at 1 KiB".to_owned(), *bound));
        tally.told(tally.measured())
    }

    #[test]
    fn what_changed_is_named_and_what_did_not_is_counted() {
        let slower = Verdict::Slower { at_least: 0.013, likely: 0.02, at_most: None };
        let same = Verdict::Same { margin: 0.01, leaning: None };
        let text = told(&[(slower, 0.04), (same.clone(), 0.008), (Verdict::NotEnough, 0.02), (Verdict::SameCode, 9.0)]);
        assert_eq!(
            text,
            "of 3 comparisons: 1 slower (c.a at 1 KiB), none faster, 1 the same, 1 not decided; changes of up to 2.0 % \
             may have gone unseen"
        );
        let lost = Verdict::Failed { text: "died".to_owned() };
        let text = told(&[(lost, f64::INFINITY), (Verdict::NotEnough, Interval::EVERYTHING.bound())]);
        assert_eq!(
            text,
            "of 2 comparisons: none slower, none faster, 1 without a time now (c.a at 1 KiB), 0 the same, 1 not \
             decided; how large a change may have gone unseen is not known"
        );
    }
}
