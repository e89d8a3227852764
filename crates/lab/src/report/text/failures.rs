//! Who failed, at which sizes, and how: signal, exit code, last words.

use crate::model::{Contest, Failure, Fault, ImplementationId, Role, Run};

use crate::model::names::{each_once, listed};
use crate::report::text::{Ink, Tone};
use crate::words::{alike, clean, counted, cut, point, wrap};

/// A story longer than this is cut: a driver may have printed a book.
const STORY: usize = 600;
/// Lines of it that are shown, from the end.
const WORDS: usize = 8;
/// What a fault says before them.
const LAST_WORDS: &str = "its last words: ";

/// One end of an implementation, wherever it was met.
struct Group {
    contest: usize,
    lane: usize,
    fault: Fault,
    /// `None`: in every comparison.
    comparisons: Option<Vec<usize>>,
    /// Counted from 0 in their comparison.
    launches: Vec<usize>,
}

impl Group {
    /// Whether this is the baseline's second process with the end of the first.
    fn is_again(&self, other: &Group, contest: &Contest) -> bool {
        let role = |group: &Group| contest.lanes.get(group.lane).map(|lane| lane.role);
        (role(self), role(other)) == (Some(Role::Clone), Some(Role::Baseline))
            && (self.contest, &self.fault) == (other.contest, &other.fault)
            && self.comparisons == other.comparisons
    }
}

/// Empty where nobody failed.
pub(crate) fn failures(run: &Run, ink: &Ink) -> String {
    let groups = grouped(run);
    if groups.is_empty() {
        return String::new();
    }
    let mut text = format!("{}\n", ink.paint(Tone::Bad, "failures"));
    for group in &groups {
        let Some(contest) = run.plan.contests.get(group.contest) else { continue };
        // What kept the baseline from starting keeps its second process too, and says nothing more.
        if groups.iter().any(|other| group.is_again(other, contest)) {
            continue;
        }
        text += &format!("{}\n", told(contest, group, ink));
    }
    text
}

fn grouped(run: &Run) -> Vec<Group> {
    let of = |it: Failure| ((it.contest, it.lane, it.fault.clone(), it.comparison.is_some()), it);
    let launch = |it: &Failure| match it.comparison {
        Some(comparison) => run.launch_of(it.contest, comparison, it.launch),
        None => it.launch as usize,
    };
    let group = |((contest, lane, fault, in_some), met): ((usize, usize, Fault, bool), Vec<Failure>)| Group {
        contest,
        lane,
        fault,
        comparisons: in_some.then(|| each_once(met.iter().filter_map(|it| it.comparison))),
        launches: each_once(met.iter().map(launch)),
    };
    alike(run.failures().into_iter().map(of)).into_iter().map(group).collect()
}

fn told(contest: &Contest, group: &Group, ink: &Ink) -> String {
    let lane = contest.lanes.get(group.lane);
    let name = lane.map(|lane| &lane.implementation).map_or_else(|| "unknown".to_owned(), ImplementationId::to_string);
    let second = lane.is_some_and(|lane| lane.role == Role::Clone);
    let place = match &group.comparisons {
        None if group.launches == [0] => "at every size".to_owned(),
        None => "from then on".to_owned(),
        Some(comparisons) => format!("at {}", listed(&sizes(contest, comparisons))),
    };
    let launches = match group.launches.as_slice() {
        [_, _, ..] => format!(", in {}", counted(group.launches.len(), "launch")),
        [0] | [] => String::new(),
        [launch] => format!(", in launch {}", launch + 1),
    };
    let process = if second { " (second process, for noise)" } else { "" };
    let head = format!("{}/{}  {name}{process}, {place}{launches}:", contest.suite, contest.benchmark);
    format!("{}\n{}", wrap("  ", &head, ink.width), story(&group.fault, ink))
}

/// What happened, and what the driver said last on lines of its own.
fn story(fault: &Fault, ink: &Ink) -> String {
    let whole = fault.to_string();
    let (what, words) = match whole.split_once(LAST_WORDS) {
        Some((what, words)) => (format!("{what}{}", LAST_WORDS.trim_end()), words),
        None => (whole.clone(), ""),
    };
    let mut lines = vec![wrap("      ", &cut(&clean(&what), STORY, ink.ellipsis()), ink.width)];
    let said: Vec<&str> = words.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = &said[said.len().saturating_sub(WORDS)..];
    lines.extend(last.iter().map(|line| wrap("      | ", &cut(&clean(line), STORY, ink.ellipsis()), ink.width)));
    lines.join("\n")
}

fn sizes(contest: &Contest, comparisons: &[usize]) -> Vec<String> {
    let found = comparisons.iter().filter_map(|index| contest.comparisons.get(*index));
    found.map(|comparison| point(comparison.size, &contest.unit, &comparison.params)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Event;
    use crate::report::specimen::made_up;

    #[test]
    fn a_launch_that_failed_whole_a_clone_and_a_book() {
        let mut run = made_up::run();
        run.events = [(2, 0, None), (3, 3, Some(1))]
            .into_iter()
            .map(|(lane, launch, comparison)| {
                let stderr = "a line\n".repeat(100);
                let fault = Fault::Died { how: "exit code 3".into(), stderr };
                Event::Failed { contest: 0, comparison, lane, launch, fault }
            })
            .collect();
        // Launches in between were of another comparison.
        let begun = |launch| Event::Calibrated { contest: 0, comparison: 1, launch, calls: Vec::new() };
        run.blocks.clear();
        run.events.extend([0, 2, 3].map(begun));
        let text = failures(&run, &Ink::PLAIN);
        assert_eq!(text.matches("| a line").count(), 2 * WORDS);
        assert!(text.contains("c.shaky, at every size:"), "{text}");
        assert!(text.contains("rust.blake2 (second process, for noise), at 1 KiB, in launch 3:"), "{text}");
        run.events.clear();
        assert_eq!(failures(&run, &Ink::PLAIN), "");
        for lane in [3, 0] {
            let fault = Fault::Build { text: "no compiler".into() };
            run.events.push(Event::Failed { contest: 0, comparison: None, lane, launch: 0, fault });
        }
        assert_eq!(failures(&run, &Ink::PLAIN).matches("no compiler").count(), 1, "the second process says no more");
    }
}
