//! `paragone run --resume`: from a run that was cut off to what is left of it, or to why it cannot go on.
//!
//! It goes on only where everything is as it was: the machine, the programs, the plan.

use std::path::Path;

use anyhow::bail;

use crate::cli::exit::Misuse;
use crate::cli::session::definition::definition;
use crate::cli::session::lab::Lab;
use crate::cli::session::prepare::Prepared;
use crate::measure::ContestPrograms;
use crate::model::{Event, Machine, Run, RunState};
use crate::store::{Store, resolve};

/// The run that is meant: `latest` is the newest that was cut off, not the newest of all.
pub(crate) fn cut_off(store: &Path, text: &str, machine: &Machine) -> anyhow::Result<Run> {
    let (run, elsewhere) = match text {
        "latest" | "last" => {
            let open = Store::open_to_read(store)?;
            // One that cannot go on is only meant where no other is there: then it is told why.
            let found = open.latest_resumable()?.map_or_else(|| open.latest_cut_off(), |run| Ok(Some(run)))?;
            let found = found.ok_or_else(|| {
                Misuse(format!("no run in store `{}` was killed or stopped: nothing to resume", store.display()))
            })?;
            (open.run(&found.id)?, false)
        }
        text => {
            let found = resolve(store, text)?;
            (found.read()?, found.store.path() != store)
        }
    };
    let of_a_file = format!(
        "`{text}` is a file of its own, and a run goes on in its store: \
         take it in with `paragone runs import {text}`, then resume run {}",
        run.id
    );
    match refusal(&run, machine).or(elsewhere.then_some(of_a_file)) {
        Some(text) => bail!(Misuse(text)),
        None => Ok(run),
    }
}

fn refusal(run: &Run, machine: &Machine) -> Option<String> {
    if run.state == RunState::Complete {
        return Some(format!("run {} is complete: there is nothing to resume", run.id));
    }
    if !run.launches_hold_one_comparison() {
        return Some(format!(
            "run {} was begun by an earlier paragone, whose launches held all sizes of a benchmark at once; \
             it can be reported and not resumed: measure anew with `{}`",
            run.id, run.command
        ));
    }
    let name = |machine: &Machine| {
        let cpu = machine.cpu.as_deref().unwrap_or("unknown processor");
        format!("{cpu}, {} cores, fingerprint {}", machine.cores, machine.fingerprint)
    };
    let [id, then, now] = [run.id.clone(), name(&run.machine), name(machine)];
    let text = format!("run {id} cannot go on: it was begun on another machine ({then}), and this one is {now}");
    (run.machine.fingerprint != machine.fingerprint).then(|| text + "; begin a new run")
}

/// The plan of an earlier run, with programs that must be the same as then.
pub(crate) fn prepared_again(lab: &Lab, run: &Run) -> anyhow::Result<Prepared> {
    let plan = run.plan.clone();
    let mut programs = lab.programs(plan.resources);
    let entries = plan.contests.iter().map(|contest| lab.entry(contest, plan.layouts, &mut programs));
    let entries = entries.collect::<anyhow::Result<Vec<ContestPrograms>>>()?;
    for (contest, entry) in plan.contests.iter().zip(&entries) {
        let (name, digest) = definition(contest, entry)?;
        let before = run.versions.tools.iter().find(|(of, _)| *of == name);
        if before.is_some_and(|(_, then)| *then != digest) {
            bail!(Misuse(format!("run {} cannot go on: {name} have changed since; begin a new run", run.id)));
        }
    }
    programs_are_the_same(run, &entries)?;
    Ok(Prepared { plan, entries, tools: programs.tools(), notices: Vec::new() })
}

/// Whether every lane's program is what it was when the run began.
pub(crate) fn programs_are_the_same(run: &Run, entries: &[ContestPrograms]) -> anyhow::Result<()> {
    for event in &run.events {
        let Event::LaunchBegan(launch) = event else { continue };
        for (lane, start) in launch.lanes.iter().enumerate() {
            let Some(start) = start else { continue };
            let id = &run.plan.contests[launch.contest].lanes[lane].implementation;
            let changed = match &entries[launch.contest].lanes[lane] {
                Ok(entrant) if entrant.program.artefact == start.artefact => continue,
                Ok(_) => format!("the program of {id} has changed since"),
                Err(fault) => format!("{id} was there then, and now it {fault}"),
            };
            bail!(Misuse(format!("run {} cannot go on: {changed}; begin a new run", run.id)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::example::Example;

    #[test]
    fn only_an_unfinished_run_of_this_machine_goes_on() {
        let example = Example::new();
        let writer = example.begin();
        let mut run = example.store().run(writer.id()).unwrap();
        assert_eq!(refusal(&run, &example.machine), None);
        let other = Machine { fingerprint: "0123456789abcdef".into(), ..example.machine.clone() };
        let text = refusal(&run, &other).unwrap();
        assert!(text.contains("begun on another machine") && text.contains("0123456789abcdef"), "{text}");
        run.schema = 1;
        let text = refusal(&run, &example.machine).unwrap();
        assert!(text.contains("not resumed: measure anew with `paragone run words`"), "{text}");
        run.state = RunState::Complete;
        assert!(refusal(&run, &example.machine).unwrap().contains("nothing to resume"));
    }
}
