//! The whole report for a terminal: answers, tables, curves, failures, machine, run.

use crate::model::{Event, Findings, Run};

use super::answer::answers;
use super::colophon::{machine_line, run_line};
use super::curve::curves;
use super::failures::failures;
use super::ink::{Ink, Tone};
use super::paragraph::{clean, wrap};
use super::percentiles::percentiles;
use super::ranking::ranking;

/// Which parts a reader asked for beyond the answer and the ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    pub percentiles: bool,
    pub curve: bool,
}

pub fn terminal(run: &Run, findings: &Findings, parts: Parts, ink: &Ink) -> String {
    let mut sections = vec![answers(findings, ink)];
    for contest in &findings.contests {
        if findings.contests.len() > 1 {
            sections
                .push(format!("{}\n", ink.paint(Tone::Strong, &format!("{}/{}", contest.suite, contest.benchmark))));
        }
        sections.push(ranking(contest, ink));
        if parts.percentiles {
            sections.push(percentiles(contest, ink));
        }
        if parts.curve {
            sections.push(curves(contest, ink));
        }
    }
    sections.push(failures(run, ink));
    sections.push(notices(run, ink));
    sections.push(machine_line(&run.machine, ink) + &run_line(run, ink));
    sections.retain(|section| !section.trim().is_empty());
    sections.join("\n")
}

/// What was said on the way that belongs to no cell: a toolchain that is missing, and the like.
fn notices(run: &Run, ink: &Ink) -> String {
    let mut said: Vec<&str> = Vec::new();
    for event in &run.events {
        if let Event::Notice { text } = event {
            if !said.contains(&text.as_str()) {
                said.push(text);
            }
        }
    }
    said.iter().map(|text| format!("{}\n", wrap("note     ", &clean(text), ink.width))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen;

    const ALL: Parts = Parts { percentiles: true, curve: true };

    /// For the eye: `cargo test --release -p paragone as_a_reader -- --ignored --nocapture`.
    #[test]
    #[ignore = "prints for the eye and asserts nothing"]
    fn as_a_reader_sees_it() {
        let run = specimen::run();
        let width = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(100);
        let ink = Ink { colour: std::env::var("NO_COLOR").is_err(), width, unicode: std::env::var("ASCII").is_err() };
        let sizes = [0, 8, 64, 256, 1024, 4096, 65536, 1 << 20];
        let contests = vec![specimen::every_verdict(), specimen::ladder(&sizes)];
        println!("{}", terminal(&run, &specimen::findings(contests), ALL, &ink));
        println!("{}", crate::report::dry_run(&run.plan, &["cc -O3 c/hashes.c".into()], &ink));
    }
}
