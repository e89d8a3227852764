//! `paragone run`: from what was typed to a run that is kept and reported.

use std::collections::BTreeMap;
use std::io::Write;

use crate::cli::args::{Common, RunArgs};
use crate::cli::exit::Exit;
use crate::cli::run::dry::dry;
use crate::cli::session::{Asked, Lab, cut_off, measured, prepared, prepared_again, whole_commands};

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
    if args.dry_run {
        return dry(args, &lab, &options, against, out);
    }
    let prepared = match &earlier {
        Some(run) => prepared_again(&lab, run)?,
        None => prepared(args, &lab, &options, against)?,
    };
    measured(&prepared, earlier.as_ref(), &asked, &options, &machine, common, out)
}
