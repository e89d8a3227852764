//! From what was typed to a plan with programs, ready to be carried out.

use std::path::PathBuf;

use anyhow::ensure;

use crate::cli::args::{Layout, MeasureOptions, RunArgs};
use crate::cli::exit::Misuse;
use crate::cli::session::definition::definition;
use crate::cli::session::lab::{Commits, Lab, server_of};
use crate::cli::session::versions::tell_versions_apart;
use crate::measure::ContestPrograms;
use crate::model::{Build, DriverSpec, Layouts, Mode, Plan, Suite};
use crate::plan::{Expanded, ParamValues, Wishes, blocks_of_a_launch, design_of, expand, parse_values};
use crate::suite::{Chosen, Implementation, implementations, named, parse_sizes};

/// A plan with programs, ready to be carried out.
#[derive(Clone)]
pub(crate) struct Prepared {
    pub plan: Plan,
    /// By contest.
    pub entries: Vec<ContestPrograms>,
    /// What drivers were built with; and, before it is measured, what they are fed.
    pub tools: Vec<(String, String)>,
    /// What the asker is told before: kept with the run, and not told again.
    pub notices: Vec<String>,
}

/// What was typed of a run of suites, and what its plan is made from.
pub(crate) struct RunWish<'a> {
    pub args: &'a RunArgs,
    pub lab: &'a Lab,
    pub options: &'a MeasureOptions,
    pub against: Commits,
    /// Of what is the same code at the revision, and of nothing else, both versions are measured.
    pub self_test: bool,
}

/// Seconds that comparing with a revision may take: somebody waits for it before a change goes in.
const AGAINST_TOTAL_S: f64 = 300.0;

