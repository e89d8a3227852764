//! Which benchmarks both versions of a repository have: suites whose drivers are programs of a harness in, the same with
//! their benchmarks out, and a sentence for whatever has no other side.

use std::collections::BTreeSet;

use crate::cli::gate::wanted::WantedNames;
use crate::cli::session::Lab;
use crate::driver::{BuildTask, Built, aligned_version, driver_id, harness, ignored_and_loaded};
use crate::model::names::at_most;
use crate::model::{Build, DriverSpec, Suite, Unmatched};
use crate::suite::{HarnessBenchmark, add_revision, with_benchmarks};

/// What both versions have, and what keeps the question from being answered of all.
#[derive(Debug, Default)]
pub(super) struct BothVersions {
    /// Benchmarks that can be compared.
    pub(super) suites: Vec<Suite>,
    /// Benchmarks of one version alone, a sentence for each program.
    pub(super) one_sided: Vec<String>,
    /// All of them by name, with the programs of those that follow.
    pub(super) unmatched: Unmatched,
    /// What could not be built or listed.
    pub(super) failed: Vec<String>,
}

/// Builds both versions of each program, and asks each which benchmarks it has. `commit`: the earlier version's.
pub(super) fn in_both(lab: &Lab, commit: &str, names: &WantedNames, progress: fn(&str)) -> BothVersions {
    let mut both = BothVersions::default();
    for suite in &lab.suites {
        let mut all = Vec::new();
        let mut with_both = suite.clone();
        add_revision(&mut with_both, commit);
        for (driver, spec) in with_both.drivers.iter().enumerate() {
            let [today, before] = &spec.builds[..] else { continue };
            match listed(lab, suite, spec, [before, today], progress) {
                Ok([before, today]) => {
                    let wanted =
                        |all: Vec<String>| all.into_iter().filter(|name| names.has(name)).collect::<Vec<String>>();
                    let (before, today) = (wanted(before), wanted(today));
                    both.one_sided.extend(one_sided(suite, spec, &before, &today));
                    both.unmatched.new.extend(alone(&today, &before));
                    both.unmatched.gone.extend(alone(&before, &today));
                    let had: BTreeSet<&String> = before.iter().collect();
                    let kept = today.into_iter().filter(|name| had.contains(name));
                    all.extend(kept.map(|name| HarnessBenchmark { driver, name }));
                }
                Err(why) => {
                    both.failed.push(format!("{}: {why}", suite.name));
                    both.unmatched.failed.push(format!("{}/{}", suite.name, spec.name));
                }
            }
        }
        if !all.is_empty() {
            both.suites.push(with_benchmarks(suite.clone(), &all));
        }
    }
    both
}

/// The benchmarks of both versions of a program: before, and today.
fn listed(
    lab: &Lab,
    suite: &Suite,
    spec: &DriverSpec,
    builds: [&Build; 2],
    progress: fn(&str),
) -> Result<[Vec<String>; 2], String> {
    let mut found = [Vec::new(), Vec::new()];
    for (build, names) in builds.into_iter().zip(&mut found) {
        let task = BuildTask { suite, spec, build, toolchains: &lab.toolchains, cache: &lab.cache };
        let built = aligned_version(task, &mut |text| progress(text)).map_err(|fault| fault.to_string())?;
        // What is not compiled runs where it lies: today's version in the working tree, with whatever lies there too. Asked
        // once, of the earlier version.
        let out = built.out.display().to_string();
        let runs_as_it_lies = build.rev.is_some() && !built.program.iter().any(|word| word.contains(&out));
        if let Some(path) = runs_as_it_lies.then(|| ignored_and_loaded(suite)).transpose()?.flatten() {
            return Err(format!(
                "git ignores `{}`, so that only today's version has it: a project with compiled parts of its own cannot be compared",
                path.display()
            ));
        }
        *names = names_of(&built, suite)
            .map_err(|why| format!("{}: its benchmarks could not be listed: {why}", driver_id(spec, build)))?;
    }
    Ok(found)
}

fn names_of(built: &Built, suite: &Suite) -> Result<Vec<String>, String> {
    let names = harness::benchmarks(&built.program, &built.env, &suite.folder)?;
    if names.is_empty() { Err("it has none".to_owned()) } else { Ok(names) }
}

/// So many names are told.
const NAMED: usize = 4;

fn one_sided(suite: &Suite, spec: &DriverSpec, before: &[String], today: &[String]) -> Vec<String> {
    let told = |names: Vec<String>, what: &str| {
        let shown = at_most(&names, NAMED);
        (!names.is_empty()).then(|| format!("{}/{}: {what}: {shown}", suite.name, spec.name))
    };
    let new = told(alone(today, before), "new, and compared with nothing");
    let gone = told(alone(before, today), "gone, and no longer measured");
    new.into_iter().chain(gone).collect()
}

/// Those that the others have not.
fn alone(these: &[String], others: &[String]) -> Vec<String> {
    let others: BTreeSet<&String> = others.iter().collect();
    these.iter().filter(|name| !others.contains(name)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_has_no_other_side_is_named() {
        let suite = Suite::new("s", "/s".into());
        let spec = DriverSpec { name: "b".to_owned(), ..DriverSpec::default() };
        let names = |all: &[&str]| all.iter().map(|&name| name.to_owned()).collect::<Vec<String>>();
        let told = one_sided(&suite, &spec, &names(&["a", "b", "c"]), &names(&["b", "d"]));
        assert_eq!(told, ["s/b: new, and compared with nothing: d", "s/b: gone, and no longer measured: a and c"]);
        assert!(one_sided(&suite, &spec, &names(&["a"]), &names(&["a"])).is_empty());
    }
}
