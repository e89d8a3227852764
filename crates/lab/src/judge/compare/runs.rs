//! Several runs in, what may be said of them together out.

use std::collections::{BTreeMap, BTreeSet};

use crate::judge::compare::changes::changes;
use crate::judge::compare::missing::missing;
use crate::judge::compare::over_machines::{of_other_baselines, over_machines};
use crate::judge::findings::of_run::findings;
use crate::model::names::listed;
use crate::model::{ComparedRun, ComparedRuns, Findings, Machine, Run};

/// Judges compared runs, in the order in which they were given: those of one machine as earlier and later,
/// and machines by the latest given run of each.
/// `selected` leaves of a run's findings what is asked about, so that means are over that alone.
pub fn compare_runs(runs: &[Run], selected: &dyn Fn(Findings) -> Findings) -> ComparedRuns {
    let mut machines: Vec<(&str, Vec<usize>)> = Vec::new();
    for (index, run) in runs.iter().enumerate() {
        // An unknown machine is like no other.
        let is_known = !run.machine.fingerprint.is_empty() && !run.machine.is_elsewhere();
        let known = machines.iter_mut().find(|(of, _)| is_known && *of == run.machine.fingerprint);
        match known {
            Some((_, of)) => of.push(index),
            None => machines.push((&run.machine.fingerprint, vec![index])),
        }
    }
    let mut notices: Vec<String> = runs.iter().filter_map(doubt).collect();
    let (mut found, mut gone) = (Vec::new(), Vec::new());
    let pairs = machines.iter().map(|(_, indices)| indices.len() - 1).sum();
    for (_, indices) in &machines {
        let Some((first, later)) = indices.split_first() else { continue };
        for index in later {
            found.extend(changes(&runs[*first], &runs[*index], (*first, *index), pairs));
            gone.extend(missing(&runs[*first], &runs[*index], (*first, *index)));
            notices.extend(between(&runs[*first], &runs[*index]));
            notices.extend(of_trials(&runs[*first], &runs[*index]));
        }
    }
    let latest: Vec<usize> = machines.iter().filter_map(|(_, indices)| indices.last().copied()).collect();
    let judged: Vec<(usize, Findings)> = match latest.len() {
        0 | 1 => Vec::new(),
        _ => latest.iter().map(|index| (*index, selected(findings(&runs[*index])))).collect(),
    };
    let judged: Vec<(usize, &Findings)> = judged.iter().map(|(index, findings)| (*index, findings)).collect();
    for (_, indices) in machines.iter().filter(|(_, indices)| indices.len() > 1 && latest.len() > 1) {
        let last = indices.last().map_or("", |index| &runs[*index].id);
        notices.push(format!(
            "of {} runs of one machine, the table of machines has the last given, {last}",
            indices.len()
        ));
    }
    notices.extend(of_other_baselines(&judged).iter().map(|(name, baselines)| {
        let each = baselines.iter().map(|(index, baseline)| format!("{baseline} in {}", runs[*index].id));
        let each: Vec<String> = each.collect();
        format!("{name} has not one baseline on all machines, so that not all stand in a table: {}", each.join(", "))
    }));
    ComparedRuns {
        runs: runs.iter().map(compared_run).collect(),
        machines: over_machines(&judged),
        changes: found,
        missing: gone,
        notices,
    }
}

fn compared_run(run: &Run) -> ComparedRun {
    ComparedRun {
        id: run.id.clone(),
        began: run.began,
        note: run.note.clone(),
        mode: run.plan.mode,
        fingerprint: run.machine.fingerprint.clone(),
        machine: name(&run.machine),
    }
}

/// What keeps a whole run from being compared as others are.
fn doubt(run: &Run) -> Option<String> {
    if run.source().is_some() {
        let text = "was measured by another tool, one implementation after the other: it is unpaired, its times are \
                    shown, and nothing is said of their ratios";
        return Some(format!("{} {text}", run.id));
    }
    run.machine.emulated.as_ref()?;
    Some(format!("{} was emulated: its times are those of the emulator", run.id))
}

fn name(machine: &Machine) -> String {
    let cpu = machine.cpu.clone().unwrap_or_else(|| machine.architecture.clone());
    match &machine.emulated {
        Some(architecture) => format!("emulated {architecture} on {cpu}"),
        None => cpu,
    }
}

/// What else differs between two runs of one machine than the code that was measured.
fn between(from: &Run, to: &Run) -> Vec<String> {
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "unknown".to_owned());
    let core = |run: &Run| run.machine.core.map_or("none".to_owned(), |core| core.to_string());
    let mut pairs = vec![
        ("kernel".to_owned(), from.machine.kernel.clone(), to.machine.kernel.clone()),
        ("C library".to_owned(), text(&from.machine.libc), text(&to.machine.libc)),
        ("governor".to_owned(), text(&from.machine.governor), text(&to.machine.governor)),
        ("core of the drivers".to_owned(), core(from), core(to)),
        ("paragone".to_owned(), from.versions.lab.clone(), to.versions.lab.clone()),
        ("mode".to_owned(), from.plan.mode.word().to_owned(), to.plan.mode.word().to_owned()),
    ];
    let earlier: BTreeMap<&str, &str> =
        from.versions.tools.iter().map(|(name, version)| (name.as_str(), version.as_str())).collect();
    for (name, version) in &to.versions.tools {
        if let Some(before) = earlier.get(name.as_str()) {
            pairs.push((name.clone(), (*before).to_owned(), version.clone()));
        }
    }
    let differ = pairs.into_iter().filter(|(_, before, after)| before != after);
    differ.map(|(what, before, after)| format!("{what}: `{before}` in {}, `{after}` in {}", from.id, to.id)).collect()
}

