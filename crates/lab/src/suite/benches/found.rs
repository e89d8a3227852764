//! Every package of a repository that has benchmarks, as a suite; and what there is that cannot be used, with the reason.

use std::path::{Path, PathBuf};

use crate::model::{DriverSpec, Suite};
use crate::suite::benches::bench_suites::BenchSuites;
use crate::suite::benches::names::{JMH, free_name};
use crate::suite::benches::repository_file::{NamedProgram, REPOSITORY_FILE, RepositoryFile};
use crate::suite::benches::walk::{file_name, files_named};
use crate::suite::benches::{cargo, cmake, go, maven, pytest};

/// Looks through a folder; whatever git usually ignores, or hides, is left out. `file`: programs that it names are added.
pub fn bench_suites(root: &Path, file: Option<&RepositoryFile>) -> BenchSuites {
    let mut found = BenchSuites::default();
    let is_go = |name: &str| name.ends_with("_test.go");
    let files = files_named(root, |name| {
        let is_list = name == cargo::MANIFEST || name == cmake::LISTS;
        is_list || is_go(name) || maven::is_source(name) || pytest::is_test(name)
    });
    let called = |is_meant: &dyn Fn(&str) -> bool| -> Vec<PathBuf> {
        files.iter().filter(|path| is_meant(&file_name(path))).cloned().collect()
    };
    for manifest in called(&|name| name == cargo::MANIFEST) {
        cargo::add(root, &manifest, &mut found);
    }
    for folder in go::folders(&called(&is_go)) {
        go::add(root, &folder, &mut found);
    }
    cmake::add_all(root, &called(&|name| name == cmake::LISTS), &mut found);
    maven::add_all(root, &called(&maven::is_source), &mut found);
    pytest::add_all(root, &called(&pytest::is_test), &mut found);
    if let Some(file) = file {
        for program in &file.programs {
            add_named(root, &file.folder.join(&program.folder), program, &mut found);
        }
    }
    // A suite whose name another one has already gets a number behind it.
    for at in 1..found.suites.len() {
        let (before, rest) = found.suites.split_at_mut(at);
        rest[0].name = free_name(&rest[0].name, before.iter().map(|one| &one.name));
    }
    found
}

