//! Comparisons that a run never came to, or had no reason to measure, in; one line for the former, and the rest to be
//! drawn as tables, out.

use std::borrow::Cow;

use crate::model::names::{at_most, listed};
use crate::model::{ComparisonFinding, ContestFinding};
use crate::report::text::footer;
use crate::words::{alike, clean, point};

/// Places that are still named one by one.
const LISTED: usize = 8;

/// A benchmark without what was never measured: tables of it would say nothing in every row.
pub fn measured(contest: &ContestFinding) -> Cow<'_, ContestFinding> {
    let is_left_out = |comparison: &ComparisonFinding| comparison.is_unmeasured() || comparison.is_same_code();
    if !contest.comparisons.iter().any(is_left_out) {
        return Cow::Borrowed(contest);
    }
    let mut rest = contest.clone();
    rest.comparisons.retain(|comparison| !is_left_out(comparison));
    Cow::Owned(rest)
}

/// `not measured: 64 KiB and 1 MiB (time for the run was up)`; `None`: all was.
pub fn unmeasured_line(contest: &ContestFinding) -> Option<String> {
    let reason = |one: &ComparisonFinding| {
        (footer::ended(one.stopped).unwrap_or("not finished"), point(one.size, &contest.unit, &one.params))
    };
    let reasons = alike(contest.comparisons.iter().filter(|one| one.is_unmeasured()).map(reason));
    let told: Vec<String> =
        reasons.iter().map(|(why, places)| format!("{} ({why})", at_most(places, LISTED))).collect();
    (!told.is_empty()).then(|| clean(&format!("not measured: {}", listed(&told))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{StopReason, Verdict};
    use crate::report::specimen::made_up;
    use crate::report::text::{Ink, ReportParts, terminal};

    /// Of three sizes the last two were never come to.
    pub(crate) fn cut_short(stopped: [Option<StopReason>; 2]) -> ContestFinding {
        let mut contest = made_up::ladder(&[64, 1024, 65536]);
        for (comparison, stopped) in contest.comparisons[1..].iter_mut().zip(stopped) {
            (comparison.blocks, comparison.launches, comparison.stopped) = (0, 0, stopped);
            (comparison.fastest, comparison.may_be_as_fast) = (Vec::new(), Vec::new());
            for row in &mut comparison.rows {
                let verdict = if row.verdict == Verdict::Baseline { Verdict::Baseline } else { Verdict::NotEnough };
                *row = crate::model::Row::bare(row.implementation.clone(), verdict);
            }
        }
        contest
    }

    #[test]
    fn one_line_tells_of_all_that_was_not_measured() {
        let contest = cut_short([Some(StopReason::Total); 2]);
        let line = unmeasured_line(&contest).unwrap();
        assert_eq!(line, "not measured: 1 KiB and 64 KiB (time for the run was up)");
        let sizes: Vec<u64> = measured(&contest).comparisons.iter().map(|one| one.size).collect();
        assert_eq!(sizes, [64]);
        let line = unmeasured_line(&cut_short([Some(StopReason::Interrupted), None])).unwrap();
        assert_eq!(line, "not measured: 1 KiB (stopped by the user) and 64 KiB (not finished)");
    }

    #[test]
    fn failures_have_their_tables_and_where_all_was_measured_nothing_is_said() {
        let mut contest = cut_short([None; 2]);
        contest.comparisons[1].rows[1].verdict = Verdict::Failed { text: "died".into() };
        assert_eq!(unmeasured_line(&contest).unwrap(), "not measured: 64 KiB (not finished)");
        assert_eq!(measured(&contest).comparisons.len(), 2);
        let whole = made_up::ladder(&[64, 1024]);
        assert_eq!(unmeasured_line(&whole), None);
        assert!(matches!(measured(&whole), Cow::Borrowed(_)));
    }

    #[test]
    fn people_read_the_line_and_scripts_every_row() {
        let contest = cut_short([Some(StopReason::Total); 2]);
        let (run, findings) = (made_up::run(), made_up::findings(vec![contest]));
        let said = "not measured: 1 KiB and 64 KiB (time for the run was up)";
        let parts =
            ReportParts { layouts: false, percentiles: false, resources: false, curve: false, code: false, places: "" };
        let shown = terminal(&run, &findings, parts, &Ink { width: 120, ..Ink::PLAIN });
        let markdown = crate::report::formats::markdown(&run, &findings);
        for text in [&shown, &markdown] {
            assert!(text.contains(said) && !text.contains("not known yet |"), "{text}");
            assert!(!text.contains("\n64 KiB") && !text.contains("| 64 KiB"), "{text}");
        }
        let sheet = crate::report::sheet::Sheet::of(&[(&run, &findings)], "");
        assert_eq!(sheet.sections[0].panels.len(), 1);
        assert_eq!(sheet.sections[0].unmeasured, [(0, said.to_owned())]);
    }
}
