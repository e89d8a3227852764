//! From implementations to programs that can be started: builds what is needed, once each.

use std::collections::BTreeMap;
use std::path::Path;

use crate::driver::{
    BothVersions, BuildFault, Built, Function, Program, Relinkable, Toolchains, build, build_version, code_change,
    driver_id, growth, lacks, relinkable, suite_at,
};
use crate::measure::LaneProgram;
use crate::model::{Build, CodeChange, Cores, DriverSpec, Fault, ImplementationId, Suite, Unknown};
use crate::suite::{earlier_build, read_suite, stands_beside_itself};

/// Drivers by suite and id, built or not.
#[derive(Debug, Default)]
pub(in crate::cli) struct Programs {
    built: BTreeMap<(String, String), Result<Built, BuildFault>>,
    /// What each weighs beyond an empty driver, where that is wanted.
    growths: Option<BTreeMap<(String, String), Result<i64, Unknown>>>,
    /// What became of the code of those that stand beside themselves, by suite and the earlier one.
    changes: BTreeMap<(String, String), CodeChange>,
    /// Suites as they were defined at a commit, by name and commit; nothing where they cannot be read.
    earlier: BTreeMap<(String, String), Option<Suite>>,
    /// How each is linked again, with functions aligned or not.
    relinkable: BTreeMap<(String, String, bool), Relinkable>,
    /// With the layouts of each linked, by suite, driver, and the driver of the version beside it.
    linked: BTreeMap<(String, String, Option<String>), Relinkable>,
}

impl Programs {
    /// None yet; `weighed` where an empty driver is built beside each.
    pub(in crate::cli) fn new(weighed: bool) -> Programs {
        Programs { growths: weighed.then(BTreeMap::new), ..Programs::default() }
    }

    /// Builds the driver of an implementation, unless that has been done or tried.
    pub(in crate::cli) fn make(
        &mut self,
        suite: &Suite,
        benchmark: &str,
        implementation: &ImplementationId,
        toolchains: &Toolchains,
        cache: &Path,
        progress: &mut dyn FnMut(&str),
    ) {
        let Some((spec, how)) = driver_of(suite, benchmark, implementation) else { return };
        let key = (suite.name.clone(), driver_id(spec, how));
        let (spec, how) = &self.as_defined((suite, spec, how), toolchains, cache);
        let by = if stands_beside_itself(spec) { build_version } else { build };
        let built = self.built.entry(key.clone()).or_insert_with(|| by(spec, how, suite, toolchains, cache, progress));
        if let (Ok(built), Some(growths)) = (built, &mut self.growths) {
            growths.entry(key).or_insert_with(|| growth(built, (suite, spec, how), toolchains, cache, progress));
        }
    }

    /// How the driver of an implementation gets other layouts, alone or beside another version of it; nothing for whole
    /// commands, which nobody here links.
    pub(in crate::cli) fn relinkable(
        &mut self,
        (suite, benchmark, implementation): (&Suite, &str, &ImplementationId),
        beside: Option<&ImplementationId>,
        toolchains: &Toolchains,
        cache: &Path,
        progress: &mut dyn FnMut(&str),
    ) -> Option<Relinkable> {
        let mut of = |id: &ImplementationId| {
            let (spec, how) = driver_of(suite, benchmark, id).filter(|(spec, _)| spec.commands.is_empty())?;
            let key = (suite.name.clone(), driver_id(spec, how), beside.is_some());
            let (spec, how) = &self.as_defined((suite, spec, how), toolchains, cache);
            let built = self
                .relinkable
                .entry(key.clone())
                .or_insert_with(|| relinkable((suite, spec, how), beside.is_some(), toolchains, cache, progress));
            Some((key.1, built.clone()))
        };
        let (driver, alone) = of(implementation)?;
        let other = beside.and_then(of);
        let key = (suite.name.clone(), driver, other.as_ref().map(|(driver, _)| driver.clone()));
        let made = self.linked.entry(key).or_insert_with(|| alone.linked(other.as_ref().map(|(_, other)| other)));
        Some(made.clone())
    }

