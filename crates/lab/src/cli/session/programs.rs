//! From implementations to programs that can be started: builds what is needed, once each.

use std::collections::BTreeMap;
use std::path::Path;

use crate::driver::{
    BothVersions, BuildFault, BuildTask, Built, Function, Program, Relinkable, Toolchains, aligned_version, build,
    build_version, code_change, driver_id, growth, lacks, relinkable, suite_at,
};
use crate::measure::LaneProgram;
use crate::model::{
    Build, CallKind, CodeChange, Contest, Cores, DriverSpec, Fault, ImplementationId, Lane, Suite, Unknown,
};
use crate::suite::{earlier_build, read_suite, stands_beside_itself};

/// A suite's name, and a driver's id.
type DriverKey = (String, String);

/// Drivers, built or not.
pub(crate) struct Programs<'a> {
    toolchains: &'a Toolchains,
    cache: &'a Path,
    progress: fn(&str),
    built: BTreeMap<DriverKey, Result<Built, BuildFault>>,
    /// What each weighs beyond an empty driver, where that is wanted.
    growths: Option<BTreeMap<DriverKey, Result<i64, Unknown>>>,
    /// What became of the code of those that stand beside themselves, by the earlier one.
    changes: BTreeMap<DriverKey, CodeChange>,
    /// Suites as they were defined at a commit, by name and commit; nothing where they cannot be read.
    earlier: BTreeMap<(String, String), Option<Suite>>,
    /// How each is linked again, with functions aligned or not.
    relinkable: BTreeMap<(String, String, bool), Relinkable>,
    /// With the layouts of each linked, by suite, driver, and the driver of the version beside it.
    linked: BTreeMap<(String, String, Option<String>), Relinkable>,
}

