//! The report as Markdown for a pull request: the answer, a table a size, every doubt, and where it was measured.
//!
//! GitHub's dialect: tables, and a part that is folded away.

use crate::model::{ComparisonFinding, ContestFinding, Findings, Row, Run, Trials, unit};
use crate::report::text::{
    Doubts, Ink, average_and_ends, cause, change_line, crossover_lines, effect_lines, footer, head, machine_line,
    measured, relative, run_line, throughout, told, unmeasured_line, use_lines, version_lines,
};
use crate::words::{clean, point, throughput, verdict};

pub fn markdown(run: &Run, findings: &Findings) -> String {
    let mut text: String = version_lines(findings).iter().map(|line| format!("**{}**\n\n", escaped(line))).collect();
    for contest in findings.contests.iter().filter(|contest| !contest.is_same_code()) {
        text += &format!("### {}\n\n", escaped(&contest.title()));
        if !contest.question.is_empty() {
            text += &format!("{}\n\n", escaped(&contest.question));
        }
        text += &format!("**{}**\n\n", escaped(&contest.answer));
        text += &change_line(contest).map_or(String::new(), |line| format!("{}\n\n", escaped(&line)));
        text += &listed("Where the lead changes", &crossover_lines(contest));
        text += &listed("Which to use", &use_lines(contest));
        text += &listed(&cause(contest), &effect_lines(contest));
        let told = measured(contest);
        let shared = throughout(&told);
        for comparison in &told.comparisons {
            text += &table(contest, comparison, &Doubts::of(comparison, &shared));
        }
        text += &unmeasured_line(contest).map_or(String::new(), |line| format!("{}\n\n", escaped(&line)));
        let heading = if contest.trials.is_some() { "In every comparison" } else { "At every size" };
        text += &listed(heading, &shared.into_iter().map(|told| told.text).collect::<Vec<_>>());
    }
    text += "<details><summary>Machine and run</summary>\n\n";
    text += &bullets(machine_line(&run.machine, &Ink::WHOLE).lines().chain(run_line(run, "", &Ink::WHOLE).lines()));
    text + "\n</details>\n"
}

/// A list below its heading; nothing of nothing.
fn listed(heading: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    format!("{heading}:\n\n{}\n", bullets(lines))
}

pub(super) fn bullets(lines: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    lines.into_iter().map(|line| format!("- {}\n", escaped(line.as_ref()))).collect()
}

fn table(contest: &ContestFinding, comparison: &ComparisonFinding, doubts: &Doubts) -> String {
    let place = point(comparison.size, &contest.unit, &comparison.params);
    let trials = contest.trials.as_ref();
    let heads = match trials {
        Some(trials) => told(comparison, trials).into_iter().map(|metric| escaped(&head(metric))).collect(),
        None => vec!["time a call".to_owned(), "throughput".to_owned()],
    };
    let best = if trials.is_some() { "of best" } else { "relative" };
    let mut text = format!("| {} | {best} | 99 % | verdict | {} |\n", escaped(&place), heads.join(" | "));
    text += &format!("|:--|--:|:--|:--|{}\n", "--:|".repeat(heads.len()));
    let rows = comparison.rows.iter().enumerate();
    text.extend(rows.map(|(index, row)| line(contest, comparison, index, row, doubts)));
    text.push('\n');
    text += &bullets(footer(contest, comparison, &[], &Ink::WHOLE).iter().map(|line| line.trim()));
    let (texts, numbered) = doubts.texts();
    let (numbered, general) = texts.split_at(numbered);
    text += &bullets(general);
    let marked = numbered.iter().enumerate();
    text += &marked.map(|(at, text)| format!("- [{}] {}\n", at + 1, escaped(text))).collect::<String>();
    text + "\n"
}

fn line(contest: &ContestFinding, comparison: &ComparisonFinding, index: usize, row: &Row, doubts: &Doubts) -> String {
    let mut name = format!("`{}`", contest.label(&row.implementation));
    if comparison.fastest.contains(&index) {
        name = format!("**{name}**");
    }
    let better = contest.trials.as_ref().and_then(Trials::deciding).map(|metric| metric.better);
    let (to_best, interval) = relative(contest, row);
    let marks: String = doubts.touching(row).into_iter().map(|at| format!(" [{}]", at + 1)).collect();
    let says = better.map_or_else(|| verdict::brief_of(row), |better| verdict::of_trials(&row.verdict, better));
    let mut values = match &contest.trials {
        Some(trials) => told(comparison, trials).into_iter().map(|metric| average_and_ends(row, metric)).collect(),
        None => times(contest, comparison, row),
    };
    if let Some(first) = values.first_mut() {
        *first = format!("{first}{}", marks).trim().to_owned();
    }
    format!("| {name} | {to_best} | {interval} | {} | {} |\n", escaped(&says), values.join(" | "))
}

fn times(contest: &ContestFinding, comparison: &ComparisonFinding, row: &Row) -> Vec<String> {
    let ns = row.central_ns();
    let rate = ns.and_then(|ns| throughput(comparison.size, ns, &contest.unit));
    vec![ns.map(unit::time).unwrap_or_default(), rate.unwrap_or_default()]
}

