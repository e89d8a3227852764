//! What several commands begin with: suites read, toolchains known, and from a contest of theirs to whom to start.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::bail;

use crate::cli::args::Common;
use crate::cli::exit::Misuse;
use crate::cli::session::folders::builds_of;
use crate::cli::session::programs::Programs;
use crate::driver::{Emulated, Toolchains, command, commit};
use crate::measure::{ContestPrograms, LaneProgram, Supply};
use crate::model::{
    Benchmark, Build, CommandSpec, Contest, DriverSpec, Fault, Given, ImplementationId, Lane, Layouts, Plan, Suite,
};
use crate::suite::{
    Chosen, FoundSuites, Selection, add_revision, commit_of, find_suites, implementations, named, read_suite,
    suites_are_named, suites_beside_program, today,
};

/// By suite, the commit that its implementations are compared with.
pub(crate) type Commits = BTreeMap<String, String>;

/// Definitions, and where things are kept.
pub(crate) struct Lab {
    pub suites: Vec<Suite>,
    pub toolchains: Toolchains,
    /// Builds and inputs: whatever is in it can be made again.
    pub cache: PathBuf,
    /// What says how far it has come with building.
    pub progress: fn(&str),
}

impl Lab {
    /// Reads every suite; all mistakes of all of them make one error.
    pub(crate) fn open(common: &Common) -> anyhow::Result<Lab> {
        Lab::of(&find_suites(common.suites.as_deref()).map_err(Misuse)?, common.emulate, common.progress())
    }

    /// Reads the suites that there are, of which there need not be any; those that were named must be there.
    pub(crate) fn open_if_any(common: &Common) -> anyhow::Result<Option<Lab>> {
        match find_suites(common.suites.as_deref()) {
            Err(_) if !suites_are_named(common.suites.as_deref()) => Ok(None),
            found => Lab::of(&found.map_err(Misuse)?, common.emulate, common.progress()).map(Some),
        }
    }

    /// The suites that come with the program, if they do.
    pub(crate) fn beside_program(common: &Common) -> anyhow::Result<Option<Lab>> {
        suites_beside_program().map(|found| Lab::of(&found, None, common.progress())).transpose()
    }

    /// Suites that stand in no file; toolchains are the built-in ones.
    pub(crate) fn of_suites(suites: Vec<Suite>, progress: fn(&str)) -> anyhow::Result<Lab> {
        let toolchains = Toolchains::read(None).map_err(Misuse)?;
        Ok(Lab { suites, toolchains, cache: builds_of(None)?, progress })
    }

    fn of(found: &FoundSuites, emulated: Option<&'static Emulated>, progress: fn(&str)) -> anyhow::Result<Lab> {
        let mut toolchains = Toolchains::read(Some(&found.folder)).map_err(Misuse)?;
        if let Some(emulated) = emulated {
            toolchains = toolchains.emulating(emulated).map_err(Misuse)?;
        }
        let languages = toolchains.languages();
        let (mut suites, mut mistakes) = (Vec::new(), Vec::new());
        for folder in &found.suites {
            match read_suite(folder, &languages) {
                Ok(suite) => suites.push(suite),
                Err(found) => mistakes.extend(found),
            }
        }
        if !mistakes.is_empty() {
            let shown: Vec<String> = mistakes.iter().map(|mistake| mistake.shown()).collect();
            let count = if shown.len() == 1 { "1 mistake".to_owned() } else { format!("{} mistakes", shown.len()) };
            bail!(Misuse(format!("{count} in the suites' definitions\n{}", shown.join("\n"))));
        }
        Ok(Lab { suites, toolchains, cache: builds_of(emulated)?, progress })
    }

    /// What of the suites a selection means; `implementations`: globs that choose some of it.
    pub(crate) fn chosen(&self, selection: &[String], implementations: Option<&str>) -> anyhow::Result<Vec<Chosen>> {
        let selection = Selection::parse(selection, implementations).map_err(Misuse)?;
        Ok(selection.choose(&self.suites).map_err(Misuse)?)
    }

