//! From what was typed to a plan with programs, ready to be carried out.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::cli::args::{Layout, MeasureOptions, RunArgs};
use crate::cli::exit::Misuse;
use crate::cli::session::chosen::{served, server_of};
use crate::cli::session::definition::definition;
use crate::cli::session::lab::Lab;
use crate::cli::session::programs::Programs;
use crate::cli::session::versions::tell_versions_apart;
use crate::measure::ContestPrograms;
use crate::model::{Layouts, Mode, Plan, Suite};
use crate::plan::{Expanded, ParamValues, Wishes, blocks_of_a_launch, design_of, expand, parse_values};
use crate::suite::{Chosen, Implementation, implementations, named, parse_sizes};

/// A plan with programs, ready to be carried out.
pub(in crate::cli) struct Prepared<'a> {
    pub plan: Plan,
    pub entries: Vec<ContestPrograms>,
    pub programs: Programs<'a>,
    pub notices: Vec<String>,
}

/// Of an emulated program only the emulator could be seen at work.
fn counts_resources(args: &RunArgs, lab: &Lab) -> bool {
    !args.no_resources && lab.toolchains.emulated().is_none()
}

/// Quick mode waits for no second build, but where versions are compared: there the luck of one layout would be called
/// a change. Times of emulated programs mean nothing in any layout.
pub(in crate::cli) fn layouts(args: &RunArgs, lab: &Lab, options: &MeasureOptions) -> Option<Layouts> {
    let is_quick = options.mode == Mode::Quick && args.against.is_none();
    let usual = if is_quick { Layouts::AsBuilt } else { Layouts::Varied };
    let asked = args.layout.map(|layout| match layout {
        Layout::Varied => Layouts::Varied,
        Layout::AsBuilt => Layouts::AsBuilt,
    });
    lab.toolchains.emulated().is_none().then_some(asked.unwrap_or(usual))
}

/// Seconds that comparing with a revision may take: somebody waits for it before a change goes in.
const AGAINST_TOTAL_S: f64 = 300.0;

pub(in crate::cli) fn wishes(
    args: &RunArgs,
    lab: &Lab,
    options: &MeasureOptions,
    against: BTreeMap<String, String>,
) -> anyhow::Result<Wishes> {
    let sizes = args.sizes.as_deref().map(parse_sizes).transpose();
    Ok(Wishes {
        plan: Plan {
            margin: options.margin,
            budget_s: options.budget_s,
            rounds: options.rounds,
            sustained: options.sustained,
            sample_ns: options.sample_ns,
            resources: counts_resources(args, lab),
            simulated: args.count_instructions,
            // Where speed is watched over time there are no verdicts to follow, emulated times mean nothing, and nobody
            // asks from which size on a version is faster than itself.
            crossovers: !args.no_crossovers
                && !options.sustained
                && args.against.is_none()
                && lab.toolchains.emulated().is_none(),
            ..Plan::new(options.seed, options.mode, Vec::new())
        },
        own_budgets: options.own_budgets,
        total_s: options.total_s.or(args.against.as_ref().map(|_| AGAINST_TOTAL_S)),
        full: args.full,
        sizes: sizes.map_err(|text| Misuse(format!("--sizes: {text}")))?,
        baseline: args.baseline.clone(),
        against,
        params: args.param.clone(),
        across: args.across.clone().map(Ok).or_else(|| folders(&args.paths)).transpose()?,
    })
}

/// `--paths`: a driver starts in its suite's folder, so it is told whole paths.
fn folders(paths: &[PathBuf]) -> Option<Result<ParamValues, Misuse>> {
    let whole = |path: &PathBuf| {
        let whole = std::path::absolute(path).map_err(|err| Misuse(format!("--paths: `{}`: {err}", path.display())))?;
        whole.to_str().map(str::to_owned).ok_or_else(|| Misuse(format!("--paths: `{}` is not UTF-8", path.display())))
    };
    let values = |whole: Vec<String>| parse_values(&format!("path={}", whole.join(","))).map_err(Misuse);
    let whole: Result<Vec<String>, Misuse> = paths.iter().map(whole).collect();
    (!paths.is_empty()).then(|| whole.and_then(values))
}