impl RunWish<'_> {
    fn is_emulated(&self) -> bool {
        self.lab.toolchains.emulated().is_some()
    }

    /// Of an emulated program only the emulator could be seen at work.
    fn counts_resources(&self) -> bool {
        !self.args.no_resources && !self.is_emulated()
    }

    /// Quick mode waits for no second build, but where versions are compared: there the luck of one layout would be
    /// called a change. Times of emulated programs mean nothing in any layout.
    fn layouts(&self) -> Option<Layouts> {
        let is_quick = self.options.mode == Mode::Quick && self.args.against.is_none();
        let usual = if is_quick { Layouts::AsBuilt } else { Layouts::Varied };
        let asked = self.args.layout.map(|layout| match layout {
            Layout::Varied => Layouts::Varied,
            Layout::AsBuilt => Layouts::AsBuilt,
        });
        (!self.is_emulated()).then_some(asked.unwrap_or(usual))
    }

    fn wishes(&self) -> anyhow::Result<Wishes> {
        let RunWish { args, options, against, .. } = self;
        let sizes = args.sizes.as_deref().map(parse_sizes).transpose();
        let is_against = args.against.is_some();
        Ok(Wishes {
            plan: Plan {
                rounds: options.rounds,
                sustained: options.sustained,
                sample_ns: options.sample_ns,
                resources: self.counts_resources(),
                simulated: args.count_instructions,
                // Where speed is watched over time there are no verdicts to follow, emulated times mean nothing, and
                // nobody asks from which size on a version is faster than itself.
                crossovers: !(args.no_crossovers || options.sustained || is_against || self.is_emulated()),
                margin: options.margin,
                budget_s: options.budget_s,
                ..Plan::new(options.seed, options.mode, Vec::new())
            },
            own_budgets: options.own_budgets,
            total_s: options.total_s.or(is_against.then_some(AGAINST_TOTAL_S)),
            full: args.full,
            sizes: sizes.map_err(|text| Misuse(format!("--sizes: {text}")))?,
            baseline: args.baseline.clone(),
            against: against.clone(),
            params: args.param.clone(),
            across: args.across.clone().map(Ok).or_else(|| folders(&args.paths)).transpose()?,
        })
    }

    /// The plan of what can be built here, with what of the choice can be served; notices where nothing is left explain
    /// why.
    pub(crate) fn planned(
        &self,
        mut chosen: Vec<Chosen>,
        is_here: &dyn Fn(&Suite, &DriverSpec, &Build) -> bool,
    ) -> anyhow::Result<(Vec<Chosen>, Expanded)> {
        let (suites, wishes) = (&self.lab.suites, self.wishes()?);
        let mut notices = Vec::new();
        chosen.retain(|Chosen { suite, benchmark, .. }| {
            let suite = &suites[*suite];
            let server = server_of(suite, *benchmark).filter(|server| !is_here(suite, server, &server.builds[0]));
            let (suite, benchmark) = (&suite.name, &suite.benchmarks[*benchmark].name);
            notices.extend(server.map(|server| {
                format!("{suite}/{benchmark}: left out, its server `{}` cannot be built here", server.name)
            }));
            server.is_none()
        });
        ensure!(
            !chosen.is_empty() || notices.is_empty(),
            Misuse(format!("nothing to measure: {}", notices.join("; ")))
        );
        let available = |suite: &Suite, it: &Implementation| {
            let (spec, build) = it.origin(suite);
            is_here(suite, spec, build)
        };
        let mut expanded = expand(suites, &chosen, &wishes, &available).map_err(Misuse)?;
        expanded.plan.layouts = self.layouts();
        notices.append(&mut expanded.notices);
        Ok((chosen, Expanded { notices, ..expanded }))
    }

    /// Builds what was selected, and plans.
    pub(crate) fn prepared(&self) -> anyhow::Result<Prepared> {
        let RunWish { args, lab, .. } = self;
        let chosen = lab.chosen(&args.selection, args.implementations.as_deref())?;
        let mut programs = lab.programs(self.counts_resources());
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
                // Who cannot be built is told of where it is to be started.
                let _ = programs.server(suite, server);
            }
        }
        let is_here = |suite: &Suite, spec: &DriverSpec, build: &Build| !programs.is_skipped(suite, spec, build);
        let (_, Expanded { mut plan, notices }) = self.planned(chosen, &is_here)?;
        let redefined = match &args.against {
            Some(revision) => tell_versions_apart(&mut plan, revision, self.self_test, lab, &mut programs)?,
            None => Vec::new(),
        };
        let entries = plan.contests.iter().map(|contest| lab.entry(contest, plan.layouts, &mut programs));
        let entries = entries.collect::<anyhow::Result<Vec<ContestPrograms>>>()?;
        let start_soon: Vec<bool> = entries.iter().map(ContestPrograms::starts_soon).collect();
        let mut lanes = entries.iter().flat_map(|entry| entry.lanes.iter().flatten());
        settle(&mut plan, &start_soon, lanes.any(|lane| lane.relinkable.is_some()), args.against.is_some());
        let notices = programs.skipped().into_iter().chain(notices).chain(redefined).collect();
        Ok(Prepared { plan, entries, tools: programs.tools(), notices })
    }
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

impl Prepared {
    /// What each benchmark is fed and held against.
    pub(crate) fn definitions(&self) -> anyhow::Result<Vec<(String, String)>> {
        self.plan.contests.iter().zip(&self.entries).map(|(contest, entry)| definition(contest, entry)).collect()
    }
}

/// What depends on the programs: the design of each benchmark, and how long launches are. `start_soon`: of each contest,
/// whether a launch of all who take part costs milliseconds; `can_vary`: whether anybody's code can lie elsewhere.
pub(crate) fn settle(plan: &mut Plan, start_soon: &[bool], can_vary: bool, is_against_itself: bool) {
    for (contest, starts_soon) in plan.contests.iter_mut().zip(start_soon) {
        contest.design = design_of(plan.mode, plan.sustained, *starts_soon);
    }
    let (layouts, start_soon) = (plan.layouts.filter(|_| can_vary), start_soon.iter().all(|soon| *soon));
    plan.blocks_per_launch = blocks_of_a_launch(plan.mode, layouts, start_soon, is_against_itself);
}
