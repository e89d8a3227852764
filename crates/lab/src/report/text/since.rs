//! What became of everybody since an earlier version, in one sentence: what a gate is asked for.
//!
//! In: findings of implementations that stand beside themselves; out: what became slower, what faster, how many are the
//! same, who is not decided or could not be compared, and how large a change may have gone unseen; then how many are of
//! the same code.

use std::collections::BTreeSet;

use crate::model::names::at_most;
use crate::model::unit::factor;
use crate::model::{Findings, Row, Unmatched, Verdict, unit};
use crate::report::text::code_change;
use crate::words::{brief, clean, point};

/// So many of each kind are named.
const NAMED: usize = 3;

/// What the rows of all comparisons came to.
#[derive(Default)]
struct ChangeTally {
    slower: Vec<String>,
    faster: Vec<String>,
    lost: Vec<String>,
    same: usize,
    undecided: Vec<String>,
    /// Of those who had no time at the revision.
    uncompared: Vec<String>,
    /// Of those who have none now either.
    never: Vec<String>,
    /// The logarithm of the largest change that those may have which are the same, or not decided.
    unseen: f64,
}

/// What a reader is told first of versions; nothing where nobody stands beside itself.
pub fn version_lines(findings: &Findings) -> Vec<String> {
    let lines = [since_line(findings), code_change::same_code_line(findings), unmatched_line(&findings.unmatched)];
    lines.into_iter().flatten().collect()
}

/// Nothing where nothing had to be measured.
fn since_line(findings: &Findings) -> Option<String> {
    let mut tally = ChangeTally::default();
    let mut since = None;
    let benchmarks: BTreeSet<&String> = findings.contests.iter().map(|contest| &contest.benchmark).collect();
    for contest in &findings.contests {
        let Some(revised) = &contest.revised else { continue };
        since = Some(revised.short_revision());
        for comparison in &contest.comparisons {
            let size = point(comparison.size, &contest.unit, &comparison.params);
            let at = if benchmarks.len() > 1 { format!("{size} of {}", contest.benchmark) } else { size };
            let (before, today): (Vec<&Row>, Vec<&Row>) =
                comparison.rows.iter().partition(|row| row.implementation == contest.baseline);
            let is_there = before.iter().all(|row| row.verdict.fault().is_none());
            for row in today {
                let bound = row.estimate.as_ref().map_or(f64::INFINITY, |estimate| estimate.interval.bound());
                match (is_there, row.verdict.fault()) {
                    (true, _) => tally.add(&row.verdict, &|| told(row, &at), bound),
                    (false, None) => tally.uncompared.push(format!("{} at {at}", row.implementation)),
                    (false, Some(_)) => tally.never.push(format!("{} at {at}", row.implementation)),
                }
            }
        }
    }
    let measured = tally.measured();
    (measured > 0).then(|| clean(&format!("Since {}, {}.", since.unwrap_or_default(), tally.told(measured))))
}

/// `Not compared: 1 new (a), 2 gone (b, c).`
fn unmatched_line(unmatched: &Unmatched) -> Option<String> {
    let Unmatched { new, gone, failed } = unmatched;
    let kinds = [(new, "new"), (gone, "gone"), (failed, "that cannot be built or listed in both versions")];
    let parts: Vec<String> = kinds.into_iter().filter_map(|(who, what)| some(who, what)).collect();
    (!parts.is_empty()).then(|| clean(&format!("Not compared: {}.", parts.join(", "))))
}

/// `c.a at 1 KiB, 1.03x as long, 1.02 to 1.04, over 12 layouts`.
fn told(row: &Row, at: &str) -> String {
    let ends = row.estimate.as_ref().map(|estimate| estimate.interval).filter(|ends| ends.half_width().is_finite());
    let said = match ends.filter(|_| row.verdict.is_undecided()) {
        Some(ends) => format!("{} to {}", factor(ends.low.exp()), factor(ends.high.exp())),
        None => brief(&row.verdict),
    };
    format!("{} at {at}, {said}{}", row.implementation, row.over_layouts())
}