    /// Each build of each driver that something chosen needs, once; then those of servers.
    pub(crate) fn needed_builds(&self, chosen: &[Chosen]) -> Vec<(&Suite, &DriverSpec, &Build)> {
        let mut drivers = BTreeSet::new();
        let mut servers: Vec<(&Suite, &DriverSpec)> = Vec::new();
        for one in chosen {
            drivers.extend(one.implementations.iter().map(|it| (one.suite, it.driver, it.build)));
            let suite = &self.suites[one.suite];
            let known =
                |server: &&DriverSpec| servers.iter().any(|(of, it)| of.name == suite.name && it.name == server.name);
            servers
                .extend(server_of(suite, one.benchmark).filter(|server| !known(server)).map(|server| (suite, server)));
        }
        let program = |(suite, driver, build): (usize, usize, usize)| {
            let suite = &self.suites[suite];
            let spec = &suite.drivers[driver];
            (suite, spec, &spec.builds[build])
        };
        let servers = servers.into_iter().map(|(suite, server)| (suite, server, &server.builds[0]));
        drivers.into_iter().map(program).chain(servers).collect()
    }

    /// All of several suites takes hours, which nobody asks for by saying nothing.
    pub(crate) fn refuse_everything(&self, command: &str, selection: &[String]) -> Result<(), Misuse> {
        if !selection.is_empty() || self.suites.len() == 1 {
            return Ok(());
        }
        let names: Vec<&str> = self.suites.iter().map(|suite| suite.name.as_str()).collect();
        let (first, all) = (names.first().unwrap_or(&"SUITE"), names.join(", "));
        Err(Misuse(format!("say what to {command}, such as `paragone {command} {first}`; there are {all}")))
    }

    /// Gives each suite that a selection chooses from its drivers as they were at a revision too; by suite, which
    /// commit that is.
    pub(crate) fn with_revision(&mut self, revision: Option<&str>, selection: &[String]) -> anyhow::Result<Commits> {
        let mut commits = Commits::new();
        let Some(revision) = revision else { return Ok(commits) };
        for chosen in self.chosen(selection, None)? {
            let suite = &mut self.suites[chosen.suite];
            if !commits.contains_key(&suite.name) {
                let commit = commit(&suite.folder, revision).map_err(Misuse)?;
                add_revision(suite, &commit);
                commits.insert(suite.name.clone(), commit);
            }
        }
        Ok(commits)
    }

    /// Adds the revision that a stored plan was made against, where it was.
    pub(crate) fn with_revisions_of(&mut self, plan: &Plan) -> anyhow::Result<()> {
        let mut known: BTreeSet<(String, String)> = BTreeSet::new();
        for contest in &plan.contests {
            for digits in contest.lanes.iter().filter_map(|lane| commit_of(&lane.implementation)) {
                let suite = self.suites.iter_mut().find(|suite| suite.name == contest.suite);
                if let Some(suite) = suite.filter(|_| known.insert((contest.suite.clone(), digits.to_owned()))) {
                    add_revision(suite, &commit(&suite.folder, digits).map_err(Misuse)?);
                }
            }
        }
        Ok(())
    }

    pub(crate) fn suite(&self, name: &str) -> anyhow::Result<&Suite> {
        let found = self.suites.iter().find(|suite| suite.name == name);
        found.ok_or_else(|| Misuse(format!("there is no suite `{name}`; `paragone list` shows what there is")).into())
    }

