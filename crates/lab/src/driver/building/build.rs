//! From a recipe to a program that can be started, its log kept, and an unchanged one not made again.
//!
//! It knows commands and files, no benchmark.

use std::fs;
use std::path::{Path, PathBuf};

use crate::driver::building::built::{BuildFault, Built, Made};
use crate::driver::building::code::{self, Code};
use crate::driver::building::digest::{Digest, of_file, parse_depends};
use crate::driver::building::lock::{LOCK, lock};
use crate::driver::building::recipe::{Recipe, RecipeVariant};
use crate::driver::building::stamp::{Stamp, digest_of};
use crate::driver::building::steps::{BuildFacts, library_versions, run};
use crate::driver::building::task::BuildTask;
use crate::driver::building::unchanged::Unchanged;
use crate::driver::language::available::{LookedFor, available, commands_are_here, driver_id};
use crate::driver::language::fill::fill_late;
use crate::driver::language::processor::features;
use crate::driver::versions::revision::suite_at;
use crate::model::{Build, DriverSpec, Unknown};

/// Variables of whoever starts Paragone that compilers and runtimes heed: with others it is another driver.
const HEARD: [&str; 7] =
    ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "NODE_OPTIONS", "JAVA_TOOL_OPTIONS", "GOFLAGS", "CPATH", "PYTHONPATH"];

/// Builds a driver below `<cache>/builds`, or finds it built. `progress` hears what takes time.
pub fn build(task: BuildTask<'_>, progress: &mut dyn FnMut(&str)) -> Result<Built, BuildFault> {
    if !task.spec.commands.is_empty() {
        return commands(task.spec, task.build);
    }
    build_as(task, &RecipeVariant::default(), progress).map(|(built, _)| built)
}

/// Builds a driver in a variant of its recipe; gives the recipe too.
pub(crate) fn build_as(task: BuildTask<'_>, variant: &RecipeVariant<'_>, progress: &mut dyn FnMut(&str)) -> Made {
    let BuildTask { suite, spec, build, toolchains, cache } = task;
    // A library's file that is not where it usually is may still be known to pkg-config.
    available(spec, build, toolchains, LookedFor::Files)
        .or_else(|_| available(spec, build, toolchains, LookedFor::Ask))
        .map_err(BuildFault::Skipped)?;
    let fault = |text| BuildFault::Recipe { id: driver_id(spec, build), text };
    let earlier = build.rev.as_deref().map(|rev| suite_at(suite, rev, cache)).transpose().map_err(fault)?;
    build_in(BuildTask { suite: earlier.as_ref().unwrap_or(suite), ..task }, variant, progress)
}

/// Builds a driver whose language is known, where the suite lies.
pub(crate) fn build_in(task: BuildTask<'_>, variant: &RecipeVariant<'_>, progress: &mut dyn FnMut(&str)) -> Made {
    let BuildTask { spec, build, toolchains, .. } = task;
    let fault = |text| BuildFault::Recipe { id: driver_id(spec, build), text };
    let recipe = Recipe::of(task, variant).map_err(fault)?;
    let version = toolchains.version(&recipe.toolchain, recipe.compiler.as_deref()).map_err(fault)?;
    let answers = toolchains.answers(&recipe.toolchain).map_err(fault)?;
    let libraries = library_versions(&recipe).or_else(|text| {
        available(spec, build, toolchains, LookedFor::Ask).map_err(BuildFault::Skipped)?;
        Err(fault(text))
    })?;
    let built = make(&recipe, &BuildFacts { toolchain: version, libraries, answers }, progress)?;
    Ok((built, recipe))
}

/// Whole commands are there or are not: nothing is built, and what serves them is Paragone itself.
fn commands(spec: &DriverSpec, build: &Build) -> Result<Built, BuildFault> {
    commands_are_here(spec, build).map_err(BuildFault::Skipped)?;
    Ok(Built {
        id: driver_id(spec, build),
        program: Vec::new(),
        artefact: None,
        env: Vec::new(),
        compiles_late: false,
        digest: String::new(),
        code: Err(Unknown::because("a command may start any number of programs")),
        toolchain: "whole commands".to_owned(),
        libraries: Vec::new(),
        files: Unchanged::default(),
        reused: true,
        out: PathBuf::new(),
    })
}