impl Prepared<'_> {
    /// What each benchmark is fed and held against.
    pub(in crate::cli) fn definitions(&self) -> anyhow::Result<Vec<(String, String)>> {
        self.plan.contests.iter().zip(&self.entries).map(|(contest, entry)| definition(contest, entry)).collect()
    }
}

/// Builds what was selected, and plans.
pub(in crate::cli) fn prepared<'a>(
    args: &RunArgs,
    lab: &'a Lab,
    options: &MeasureOptions,
    against: BTreeMap<String, String>,
) -> anyhow::Result<Prepared<'a>> {
    let chosen = lab.chosen(&args.selection, args.implementations.as_deref())?;
    let mut programs = lab.programs(counts_resources(args, lab));
    for one in &chosen {
        let suite = &lab.suites[one.suite];
        let name = &suite.benchmarks[one.benchmark].name;
        // A baseline that was asked for takes part, whatever else was chosen.
        let all = implementations(suite, name);
        let wished = args.baseline.as_ref().and_then(|id| named(&all, id));
        for implementation in one.implementations.iter().chain(wished) {
            programs.make(suite, name, &implementation.id);
        }
        if let Some(server) = server_of(suite, one.benchmark) {
            programs.make_server(suite, &server.name);
        }
    }
    let here = |suite: &Suite, it: &Implementation| {
        let (spec, how) = it.origin(suite);
        !programs.is_skipped(suite, spec, how)
    };
    let wishes = wishes(args, lab, options, against)?;
    let (chosen, unserved) =
        served(&lab.suites, chosen, |suite, server| !programs.is_skipped(suite, server, &server.builds[0]));
    let expanded = expanded(lab, &chosen, &wishes, &here, unserved)?;
    let mut plan = Plan { layouts: layouts(args, lab, options), ..expanded.plan };
    let redefined = match &args.against {
        Some(revision) => tell_versions_apart(&mut plan, revision, lab, &mut programs)?,
        None => Vec::new(),
    };
    let entries = plan.contests.iter().map(|contest| lab.entry(contest, plan.layouts, &mut programs));
    let entries = entries.collect::<anyhow::Result<Vec<ContestPrograms>>>()?;
    let start_soon: Vec<bool> = entries.iter().map(ContestPrograms::starts_soon).collect();
    let can_vary = entries.iter().flat_map(|entry| entry.lanes.iter().flatten()).any(|lane| lane.relinkable.is_some());
    settle(&mut plan, &start_soon, can_vary, args.against.is_some());
    let notices = programs.skipped().into_iter().chain(expanded.notices).chain(redefined).collect();
    Ok(Prepared { plan, entries, programs, notices })
}

/// What depends on the programs: the design of each benchmark, and how long launches are. `start_soon`: of each contest,
/// whether a launch of all who take part costs milliseconds; `can_vary`: whether anybody's code can lie elsewhere.
pub(in crate::cli) fn settle(plan: &mut Plan, start_soon: &[bool], can_vary: bool, is_against_itself: bool) {
    for (contest, starts_soon) in plan.contests.iter_mut().zip(start_soon) {
        contest.design = design_of(plan.mode, plan.sustained, *starts_soon);
    }
    let (layouts, start_soon) = (plan.layouts.filter(|_| can_vary), start_soon.iter().all(|soon| *soon));
    plan.blocks_per_launch = blocks_of_a_launch(plan.mode, layouts, start_soon, is_against_itself);
}

/// The plan of what can be served here; with those notices that explain why nothing is left.
pub(in crate::cli) fn expanded(
    lab: &Lab,
    chosen: &[Chosen],
    wishes: &Wishes,
    here: &dyn Fn(&Suite, &Implementation) -> bool,
    mut notices: Vec<String>,
) -> anyhow::Result<Expanded> {
    if chosen.is_empty() && !notices.is_empty() {
        return Err(Misuse(format!("nothing to measure: {}", notices.join("; "))).into());
    }
    let mut expanded = expand(&lab.suites, chosen, wishes, here).map_err(Misuse)?;
    notices.append(&mut expanded.notices);
    Ok(Expanded { notices, ..expanded })
}
