//! Part of the findings: some benchmarks, some sizes. What is left out is not judged anew.

use glob::Pattern;

use crate::model::{BenchmarkChanges, Findings, MissingCell};

/// What a reader wants to see; an empty list is everything.
#[derive(Clone, Debug, Default)]
pub struct FindingSelection {
    /// Over `suite` or `suite/benchmark`.
    pub benchmarks: Vec<Pattern>,
    pub sizes: Vec<u64>,
}

impl FindingSelection {
    /// Benchmarks that nothing is left of go too.
    pub fn of(&self, findings: &Findings) -> Findings {
        let mut kept = findings.clone();
        kept.contests.retain(|contest| self.has(&contest.suite, &contest.benchmark));
        for contest in &mut kept.contests {
            contest.comparisons.retain(|comparison| self.has_size(comparison.size));
            contest.effects.retain(|effect| self.has_size(effect.size));
        }
        kept.contests.retain(|contest| self.sizes.is_empty() || !contest.comparisons.is_empty());
        kept
    }

    /// Those of the changes between two runs that are selected; verdicts stay those that all cells share.
    pub fn of_changes(&self, mut changes: Vec<BenchmarkChanges>) -> Vec<BenchmarkChanges> {
        changes.retain(|of| self.has(&of.suite, &of.benchmark));
        for of in &mut changes {
            of.cells.retain(|cell| self.has_size(cell.size));
        }
        changes.retain(|of| !of.cells.is_empty());
        changes
    }

    /// And of what had a time in the earlier of them alone.
    pub fn of_missing(&self, mut lost: Vec<MissingCell>) -> Vec<MissingCell> {
        lost.retain(|cell| self.has(&cell.suite, &cell.benchmark) && self.has_size(cell.size));
        lost
    }

    fn has_size(&self, size: u64) -> bool {
        self.sizes.is_empty() || self.sizes.contains(&size)
    }

    fn has(&self, suite: &str, benchmark: &str) -> bool {
        let name = format!("{suite}/{benchmark}");
        let wanted = |pattern: &Pattern| pattern.matches(&name) || pattern.matches(suite);
        self.benchmarks.is_empty() || self.benchmarks.iter().any(wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::{compare_specimen, made_up};

    #[test]
    fn benchmarks_and_sizes_are_kept() {
        let findings = made_up::findings(vec![made_up::ladder(&[64, 128])]);
        let of = |benchmarks: &[&str], sizes: &[u64]| {
            let benchmarks = benchmarks.iter().map(|text| Pattern::new(text).unwrap()).collect();
            let kept = FindingSelection { benchmarks, sizes: sizes.to_vec() }.of(&findings);
            kept.contests.iter().map(|contest| contest.comparisons.len()).collect::<Vec<_>>()
        };
        assert_eq!(of(&[], &[]), [2]);
        assert_eq!(of(&["hashes"], &[128]), [1]);
        assert_eq!(of(&["hashes/blake*"], &[]), [2]);
        assert_eq!(of(&["hashes/blake"], &[]), [0; 0]);
        assert_eq!(of(&[], &[7]), [0; 0]);
    }

    #[test]
    fn what_moved_is_kept_in_the_same_way() {
        let of = |benchmark: &str, sizes: &[u64]| {
            let selection =
                FindingSelection { benchmarks: vec![Pattern::new(benchmark).unwrap()], sizes: sizes.to_vec() };
            let kept = selection.of_changes(compare_specimen::moved().changes);
            kept.iter().map(|of| of.cells.len()).collect::<Vec<_>>()
        };
        assert_eq!([of("s", &[]), of("s/b", &[64]), of("s/b", &[7]), of("t", &[])], [vec![4], vec![3], vec![], vec![]]);
    }

    #[test]
    fn what_was_lost_is_kept_in_the_same_way() {
        let of = |benchmark: &str, sizes: &[u64]| {
            let selection =
                FindingSelection { benchmarks: vec![Pattern::new(benchmark).unwrap()], sizes: sizes.to_vec() };
            selection.of_missing([64, 128].map(|size| compare_specimen::missing_cell("c.b", size, None)).into()).len()
        };
        assert_eq!([of("s", &[]), of("s/b", &[64]), of("s/b", &[7]), of("t", &[])], [2, 1, 0, 0]);
    }
}
