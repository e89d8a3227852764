//! Several runs in, what may be said of them together out.

use std::collections::{BTreeMap, BTreeSet};

use crate::judge::compare::changes::changes;
use crate::judge::compare::missing::missing;
use crate::judge::compare::over_machines::{of_other_baselines, over_machines};
use crate::judge::findings::of_run::findings;
use crate::model::{ComparedRun, ComparedRuns, Findings, Machine, Run, RunSetting, RunsNotice};
use crate::words::alike;

/// Judges compared runs, in the order in which they were given: those of one machine as earlier and later,
/// and machines by the latest given run of each.
/// `selected` leaves of a run's findings what is asked about, so that means are over that alone.
pub fn compare_runs(runs: &[Run], selected: &dyn Fn(Findings) -> Findings) -> ComparedRuns {
    let machines = alike(runs.iter().enumerate().map(|(index, run)| {
        // An unknown machine is like no other.
        let is_known = !run.machine.fingerprint.is_empty() && !run.machine.is_elsewhere();
        ((&run.machine.fingerprint, (!is_known).then_some(index)), index)
    }));
    let mut notices: Vec<RunsNotice> = runs.iter().enumerate().filter_map(doubt).collect();
    let (mut found, mut gone) = (Vec::new(), Vec::new());
    let pairs = machines.iter().map(|(_, indices)| indices.len() - 1).sum();
    for (_, indices) in &machines {
        let Some((first, later)) = indices.split_first() else { continue };
        for index in later {
            found.extend(changes(&runs[*first], &runs[*index], (*first, *index), pairs));
            gone.extend(missing(&runs[*first], &runs[*index], (*first, *index)));
            notices.extend(between(runs, *first, *index));
            notices.extend(of_trials(runs, *first, *index));
        }
    }
    let latest: Vec<usize> = machines.iter().filter_map(|(_, indices)| indices.last().copied()).collect();
    let several = latest.iter().filter(|_| latest.len() > 1);
    let judged: Vec<(usize, Findings)> = several.map(|index| (*index, selected(findings(&runs[*index])))).collect();
    let judged: Vec<(usize, &Findings)> = judged.iter().map(|(index, findings)| (*index, findings)).collect();
    for (_, indices) in machines.iter().filter(|(_, indices)| indices.len() > 1 && latest.len() > 1) {
        notices.extend(indices.last().map(|last| RunsNotice::LastOfMachine { runs: indices.len(), last: *last }));
    }
    let others = of_other_baselines(&judged).into_iter();
    notices.extend(others.map(|(benchmark, baselines)| RunsNotice::OtherBaselines { benchmark, baselines }));
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
fn doubt((run, of): (usize, &Run)) -> Option<RunsNotice> {
    if of.source().is_some() {
        return Some(RunsNotice::Imported { run });
    }
    of.machine.emulated.as_ref().map(|_| RunsNotice::Emulated { run })
}

fn name(machine: &Machine) -> String {
    let cpu = machine.cpu.clone().unwrap_or_else(|| machine.architecture.clone());
    match &machine.emulated {
        Some(architecture) => format!("emulated {architecture} on {cpu}"),
        None => cpu,
    }
}

/// What else differs between two runs of one machine than the code that was measured.
fn between(runs: &[Run], from: usize, to: usize) -> Vec<RunsNotice> {
    type ValueOf = fn(&Run) -> Option<String>;
    let settings: [(RunSetting, ValueOf); 6] = [
        (RunSetting::Kernel, |run| Some(run.machine.kernel.clone())),
        (RunSetting::Libc, |run| run.machine.libc.clone()),
        (RunSetting::Governor, |run| run.machine.governor.clone()),
        (RunSetting::Core, |run| run.machine.core.map(|core| core.to_string())),
        (RunSetting::Lab, |run| Some(run.versions.lab.clone())),
        (RunSetting::Mode, |run| Some(run.plan.mode.word().to_owned())),
    ];
    let of_run = settings.into_iter().map(|(what, value)| (what, value(&runs[from]), value(&runs[to])));
    let earlier: BTreeMap<&str, &str> =
        runs[from].versions.tools.iter().map(|(name, version)| (name.as_str(), version.as_str())).collect();
    let of_tools = runs[to].versions.tools.iter().filter_map(|(name, version)| {
        let before = (*earlier.get(name.as_str())?).to_owned();
        Some((RunSetting::Tool(name.clone()), Some(before), Some(version.clone())))
    });
    let differ = of_run.chain(of_tools).filter(|(_, before, after)| before != after);
    differ.map(|(what, before, after)| RunsNotice::Differs { what, from: (from, before), to: (to, after) }).collect()
}

/// What both have and nobody compares: a trial is no block of times.
fn of_trials(runs: &[Run], from: usize, to: usize) -> Option<RunsNotice> {
    let contests = runs[to].plan.contests.iter().filter(|contest| contest.trials.is_some());
    let both = contests.filter(|later| runs[from].plan.contests.iter().any(|earlier| earlier.is_of_benchmark(later)));
    let names: BTreeSet<String> = both.map(|contest| format!("{}/{}", contest.suite, contest.benchmark)).collect();
    let benchmarks: Vec<String> = names.into_iter().collect();
    (!benchmarks.is_empty()).then_some(RunsNotice::DecidedByTrials { benchmarks, from, to })
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
        let kernel = RunsNotice::Differs {
            what: RunSetting::Kernel,
            from: (0, Some("6.1".into())),
            to: (2, Some("6.2".into())),
        };
        let expected = [kernel, RunsNotice::LastOfMachine { runs: 2, last: 2 }];
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
        let benchmarks = vec!["trial/job".to_owned()];
        assert_eq!(found.notices, [RunsNotice::DecidedByTrials { benchmarks, from: 0, to: 1 }]);
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
        assert_eq!(found.notices[..2], [RunsNotice::Imported { run: 0 }, RunsNotice::Emulated { run: 1 }]);
        assert!(found.machines.is_empty());
    }
}
