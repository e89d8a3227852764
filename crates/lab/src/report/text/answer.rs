//! What a reader came for: the answer to each benchmark's question, in a sentence.

use crate::model::{ContestFinding, Findings};

use crate::report::text::ink::{Ink, Tone};
use crate::report::text::since::version_lines;
use crate::words::paragraph::{clean, wrap};

pub(crate) fn answers(findings: &Findings, ink: &Ink) -> String {
    if findings.contests.is_empty() {
        return "Nothing was measured.\n".to_owned();
    }
    let mut text = String::new();
    for line in version_lines(findings)
        .iter()
        .flat_map(|line| wrap("", line, ink.width).lines().map(str::to_owned).collect::<Vec<_>>())
    {
        text += &format!("{}\n", ink.paint(Tone::Strong, &line));
    }
    for contest in findings.contests.iter().filter(|contest| !contest.is_same_code()) {
        if !text.is_empty() {
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
    let name = format!("{}  ", contest.title());
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
