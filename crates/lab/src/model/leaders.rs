//! Who is fastest, size by size, in; the fewest stretches of sizes that each have a leader out.

/// Neighbouring sizes at all of which the same implementations are among the fastest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeaderStretch<T> {
    /// In the fastest set at every size of the stretch.
    pub(crate) leaders: Vec<T>,
    /// Whether they are the whole of that set everywhere, so that nobody else may be as fast.
    pub(crate) alone: bool,
    /// Indices of the first and the last size.
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// Goes on from size to size for as long as somebody stays among the fastest: greedy, and therefore
/// the fewest stretches there can be.
pub(crate) fn stretches<T: Clone + PartialEq>(fastest: &[Vec<T>]) -> Vec<LeaderStretch<T>> {
    let mut stretches: Vec<LeaderStretch<T>> = Vec::new();
    for (index, set) in fastest.iter().enumerate() {
        let kept = stretches
            .last()
            .map(|stretch| stretch.leaders.iter().filter(|leader| set.contains(leader)).cloned().collect::<Vec<_>>());
        match (stretches.last_mut(), kept) {
            (Some(stretch), Some(kept)) if !kept.is_empty() => {
                stretch.alone &= kept.len() == stretch.leaders.len() && kept.len() == set.len();
                (stretch.leaders, stretch.to) = (kept, index);
            }
            _ => stretches.push(LeaderStretch { leaders: set.clone(), alone: true, from: index, to: index }),
        }
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ImplementationId;

    fn ids(names: &[&str]) -> Vec<ImplementationId> {
        names.iter().map(|name| format!("c.{name}").parse().unwrap()).collect()
    }

    #[test]
    fn a_stretch_lasts_as_long_as_somebody_stays() {
        let sets = [ids(&["a", "b"]), ids(&["b", "c"]), ids(&["c"]), ids(&["c"])];
        let found = stretches(&sets);
        assert_eq!(found.len(), 2);
        assert_eq!((&found[0].leaders, found[0].alone, found[0].to), (&ids(&["b"]), false, 1));
        assert_eq!((&found[1].leaders, found[1].alone, found[1].from, found[1].to), (&ids(&["c"]), true, 2, 3));
    }

    #[test]
    fn whoever_leads_everywhere_leads_in_one_stretch() {
        let found = stretches(&[ids(&["a"]), ids(&["a"])]);
        assert_eq!(found, [LeaderStretch { leaders: ids(&["a"]), alone: true, from: 0, to: 1 }]);
        assert!(stretches::<ImplementationId>(&[]).is_empty());
    }
}