impl ChangeTally {
    fn add(&mut self, verdict: &Verdict, named: &dyn Fn() -> String, bound: f64) {
        match verdict {
            Verdict::Slower { .. } => self.slower.push(named()),
            Verdict::Faster { .. } => self.faster.push(named()),
            Verdict::Wrong { .. } | Verdict::Implausible { .. } | Verdict::Failed { .. } => self.lost.push(named()),
            Verdict::SameCode => {}
            Verdict::Same { .. } => (self.same, self.unseen) = (self.same + 1, self.unseen.max(bound)),
            Verdict::NotEnough | Verdict::Unreliable { .. } | Verdict::Unpaired | Verdict::Baseline => {
                self.undecided.push(named());
                self.unseen = self.unseen.max(bound);
            }
        }
    }

    fn measured(&self) -> usize {
        let named = [&self.slower, &self.faster, &self.lost, &self.undecided, &self.uncompared, &self.never];
        named.iter().map(|who| who.len()).sum::<usize>() + self.same
    }

    fn told(&self, measured: usize) -> String {
        let comparisons = if measured == 1 { "comparison" } else { "comparisons" };
        let or_none = |who: &[String], what| some(who, what).unwrap_or_else(|| format!("none {what}"));
        let mut parts = vec![or_none(&self.slower, "slower"), or_none(&self.faster, "faster")];
        parts.extend(some(&self.lost, "without a time now"));
        parts.push(format!("{} the same", self.same));
        parts.push(some(&self.undecided, "not decided").unwrap_or("0 not decided".to_owned()));
        parts.extend(some(&self.uncompared, "without a time then"));
        parts.extend(some(&self.never, "without a time then and now"));
        let unseen = match self.unseen {
            // Nothing is left open.
            0.0 => String::new(),
            all if all.is_finite() => format!("; changes of up to {} may have gone unseen", unit::apart(all.exp_m1())),
            _ => "; how large a change may have gone unseen is not known".to_owned(),
        };
        format!("of {measured} {comparisons}: {}{unseen}", parts.join(", "))
    }
}

/// `2 slower (a, b)`; nothing of nobody.
fn some(who: &[String], what: &str) -> Option<String> {
    (!who.is_empty()).then(|| format!("{} {what} ({})", who.len(), at_most(who, NAMED)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Interval;

    fn told(rows: &[(Verdict, f64)]) -> String {
        let mut tally = ChangeTally::default();
        rows.iter().for_each(|(verdict, bound)| tally.add(verdict, &|| "c.a at 1 KiB".to_owned(), *bound));
        tally.told(tally.measured())
    }

    #[test]
    fn what_one_version_alone_has_is_told_too() {
        let names = |all: &[&str]| all.iter().map(|&name| name.to_owned()).collect::<Vec<String>>();
        let unmatched = Unmatched { new: names(&["a"]), gone: names(&["b", "c"]), failed: names(&["sums/test"]) };
        let told = "Not compared: 1 new (a), 2 gone (b and c), 1 that cannot be built or listed in both versions \
                    (sums/test).";
        assert_eq!(unmatched_line(&unmatched).as_deref(), Some(told));
        assert_eq!(unmatched_line(&Unmatched::default()), None);
    }

    #[test]
    fn what_changed_is_named_and_what_did_not_is_counted() {
        let slower = Verdict::Slower { at_least: 0.013, likely: 0.02, at_most: None };
        let same = Verdict::Same { margin: 0.01, leaning: None };
        let text = told(&[(slower, 0.04), (same.clone(), 0.008), (Verdict::NotEnough, 0.02), (Verdict::SameCode, 9.0)]);
        assert_eq!(
            text,
            "of 3 comparisons: 1 slower (c.a at 1 KiB), none faster, 1 the same, 1 not decided (c.a at 1 \
             KiB); changes of up to 2.0 % may have gone unseen"
        );
        let lost = Verdict::Failed { text: "died".to_owned() };
        let text = told(&[(lost, f64::INFINITY), (Verdict::NotEnough, Interval::EVERYTHING.bound())]);
        assert_eq!(
            text,
            "of 2 comparisons: none slower, none faster, 1 without a time now (c.a at 1 KiB), 0 the same, 1 not \
             decided (c.a at 1 KiB); how large a change may have gone unseen is not known"
        );
    }

    #[test]
    fn who_never_had_a_time_is_no_news() {
        let tally = ChangeTally { never: vec!["c.a at 1 KiB".to_owned()], ..ChangeTally::default() };
        assert_eq!(
            tally.told(tally.measured()),
            "of 1 comparison: none slower, none faster, 0 the same, 0 not decided, 1 without a time then and now (c.a at 1 \
             KiB)"
        );
    }
}
