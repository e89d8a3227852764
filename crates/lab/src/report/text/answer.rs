//! What a reader came for: the answer to each benchmark's question, in a sentence.

use crate::model::Findings;

use crate::report::text::{Ink, Tone, version_lines};
use crate::words::{clean, wrap};

pub(crate) fn answers(findings: &Findings, ink: &Ink) -> String {
    if findings.contests.is_empty() {
        return "Nothing was measured.\n".to_owned();
    }
    let strong = |first: &str, text: &str| ink.lines(Tone::Strong, &wrap(first, text, ink.width));
    let mut text: String = version_lines(findings).iter().map(|line| strong("", line)).collect();
    for contest in findings.contests.iter().filter(|contest| !contest.is_same_code()) {
        if !text.is_empty() {
            text.push('\n');
        }
        let question = wrap(&format!("{}  ", contest.title()), &clean(&contest.question), ink.width);
        text += &format!("{}\n", ink.paint(Tone::Quiet, &question));
        text += &strong("  ", &clean(&contest.answer));
    }
    if one_launch(findings) {
        let warning = "This launch only: other launches of the same programs may differ by more.";
        text += &ink.lines(Tone::Poor, &wrap("  ", warning, ink.width));
    }
    text
}

fn one_launch(findings: &Findings) -> bool {
    let comparisons = findings.contests.iter().flat_map(|contest| &contest.comparisons);
    comparisons.map(|comparison| comparison.launches).max() == Some(1)
}
