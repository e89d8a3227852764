//! `paragone run --dry-run`: what would be built, run, and for how long; nothing is built and nothing is started.

use std::io::Write;

use crate::cli::exit::{Exit, Misuse};
use crate::cli::session::{Lab, RunWish, server_of, settle};
use crate::driver::{BuildTask, LookedFor, Recipe, Toolchain, available, lacks};
use crate::model::names::each_once;
use crate::model::{Build, Contest, DriverSpec, Plan, Suite};
use crate::plan::{Expanded, too_little_time};
use crate::report::{Ink, dry_run};
use crate::suite::Chosen;

/// Builds nothing and starts nothing: recipes are read, libraries are looked for by their files.
pub(super) fn dry(wish: &RunWish<'_>, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let RunWish { args, lab, .. } = wish;
    let chosen = lab.chosen(&args.selection, args.implementations.as_deref())?;
    let looked_for = |spec: &DriverSpec, build: &Build| available(spec, build, &lab.toolchains, LookedFor::Files);
    let is_here = |_: &Suite, spec: &DriverSpec, build: &Build| looked_for(spec, build).is_ok();
    let (served, Expanded { mut plan, notices }) = wish.planned(chosen.clone(), &is_here)?;
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
    let (start_soon, can_vary) = as_defined(&plan, &served, lab);
    settle(&mut plan, &start_soon, can_vary, args.against.is_some());
    out.write_all(dry_run(&plan, &each_once(lines), &Ink::PLAIN).as_bytes())?;
    for notice in notices.iter().chain(&too_little_time(&plan)) {
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
