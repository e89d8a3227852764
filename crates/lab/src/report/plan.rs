//! What a run would do, before it does it: the words of `--dry-run`.

use crate::model::unit;
use crate::model::{Contest, Mode, Plan, Role};

use super::ink::{Ink, Tone};
use super::paragraph::{clean, wrap};
use super::quantity::{counted, duration, list, point, trim};
use super::words::margin_of;

/// A plan, with what would be built and executed for it, a line each.
pub fn dry_run(plan: &Plan, executed: &[String], ink: &Ink) -> String {
    let mut text = String::new();
    if !executed.is_empty() {
        text += &heading("would execute", ink);
        for command in executed {
            text += &format!("  {}\n", clean(command));
        }
        text.push('\n');
    }
    text += &heading("would measure", ink);
    for contest in &plan.contests {
        text += &measured(contest, ink);
    }
    if plan.contests.is_empty() {
        text += "  nothing\n";
    }
    text.push('\n');
    text += &heading("would take", ink);
    text + &bounds(plan, ink)
}

fn heading(text: &str, ink: &Ink) -> String {
    format!("{}\n", ink.paint(Tone::Strong, text))
}

fn measured(contest: &Contest, ink: &Ink) -> String {
    let mut names = Vec::new();
    let mut baseline = String::new();
    for lane in contest.lanes.iter().filter(|lane| lane.role != Role::Clone) {
        let stretch = if lane.stretch == 1.0 { String::new() } else { format!(" (size x {})", lane.stretch) };
        names.push(format!("{}{stretch}", lane.implementation));
        if lane.role == Role::Baseline {
            baseline = lane.implementation.to_string();
        }
    }
    let noise = if contest.clone_lane().is_some() { ", and a second process of it for the noise" } else { "" };
    let points = contest.comparisons.iter().map(|comparison| point(comparison.size, &contest.unit, &comparison.params));
    let sizes: Vec<String> = points.collect();
    let part = |label: &str, text: &str| format!("{}\n", wrap(&format!("    {label:<16}"), text, ink.width));
    let mut text = format!("  {}/{}\n", contest.suite, contest.benchmark);
    text += &part("implementations", &list(&names));
    text += &part("beside", &format!("{baseline}{noise}"));
    text + &part(&counted(sizes.len(), "size"), &sizes.join(", "))
}

fn bounds(plan: &Plan, ink: &Ink) -> String {
    let comparisons: usize = plan.contests.iter().map(|contest| contest.comparisons.len()).sum();
    let lanes = plan.contests.iter().map(|contest| contest.lanes.len()).max().unwrap_or(0);
    let most = (plan.budget_s * comparisons as f64).min(plan.total_s);
    let mut text = format!(
        "  {}, at most {} each and {} in all; each ends earlier when its verdicts are certain\n",
        counted(comparisons, "comparison"),
        duration(plan.budget_s),
        duration(most),
    );
    let rounds = plan.rounds.map(|rounds| format!(", at most {}", counted(rounds as usize, "round")));
    let launches = match plan.mode {
        Mode::Quick => "quick: one launch".to_owned(),
        Mode::Standard => {
            format!(
                "standard: at least 5 launches, {} a size in each",
                counted(plan.blocks_per_launch as usize, "block")
            )
        }
    };
    text += &format!("  {launches}{}\n", rounds.unwrap_or_default());
    text += &format!(
        "  at most {} at a time; samples of at least {}; margin {}; seed {}\n",
        counted(lanes, "process"),
        duration_of(plan.sample_ns),
        margin_of(plan.margin),
        plan.seed
    );
    text.lines().map(|line| format!("{}\n", wrap("  ", line, ink.width))).collect()
}

fn duration_of(ns: u64) -> String {
    let text = unit::time(ns as f64);
    match text.split_once(' ') {
        Some((number, unit)) => format!("{} {unit}", trim(number)),
        None => text,
    }
}