/// A program that is named is built as that says, whether it was found or not; one that does not lie below the folder is
/// another one's affair.
fn add_named(root: &Path, folder: &Path, program: &NamedProgram, found: &mut BenchSuites) {
    let folder: PathBuf = folder.components().collect();
    if !folder.starts_with(root) {
        return;
    }
    let spec = match program.driver(&folder) {
        Ok(spec) => spec,
        Err(why) => return found.left_out.push(format!("{REPOSITORY_FILE}: {why}")),
    };
    // A module of a project has its suite there.
    let is_module = spec.language == JMH && spec.manifest.is_some();
    let project = if is_module { maven::named(&folder).0 } else { folder.clone() };
    if spec.language == JMH {
        let is_other =
            |suite: &Path, known: &DriverSpec| maven::folder_of_module(suite, known).as_ref() != Some(&folder);
        found.suites.iter_mut().for_each(|suite| suite.drivers.retain(|known| is_other(&suite.folder, known)));
        found.suites.retain(|suite| !suite.drivers.is_empty());
    }
    let folder = project;
    let is_there = |suite: &&mut Suite| suite.folder == folder && suite.drivers[0].manifest == spec.manifest;
    let Some(suite) = found.suites.iter_mut().find(is_there) else {
        let title = if program.name.is_empty() { file_name(&folder) } else { program.name.clone() };
        return found.add(title, &folder, vec![spec]);
    };
    match suite.drivers.iter_mut().find(|known| known.language == spec.language && known.name == spec.name) {
        Some(known) => *known = spec,
        None => suite.drivers.push(spec),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::benches::walk::folder_of;

    #[test]
    fn packages_of_several_languages_are_suites_with_names_of_their_own() {
        let folder = folder_of(&[
            ("a/Cargo.toml", "[package]\nname = \"sums\"\n[[bench]]\nname = \"b\"\nharness = false\n"),
            ("a/benches/b.rs", "use criterion::Criterion;"),
            ("go.mod", "module example.org/sums\n"),
            ("sums_test.go", "package sums\n\nfunc BenchmarkAdd(b *testing.B) {}\n"),
            ("target/package/Cargo.toml", "[package]\nname = \"copy\"\n"),
        ]);
        let found = bench_suites(folder.path(), None);
        let names: Vec<(&str, &str)> =
            found.suites.iter().map(|suite| (suite.name.as_str(), suite.drivers[0].language.as_str())).collect();
        assert_eq!(names, [("sums", "criterion"), ("sums-2", "go-test")]);
        assert_eq!(found.left_out, [""; 0]);
    }

    #[test]
    fn programs_that_are_named_are_added_or_built_as_they_say() {
        let folder = folder_of(&[
            (
                REPOSITORY_FILE,
                "[[program]]\nharness = \"divan\"\nname = \"b\"\nfolder = \"a\"\noptions = [\"--features\", \"x\"]\n\
                 [[program]]\nharness = \"google-benchmark\"\nname = \"c\"\nfolder = \"./a\"\nbuild = [[\"cc\", \"{program}\"]]\n\
                 [[program]]\nharness = \"google-benchmark\"\nname = \"d\"\nbuild = [[\"cc\", \"{program}\"]]\n\
                 [[program]]\nharness = \"go-test\"\nfolder = \"a\"\n",
            ),
            ("a/Cargo.toml", "[package]\nname = \"sums\"\n[[bench]]\nname = \"b\"\nharness = false\n"),
            ("a/benches/b.rs", "use divan;"),
        ]);
        let file = RepositoryFile::find(folder.path()).unwrap().unwrap();
        let found = bench_suites(&folder.path().join("a"), Some(&file));
        let programs: Vec<(&str, &str, usize)> = found
            .suites
            .iter()
            .flat_map(|suite| suite.drivers.iter().map(move |spec| (suite, spec)))
            .map(|(suite, spec)| (suite.name.as_str(), spec.name.as_str(), spec.builds[0].options.len()))
            .collect();
        assert_eq!(programs, [("sums", "b", 2), ("c", "c", 0)]);
        assert!(found.left_out[0].ends_with("has no Go benchmarks"), "{found:?}");
    }

    #[test]
    fn a_jar_that_is_named_takes_the_place_of_its_module() {
        let benchmark = "import org.openjdk.jmh.annotations.Benchmark;\nclass A { @Benchmark public void a() {} }\n";
        let folder = folder_of(&[
            (
                REPOSITORY_FILE,
                "[[program]]\nharness = \"jmh\"\nname = \"jar\"\nfolder = \"slow\"\nbuild = [[\"gradle\", \"{program}\"]]\n\
                 [[program]]\nharness = \"jmh\"\nfolder = \"fast\"\n",
            ),
            ("pom.xml", "<module>slow</module><module>fast</module>"),
            ("slow/pom.xml", ""),
            ("slow/src/A.java", benchmark),
            ("fast/pom.xml", ""),
            ("fast/src/A.java", benchmark),
        ]);
        let file = RepositoryFile::find(folder.path()).unwrap().unwrap();
        let found = bench_suites(folder.path(), Some(&file));
        let drivers = found.suites.iter().flat_map(|suite| suite.drivers.iter().map(move |spec| (suite, spec)));
        let told: Vec<(&str, &str, bool)> =
            drivers.map(|(suite, spec)| (suite.name.as_str(), spec.name.as_str(), spec.manifest.is_some())).collect();
        let module = told.iter().find(|(_, name, _)| *name == "fast").unwrap();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told.contains(&("jar", "jar", false)) && module.2, "{told:?}");
    }
}