    /// A driver and a build of it; of an earlier version that stands beside today's, as the suite said then how it is
    /// built, where it said anything of it: other flags are another program.
    fn as_defined(
        &mut self,
        (suite, spec, how): (&Suite, &DriverSpec, &Build),
        toolchains: &Toolchains,
        cache: &Path,
    ) -> (DriverSpec, Build) {
        let today = (spec.clone(), how.clone());
        let Some(commit) = how.rev.as_deref().filter(|_| stands_beside_itself(spec)) else { return today };
        let read = || {
            let then = suite_at(suite, commit, cache).ok()?;
            read_suite(&then.folder, &toolchains.languages()).ok()
        };
        let then = self.earlier.entry((suite.name.clone(), commit.to_owned())).or_insert_with(read);
        let is_same = |one: &&DriverSpec| (&one.language, &one.name) == (&spec.language, &spec.name);
        let named =
            |one: &&Build| earlier_build(one.name.as_deref(), commit) == how.name.as_deref().unwrap_or_default();
        let found = then.as_ref().and_then(|then| then.drivers.iter().find(is_same));
        let build = found.and_then(|found| found.builds.iter().find(named));
        let Some((found, build)) = found.zip(build) else { return today };
        // What it serves, and which versions of it there are, is today's affair.
        let (implements, builds) = (spec.implements.clone(), spec.builds.clone());
        let build = Build { name: how.name.clone(), rev: how.rev.clone(), ..build.clone() };
        (DriverSpec { implements, builds, ..found.clone() }, build)
    }

    /// Builds a server of the suite's, unless that was done before.
    pub(in crate::cli) fn make_server(
        &mut self,
        suite: &Suite,
        name: &str,
        toolchains: &Toolchains,
        cache: &Path,
        progress: &mut dyn FnMut(&str),
    ) {
        let Some((spec, how)) = server_of(suite, name) else { return };
        let key = (suite.name.clone(), driver_id(spec, how));
        self.built.entry(key).or_insert_with(|| build(spec, how, suite, toolchains, cache, progress));
    }

    /// A server as what to start; an error is why there is none.
    pub(in crate::cli) fn server(&self, suite: &Suite, name: &str) -> Result<Program, Fault> {
        let found =
            server_of(suite, name).and_then(|(spec, how)| self.built.get(&(suite.name.clone(), driver_id(spec, how))));
        match found {
            Some(Ok(built)) => {
                let growth = Err(Unknown::because("nobody weighs a server"));
                Ok(program(suite, built, growth, Cores::All))
            }
            Some(Err(fault)) => Err(Fault::Build { text: fault.to_string() }),
            None => Err(Fault::Build { text: format!("suite `{}` has no server `{name}`", suite.name) }),
        }
    }

    fn found(&self, suite: &Suite, server: &str) -> Option<&Result<Built, BuildFault>> {
        let (spec, how) = server_of(suite, server)?;
        self.built.get(&(suite.name.clone(), driver_id(spec, how)))
    }

    /// Whether a server was skipped.
    pub(in crate::cli) fn is_server_skipped(&self, suite: &Suite, name: &str) -> bool {
        matches!(self.found(suite, name), None | Some(Err(BuildFault::Skipped(_))))
    }

    /// What is missing here, a sentence for each thing, with the drivers that are skipped for it: notices,
    /// not failures.
    pub(in crate::cli) fn skipped(&self) -> Vec<String> {
        let skipped = |built: &Result<Built, BuildFault>| match built {
            Err(BuildFault::Skipped(skipped)) => Some(skipped.clone()),
            _ => None,
        };
        lacks(self.built.values().filter_map(skipped)).iter().map(ToString::to_string).collect()
    }

    /// Whether an implementation's driver was skipped.
    pub(in crate::cli) fn is_skipped(&self, suite: &Suite, benchmark: &str, implementation: &ImplementationId) -> bool {
        matches!(self.find(suite, benchmark, implementation), None | Some(Err(BuildFault::Skipped(_))))
    }

    /// Whom to start; an error is why there is nobody.
    pub(in crate::cli) fn entrant(
        &self,
        suite: &Suite,
        benchmark: &str,
        id: &ImplementationId,
    ) -> Result<LaneProgram, Fault> {
        match self.find(suite, benchmark, id) {
            Some(Ok(built)) => Ok(LaneProgram {
                program: program(
                    suite,
                    built,
                    self.growth(suite, benchmark, id),
                    driver_of(suite, benchmark, id).map_or(Cores::One, |(spec, _)| spec.cores),
                ),
                name: id.name.clone(),
                compiles: built.compiles_late,
                function: driver_of(suite, benchmark, id).and_then(|(spec, _)| function(spec, built, &id.name)),
                relinkable: None,
            }),
            Some(Err(fault)) => Err(Fault::Build { text: fault.to_string() }),
            None => Err(Fault::Build { text: format!("no driver of suite `{}` serves {id}", suite.name) }),
        }
    }

