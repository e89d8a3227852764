//! A cell's instructions on an emulated processor: a whole conversation with so many calls, and another with
//! twice as many, whose difference is the calls'.

use std::path::Path;
use std::time::Duration;

use crate::driver::{Program, Surroundings};
use crate::measure::lane::{Lane, LaneProgram, TimeMeter};
use crate::measure::resources::subject::TimedCell;
use crate::meter::simulated;
use crate::model::{Fault, Unknown};

/// Calls of the shorter conversation take about so long on the real processor, some fifty times less than here.
const LONG_NS: f64 = 2e6;

/// An emulated processor starts a runtime in seconds.
const PATIENCE: Duration = Duration::from_secs(120);

/// Instructions of one call.
pub(super) fn simulated(subject: &TimedCell<'_>, valgrind: &Path) -> Result<f64, Unknown> {
    let calls = (LONG_NS / subject.per_call_ns.max(1.0)).clamp(1.0, 100_000.0) as u64;
    let once = conversation(subject, valgrind, calls)?;
    let twice = conversation(subject, valgrind, calls * 2)?;
    simulated::per_call(once, twice, calls)
}

/// Instructions of a process from its start to its end.
fn conversation(subject: &TimedCell<'_>, valgrind: &Path, calls: u64) -> Result<f64, Unknown> {
    let folder = tempfile::tempdir()
        .map_err(|err| Unknown::because(format!("there is no folder for what valgrind counts: {err}")))?;
    let program = &subject.entrant.program;
    let argv = simulated::wrap(valgrind, &program.argv, folder.path());
    let entrant = LaneProgram { program: Program { argv, ..program.clone() }, ..subject.entrant.clone() };
    let around = Surroundings { deadline: PATIENCE.max(subject.around.deadline), ..subject.around.clone() };
    let mut lane = Lane::new(&entrant, subject.fixed, &around, 0);
    let mut talk = || {
        lane.prepare(subject.task())?;
        lane.time(calls, 0.0, &mut TimeMeter::default())?;
        Ok(())
    };
    let held: Result<(), Fault> = talk();
    lane.end_within(PATIENCE);
    let failed = |fault| {
        let said = simulated::complaint(folder.path()).map(|said| format!("; valgrind: {said}")).unwrap_or_default();
        Unknown::because(format!("the driver failed on an emulated processor: {fault}{said}"))
    };
    held.map_err(failed)?;
    simulated::total(folder.path())
}
