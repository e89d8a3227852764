//! What holds for a whole table, below it: who cannot be told apart, how much was measured, how
//! far two processes of one program were apart, and why it ended.

use crate::model::names::at_most;
use crate::model::unit;
use crate::model::{ComparisonFinding, ContestFinding, StopReason};

use super::ink::Ink;
use super::paragraph::{wrap, wrap_pieces};
use super::quantity::counted;

pub(super) fn footer(contest: &ContestFinding, comparison: &ComparisonFinding, ink: &Ink) -> Vec<String> {
    let mut lines = tied(contest, comparison, ink);
    // Another tool's launches and blocks are not told.
    if comparison.is_unpaired() {
        return lines;
    }
    let launches = match comparison.launches {
        1 => "this launch only".to_owned(),
        launches => counted(launches, "launch"),
    };
    let mut pieces = vec![format!("{launches}, {}", counted(comparison.blocks, "block"))];
    pieces.extend(comparison.noise.map(|noise| format!("noise {}", unit::percent(noise))));
    pieces.extend(ended(comparison.stopped).map(str::to_owned));
    lines.extend(wrap_pieces("  ", &pieces, ink.dot(), ink.width).lines().map(str::to_owned));
    lines
}

/// The same of trials, each of which is a block; `units` say what the numbers are counted in.
pub(super) fn footer_of_trials(
    contest: &ContestFinding,
    comparison: &ComparisonFinding,
    units: &[String],
    ink: &Ink,
) -> Vec<String> {
    let mut pieces = vec![format!("{} of each", counted(comparison.blocks, "trial"))];
    pieces.extend_from_slice(units);
    pieces.extend(comparison.noise.map(|noise| format!("noise {}", unit::percent(noise))));
    pieces.extend(ended(comparison.stopped).map(str::to_owned));
    let measured = wrap_pieces("  ", &pieces, ink.dot(), ink.width);
    tied(contest, comparison, ink).into_iter().chain(measured.lines().map(str::to_owned)).collect()
}

/// Names that are still listed: more of them are not read.
const LISTED: usize = 6;

/// Who cannot be told apart.
fn tied(contest: &ContestFinding, comparison: &ComparisonFinding, ink: &Ink) -> Vec<String> {
    if comparison.fastest.len() < 2 {
        return Vec::new();
    }
    let names = comparison.fastest.iter().filter_map(|index| comparison.rows.get(*index));
    let names: Vec<String> = names.map(|row| contest.label(&row.implementation)).collect();
    let gap = comparison.gap.map(|gap| format!("; the next one is {} behind", unit::apart(gap)));
    let tied = format!("{} cannot be told apart{}", at_most(&names, LISTED), gap.unwrap_or_default());
    wrap("  ", &tied, ink.width).lines().map(str::to_owned).collect()
}

/// Why there is no more of it, where that is worth saying.
fn ended(stopped: Option<StopReason>) -> Option<&'static str> {
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
    use crate::report::specimen;

    #[test]
    fn of_many_who_are_alike_a_few_are_named() {
        let told = |count: usize, gap: f64| {
            let rows = (0..count).map(|at| specimen::row(&format!("c.way{at}"), Verdict::Baseline, 100.0, 1.0));
            let mut comparison = specimen::at(64, rows.collect());
            comparison.fastest = (0..count).collect();
            comparison.gap = Some(gap);
            tied(&specimen::contest("", Vec::new()), &comparison, &Ink { width: 200, ..Ink::PLAIN }).concat()
        };
        assert_eq!(told(2, 0.12), "  c.way0 and c.way1 cannot be told apart; the next one is 12 % behind");
        assert_eq!(
            told(50, 19.42),
            "  c.way0, c.way1, c.way2, c.way3, c.way4 and 45 more cannot be told apart; the next one is a factor of 20 behind"
        );
    }
}