impl<'a> Programs<'a> {
    /// None yet; `weighed` where an empty driver is built beside each.
    pub(crate) fn new(toolchains: &'a Toolchains, cache: &'a Path, progress: fn(&str), weighed: bool) -> Programs<'a> {
        Programs {
            toolchains,
            cache,
            progress,
            built: BTreeMap::new(),
            growths: weighed.then(BTreeMap::new),
            changes: BTreeMap::new(),
            earlier: BTreeMap::new(),
            relinkable: BTreeMap::new(),
            linked: BTreeMap::new(),
        }
    }

    /// Builds the driver of an implementation, unless that has been done or tried.
    pub(crate) fn make(&mut self, suite: &Suite, benchmark: &str, id: &ImplementationId) {
        let Some((spec, how)) = driver_of(suite, benchmark, id) else { return };
        let (toolchains, cache, mut progress) = (self.toolchains, self.cache, self.progress);
        let key = key(suite, spec, how);
        let (spec, how) = &self.as_defined(suite, spec, how);
        let task = BuildTask { suite, spec, build: how, toolchains, cache };
        let by = match (stands_beside_itself(spec), CallKind::of_language(&spec.language).is_harness()) {
            // Whoever lists its benchmarks has built it so, and nobody else's times are held against it.
            (true, true) => aligned_version,
            (true, false) => build_version,
            (false, _) => build,
        };
        let built = self.built.entry(key.clone()).or_insert_with(|| by(task, &mut progress));
        if let (Ok(built), Some(growths)) = (built, &mut self.growths) {
            growths.entry(key).or_insert_with(|| growth(built, task, &mut progress));
        }
    }

    /// How the driver of an implementation gets other layouts, alone or beside another version of it; nothing for whole
    /// commands, which nobody here links.
    pub(crate) fn relinkable(
        &mut self,
        suite: &Suite,
        benchmark: &str,
        implementation: &ImplementationId,
        beside: Option<&ImplementationId>,
    ) -> Option<Relinkable> {
        let mut of = |id: &ImplementationId| {
            let (spec, how) = driver_of(suite, benchmark, id).filter(|(spec, _)| spec.commands.is_empty())?;
            let (driver, aligned) = (driver_id(spec, how), beside.is_some());
            let (spec, how) = &self.as_defined(suite, spec, how);
            let task = BuildTask { suite, spec, build: how, toolchains: self.toolchains, cache: self.cache };
            let known = self.relinkable.entry((suite.name.clone(), driver.clone(), aligned));
            let built = known.or_insert_with(|| relinkable(task, aligned, &mut self.progress));
            Some((driver, built.clone()))
        };
        let (driver, alone) = of(implementation)?;
        let other = beside.and_then(of);
        let key = (suite.name.clone(), driver, other.as_ref().map(|(driver, _)| driver.clone()));
        let made = self.linked.entry(key).or_insert_with(|| alone.linked(other.as_ref().map(|(_, other)| other)));
        Some(made.clone())
    }

    /// A driver and a build of it; of an earlier version that stands beside today's, as the suite said then how it is
    /// built, where it said anything of it: other flags are another program.
    fn as_defined(&mut self, suite: &Suite, spec: &DriverSpec, how: &Build) -> (DriverSpec, Build) {
        let today = (spec.clone(), how.clone());
        let Some(commit) = how.rev.as_deref().filter(|_| stands_beside_itself(spec)) else { return today };
        let read = || {
            let then = suite_at(suite, commit, self.cache).ok()?;
            read_suite(&then.folder, &self.toolchains.languages()).ok()
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

    /// A server of the suite's as what to start, built unless that was done before; an error is why there is none.
    pub(crate) fn server(&mut self, suite: &Suite, spec: &DriverSpec) -> Result<Program, Fault> {
        let how = &spec.builds[0];
        let task = BuildTask { suite, spec, build: how, toolchains: self.toolchains, cache: self.cache };
        let built = self.built.entry(key(suite, spec, how)).or_insert_with(|| build(task, &mut self.progress));
        let built = built.as_ref().map_err(not_built)?;
        Ok(program(suite, built, Err(Unknown::because("nobody weighs a server")), Cores::All))
    }

    /// What is missing here, a sentence for each thing, with the drivers that are skipped for it: notices,
    /// not failures.
    pub(crate) fn skipped(&self) -> Vec<String> {
        let skipped = |built: &Result<Built, BuildFault>| match built {
            Err(BuildFault::Skipped(skipped)) => Some(skipped.clone()),
            _ => None,
        };
        lacks(self.built.values().filter_map(skipped)).iter().map(ToString::to_string).collect()
    }

    /// Whether a driver or a server was skipped.
    pub(crate) fn is_skipped(&self, suite: &Suite, spec: &DriverSpec, how: &Build) -> bool {
        matches!(self.found(suite, Some((spec, how))), None | Some(Err(BuildFault::Skipped(_))))
    }

    /// Whom to start; an error is why there is nobody.
    pub(crate) fn entrant(&self, suite: &Suite, benchmark: &str, id: &ImplementationId) -> Result<LaneProgram, Fault> {
        let none = || Fault::Build { text: format!("no driver of suite `{}` serves {id}", suite.name) };
        let (spec, how) = driver_of(suite, benchmark, id).ok_or_else(none)?;
        let built = self.found(suite, Some((spec, how))).ok_or_else(none)?.as_ref().map_err(not_built)?;
        let growth = self.growths.as_ref().and_then(|growths| growths.get(&key(suite, spec, how)).cloned());
        let growth = growth.unwrap_or_else(|| Err(Unknown::because("no empty driver was built to compare it with")));
        Ok(LaneProgram {
            program: program(suite, built, growth, spec.cores),
            name: id.name.clone(),
            compiles: built.compiles_late,
            function: function(spec, built, &id.name),
            relinkable: None,
        })
    }

    /// The suite as it was at the revision of an implementation's earlier version, where that has been built.
    pub(crate) fn suite_then(&self, suite: &Suite, benchmark: &str, before: &ImplementationId) -> Option<&Suite> {
        let commit = driver_of(suite, benchmark, before)?.1.rev.clone()?;
        self.earlier.get(&(suite.name.clone(), commit))?.as_ref()
    }

    /// What became of the code of the implementation that stands beside itself in a contest, built where it is not yet;
    /// nothing where one of the two cannot be built, which is told as any failure is.
    pub(crate) fn code_change(&mut self, suite: &Suite, contest: &Contest) -> Option<CodeChange> {
        let benchmark = &contest.benchmark;
        let [before, today] = [0, 1].map(|lane| contest.lanes.get(lane).map(Lane::program));
        let ids = [before?, today?];
        for id in ids {
            self.make(suite, benchmark, id);
        }
        let (spec, how) = driver_of(suite, benchmark, ids[0])?;
        let commit = how.rev.as_deref()?;
        let key = key(suite, spec, how);
        if let Some(known) = self.changes.get(&key) {
            return Some(known.clone());
        }
        let [before, today] = ids.map(|id| self.found(suite, driver_of(suite, benchmark, id)));
        let (Some(Ok(before)), Some(Ok(today))) = (before, today) else { return None };
        let change = code_change(before, today, BothVersions { suite, spec, commit, cache: self.cache });
        Some(self.changes.entry(key).or_insert(change).clone())
    }

    /// Compilers, runtimes and libraries in use, with their versions, each once.
    pub(crate) fn tools(&self) -> Vec<(String, String)> {
        let mut tools = BTreeMap::new();
        for ((_, id), built) in &self.built {
            let Ok(built) = built else { continue };
            tools.insert(id.clone(), built.toolchain.clone());
            tools.extend(built.libraries.iter().cloned());
        }
        tools.into_iter().collect()
    }

    /// What came of building a driver or a server, where there is one.
    fn found(&self, suite: &Suite, driver: Option<(&DriverSpec, &Build)>) -> Option<&Result<Built, BuildFault>> {
        let (spec, how) = driver?;
        self.built.get(&key(suite, spec, how))
    }
}

fn key(suite: &Suite, spec: &DriverSpec, how: &Build) -> DriverKey {
    (suite.name.clone(), driver_id(spec, how))
}

fn not_built(fault: &BuildFault) -> Fault {
    Fault::Build { text: fault.to_string() }
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

/// The driver that serves an implementation, and the build that is meant.
fn driver_of<'a>(suite: &'a Suite, benchmark: &str, id: &ImplementationId) -> Option<(&'a DriverSpec, &'a Build)> {
    suite.drivers.iter().filter(|spec| spec.language == id.language).find_map(|spec| {
        let serves = spec.implements.iter().any(|(served, name)| served == benchmark && *name == id.name);
        let how = spec.builds.iter().find(|build| build.name == id.build)?;
        serves.then_some((spec, how))
    })
}