    /// The suite as it was at the revision of an implementation's earlier version, where that has been built.
    pub(in crate::cli) fn suite_then(
        &self,
        suite: &Suite,
        benchmark: &str,
        before: &ImplementationId,
    ) -> Option<&Suite> {
        let commit = driver_of(suite, benchmark, before)?.1.rev.clone()?;
        self.earlier.get(&(suite.name.clone(), commit))?.as_ref()
    }

    /// What became of the code of an implementation since an earlier version; nothing where one of them is not built.
    pub(in crate::cli) fn code_change(
        &mut self,
        suite: &Suite,
        benchmark: &str,
        [before, today]: [&ImplementationId; 2],
        cache: &Path,
    ) -> Option<CodeChange> {
        let (spec, how) = driver_of(suite, benchmark, before)?;
        let commit = how.rev.as_deref()?;
        let key = (suite.name.clone(), driver_id(spec, how));
        if !self.changes.contains_key(&key) {
            let [before, today] = [before, today].map(|id| self.find(suite, benchmark, id));
            let (Some(Ok(before)), Some(Ok(today))) = (before, today) else { return None };
            let change = code_change(before, today, BothVersions { suite, spec, commit, cache });
            self.changes.insert(key.clone(), change);
        }
        self.changes.get(&key).cloned()
    }

    /// Compilers, runtimes and libraries in use, with their versions, each once.
    pub(in crate::cli) fn tools(&self) -> Vec<(String, String)> {
        let mut tools = BTreeMap::new();
        for ((_, id), built) in &self.built {
            let Ok(built) = built else { continue };
            tools.insert(id.clone(), built.toolchain.clone());
            tools.extend(built.libraries.iter().cloned());
        }
        tools.into_iter().collect()
    }

    fn growth(&self, suite: &Suite, benchmark: &str, id: &ImplementationId) -> Result<i64, Unknown> {
        let known = driver_of(suite, benchmark, id)
            .and_then(|(spec, how)| self.growths.as_ref()?.get(&(suite.name.clone(), driver_id(spec, how))).cloned());
        known.unwrap_or_else(|| Err(Unknown::because("no empty driver was built to compare it with")))
    }

    fn find(&self, suite: &Suite, benchmark: &str, id: &ImplementationId) -> Option<&Result<Built, BuildFault>> {
        let (spec, how) = driver_of(suite, benchmark, id)?;
        self.built.get(&(suite.name.clone(), driver_id(spec, how)))
    }
}

fn program(suite: &Suite, built: &Built, growth: Result<i64, Unknown>, cores: Cores) -> Program {
    Program {
        argv: built.program.clone(),
        env: built.env.clone(),
        folder: suite.folder.clone(),
        artefact: built.digest.clone(),
        code: built.code.clone(),
        growth,
        cores,
        files: built.files.clone(),
    }
}

/// Whose machine code is to be shown.
fn function(spec: &DriverSpec, built: &Built, implementation: &str) -> Option<Function> {
    let (_, name) = spec.functions.iter().find(|(of, _)| of == implementation)?;
    Some(Function { program: built.artefact.clone(), name: name.clone() })
}

/// The program of a server, and its one build.
fn server_of<'a>(suite: &'a Suite, name: &str) -> Option<(&'a DriverSpec, &'a Build)> {
    let server = suite.servers.iter().find(|server| server.program.name == name)?;
    Some((&server.program, server.program.builds.first()?))
}

/// The driver that serves an implementation, and the build that is meant.
fn driver_of<'a>(suite: &'a Suite, benchmark: &str, id: &ImplementationId) -> Option<(&'a DriverSpec, &'a Build)> {
    suite.drivers.iter().filter(|spec| spec.language == id.language).find_map(|spec| {
        let serves = spec.implements.iter().any(|(served, name)| served == benchmark && *name == id.name);
        let how = spec.builds.iter().find(|build| build.name == id.build)?;
        serves.then_some((spec, how))
    })
}
