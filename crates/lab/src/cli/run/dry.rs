//! `paragone run --dry-run`: what would be built, run, and for how long; nothing is built and nothing is started.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use crate::cli::args::{MeasureOptions, RunArgs};
use crate::cli::exit::{Exit, Misuse};
use crate::cli::session::{Lab, expanded, layouts, served, server_of, settle, wishes};
use crate::driver::{BuildTask, LookedFor, Recipe, Toolchain, available, lacks};
use crate::model::{Build, Contest, DriverSpec, Plan, Suite};
use crate::plan::too_little_time;
use crate::report::{Ink, dry_run};
use crate::suite::{Chosen, Implementation};

/// Builds nothing and starts nothing: recipes are read, libraries are looked for by their files.
pub(super) fn dry(
    args: &RunArgs,
    lab: &Lab,
    options: &MeasureOptions,
    against: BTreeMap<String, String>,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let chosen = lab.chosen(&args.selection, args.implementations.as_deref())?;
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
    let mut plan = Plan { layouts: layouts(args, lab, options), ..expanded.plan };
    let (start_soon, can_vary) = as_defined(&plan, &served, lab);
    settle(&mut plan, &start_soon, can_vary, args.against.is_some());
    out.write_all(dry_run(&plan, &lines, &Ink::PLAIN).as_bytes())?;
    for notice in expanded.notices.iter().chain(&too_little_time(&plan)) {
        writeln!(out, "note: {notice}")?;
    }
    Ok(Exit::Done)
}

/// Of each contest whether it starts soon, and whether anybody's code can lie elsewhere, as far as definitions tell.
fn as_defined(plan: &Plan, served: &[Chosen], lab: &Lab) -> (Vec<bool>, bool) {
    let toolchains = |one: &Chosen, is_so: fn(&Toolchain) -> bool| {
        let suite = &lab.suites[one.suite];
        let specs = one.implementations.iter().map(|it| it.origin(suite).0);
        specs.filter_map(|spec| lab.toolchains.of(spec).ok()).any(is_so)
    };
    let starts_soon = |contest: &Contest| {
        let mut own = served.iter().filter(|one| {
            let suite = &lab.suites[one.suite];
            (&suite.name, &suite.benchmarks[one.benchmark].name) == (&contest.suite, &contest.benchmark)
        });
        own.all(|one| {
            !toolchains(one, |own| own.compiles_late) && server_of(&lab.suites[one.suite], one.benchmark).is_none()
        })
    };
    let start_soon = plan.contests.iter().map(starts_soon).collect();
    (start_soon, served.iter().any(|one| toolchains(one, Toolchain::has_layouts)))
}
