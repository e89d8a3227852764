//! One machine and the run on it: its system information line by line, what went wrong, and how fast its core was
//! meanwhile.

use serde::Serialize;

use crate::model::{Findings, Machine, MachineState, Run};
use crate::report::environment::system_information;
use crate::report::text::{Ink, changes, failures, machine_line, run_line, said};
use crate::words::clean;

use super::round::rounded;

/// A machine, and what was done on it.
#[derive(Clone, Debug, Serialize)]
pub struct MachineSheet {
    /// Short, and another for each machine of a sheet.
    pub name: String,
    /// What it is, on one line.
    pub line: String,
    /// Label and text.
    pub system: Vec<(String, String)>,
    pub run: Vec<(String, String)>,
    /// As on a terminal, lines and all; empty where nobody failed.
    pub failures: String,
    /// What was said of the way, such as a toolchain that is missing.
    pub notices: Vec<String>,
    /// Of data, as far as its core sees them: name and bytes, the smallest first.
    pub caches: Vec<(String, u64)>,
    /// Seconds since the run began, and additions or cycles a second of the measuring core.
    pub speed: Vec<[f64; 2]>,
}

/// Letters of a label of system information, and behind a run's.
const LABEL: usize = 11;
const RUN_LABEL: usize = 9;

impl MachineSheet {
    pub(super) fn of(run: &Run, findings: &Findings, places: &str) -> MachineSheet {
        let machine = &run.machine;
        let line = machine_line(machine, &Ink::WHOLE);
        let speed = run
            .states()
            .filter_map(|state: &MachineState| Some([rounded(state.at_ns as f64 * 1e-9), rounded(state.core_hz()?)]));
        let run_lines = run_line(run, places, &Ink::WHOLE) + &changes(&findings.changes, &Ink::WHOLE);
        MachineSheet {
            name: clean(machine.cpu.as_deref().unwrap_or("unknown CPU")),
            line: line.chars().skip(RUN_LABEL).collect::<String>().trim().to_owned(),
            system: labelled(&system_information(machine, None, LABEL, &Ink::WHOLE), LABEL),
            run: labelled(&run_lines, RUN_LABEL),
            failures: failures(run, &Ink { unicode: true, ..Ink::PLAIN }),
            notices: said(run).iter().map(|text| clean(text)).collect(),
            caches: caches(machine),
            speed: speed.collect(),
        }
    }
}

/// Two machines with the same processor are told apart by their run.
pub(super) fn tell_apart(machines: &mut [MachineSheet], runs: &[&Run]) {
    let names: Vec<String> = machines.iter().map(|machine| machine.name.clone()).collect();
    for (place, machine) in machines.iter_mut().enumerate() {
        if names.iter().filter(|name| **name == names[place]).count() > 1 {
            machine.name = format!("{} ({})", names[place], runs[place].id.chars().take(8).collect::<String>());
        }
    }
}

/// A line without a label goes on with the one before.
fn labelled(text: &str, letters: usize) -> Vec<(String, String)> {
    let mut lines: Vec<(String, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let label: String = line.chars().take(letters).collect();
        let rest: String = line.chars().skip(letters).collect();
        match lines.last_mut() {
            Some((_, before)) if label.trim().is_empty() => *before += &format!("; {}", rest.trim()),
            _ => lines.push((label.trim().to_owned(), rest.trim().to_owned())),
        }
    }
    lines
}

fn caches(machine: &Machine) -> Vec<(String, u64)> {
    let levels = machine.cache_levels.iter().map(|level| (level.name.clone(), level.bytes));
    let mut caches: Vec<(String, u64)> =
        if machine.cache_levels.is_empty() { machine.caches.clone() } else { levels.collect() };
    caches.retain(|(name, bytes)| !name.ends_with('i') && *bytes > 0);
    caches.sort_by_key(|(_, bytes)| *bytes);
    caches.dedup();
    caches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    #[test]
    fn a_card_has_labels_and_what_failed() {
        let run = made_up::run();
        let machine = MachineSheet::of(&run, &made_up::findings(Vec::new()), "--store x");
        assert_eq!(machine.name, "AMD EPYC 9R14");
        assert!(machine.line.starts_with("AMD EPYC 9R14 · x86_64"), "{}", machine.line);
        assert_eq!(machine.caches, [("L1d".to_owned(), 32 << 10), ("L2".to_owned(), 1 << 20)]);
        let labels: Vec<&str> = machine.run.iter().map(|(label, _)| label.as_str()).collect();
        assert_eq!(labels, ["run", "again"]);
        assert!(machine.run[1].1.contains("--store x"));
        assert!(
            machine.system.iter().all(|(label, text)| !label.is_empty() && !text.is_empty()),
            "{:?}",
            machine.system
        );
        assert!(machine.failures.contains("SIGSEGV") && machine.notices.len() == 1);
    }

    #[test]
    fn the_same_processor_twice_is_two_machines() {
        let run = made_up::run();
        let mut machines = vec![MachineSheet::of(&run, &made_up::findings(Vec::new()), ""); 2];
        tell_apart(&mut machines, &[&run, &run]);
        assert_eq!(machines[0].name, "AMD EPYC 9R14 (00c0ffee)");
    }
}
