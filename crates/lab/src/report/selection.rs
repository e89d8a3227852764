//! Part of the findings: some benchmarks, some sizes. What is left out is not judged anew.

use glob::Pattern;

use crate::model::Findings;

/// What a reader wants to see; an empty list is everything.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Over `suite` or `suite/benchmark`.
    pub benchmarks: Vec<Pattern>,
    pub sizes: Vec<u64>,
}

impl Selection {
    /// Benchmarks that nothing is left of go too.
    pub fn of(&self, findings: &Findings) -> Findings {
        let mut kept = findings.clone();
        kept.contests.retain(|contest| {
            let name = format!("{}/{}", contest.suite, contest.benchmark);
            let wanted = |pattern: &Pattern| pattern.matches(&name) || pattern.matches(&contest.suite);
            self.benchmarks.is_empty() || self.benchmarks.iter().any(wanted)
        });
        if !self.sizes.is_empty() {
            for contest in &mut kept.contests {
                contest.comparisons.retain(|comparison| self.sizes.contains(&comparison.size));
            }
            kept.contests.retain(|contest| !contest.comparisons.is_empty());
        }
        kept
    }
}