/// On one line, with nothing in it that Markdown or HTML would take for its own.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in clean(text).chars() {
        match letter {
            '\n' | '\r' => out.push(' '),
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '#' | '~' => out.extend(['\\', letter]),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Caveat, CrossoverPlace};
    use crate::report::specimen::{effect_specimen, made_up};

    fn assert_has(text: &str, lines: &[&str]) {
        let missing: Vec<_> = lines.iter().filter(|wanted| !text.lines().any(|line| line == **wanted)).collect();
        assert!(missing.is_empty(), "{missing:#?} not in {text}");
    }

    #[test]
    fn every_verdict_has_its_line() {
        let text = markdown(&made_up::run(), &made_up::findings(vec![made_up::every_verdict()]));
        let rows = [
            "### hashes/blake2b",
            "| 64 B | relative | 99 % | verdict | time a call | throughput |",
            "|:--|--:|:--|:--|--:|--:|",
            "| **`rust.blake2b_simd`** | 1.00x | fastest | at least 1.13x as fast | 61.2 ns | 1.05 GB/s |",
            "| `c.openssl` | 1.14x | 1.12..1.15 | same within 1 %, 1.002 to 1.005x as fast | 69.6 ns [1] | 920 MB/s |",
            "| `c.libsodium` | 1.18x | 1.16..1.20 | unreliable here: processes differ by 1.3 % | 72.0 ns [1] [2] | 889 MB/s |",
            "| `c.botched` |  |  | wrong answer for input 0 |  |  |",
            "- The machine was not idle: load average 1.8.",
            "- Eight inputs take turns, so the branch predictor cannot learn one by heart.",
            "- [1] Its fastest samples are 4 % apart from its typical ones.",
        ];
        assert_has(&text, &rows);
        assert_eq!(text, markdown(&made_up::run(), &made_up::findings(vec![made_up::every_verdict()])));
    }

    #[test]
    fn trials_are_told_by_their_metrics() {
        let text = markdown(&made_up::run(), &made_up::findings(vec![made_up::trials()]));
        let rows = [
            "| 1 MiB | of best | 99 % | verdict | depth in frames | sustained |",
            "|:--|--:|:--|:--|--:|--:|",
            "| **`c.direct`** | 1.00x | fastest | at least 1.25x as much | 40.2 (38..43) | 1.05 GB/s (1.00..1.10 GB/s) |",
            "| `c.buffered` | 0.746x | 0.738..0.754 | baseline | 30 | 950 MB/s (900 MB/s..1.01 GB/s) |",
            "- 5 trials of each · noise 0.31 %",
        ];
        assert_has(&text, &rows);
    }

    #[test]
    fn what_every_size_has_is_said_once() {
        let mut contest = made_up::ladder(&[64, 1024]);
        for comparison in &mut contest.comparisons {
            comparison.caveats.push(Caveat::OtherAnswer { text: "The machine was not idle.".into() });
            comparison.rows[1]
                .caveats
                .push(Caveat::OtherAnswer { text: format!("At {} it differs.", comparison.size) });
        }
        let text = markdown(&made_up::run(), &made_up::findings(vec![contest]));
        assert_has(&text, &["- [1] At 64 it differs.", "- [1] At 1024 it differs."]);
        assert!(text.contains("\nAt every size:\n\n- The machine was not idle.\n\n<details>"), "{text}");
        assert_eq!(text.matches("not idle").count(), 1);
    }

    #[test]
    fn a_change_of_lead_and_the_choice_stand_below_the_answer() {
        let mut contest = made_up::ladder(&[64, 1024, 65536]);
        contest.crossovers = [CrossoverPlace::Times, CrossoverPlace::Nowhere].map(made_up::crossover).to_vec();
        contest.choices = made_up::choices();
        let text = markdown(&made_up::run(), &made_up::findings(vec![contest]));
        let (_, below) = text.split_once("above 1100 B.**\n\n").unwrap();
        let (told, _) = below.split_once("| 64 B |").unwrap();
        insta::assert_snapshot!(told, @r"
        Where the lead changes:

        - rust.blake2b\_simd, then c.openssl: crosses at least 3 times between 820 B and 855 B, at 95 % (4 sizes measured for it)
        - rust.blake2b\_simd, then c.openssl: measured anew from 64 B to 1 KiB, the order does not certainly change as it did before (4 sizes measured for it)

        Which to use:

        - Use rust.blake2b\_simd up to 820 B and c.openssl from 855 B on, either between; c.openssl alone costs at most 168 % at any size measured.
        ");
    }

    #[test]
    fn what_a_cause_takes_stands_above_the_tables() {
        let text = markdown(&made_up::run(), &made_up::findings(vec![effect_specimen::intervened()]));
        assert_has(&text, &["How much of the time is wrongly predicted branches:"]);
        assert!(
            text.contains("\n- c.openssl: 75 % of its time with data fresh (73 to 77 %); an element takes"),
            "{text}"
        );
    }

    #[test]
    fn nothing_that_is_told_becomes_markup() {
        assert_eq!(escaped("a|b <img> `c` *d*\n# e"), "a\\|b &lt;img&gt; \\`c\\` \\*d\\* \\# e");
    }
}
