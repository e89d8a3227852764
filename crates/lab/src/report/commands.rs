//! Below the tables of whole commands: what each name stands for, and what starting a process costs.

use crate::model::ContestFinding;
use crate::model::unit;

use super::ink::{Ink, Tone};
use super::paragraph::{clean, wrap};

/// Nothing where there are no commands.
pub(super) fn commands(contest: &ContestFinding, ink: &Ink) -> String {
    let names: Vec<String> = contest.commands.iter().map(|line| contest.label(&line.implementation)).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for (line, name) in contest.commands.iter().zip(&names) {
        text += &wrap(&format!("  {name:<width$}  "), &clean(&line.text), ink.width);
        text.push('\n');
    }
    if let Some(start) = contest.start_ns {
        let said =
            format!("Starting a process that does nothing takes {}; it is part of each time.", unit::time(start));
        text += &format!("{}\n", wrap("  ", &said, ink.width));
    }
    if text.is_empty() {
        return text;
    }
    let painted: Vec<String> = text.lines().map(|line| ink.paint(Tone::Quiet, line)).collect();
    format!("\n{}\n", painted.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::CommandLine;
    use crate::report::specimen;

    #[test]
    fn names_stand_beside_their_commands() {
        let mut contest = specimen::ladder(&[64]);
        assert_eq!(commands(&contest, &Ink::PLAIN), "");
        let line = |name: &str, text: &str| CommandLine { implementation: name.parse().unwrap(), text: text.into() };
        contest.commands = vec![line("command.old", "./old data"), line("command.newer", "./new \u{1b}[2J data")];
        contest.start_ns = Some(612_345.0);
        let shown = commands(&contest, &Ink::PLAIN);
        assert!(shown.contains("command.old    ./old data\n") && shown.contains("takes 612 us"), "{shown}");
        assert!(!shown.contains('\u{1b}'));
    }
}
