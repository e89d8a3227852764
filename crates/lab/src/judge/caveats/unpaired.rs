//! Numbers of another tool, which measured one thing after the other, and tells of some no more than a summary.

use crate::model::unit;
use crate::model::{Caveat, Source, Told};

/// Beside every comparison of an imported run.
pub(crate) fn unpaired(source: &Source) -> Caveat {
    let text = format!(
        "Measured by {} one after the other, not side by side: what changed on the machine in between looks like a difference, so there is neither an interval nor a verdict.",
        source.tool
    );
    Caveat::new("unpaired", text)
}

/// `timed`: whether there are single times of it.
pub(crate) fn summary_only(timed: bool, summary: &Told) -> Option<Caveat> {
    let names: Vec<String> = summary.iter().map(|(name, ns)| format!("{name} {}", unit::time(*ns))).collect();
    let text = format!(
        "The file tells no single times of it, only {}: how its times are spread cannot be known.",
        names.join(", ")
    );
    (!timed && !summary.is_empty()).then(|| Caveat::new("summary-only", text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tool_and_what_it_tells_are_named() {
        let source = Source { tool: "jmh".into(), version: None, file: "a.json".into(), measured: None };
        assert!(unpaired(&source).text.starts_with("Measured by jmh one after the other"));
        let summary = Told::from([("mean".to_owned(), 7.0), ("max".to_owned(), 9.0)]);
        let told = summary_only(false, &summary).unwrap();
        assert!(told.text.contains("only max 9.00 ns, mean 7.00 ns: "), "{told:?}");
        assert_eq!(summary_only(true, &summary), None);
        assert_eq!(summary_only(false, &Told::new()), None);
    }
}
