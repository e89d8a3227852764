//! `paragone run`: from what was typed to a run that is kept and reported.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::cli::args::{Common, MeasureOptions, RunArgs, typed};
use crate::cli::exit::Exit;
use crate::cli::outlet::say;
use crate::cli::run::dry::dry;
use crate::cli::session::{
    Asked, Job, Lab, Live, Prepared, Voice, asked_to_stop, cut_off, execute, inputs, prepared, prepared_again,
    whole_commands,
};
use crate::measure::Ended;
use crate::model::{Listener, Machine, Run, Versions};
use crate::plan::too_little_time;

/// Does what was typed.
pub(in crate::cli) fn run(args: &RunArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let machine = common.machine();
    let options = args.measure.settle(common.config.as_deref(), machine.memory_bytes)?;
    let store = common.store_path()?;
    let earlier = args.resume.as_deref().map(|text| cut_off(&store, text, &machine)).transpose()?;
    let asked = Asked { outcome: &args.outcome, resources: args.resources };
    if let Some(run) = earlier.as_ref().filter(|run| whole_commands::is_of_commands(run)) {
        return whole_commands::go_on(run, &asked, &options, machine, common, out);
    }
    let mut lab = Lab::open(common)?;
    let against = match &earlier {
        Some(run) => lab.with_revisions_of(&run.plan).map(|_| BTreeMap::new())?,
        None => {
            lab.refuse_everything("run", &args.selection)?;
            lab.with_revision(args.against.as_deref(), &args.selection)?
        }
    };
    let mut progress = |text: &str| {
        if !common.quiet {
            say(text);
        }
    };
    if args.dry_run {
        return dry(args, &lab, &options, against, out);
    }
    let prepared = match &earlier {
        Some(run) => prepared_again(&lab, run, &mut progress)?,
        None => prepared(args, &lab, &options, against, &mut progress)?,
    };
    for notice in &prepared.notices {
        progress(&format!("note: {notice}"));
    }
    if let Some(little) = too_little_time(&prepared.plan) {
        progress(&format!("note: {little}"));
    }
    let stop = asked_to_stop()?;
    let (run, ended) = measured(args, common, &prepared, &options, machine, earlier.as_ref(), &stop)?;
    asked.conclude(&run, ended, common, out)
}

fn measured(
    args: &RunArgs,
    common: &Common,
    prepared: &Prepared,
    options: &MeasureOptions,
    machine: Machine,
    earlier: Option<&Run>,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<(Run, Ended)> {
    let versions = Versions {
        lab: env!("CARGO_PKG_VERSION").to_owned(),
        protocol: paragone_wire::VERSION,
        tools: [prepared.programs.tools(), prepared.definitions()?].concat(),
    };
    let job = Job {
        plan: &prepared.plan,
        entries: &prepared.entries,
        machine: &machine,
        versions: &versions,
        options,
        store: &common.store_path()?,
        inputs: &inputs()?,
        command: &typed(),
        note: &args.outcome.note,
        notices: &prepared.notices,
        resume: earlier.map(|run| run.id.as_str()),
        stop,
    };
    let mut live: Box<dyn Listener> = Box::new(Live::new(prepared.plan.clone(), Voice::of(common.quiet)));
    execute(&job, live.as_mut())
}