/// What both have and nobody compares: a trial is no block of times.
fn of_trials(from: &Run, to: &Run) -> Option<String> {
    let contests = to.plan.contests.iter().filter(|contest| contest.trials.is_some());
    let both = contests.filter(|later| from.plan.contests.iter().any(|earlier| earlier.is_of_benchmark(later)));
    let names: BTreeSet<String> = both.map(|contest| format!("{}/{}", contest.suite, contest.benchmark)).collect();
    let names: Vec<String> = names.into_iter().collect();
    let are = if names.len() == 1 { "is" } else { "are" };
    (!names.is_empty()).then(|| {
        format!(
            "{} {are} decided by metrics of trials, which are not compared from run to run: `paragone report {}` and `{}` tell each",
            listed(&names), from.id, to.id
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, flat_block, launch_began, launch_ended, plan, run_of};
    use crate::model::{Event, ImportSource, Mode, Trials};

    fn everything(findings: Findings) -> Findings {
        findings
    }

    fn run(id: &str, fingerprint: &str, kernel: &str) -> Run {
        let blocks = (0..16).map(|index| flat_block(0, index, &[200_000, 300_000, 200_000], 4)).collect();
        let mut run = run_of(plan(Mode::Quick, contest(1)), blocks, vec![launch_began(0), launch_ended(0)]);
        run.id = id.to_owned();
        run.machine.fingerprint = fingerprint.to_owned();
        run.machine.kernel = kernel.to_owned();
        run
    }

    /// Five launches that differ a little, as a standard run has them.
    fn with_launches(id: &str) -> Run {
        let blocks = (0..5u32).flat_map(|launch| {
            let more = 100 * u64::from(launch);
            let times = [200_000, 300_000 + more, 200_000];
            (0..16).map(move |index| flat_block(launch, index, &times, 4))
        });
        let events = (0..5).flat_map(|launch| [launch_began(launch), launch_ended(launch)]).collect();
        Run {
            id: id.to_owned(),
            machine: run(id, "one", "6.1").machine,
            ..run_of(plan(Mode::Standard, contest(1)), blocks.collect(), events)
        }
    }

    #[test]
    fn machines_stand_beside_each_other_and_runs_of_one_after_each_other() {
        let runs = [run("a", "one", "6.1"), run("b", "two", "6.1"), run("c", "one", "6.2")];
        let found = compare_runs(&runs, &everything);
        assert_eq!(found.runs.iter().map(|run| run.id.as_str()).collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(found.machines[0].runs, [2, 1]);
        assert_eq!((found.changes.len(), found.changes[0].from, found.changes[0].to), (1, 0, 2));
        let expected =
            ["kernel: `6.1` in a, `6.2` in c", "of 2 runs of one machine, the table of machines has the last given, c"];
        assert_eq!(found.notices, expected);
    }

    #[test]
    fn more_runs_share_one_alpha() {
        let width = |count: usize| {
            let runs: Vec<Run> = (0..count).map(|index| with_launches(&index.to_string())).collect();
            let found = compare_runs(&runs, &everything);
            assert_eq!(found.changes.len(), count - 1);
            found.changes.iter().map(|of| of.cells[1].judged.high - of.cells[1].judged.low).fold(0.0, f64::max)
        };
        let (two, three, five) = (width(2), width(3), width(5));
        assert!(two.is_finite() && two < three && three < five, "{two} {three} {five}");
    }

    #[test]
    fn what_trials_decide_is_named_and_not_compared() {
        let trials = |id: &str| {
            let mut run = run(id, "one", "6.1");
            run.plan.contests[0].trials =
                Some(Trials { decides: "depth".into(), least: 3, most: 3, metrics: Vec::new() });
            run
        };
        let found = compare_runs(&[trials("a"), trials("b")], &everything);
        assert!(found.changes.is_empty());
        let told = "trial/job is decided by metrics of trials, which are not compared from run to run: ";
        assert!(found.notices.len() == 1 && found.notices[0].starts_with(told), "{:?}", found.notices);
    }

    #[test]
    fn unknown_machines_are_like_no_other() {
        for unknown in ["", Machine::ELSEWHERE] {
            let found = compare_runs(&[run("a", unknown, "6.1"), run("b", unknown, "6.1")], &everything);
            assert!(found.changes.is_empty());
            assert_eq!(found.machines[0].runs, [0, 1]);
        }
    }

    #[test]
    fn what_was_imported_or_emulated_says_so_and_what_is_not_selected_is_not_there() {
        let mut runs = [run("a", "one", "6.1"), run("b", "two", "6.1")];
        let source = ImportSource { tool: "jmh".into(), version: None, file: "a.json".into(), measured: None };
        runs[0].events.push(Event::Imported(source));
        runs[1].machine.emulated = Some("aarch64".into());
        let nothing = |findings: Findings| Findings { contests: Vec::new(), ..findings };
        let found = compare_runs(&runs, &nothing);
        assert!(found.notices[0].contains("a was measured by another tool") && found.notices[0].contains("unpaired"));
        assert!(found.notices[1].contains("b was emulated"), "{:?}", found.notices);
        assert!(found.machines.is_empty());
    }
}
