//! A plan with programs in; its notices told, it measured, kept and reported, and how the command ends, out.

use std::io::Write;

use crate::cli::args::{Common, MeasureOptions};
use crate::cli::exit::Exit;
use crate::cli::session::conclusion::Asked;
use crate::cli::session::execute::{Job, execute};
use crate::cli::session::interrupt::asked_to_stop;
use crate::cli::session::live::Live;
use crate::cli::session::prepare::Prepared;
use crate::model::{Machine, Run};
use crate::plan::too_little_time;

/// `earlier` is the run to go on with.
pub(in crate::cli) fn measured(
    prepared: &Prepared<'_>,
    earlier: Option<&Run>,
    asked: &Asked<'_>,
    options: &MeasureOptions,
    machine: &Machine,
    common: &Common,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    for notice in prepared.notices.iter().chain(&too_little_time(&prepared.plan)) {
        common.progress()(&format!("note: {notice}"));
    }
    let stop = asked_to_stop()?;
    let job = Job {
        plan: &prepared.plan,
        entries: &prepared.entries,
        machine,
        tools: &[prepared.programs.tools(), prepared.definitions()?].concat(),
        options,
        store: &common.store_path()?,
        note: &asked.outcome.note,
        notices: &prepared.notices,
        resume: earlier.map(|run| run.id.as_str()),
        stop: &stop,
    };
    let (run, ended) = execute(&job, &mut Live::new(prepared.plan.clone(), common.quiet))?;
    asked.conclude(&run, ended, common, out)
}
