//! A driver as it is, or was at a revision, built to be compared with itself: both at one path, so that what did not
//! change comes out the same.
//!
//! Where that cannot be, each is built where it lies, as any other driver is.

use crate::driver::building::build::{build, build_as, build_in};
use crate::driver::building::built::{BuildFault, Built, Made};
use crate::driver::building::recipe::{Recipe, RecipeVariant};
use crate::driver::building::task::BuildTask;
use crate::driver::language::available::{LookedFor, available, driver_id};
use crate::driver::versions::one_place::{Placed, placed};

/// Builds one of the two versions, or finds it built.
pub fn build_version(task: BuildTask<'_>, progress: &mut dyn FnMut(&str)) -> Result<Built, BuildFault> {
    if !task.spec.commands.is_empty() {
        return build(task, progress);
    }
    version_as(task, &RecipeVariant::default(), progress).map(|(built, _)| built)
}

/// One of the two versions in a variant, with the recipe that it was made by.
pub(crate) fn version_as(task: BuildTask<'_>, variant: &RecipeVariant<'_>, progress: &mut dyn FnMut(&str)) -> Made {
    let BuildTask { suite, spec, build: how, toolchains, cache } = task;
    if [LookedFor::Files, LookedFor::Ask].iter().all(|look| available(spec, how, toolchains, *look).is_err()) {
        return build_as(task, variant, progress);
    }
    let mut waits = || progress("waiting for another run of paragone, which builds a version of the same repository");
    let there = match placed(suite, how.rev.as_deref(), cache, &mut waits) {
        Ok(there) => there,
        Err(why) => {
            // Of the earlier version it is said already, or will be said by its build.
            if how.rev.is_none() {
                progress(&format!("note: {}: built where it lies, because {why}", driver_id(spec, how)));
            }
            return build_as(task, variant, progress);
        }
    };
    let in_one_place = BuildTask { suite: &there.suite, ..task };
    if runs_from(&there, in_one_place) {
        drop(there);
        return build_as(task, variant, progress);
    }
    let built = build_in(in_one_place, variant, progress);
    drop(there);
    match built {
        // What git does not take up, or what lies beside the repository, may be needed to build it.
        Err(BuildFault::Failed { .. } | BuildFault::Recipe { .. }) if how.rev.is_none() => {
            let id = driver_id(spec, how);
            progress(&format!("note: {id}: built where it lies, because it does not build from what git takes up"));
            build_as(task, variant, progress)
        }
        built => built,
    }
}

/// Whether its runtime would read sources in the one place, where another version may lie by then.
fn runs_from(there: &Placed, task: BuildTask<'_>) -> bool {
    let root = there.root.display().to_string();
    Recipe::new(task).is_ok_and(|recipe| {
        let mut words = recipe.run.iter().chain(recipe.run_env.iter().map(|(_, value)| value));
        words.any(|word| word.contains(&root))
    })
}
