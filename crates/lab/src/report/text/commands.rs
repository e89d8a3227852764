//! Whole commands in a report: what a run took of the machine, and below the tables what each name
//! stands for and what starting a process costs.

use crate::model::{ComparisonFinding, ContestFinding, Row, unit};

use crate::report::text::{Ink, Tone};
use crate::words::{clean, memory, wrap};

/// The reading that whole processes are measured with, and that of how small a peak can be told.
const PEAK: &str = "peak-memory";
const LEAST_PEAK: &str = "least-peak";

/// Whether what a run took of the machine is worth more room than how much work that was.
pub(crate) fn is_of_commands(comparison: &ComparisonFinding) -> bool {
    comparison.rows.iter().any(|row| row.readings.contains_key(PEAK))
}

/// Processor time of a run, and the most memory that any had.
pub(crate) fn taken(row: &Row) -> (String, String) {
    let mean = |name: &str| row.readings.get(name).map(|tally| unit::time(tally.mean()));
    let cpu = mean("user-time").zip(mean("system-time")).map(|(user, system)| format!("{user} + {system}"));
    // A little above the least that can be told apart is that least itself.
    let least = row.readings.get(LEAST_PEAK).map_or(0.0, |tally| tally.most * 1.05);
    let shown = |peak: f64| if peak > least { memory(peak) } else { format!("< {}", memory(least)) };
    let peak = row.readings.get(PEAK).map(|tally| shown(tally.most));
    (cpu.unwrap_or_default(), peak.unwrap_or_default())
}

/// Nothing where there are no commands.
pub(crate) fn commands(contest: &ContestFinding, ink: &Ink) -> String {
    let names: Vec<String> = contest.commands.iter().map(|line| contest.label(&line.implementation)).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let told = contest.commands.iter().zip(&names);
    let mut text: String =
        told.map(|(line, name)| wrap(&format!("  {name:<width$}  "), &clean(&line.text), ink.width) + "\n").collect();
    if let Some(start) = contest.start_ns {
        let said =
            format!("Starting a process that does nothing takes {}; it is part of each time.", unit::time(start));
        text += &format!("{}\n", wrap("  ", &said, ink.width));
    }
    if text.is_empty() {
        return text;
    }
    format!("\n{}", ink.lines(Tone::Quiet, &text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CommandLine, Tally};
    use crate::report::specimen::made_up;

    #[test]
    fn a_peak_that_cannot_be_told_is_below_what_can() {
        let mut row = made_up::ladder(&[64]).comparisons.remove(0).rows.remove(0);
        assert_eq!(taken(&row), (String::new(), String::new()));
        for (name, value) in [("user-time", 2e6), ("system-time", 5e5), (PEAK, 9e6), (LEAST_PEAK, 3_145_728.0)] {
            row.readings.insert(name.to_owned(), Tally::of(value));
        }
        assert_eq!(taken(&row), ("2.00 ms + 500 us".to_owned(), "8.58 MiB".to_owned()));
        row.readings.insert(PEAK.to_owned(), Tally::of(3_200_000.0));
        assert_eq!(taken(&row).1, "< 3.15 MiB");
    }

    #[test]
    fn names_stand_beside_their_commands() {
        let mut contest = made_up::ladder(&[64]);
        assert_eq!(commands(&contest, &Ink::PLAIN), "");
        let line = |name: &str, text: &str| CommandLine { implementation: name.parse().unwrap(), text: text.into() };
        contest.commands = vec![line("command.old", "./old data"), line("command.newer", "./new \u{1b}[2J data")];
        contest.start_ns = Some(612_345.0);
        let shown = commands(&contest, &Ink::PLAIN);
        assert!(shown.contains("command.old    ./old data\n") && shown.contains("takes 612 us"), "{shown}");
        assert!(!shown.contains('\u{1b}'));
    }
}
