//! `paragone run`: from what was typed to a run that is kept and reported.

use std::io::Write;

use crate::cli::args::{Common, RunArgs};
use crate::cli::exit::Exit;
use crate::cli::run::dry::dry;
use crate::cli::session::{Asked, Commits, Lab, RunWish, cut_off, prepared_again, whole_commands};

/// Does what was typed.
pub(crate) fn run(args: &RunArgs, common: &Common, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let machine = &common.machine();
    let options = &args.measure.settle(common.config.as_deref(), machine.memory_bytes)?;
    let store = common.store_path()?;
    let earlier = args.resume.as_deref().map(|text| cut_off(&store, text, machine)).transpose()?;
    let asked = Asked::new(common, options, machine, &args.outcome);
    let asked = Asked { resources: args.resources, earlier: earlier.as_ref(), ..asked };
    if let Some(run) = earlier.as_ref().filter(|run| whole_commands::is_of_commands(run)) {
        return whole_commands::go_on(run, asked, out);
    }
    let mut lab = Lab::open(common)?;
    let against = match &earlier {
        Some(run) => lab.with_revisions_of(&run.plan).map(|_| Commits::new())?,
        None => {
            lab.refuse_everything("run", &args.selection)?;
            lab.with_revision(args.against.as_deref(), &args.selection)?
        }
    };
    let wish = RunWish { args, lab: &lab, options, against, self_test: false };
    if args.dry_run {
        return dry(&wish, out);
    }
    let prepared = match &earlier {
        Some(run) => prepared_again(&lab, run)?,
        None => wish.prepared()?,
    };
    asked.measured(prepared, out)
}
