//! A driver as it is, or was at a revision, built to be compared with itself: both at one path, so that what did not
//! change comes out the same.
//!
//! Where that cannot be, each is built where it lies, as any other driver is.

use std::path::Path;

use crate::driver::building::build::{build, build_as, build_in};
use crate::driver::building::built::{BuildFault, Built};
use crate::driver::building::recipe::{Recipe, RecipeVariant};
use crate::driver::language::available::{LookedFor, available, driver_id};
use crate::driver::language::toolchains::Toolchains;
use crate::driver::versions::one_place::{Placed, placed};
use crate::model::{Build, DriverSpec, Suite};

/// Builds one of the two versions, or finds it built.
pub fn build_version(
    spec: &DriverSpec,
    how: &Build,
    suite: &Suite,
    toolchains: &Toolchains,
    cache: &Path,
    progress: &mut dyn FnMut(&str),
) -> Result<Built, BuildFault> {
    if !spec.commands.is_empty() {
        return build(spec, how, suite, toolchains, cache, progress);
    }
    build_version_as(spec, how, suite, toolchains, cache, &RecipeVariant::default(), progress).map(|(built, _)| built)
}

/// One of the two versions in a variant, with the recipe that it was made by.
pub(crate) fn build_version_as(
    spec: &DriverSpec,
    how: &Build,
    suite: &Suite,
    toolchains: &Toolchains,
    cache: &Path,
    variant: &RecipeVariant<'_>,
    progress: &mut dyn FnMut(&str),
) -> Result<(Built, Recipe), BuildFault> {
    let where_it_lies =
        |progress: &mut dyn FnMut(&str)| build_as(spec, how, suite, toolchains, cache, variant, progress);
    if [LookedFor::Files, LookedFor::Ask].iter().all(|look| available(spec, how, toolchains, *look).is_err()) {
        return where_it_lies(progress);
    }
    let mut waits = || progress("waiting for another run of paragone, which builds a version of the same repository");
    let there = match placed(suite, how.rev.as_deref(), cache, &mut waits) {
        Ok(there) => there,
        Err(why) => {
            // Of the earlier version it is said already, or will be said by its build.
            if how.rev.is_none() {
                progress(&format!("note: {}: built where it lies, because {why}", driver_id(spec, how)));
            }
            return where_it_lies(progress);
        }
    };
    if runs_from(&there, spec, how, toolchains, cache) {
        drop(there);
        return where_it_lies(progress);
    }
    let built = build_in(&there.suite, spec, how, toolchains, cache, variant, progress);
    drop(there);
    match built {
        // What git does not take up, or what lies beside the repository, may be needed to build it.
        Err(BuildFault::Failed { .. } | BuildFault::Recipe { .. }) if how.rev.is_none() => {
            let id = driver_id(spec, how);
            progress(&format!("note: {id}: built where it lies, because it does not build from what git takes up"));
            where_it_lies(progress)
        }
        built => built,
    }
}

/// Whether its runtime would read sources in the one place, where another version may lie by then.
fn runs_from(there: &Placed, spec: &DriverSpec, how: &Build, toolchains: &Toolchains, cache: &Path) -> bool {
    let root = there.root.display().to_string();
    Recipe::new(&there.suite, spec, how, toolchains, cache).is_ok_and(|recipe| {
        let mut words = recipe.run.iter().chain(recipe.run_env.iter().map(|(_, value)| value));
        words.any(|word| word.contains(&root))
    })
}