fn make(recipe: &Recipe, known: &BuildFacts, progress: &mut dyn FnMut(&str)) -> Result<Built, BuildFault> {
    let files = |doing: String| move |source| BuildFault::Files { id: recipe.id.clone(), doing, source };
    let mut locked = |folder: &Path| {
        let path = folder.join(LOCK);
        let mut waits = || progress(&format!("{}: waiting for another run of paragone, which builds it", recipe.id));
        lock(&path, &mut waits).map_err(files(format!("lock `{}`", path.display())))
    };
    // `clean` knows a build by the lock of its folder.
    let _top = locked(&recipe.top)?;
    let _own = if recipe.out == recipe.top { None } else { Some(locked(&recipe.out)?) };
    let wanted = recipe_digest(recipe, known).map_err(files("read the driver's files".to_owned()))?;
    let stamp_path = Stamp::path(&recipe.out);
    if let Some(stamp) = Stamp::still_true(recipe, &wanted) {
        return Ok(built(recipe, known, stamp, true));
    }
    // A build that fails half-way must not look like the one before it.
    fs::remove_file(&stamp_path).or_else(|err| match err.kind() {
        std::io::ErrorKind::NotFound => Ok(()),
        _ => Err(files(format!("remove `{}`", stamp_path.display()))(err)),
    })?;
    // Last of all locks, and only while it is built: who has it waits for nobody.
    let _shared = recipe.shared.as_deref().map(&mut locked).transpose()?;
    if !recipe.build.is_empty() {
        progress(&format!("building {}", recipe.id));
        run(recipe, known)?;
    }
    let made = |path: &PathBuf| {
        of_file(path).map_err(files(format!("find what its build should have made, `{}`", path.display())))
    };
    let artefact = recipe.artefact.as_ref().map(made).transpose()?.unwrap_or_else(|| wanted.clone());
    let depends = match &recipe.depends {
        Some(path) => depended_on(&fs::read_to_string(path).map_err(files(format!("read `{}`", path.display())))?),
        None => Vec::new(),
    };
    let depended = digest_of(&depends).map_err(files("read the files that went in".to_owned()))?;
    let (toolchain, libraries) = (known.toolchain.clone(), known.libraries.clone());
    let code = Some(code::of_artefact(recipe.artefact.as_deref()));
    let stamp = Stamp { recipe: wanted, depends, depended, artefact, code, toolchain, libraries };
    stamp.write(&recipe.out).map_err(files(format!("write `{}`", stamp_path.display())))?;
    Ok(built(recipe, known, stamp, false))
}

fn built(recipe: &Recipe, known: &BuildFacts, stamp: Stamp, reused: bool) -> Built {
    let code = stamp.code.unwrap_or_else(|| code::of_artefact(recipe.artefact.as_deref()));
    let program = fill_late(&recipe.run, &known.answers);
    Built {
        id: recipe.id.clone(),
        files: Unchanged::named_by(&program),
        program,
        env: recipe.run_env.clone(),
        artefact: recipe.artefact.clone(),
        digest: run_digest(&stamp.artefact, recipe),
        code: code.map(|code| Code { digest: run_digest(&code.digest, recipe), ..code }),
        toolchain: stamp.toolchain,
        compiles_late: recipe.toolchain.compiles_late,
        libraries: stamp.libraries,
        reused,
        out: recipe.out.clone(),
    }
}

/// The program alone where nothing more is asked of it, else with the settings: other switches of a
/// runtime are another thing to measure. The words that start it go in as the toolchain has them, so that
/// the same in another folder is the same.
fn run_digest(artefact: &str, recipe: &Recipe) -> String {
    let words = &recipe.toolchain.run;
    let is_alone = recipe.artefact.is_some() && words.len() == 1;
    if recipe.run_env.is_empty() && recipe.options.is_empty() && is_alone {
        return artefact.to_owned();
    }
    let mut digest = Digest::default();
    digest.value(artefact.as_bytes()).values(words).values(&recipe.options);
    for (name, value) in &recipe.run_env {
        digest.values([name, value]);
    }
    digest.hex()
}

