//! Which implementation to use, for people and for scripts.

use serde_json::{Value, json};

use crate::model::unit::{factor_at_most, margin};
use crate::model::{Choice, ContestFinding, Findings, Run};
use crate::report::formats::document::document;
use crate::report::text::{Ink, Tone};
use crate::words::{clean, date, size_label, with_params, wrap};

/// What a choice rests on: run, machine, mode.
pub(crate) fn about(run: &Run) -> String {
    let machine = &run.machine;
    let cpu = machine.cpu.as_deref().unwrap_or("an unknown processor");
    clean(&format!(
        "Measured on {cpu}, {}, {} cores, {} (machine {}), {}, {} mode, margin {}; true of this machine and of these builds.",
        machine.architecture,
        machine.cores,
        machine.kernel,
        machine.fingerprint,
        date(run.began),
        run.plan.mode.word(),
        margin(run.plan.margin)
    ))
}

/// The sentences, and a table below each.
pub fn chosen(run: &Run, findings: &Findings, ink: &Ink) -> String {
    let mut text = String::new();
    for contest in &findings.contests {
        for choice in &contest.choices {
            let name = ink.paint(Tone::Quiet, &format!("{}/{}", contest.suite, contest.benchmark));
            text += &format!("{name}{}\n", with_params(&choice.params));
            text += &ink.lines(Tone::Strong, &wrap("  ", &clean(&choice.text), ink.width));
            text += &table(contest, choice);
            text.push('\n');
        }
    }
    if text.is_empty() {
        return "Nothing can be chosen: at no size is there more than one with a time, or with a value of the metric that decides.\n".to_owned();
    }
    text + &wrap("", &about(run), ink.width) + "\n"
}

fn table(contest: &ContestFinding, choice: &Choice) -> String {
    let size = |value: u64| size_label(value, &contest.unit);
    let mut lines: Vec<[String; 3]> = Vec::new();
    for it in &choice.uses {
        let names: Vec<String> = it.implementations.iter().map(|id| contest.label(id)).collect();
        let alone = choice.alone.iter().find(|one| it.implementations.first() == Some(&one.implementation));
        let alone = alone.map_or(String::new(), |one| {
            format!("alone at most {} (at {})", factor_at_most(1.0 + one.at_most), size(one.size))
        });
        lines.push([format!("{} to {}", size(it.from), size(it.to)), names.join(" or "), alone]);
    }
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    let line = |[place, names, alone]: &[String; 3]| {
        format!("  {place:first$}  {names:second$}  {alone}").trim_end().to_owned() + "\n"
    };
    lines.iter().map(line).collect()
}

/// The choices for scripts; docs/json.md says what each field means.
pub fn choices_json(run: &Run, findings: &Findings) -> serde_json::Result<String> {
    let of_benchmark = |contest: &ContestFinding| {
        json!({
            "suite": contest.suite,
            "benchmark": contest.benchmark,
            "unit": contest.unit.unit,
            // The metric that decides; null: time does.
            "decides": contest.trials.as_ref().map(|trials| &trials.decides),
            "choices": contest.choices,
        })
    };
    let found = json!({
        "run": run.id,
        "began": run.began,
        "machine": run.machine.cpu,
        "fingerprint": run.machine.fingerprint,
        "mode": run.plan.mode.word(),
        "margin": run.plan.margin,
        "benchmarks": findings.contests.iter().map(of_benchmark).collect::<Value>(),
    });
    document(2, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    #[test]
    fn a_choice_is_a_sentence_and_a_table() {
        let mut contest = made_up::ladder(&[64, 1024, 65536]);
        contest.choices = made_up::choices();
        let ink = Ink { width: 100, ..Ink::PLAIN };
        let told = chosen(&made_up::run(), &made_up::findings(vec![contest]), &ink);
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines[0], "hashes/blake2b");
        assert!(lines[1].starts_with("  Use rust.blake2b_simd up to 820 B and c.openssl from 855 B on"), "{told}");
        assert!(told.contains("\n  64 B to 820 B"), "{told}");
        assert!(told.contains("c.openssl          alone at most 2.68x (at 64 B)\n"), "{told}");
        assert!(told.contains("\nMeasured on "), "{told}");
        assert!(chosen(&made_up::run(), &made_up::findings(Vec::new()), &ink).starts_with("Nothing can be chosen"));
    }

    #[test]
    fn scripts_get_every_border() {
        let mut contest = made_up::ladder(&[64, 1024, 65536]);
        contest.choices = made_up::choices();
        let text = choices_json(&made_up::run(), &made_up::findings(vec![contest])).unwrap();
        let sheet: serde_json::Value = serde_json::from_str(&text).unwrap();
        let uses = &sheet["benchmarks"][0]["choices"][0]["uses"];
        assert_eq!((&uses[0]["to"], &uses[1]["from"]), (&820.into(), &855.into()));
        assert_eq!(uses[1]["implementations"][0], "c.openssl");
    }
}
