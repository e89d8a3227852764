//! Where the numbers come from: the machine's line and the run's line.

use std::collections::BTreeSet;

use crate::model::{Design, ImportSource, Layouts, Machine, Mode, Run, RunState, unit};

use crate::report::text::{Ink, Tone};
use crate::words::{clean, counted, date, wrap_pieces};

/// What was measured on, as far as it is known.
pub fn machine_line(machine: &Machine, ink: &Ink) -> String {
    let emulated = machine.emulated.as_ref().map(|name| format!("emulated {name}: times mean nothing"));
    let mut pieces: Vec<String> = emulated.into_iter().collect();
    pieces.push(machine.cpu.clone().unwrap_or_else(|| "unknown CPU".to_owned()));
    pieces.push(machine.architecture.clone());
    pieces.push(cores(machine));
    pieces.extend(match &machine.governor {
        Some(governor) => Some(format!("governor {governor}")),
        None => (!machine.is_elsewhere()).then(|| "governor unknown".to_owned()),
    });
    pieces.extend(machine.speed.turbo.map(|on| format!("turbo {}", if on { "on" } else { "off" })));
    pieces.extend(machine.speed.core_hz.map(|hz| format!("core at {} GHz", unit::significant(hz / 1e9, 3))));
    pieces.push(machine.kernel.clone());
    pieces.extend(machine.libc.clone());
    pieces.extend(machine.hypervisor.as_ref().map(|hypervisor| format!("virtual machine ({hypervisor})")));
    pieces.extend(machine.system.container.as_ref().map(|container| format!("container ({container})")));
    pieces.extend(machine.power.as_ref().filter(|power| power.discharging).map(|_| "on battery".to_owned()));
    pieces.extend(machine.tsc_hz.map(|hz| format!("TSC {:.3} MHz", hz / 1e6)));
    pieces.extend(machine.load_average.map(|load| format!("load {load:.2}")));
    line("machine", pieces, ink)
}

fn cores(machine: &Machine) -> String {
    let all = match machine.cores {
        0 => "cores unknown".to_owned(),
        cores => counted(cores as usize, "core"),
    };
    match machine.core {
        None if machine.is_elsewhere() => all,
        Some(core) => format!("{all}, drivers and Paragone on core {core}"),
        None => format!("{all}, drivers not pinned"),
    }
}

/// What was done, and how to see it again; `places` are the options that a command needs to find it.
pub fn run_line(run: &Run, places: &str, ink: &Ink) -> String {
    let launches: BTreeSet<(usize, u32)> = run.blocks.iter().map(|block| (block.contest, block.launch)).collect();
    let rounds: usize = run.blocks.iter().map(|block| block.rounds()).sum();
    let samples: usize = run.blocks.iter().flat_map(|block| &block.lanes).map(Vec::len).sum();
    let mut pieces = vec![run.id.clone(), date(run.began)];
    // A run of nothing but trials is neither quick nor standard.
    let all_trials = !run.plan.contests.is_empty() && run.plan.contests.iter().all(|it| it.trials.is_some());
    let is_of_one_launch = run.plan.contests.iter().any(|it| it.design(run.plan.mode) == Design::Blocks);
    pieces.push(match run.plan.mode {
        _ if all_trials => "trials".to_owned(),
        Mode::Quick if is_of_one_launch => "quick, one launch where starting is slow".to_owned(),
        Mode::Quick => "quick".to_owned(),
        Mode::Standard => "standard".to_owned(),
        Mode::Fresh => "every run a launch of its own".to_owned(),
        Mode::Imported => run.source().map_or("imported".to_owned(), imported),
    });
    // What another tool measured has samples, and nothing else that this lab would count.
    let is_ours = run.plan.mode != Mode::Imported;
    if is_ours {
        let own = run.plan.contests.iter().filter(|contest| contest.margin.is_some()).count();
        let others = if own > 0 { format!(", another for {}", counted(own, "benchmark")) } else { String::new() };
        pieces.push(format!("margin {}{others}", unit::margin(run.plan.margin)));
        if run.plan.mode != Mode::Fresh {
            pieces.push(counted(launches.len(), "launch"));
            pieces.extend(run.plan.layouts.map(|layouts| match layouts {
                Layouts::Varied => "other layouts of code in each".to_owned(),
                Layouts::AsBuilt => "code as it was built".to_owned(),
            }));
        }
        pieces.push(counted(run.blocks.len(), "block"));
        pieces.push(counted(rounds, "round"));
    }
    pieces.push(counted(samples, "sample"));
    let (timed, all) = run.timed_share();
    if all > 0 {
        let share = unit::percent(timed as f64 / all as f64);
        pieces.push(format!("{share} of the measuring time inside timed sections"));
    }
    if is_ours {
        pieces.push(format!("seed {}", run.plan.seed));
    }
    let mut text = line("run", pieces, ink);
    if run.state != RunState::Complete {
        let state = if run.state == RunState::Open { "not finished" } else { "interrupted" };
        let emulated = run.machine.emulated.as_ref().map_or(String::new(), |name| format!(" --emulate {name}"));
        let onward = match run.launches_hold_one_comparison() {
            true => format!("`{}{emulated} --resume` goes on", typed("run", places)),
            false => "an earlier paragone began it, and it cannot be resumed".to_owned(),
        };
        text += &line("state", vec![format!("{state}: {onward}")], ink);
    }
    if !run.note.is_empty() {
        text += &line("note", vec![run.note.clone()], ink);
    }
    text + &line("again", vec![again(run, places)], ink)
}

/// The command that shows a run once more; `places` are options that it needs to find it.
pub(crate) fn again(run: &Run, places: &str) -> String {
    format!("{} {}", typed("report", places), run.id)
}

fn typed(command: &str, places: &str) -> String {
    let options = if places.is_empty() { String::new() } else { format!(" {places}") };
    format!("paragone {command}{options}")
}

fn imported(source: &ImportSource) -> String {
    let version = source.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
    let measured = source.measured.as_ref().map(|when| format!(", measured {when}")).unwrap_or_default();
    format!("imported from `{}` of {}{version}{measured}", source.file, source.tool)
}

pub(crate) fn line(label: &str, pieces: Vec<String>, ink: &Ink) -> String {
    let known: Vec<String> = pieces.iter().map(|piece| clean(piece)).filter(|piece| !piece.is_empty()).collect();
    ink.lines(Tone::Quiet, &wrap_pieces(&format!("{label:<7}  "), &known, ink.dot(), ink.width))
}
