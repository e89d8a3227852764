//! What a reader came for: the answer to each benchmark's question, in a sentence.

use crate::model::{ContestFinding, Findings};

use super::ink::{Ink, Tone};
use super::paragraph::{clean, wrap};

pub(super) fn answers(findings: &Findings, ink: &Ink) -> String {
    if findings.contests.is_empty() {
        return "Nothing was measured.\n".to_owned();
    }
    let mut text = String::new();
    for (index, contest) in findings.contests.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        text += &format!("{}\n", ink.paint(Tone::Quiet, &question(contest, ink)));
        for line in wrap("  ", &clean(&contest.answer), ink.width).lines() {
            text += &format!("{}\n", ink.paint(Tone::Strong, line));
        }
    }
    if one_launch(findings) {
        let warning = "This launch only: other launches of the same programs may differ by more.";
        for line in wrap("  ", warning, ink.width).lines() {
            text += &format!("{}\n", ink.paint(Tone::Poor, line));
        }
    }
    text
}

fn question(contest: &ContestFinding, ink: &Ink) -> String {
    let name = format!("{}/{}  ", contest.suite, contest.benchmark);
    if contest.question.is_empty() {
        return name.trim_end().to_owned();
    }
    wrap(&name, &clean(&contest.question), ink.width)
}

fn one_launch(findings: &Findings) -> bool {
    let launches =
        findings.contests.iter().flat_map(|contest| &contest.comparisons).map(|comparison| comparison.launches);
    let measured: Vec<usize> = launches.filter(|launches| *launches > 0).collect();
    !measured.is_empty() && measured.iter().all(|launches| *launches == 1)
}
