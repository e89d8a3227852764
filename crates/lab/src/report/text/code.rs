//! The machine code of the loops that were timed, for whoever wants to see why: a heading for each, and its lines.

use serde::Serialize;

use crate::model::{ContestFinding, Disassembly, InnerLoops};

use crate::report::text::{Ink, Tone};
use crate::words::{clean, counted, wrap};

/// On request, all of it; otherwise how it is to be had, with the command that shows this run `again`. Empty where the
/// suite names no functions.
pub(crate) fn code(contest: &ContestFinding, asked: bool, again: &str, ink: &Ink) -> String {
    let listings = listings(contest);
    if listings.is_empty() {
        return String::new();
    }
    if !asked {
        let count = listings.iter().filter(|listing| !listing.loops.is_empty()).count();
        if count == 0 {
            return String::new();
        }
        let whose = counted(count, "implementation");
        let where_from = format!("machine code of the innermost loops of {whose}: `{again} --code`");
        return format!("{}\n", ink.paint(Tone::Quiet, &wrap("  ", &where_from, ink.width)));
    }
    let mut text = format!("{}\n", ink.paint(Tone::Strong, "machine code of the innermost loops"));
    for listing in listings {
        text += &format!("{}\n", wrap("  ", &format!("{}: {}", listing.name, listing.about), ink.width));
        for (at, lines) in listing.loops.iter().enumerate() {
            text += &format!("{}\n", ink.paint(Tone::Quiet, &format!("    loop {}", at + 1)));
            text += &lines.iter().map(|line| format!("      {line}\n")).collect::<String>();
        }
    }
    text
}

/// One implementation's machine code.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Listing {
    pub name: String,
    /// In half a sentence: the function and how many loops it has, or why there is nothing to be seen.
    pub about: String,
    pub loops: Vec<Vec<String>>,
}

/// Who has machine code to be seen, or should have, in the order of the plan.
pub fn listings(contest: &ContestFinding) -> Vec<Listing> {
    let of = |found: &crate::model::CodeFinding| {
        let (about, loops) = match &found.code {
            Disassembly::Known(loops) => (about(loops), loops.loops.clone()),
            Disassembly::Unknown(unknown) => (format!("unknown: {}", unknown.why), Vec::new()),
        };
        Listing {
            name: clean(&contest.label(&found.implementation)),
            about: clean(&about),
            loops: loops.iter().map(|lines| lines.iter().map(|line| clean(line)).collect()).collect(),
        }
    };
    contest.code.iter().map(of).collect()
}

fn about(loops: &InnerLoops) -> String {
    let InnerLoops { function, loops, left_out } = loops;
    let all = loops.len() + left_out;
    let instructions = counted(loops.iter().map(Vec::len).sum(), "instruction");
    match (all, left_out) {
        (0, _) => format!("`{function}` has no loop"),
        (_, 0) => format!("{} in `{function}`, {instructions}", counted(all, "loop")),
        (_, left_out) => {
            format!("{} in `{function}`, {instructions} without {left_out} more", counted(all, "loop"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::{effect_specimen, made_up};

    #[test]
    fn every_loop_is_told_when_it_is_asked_for() {
        let contest = effect_specimen::intervened();
        insta::assert_snapshot!(code(&contest, true, "", &Ink::PLAIN), @r"
        machine code of the innermost loops
          rust.blake2: 2 loops in `hash::loop`, 3 instructions
            loop 1
                1c  inc rax
                1f  jne 1c
            loop 2
                40  jmp 40
          c.openssl: unknown: its program has no function `md`
        ");
        assert_eq!(
            code(&contest, false, "paragone report 3f2a", &Ink::PLAIN),
            "  machine code of the innermost loops of 1 implementation: `paragone report 3f2a --code`\n"
        );
        assert_eq!(code(&made_up::ladder(&[64]), true, "", &Ink::PLAIN), "");
    }

    #[test]
    fn loops_that_are_not_there_are_counted() {
        let of = |loops: usize, left_out| {
            about(&InnerLoops { function: "f".into(), loops: vec![vec!["0  ret".into()]; loops], left_out })
        };
        assert_eq!(of(0, 0), "`f` has no loop");
        assert_eq!(of(1, 0), "1 loop in `f`, 1 instruction");
        assert_eq!(of(2, 1), "3 loops in `f`, 2 instructions without 1 more");
    }
}
