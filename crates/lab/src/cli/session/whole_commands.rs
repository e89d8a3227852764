//! Runs of whole commands, which need no suite: from a plan, new or of a run that was cut off, to a run that is kept and
//! reported.

use std::io::Write;
use std::time::Duration;

use crate::cli::args::MeasureOptions;
use crate::cli::exit::Exit;
use crate::cli::outlet::say;
use crate::cli::session::lab::command_entrant;
use crate::cli::session::measured::Asked;
use crate::cli::session::prepare::Prepared;
use crate::cli::session::resume::programs_are_the_same;
use crate::measure::{ContestPrograms, Supply};
use crate::model::{Contest, Fault, InputKind, Lane, Params, Plan, Run};

/// What stands in a suite's place.
pub(crate) const SUITE: &str = "commands";

/// How the driver of commands begins to tell of an exit code that is none of success.
const EXIT_CODE: &str = "exit code ";

/// Whether a run is one of whole commands, which needs no suites to go on.
pub(crate) fn is_of_commands(run: &Run) -> bool {
    run.plan.contests.iter().all(|contest| contest.suite == SUITE && !contest.commands.is_empty())
}

/// Goes on with a run of commands that was cut off.
pub(crate) fn go_on(run: &Run, asked: Asked<'_>, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let deadline = asked.options.deadline.max(Duration::from_secs_f64(run.plan.total_s));
    let options = &MeasureOptions { deadline, ..*asked.options };
    carry_out(Asked { options, ..asked }, run.plan.clone(), out)
}

/// Measures, keeps and reports.
pub(crate) fn carry_out(asked: Asked<'_>, plan: Plan, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let entries: Vec<ContestPrograms> = plan.contests.iter().map(entry).collect();
    if let Some(run) = asked.earlier {
        programs_are_the_same(run, &entries)?;
    }
    let prepared = Prepared { plan, entries, tools: Vec::new(), notices: Vec::new() };
    let (run, exit) = asked.carried_out(&prepared, out)?;
    if exit == Exit::Failed && run.failures().iter().any(|one| one.fault.to_string().starts_with(EXIT_CODE)) {
        say("--exit-code N takes that exit code for success, and --ignore-exit-code any");
    }
    Ok(exit)
}

/// Whom to start in each lane; the size comes to a command as a number.
fn entry(contest: &Contest) -> ContestPrograms {
    let entrant = |lane: &Lane| {
        let name = &lane.implementation.name;
        let spec = contest.commands.get(name);
        let spec = spec.ok_or_else(|| Fault::Build { text: format!("the plan has no command `{name}`") })?;
        command_entrant(spec, name)
    };
    ContestPrograms {
        lanes: contest.lanes.iter().map(entrant).collect(),
        reference: None,
        input: InputKind::Number,
        vectors: Vec::new(),
        fixed: Params::new(),
        given: Supply::Bytes,
    }
}
