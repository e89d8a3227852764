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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen;

    #[test]
    fn benchmarks_and_sizes_are_kept() {
        let findings = specimen::findings(vec![specimen::ladder(&[64, 128])]);
        let of = |benchmarks: &[&str], sizes: &[u64]| {
            let benchmarks = benchmarks.iter().map(|text| Pattern::new(text).unwrap()).collect();
            let kept = Selection { benchmarks, sizes: sizes.to_vec() }.of(&findings);
            kept.contests.iter().map(|contest| contest.comparisons.len()).collect::<Vec<_>>()
        };
        assert_eq!(of(&[], &[]), [2]);
        assert_eq!(of(&["hashes"], &[128]), [1]);
        assert_eq!(of(&["hashes/blake*"], &[]), [2]);
        assert_eq!(of(&["hashes/blake"], &[]), [0; 0]);
        assert_eq!(of(&[], &[7]), [0; 0]);
    }
}
