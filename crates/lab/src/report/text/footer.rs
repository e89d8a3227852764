//! What holds for a whole table, below it: who cannot be told apart, how much was measured, how
//! far two processes of one program were apart, and why it ended.

use crate::model::names::at_most;
use crate::model::{ComparisonFinding, ContestFinding, Row, Spending, StopReason, unit};

use crate::report::text::Ink;
use crate::words::answer::phrase::bound;
use crate::words::{counted, duration, wrap, wrap_pieces};

/// `units` say what the values of trials are counted in, where the head of the table does not.
pub(crate) fn footer(
    contest: &ContestFinding,
    comparison: &ComparisonFinding,
    units: &[String],
    ink: &Ink,
) -> Vec<String> {
    let tied = tied(contest, comparison, ink);
    let mut pieces = Vec::new();
    if contest.trials.is_some() {
        pieces.push(format!("{} of each", counted(comparison.blocks, "trial")));
        pieces.extend_from_slice(units);
    } else if comparison.is_unpaired() {
        // Another tool's launches and blocks are not told.
        return tied;
    } else {
        let launches = match comparison.launches {
            1 => "this launch only".to_owned(),
            launches => counted(launches, "launch"),
        };
        pieces.push(format!("{launches}, {}", counted(comparison.blocks, "block")));
        pieces.extend(spent(&comparison.spending));
    }
    pieces.extend(comparison.noise.map(|noise| format!("noise {}", unit::percent(noise))));
    pieces.extend(ended(comparison.stopped).map(str::to_owned));
    let measured = wrap_pieces("  ", &pieces, ink.dot(), ink.width);
    tied.into_iter().chain(measured.lines().map(str::to_owned)).collect()
}

/// What the time went into, as far as it is known.
fn spent(spending: &Spending) -> Option<String> {
    let parts = [
        ("timed", spending.timed_s),
        ("preparation", spending.preparation_s),
        ("verification", spending.verification_s),
    ];
    let known = parts.iter().filter(|(_, seconds)| *seconds > 0.0);
    let told: Vec<String> = known.map(|(what, seconds)| format!("{what} {}", spell(*seconds))).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

/// Preparing takes milliseconds, or as long as all the rest.
fn spell(seconds: f64) -> String {
    match seconds {
        s if s < 0.0995 => format!("{:.0} ms", (s * 1e3).max(1.0)),
        s if s < 9.95 => format!("{s:.1} s"),
        s => duration(s),
    }
}

/// Names that are still listed: more of them are not read.
const LISTED: usize = 6;

/// Who is the same as the fastest, and of whom it is not known yet.
fn tied(contest: &ContestFinding, comparison: &ComparisonFinding, ink: &Ink) -> Vec<String> {
    let names = |rows: &mut dyn Iterator<Item = &Row>| {
        at_most(&rows.map(|row| contest.label(&row.implementation)).collect::<Vec<_>>(), LISTED)
    };
    let mut lines = Vec::new();
    if comparison.fastest.len() > 1 {
        lines.push(format!("{} are the same within the margin", names(&mut comparison.fastest_rows())));
    }
    if !comparison.may_be_as_fast.is_empty() {
        let bound = bound(comparison.undecided_rows(), "");
        lines.push(format!("not known yet for {}: {bound}", names(&mut comparison.undecided_rows())));
    }
    lines.iter().flat_map(|line| wrap("  ", line, ink.width).lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Why there is no more of it, where that is worth saying.
pub(crate) fn ended(stopped: Option<StopReason>) -> Option<&'static str> {
    match stopped {
        Some(StopReason::Certain) => None,
        Some(StopReason::Budget) => Some("time for this size was up"),
        Some(StopReason::Launches) => Some("no more launches than these are made"),
        Some(StopReason::Trials) => Some("as many trials as the suite asks for"),
        Some(StopReason::Total) => Some("time for the run was up"),
        Some(StopReason::Rounds) => Some("stopped at the limit on rounds"),
        Some(StopReason::NobodyLeft) => Some("nobody was left to compare"),
        Some(StopReason::Interrupted) => Some("stopped by the user"),
        None => Some("not finished"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Verdict;
    use crate::report::specimen::made_up;

    #[test]
    fn what_the_time_went_into_is_told_as_far_as_it_is_known() {
        let told = |timed_s, preparation_s, verification_s| {
            let spending = Spending { timed_s, preparation_s, verification_s };
            let comparison = ComparisonFinding { spending, ..made_up::at(64, Vec::new()) };
            footer(&made_up::contest("", Vec::new()), &comparison, &[], &Ink { width: 200, ..Ink::PLAIN }).concat()
        };
        let all = told(1.2, 0.4, 0.0123);
        assert!(all.contains("40 blocks; timed 1.2 s, preparation 0.4 s, verification 12 ms; noise 0.31 %"), "{all}");
        let old = told(60.0, 0.0, 0.0);
        assert!(old.contains("40 blocks; timed 60 s; noise"), "{old}");
    }

    #[test]
    fn of_many_who_are_alike_a_few_are_named() {
        let told = |fastest: usize, undecided: usize| {
            let count = fastest + undecided;
            let rows = (0..count).map(|at| made_up::row(&format!("c.way{at}"), Verdict::Baseline, 100.0, 1.031));
            let mut comparison = made_up::at(64, rows.collect());
            comparison.fastest = (0..fastest).collect();
            comparison.may_be_as_fast = (fastest..count).collect();
            tied(&made_up::contest("", Vec::new()), &comparison, &Ink { width: 200, ..Ink::PLAIN }).concat()
        };
        assert_eq!(told(2, 0), "  c.way0 and c.way1 are the same within the margin");
        assert_eq!(told(1, 1), "  not known yet for c.way1: at most 1.042x");
        assert_eq!(
            told(0, 50),
            "  not known yet for c.way0, c.way1, c.way2, c.way3, c.way4 and 45 more: at most 1.042x"
        );
    }
}