    /// None yet; `weighed` where an empty driver is built beside each.
    pub(crate) fn programs(&self, weighed: bool) -> Programs<'_> {
        Programs::new(&self.toolchains, &self.cache, self.progress, weighed)
    }

    /// Builds what a contest's lanes and its reference need, and says who is to be started.
    pub(crate) fn entry(
        &self,
        contest: &Contest,
        layouts: Option<Layouts>,
        programs: &mut Programs<'_>,
    ) -> anyhow::Result<ContestPrograms> {
        let suite = self.suite(&contest.suite)?;
        let name = &contest.benchmark;
        let benchmark = suite.benchmarks.iter().find(|benchmark| benchmark.name == *name);
        let benchmark =
            benchmark.ok_or_else(|| Misuse(format!("suite `{}` has no benchmark `{name}` any more", contest.suite)))?;
        let all = implementations(suite, name);
        let made = |id: &ImplementationId, programs: &mut Programs<'_>| {
            if let Some(spec) = contest.command_of(id) {
                return command_entrant(spec, &id.name);
            }
            programs.make(suite, name, id);
            programs.entrant(suite, name, id)
        };
        let mut lanes: Vec<_> = contest.lanes.iter().map(|lane| made(lane.program(), programs)).collect();
        let reference = benchmark.answer.reference.as_ref().and_then(|id| named(&all, id));
        // Of two versions the earlier one is right, as far as nobody else tells: else a version that has become wrong
        // would say that of the other.
        let before = contest.lanes.first().map(|lane| &lane.implementation).filter(|id| commit_of(id).is_some());
        let before = before.filter(|id| reference.as_ref().is_some_and(|reference| today(id) == reference.id));
        let reference = before.and_then(|id| named(&all, id)).or(reference);
        // Where the reference cannot be built, the lanes are held against each other.
        let reference = reference.and_then(|one| made(&one.id, programs).ok());
        if layouts == Some(Layouts::Varied) && contest.trials.is_none() {
            relink(suite, contest, &mut lanes, programs);
        }
        Ok(ContestPrograms { lanes, reference, ..fed(suite, benchmark, programs) })
    }
}

/// The program of the server that a benchmark's inputs come from.
pub(crate) fn server_of(suite: &Suite, benchmark: usize) -> Option<&DriverSpec> {
    let Given::Address(name) = &suite.benchmarks[benchmark].given else { return None };
    suite.servers.iter().map(|server| &server.program).find(|program| program.name == *name)
}

/// What is fed to those who take part in a benchmark, and what they are held against; nobody takes part yet. The server of
/// its inputs is built where there is one.
pub(crate) fn fed(suite: &Suite, benchmark: &Benchmark, programs: &mut Programs<'_>) -> ContestPrograms {
    let given = match &benchmark.given {
        Given::Bytes => Supply::Bytes,
        Given::Path => Supply::Paths,
        Given::Address(name) => {
            let spec = suite.servers.iter().find(|server| server.program.name == *name);
            let none = || Fault::Build { text: format!("suite `{}` has no server `{name}`", suite.name) };
            let program = spec.ok_or_else(none).and_then(|spec| programs.server(suite, &spec.program)).map(Box::new);
            let address = spec.map(|spec| spec.address.clone()).unwrap_or_default();
            Supply::Server { name: name.clone(), address, program }
        }
    };
    let (input, fixed, vectors) = (benchmark.input.clone(), benchmark.fixed.clone(), benchmark.answer.vectors.clone());
    ContestPrograms { lanes: Vec::new(), reference: None, input, fixed, vectors, given }
}

/// A whole command as whom to start.
pub(crate) fn command_entrant(spec: &CommandSpec, name: &str) -> Result<LaneProgram, Fault> {
    let program = command::program(spec).map_err(|err| Fault::Build { text: format!("`{}`: {err}", spec.text) })?;
    Ok(LaneProgram { program, name: name.to_owned(), compiles: false, function: None, relinkable: None })
}

/// Has the lanes' programs linked otherwise in each launch. Of two versions functions are aligned, and what both have is at
/// the same addresses; else the flags are what users would have.
fn relink(suite: &Suite, contest: &Contest, lanes: &mut [Result<LaneProgram, Fault>], programs: &mut Programs<'_>) {
    let is_of_versions = contest.lanes.iter().any(|lane| commit_of(&lane.implementation).is_some());
    for (lane, entrant) in contest.lanes.iter().zip(lanes) {
        let Ok(entrant) = entrant else { continue };
        let program = lane.program();
        let mut others = contest.lanes.iter().map(Lane::program);
        let beside = others.find(|other| is_of_versions && *other != program && today(other) == today(program));
        entrant.relinkable = programs.relinkable(suite, &contest.benchmark, program, beside);
    }
}
