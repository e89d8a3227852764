//! What a run would do, before it does it: the words of `--dry-run`.

use crate::model::{Contest, Design, Mode, Plan, Role, unit};

use crate::model::names::listed;
use crate::report::text::{Ink, Tone, trials};
use crate::words::{clean, counted, duration, point, trimmed, wrap};

/// A plan, with what would be built and executed for it, a line each.
pub fn dry_run(plan: &Plan, executed: &[String], ink: &Ink) -> String {
    let mut text = String::new();
    if !executed.is_empty() {
        text += &ink.lines(Tone::Strong, "would execute");
        text.extend(executed.iter().map(|command| format!("  {}\n", clean(command))));
        text.push('\n');
    }
    text += &ink.lines(Tone::Strong, "would measure");
    text.extend(plan.contests.iter().map(|contest| measured(contest, ink)));
    if plan.contests.is_empty() {
        text += "  nothing\n";
    }
    text.push('\n');
    text += &ink.lines(Tone::Strong, "would take");
    text + &bounds(plan, ink)
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
    text += &part("implementations", &listed(&names));
    if let Some(server) = &contest.server {
        text += &part("inputs from", &format!("the server `{server}`"));
    }
    text += &part("beside", &format!("{baseline}{noise}"));
    text += &part(&counted(sizes.len(), "size"), &sizes.join(", "));
    text + &contest.trials.as_ref().map_or(String::new(), |trials| part("measured by", &trials::how_many(trials)))
}

fn bounds(plan: &Plan, ink: &Ink) -> String {
    let comparisons: usize = plan.contests.iter().map(|contest| contest.comparisons.len()).sum();
    let lanes = plan.contests.iter().map(|contest| contest.lanes.len()).max().unwrap_or(0);
    let budgets = plan.contests.iter().map(|contest| plan.budget_of(contest));
    let of = |contest: &Contest| plan.budget_of(contest) * contest.comparisons.len() as f64;
    let most = plan.contests.iter().map(of).sum::<f64>().min(plan.total_s);
    let mut text = format!(
        "  {}, at most {} each and {} in all; each ends earlier when its verdicts are certain\n",
        counted(comparisons, "comparison"),
        duration(budgets.fold(0.0, f64::max)),
        duration(most),
    );
    if plan.crossovers && plan.contests.iter().any(|contest| contest.comparisons.len() > 1) {
        text += "  then further sizes, where those who lead change places between two of these\n";
    }
    let rounds = plan.rounds.map(|rounds| format!(", at most {}", counted(rounds as usize, "round")));
    let is_of = |design: Design| plan.contests.iter().any(|contest| contest.design(plan.mode) == design);
    let launches = match plan.mode {
        Mode::Quick if is_of(Design::Blocks) && !is_of(Design::Launches) => "quick: one launch".to_owned(),
        Mode::Quick | Mode::Standard => {
            let dear = if is_of(Design::Blocks) { "; one where starting is slow" } else { "" };
            format!(
                "{}: at least {}, {} a size in each{dear}",
                plan.mode.word(),
                counted(plan.least_launches(), "launch"),
                counted(plan.blocks_per_launch as usize, "block")
            )
        }
        Mode::Fresh => "every run is a launch of its own".to_owned(),
        Mode::Imported => "measured by another tool".to_owned(),
    };
    text += &format!("  {launches}{}\n", rounds.unwrap_or_default());
    text += &format!(
        "  at most {} at a time; samples of at least {}; margin {}; seed {}\n",
        counted(lanes, "process"),
        trimmed(&unit::time(plan.sample_ns as f64)),
        unit::margin(plan.margin),
        plan.seed
    );
    text.lines().map(|line| format!("{}\n", wrap("  ", line, ink.width))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    #[test]
    fn what_would_be_done_is_said_before_it_is_done() {
        let plan = made_up::run().plan;
        let executed = ["cc -O3 -o hashes c/hashes.c".to_owned(), "hashes".to_owned()];
        insta::assert_snapshot!(dry_run(&plan, &executed, &Ink::PLAIN), @r"
        would execute
          cc -O3 -o hashes c/hashes.c
          hashes

        would measure
          hashes/blake2b
            implementations rust.blake2, c.botched and c.shaky
            beside          rust.blake2, and a second process of it for the noise
            3 sizes         64 B, 1 KiB, 64 KiB

        would take
          3 comparisons, at most 30 s each and 90 s in all; each ends earlier when its verdicts are certain
          standard: at least 5 launches, 8 blocks a size in each
          at most 4 processes at a time; samples of at least 200 us; margin 1 %; seed 7
        ");
    }

    #[test]
    fn stretched_lanes_limits_and_quick_mode() {
        let mut plan = made_up::run().plan;
        plan.mode = Mode::Quick;
        plan.rounds = Some(1000);
        plan.total_s = 45.0;
        plan.contests[0].lanes[1].stretch = 1.01;
        insta::assert_snapshot!(dry_run(&plan, &[], &Ink { width: 60, ..Ink::PLAIN }), @r"
        would measure
          hashes/blake2b
            implementations rust.blake2, c.botched (size x 1.01) and
                            c.shaky
            beside          rust.blake2, and a second process of it
                            for the noise
            3 sizes         64 B, 1 KiB, 64 KiB

        would take
          3 comparisons, at most 30 s each and 45 s in all; each
          ends earlier when its verdicts are certain
          quick: one launch, at most 1,000 rounds
          at most 4 processes at a time; samples of at least 200 us;
          margin 1 %; seed 7
        ");
        plan.contests.clear();
        assert!(dry_run(&plan, &[], &Ink::PLAIN).contains("  nothing\n"));
    }
}
