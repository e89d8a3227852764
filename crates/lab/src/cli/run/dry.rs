//! `paragone run --dry-run`: what would be built, run, and for how long; nothing is built and nothing is started.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use crate::cli::args::{MeasureOptions, RunArgs};
use crate::cli::exit::{Exit, Misuse};
use crate::cli::session::{Lab, expanded, served, server_of, wishes};
use crate::driver::{BuildTask, LookedFor, Recipe, available, lacks};
use crate::model::{Build, DriverSpec, Suite};
use crate::plan::too_little_time;
use crate::report::{Ink, dry_run};
use crate::suite::{Implementation, Selection};

/// Builds nothing and starts nothing: recipes are read, libraries are looked for by their files.
pub(super) fn dry(
    args: &RunArgs,
    lab: &Lab,
    options: &MeasureOptions,
    against: BTreeMap<String, String>,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let selection = Selection::parse(&args.selection, args.implementations.as_deref()).map_err(Misuse)?;
    let chosen = selection.choose(&lab.suites).map_err(Misuse)?;
    let looked_for = |spec: &DriverSpec, build: &Build| available(spec, build, &lab.toolchains, LookedFor::Files);
    let here = |suite: &Suite, it: &Implementation| {
        let (spec, build) = it.origin(suite);
        looked_for(spec, build).is_ok()
    };
    let server_here =
        |_: &Suite, server: &DriverSpec| server.builds.iter().all(|build| looked_for(server, build).is_ok());
    let (served, unserved) = served(&lab.suites, chosen.clone(), server_here);
    let expanded = expanded(lab, &served, &wishes(args, lab, options, against)?, &here, unserved)?;
    let (mut lines, mut skipped) = (Vec::new(), Vec::new());
    for one in &chosen {
        let suite = &lab.suites[one.suite];
        let server = server_of(suite, one.benchmark).map(|server| (server, &server.builds[0]));
        for (spec, build) in server.into_iter().chain(one.implementations.iter().map(|it| it.origin(suite))) {
            match looked_for(spec, build) {
                Ok(()) if !spec.commands.is_empty() => {
                    lines.extend(spec.commands.iter().map(|(_, command)| command.text.clone()));
                }
                Ok(()) => {
                    let (toolchains, cache) = (&lab.toolchains, &*lab.cache);
                    let task = BuildTask { suite, spec, build, toolchains, cache };
                    lines.extend(Recipe::new(task).map_err(Misuse)?.lines());
                }
                Err(missing) => skipped.push(missing),
            }
        }
    }
    lines.extend(lacks(skipped).iter().map(|lack| format!("# {lack}")));
    let mut seen = BTreeSet::new();
    lines.retain(|line| seen.insert(line.clone()));
    out.write_all(dry_run(&expanded.plan, &lines, &Ink::PLAIN).as_bytes())?;
    for notice in expanded.notices.iter().chain(&too_little_time(&expanded.plan)) {
        writeln!(out, "note: {notice}")?;
    }
    Ok(Exit::Done)
}
