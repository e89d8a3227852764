//! One side of the machine: a label, what is known, and what is not with its reason; and how that is drawn.

use crate::model::names::listed;
use crate::model::{Machine, Unknown};
use crate::report::text::{Ink, Tone};
use crate::words::{alike, clean, wrap, wrap_pieces};

/// One side of the machine.
pub(super) struct MachineSide<'a> {
    pub label: &'static str,
    machine: &'a Machine,
    pub known: Vec<String>,
    pub unknown: Vec<(&'static str, Unknown)>,
}

impl<'a> MachineSide<'a> {
    pub(super) fn new(label: &'static str, machine: &'a Machine) -> MachineSide<'a> {
        MachineSide { label, machine, known: Vec::new(), unknown: Vec::new() }
    }

    /// Takes a value in, or says that the system does not tell it.
    pub(super) fn add(&mut self, what: &'static str, text: Option<String>) {
        let machine = self.machine;
        self.add_or(what, text, || untold(machine, None));
    }

    /// Takes a value in, or says why it is not known.
    pub(super) fn add_or(&mut self, what: &'static str, text: Option<String>, unknown: impl FnOnce() -> Unknown) {
        match text {
            Some(text) => self.known.push(text),
            None => self.unknown.push((what, unknown())),
        }
    }
}

/// Behind a label of so many letters; what is unknown stands below what is known.
pub(super) fn drawn(side: &MachineSide<'_>, labels: usize, ink: &Ink) -> String {
    let label = format!("{:<labels$}", side.label);
    let known: Vec<String> = side.known.iter().map(|piece| clean(piece)).collect();
    let mut lines = Vec::new();
    if !known.is_empty() {
        lines.push(wrap_pieces(&label, &known, ink.dot(), ink.width));
    }
    // One reason is mostly that of several.
    for (unknown, whats) in alike(side.unknown.iter().map(|(what, unknown)| (unknown, what))) {
        let remedy = unknown.remedy.as_ref().map(|remedy| format!("; {remedy}")).unwrap_or_default();
        let first = if lines.is_empty() { label.clone() } else { " ".repeat(labels) };
        let text = format!("{} unknown: {}{remedy}", listed(&whats), unknown.why);
        let text = wrap(&first, &clean(&text), ink.width);
        lines.push(text.lines().map(|line| ink.paint(Tone::Quiet, line)).collect::<Vec<_>>().join("\n"));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Why a system says nothing of its hardware, where nothing better is known.
pub(super) fn untold(machine: &Machine, remedy: Option<&str>) -> Unknown {
    let why = match &machine.hypervisor {
        _ if machine.is_from_an_older_lab() => "Paragone that measured did not ask",
        _ if machine.kernel.starts_with("Darwin") => "macOS does not tell",
        Some(_) => "a virtual machine is not told",
        None => return Unknown { why: "the system does not tell".into(), remedy: remedy.map(str::to_owned) },
    };
    Unknown::because(why)
}
