//! Numbers of another tool, which measured one thing after the other, and tells of some no more than a summary.

use crate::model::{Caveat, ImportSource, ImportedTimes};

/// Beside every comparison of an imported run.
pub(crate) fn unpaired(source: &ImportSource) -> Caveat {
    Caveat::Unpaired { tool: source.tool.clone() }
}

/// `timed`: whether there are single times of it.
pub(crate) fn summary_only(timed: bool, summary: &ImportedTimes) -> Option<Caveat> {
    let all = || summary.iter().map(|(name, ns)| (name.clone(), *ns)).collect();
    (!timed && !summary.is_empty()).then(|| Caveat::SummaryOnly { summary: all() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::caveat_text;

    #[test]
    fn the_tool_and_what_it_tells_are_named() {
        let source = ImportSource { tool: "jmh".into(), version: None, file: "a.json".into(), measured: None };
        assert!(caveat_text(&unpaired(&source)).starts_with("Measured by jmh one after the other"));
        let summary = ImportedTimes::from([("mean".to_owned(), 7.0), ("max".to_owned(), 9.0)]);
        let told = summary_only(false, &summary).unwrap();
        assert!(caveat_text(&told).contains("only max 9.00 ns, mean 7.00 ns: "), "{told:?}");
        assert_eq!(summary_only(true, &summary), None);
        assert_eq!(summary_only(false, &ImportedTimes::new()), None);
    }
}