fn recipe_digest(recipe: &Recipe, known: &BuildFacts) -> std::io::Result<String> {
    let mut digest = Digest::default();
    for step in &recipe.build {
        digest.values(step);
    }
    for (name, value) in recipe.env.iter().chain(&known.libraries) {
        digest.values([name, value]);
    }
    for (name, words) in &known.answers {
        digest.values(std::iter::once(name).chain(words));
    }
    digest.value(known.toolchain.as_bytes());
    // What is made for this machine's processor would not run on another that shares the folder.
    let mut words = recipe.build.iter().flatten().chain(recipe.env.iter().map(|(_, value)| value));
    if words.any(|word| word.contains("native")) {
        digest.value(features().as_bytes());
    }
    for name in HEARD {
        digest.value(std::env::var_os(name).unwrap_or_default().as_encoded_bytes());
    }
    recipe.parts.iter().try_for_each(|part| digest.all_of(part))?;
    Ok(digest.hex())
}

/// The files that a build read, and the Cargo.toml of each package among them.
fn depended_on(rules: &str) -> Vec<PathBuf> {
    let mut files = parse_depends(rules);
    let manifest =
        |file: &PathBuf| file.ancestors().map(|folder| folder.join("Cargo.toml")).find(|path| path.is_file());
    files.append(&mut files.iter().filter_map(manifest).collect());
    files.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::language::toolchains::Toolchains;
    use crate::model::Suite;

    /// A language that is built by copying with `sh`, so that no compiler is needed.
    const COPYING: &str = r#"
[sh]
check = ["sh", "-c", "echo sh 1"]
build = ["sh", "-c", "grep -v '^fail' \"$0\" > \"$1\" && chmod +x \"$1\" && echo made && ! grep '^fail' \"$0\" && echo \"$1: $(dirname $(dirname $2))/outside\" > \"$3/rules\"", "{sources}", "{program}", "{manifest}", "{out}"]
run = ["{program}"]
depends = "{out}/rules"
"#;

    struct Place {
        root: tempfile::TempDir,
        suite: Suite,
        spec: DriverSpec,
        toolchains: Toolchains,
    }

    fn place() -> Place {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("demo");
        fs::create_dir_all(folder.join("sh")).unwrap();
        fs::create_dir_all(root.path().join("elsewhere")).unwrap();
        fs::write(root.path().join("toolchains.toml"), COPYING).unwrap();
        fs::write(folder.join("sh/demo.sh"), "#!/bin/sh\n").unwrap();
        fs::write(root.path().join("elsewhere/part"), "one").unwrap();
        fs::write(root.path().join("outside"), "one").unwrap();
        let suite = Suite::new("demo", folder);
        let spec = DriverSpec {
            language: "sh".to_owned(),
            name: "demo".to_owned(),
            sources: vec![PathBuf::from("sh/demo.sh")],
            manifest: Some(PathBuf::from("../elsewhere/part")),
            ..DriverSpec::default()
        };
        let toolchains = Toolchains::read(Some(root.path())).unwrap();
        Place { root, suite, spec, toolchains }
    }

    impl Place {
        fn build(&self) -> Result<Built, BuildFault> {
            let cache = self.root.path().join("cache");
            let Place { suite, spec, toolchains, .. } = self;
            build(BuildTask { suite, spec, build: &Build::default(), toolchains, cache: &cache }, &mut |_| {})
        }

        fn write(&self, path: &str, text: &str) {
            fs::write(self.root.path().join(path), text).unwrap();
        }
    }

    #[test]
    fn an_unchanged_driver_is_built_once() {
        let place = place();
        let first = place.build().unwrap();
        assert!(!first.reused);
        assert_eq!(first.toolchain, "sh 1");
        assert_eq!(first.program, [first.artefact.as_ref().unwrap().display().to_string()]);
        let second = place.build().unwrap();
        assert!(second.reused);
        assert_eq!(second.digest, first.digest);
        place.write("demo/sh/demo.sh", "#!/bin/sh\n# changed\n");
        let third = place.build().unwrap();
        assert!(!third.reused);
        assert_ne!(third.digest, first.digest);
        place.write("demo/sh/header", "beside the source");
        assert!(!place.build().unwrap().reused);
        assert!(place.build().unwrap().reused);
    }

    #[test]
    fn a_file_named_by_the_build_and_a_spoilt_artefact_count() {
        let place = place();
        let built = place.build().unwrap();
        place.write("outside", "two");
        assert!(!place.build().unwrap().reused);
        assert!(place.build().unwrap().reused);
        fs::write(built.artefact.as_ref().unwrap(), "spoilt").unwrap();
        let again = place.build().unwrap();
        assert!(!again.reused);
        assert_eq!(again.digest, built.digest);
    }

    #[test]
    fn other_words_to_start_it_are_another_driver() {
        let mut place = place();
        let first = place.build().unwrap();
        let mut started_by = |run: &str| {
            place.write("toolchains.toml", &COPYING.replace(r#"["{program}"]"#, run));
            place.toolchains = Toolchains::read(Some(place.root.path())).unwrap();
            place.build().unwrap()
        };
        let switched = started_by(r#"["{program}", "--fast"]"#);
        assert!(switched.reused && switched.digest != first.digest);
        let interpreted = [r#"["sh", "{sources}"]"#, r#"["sh", "-e", "{sources}"]"#].map(|run| started_by(run).digest);
        assert_ne!(interpreted[0], interpreted[1]);
        assert_eq!(started_by(r#"["{program}"]"#).digest, first.digest);
    }

    #[test]
    fn a_failed_build_shows_its_log_and_is_tried_again() {
        let place = place();
        place.build().unwrap();
        place.write("demo/sh/demo.sh", "#!/bin/sh\nfail here\n");
        for _ in 0..2 {
            let fault = place.build().unwrap_err();
            let BuildFault::Failed { tail, log, .. } = &fault else { panic!("{fault}") };
            assert_eq!(tail, "made\nfail here");
            assert!(log.exists());
            assert!(fault.to_string().contains("exit status: 1"), "{fault}");
        }
        place.write("demo/sh/demo.sh", "#!/bin/sh\n");
        assert!(!place.build().unwrap().reused);
    }

    #[test]
    fn a_failed_build_says_what_to_do_where_that_is_known() {
        let place = place();
        place.write("toolchains.toml", &format!("{COPYING}advice = {{ \"fail here\" = \"mend `{{project}}`\" }}\n"));
        place.write("demo/sh/demo.sh", "#!/bin/sh\nfail here\n");
        let place = Place { toolchains: Toolchains::read(Some(place.root.path())).unwrap(), ..place };
        let fault = place.build().unwrap_err().to_string();
        let told = format!(
            "failed (exit status: 1); mend `{}`; the whole log",
            place.suite.folder.join("../elsewhere").display()
        );
        assert!(fault.contains(&told), "{fault}");
    }

    /// A package without a lock file, as it is when it is new.
    #[test]
    fn cargo_says_what_its_advice_is_for() {
        let mut place = place();
        fs::create_dir_all(place.root.path().join("rust/src")).unwrap();
        place.write("rust/Cargo.toml", "[package]\nname = \"demo\"\nedition = \"2024\"\n\n[workspace]\n");
        place.write("rust/src/main.rs", "fn main() {}\n");
        let manifest = Some(PathBuf::from("../rust/Cargo.toml"));
        place.spec = DriverSpec { language: "rust".to_owned(), manifest, sources: Vec::new(), ..place.spec };
        place.toolchains = Toolchains::read(None).unwrap();
        let fault = place.build().unwrap_err().to_string();
        let told = "; run `cargo generate-lockfile --manifest-path ";
        assert!(fault.contains(told) && fault.contains("rust/Cargo.toml` and try again"), "{fault}");
    }

    #[test]
    fn what_is_missing_is_skipped() {
        let mut place = place();
        place.spec.needs.pkg_config = vec!["no-such-lib".to_owned()];
        assert!(matches!(place.build(), Err(BuildFault::Skipped(_))));
    }
}
