//! Benchmarks of a CMake project: its lists in, a suite with a driver for each program that google/benchmark is linked to
//! out. It reads what the lists say in plain words, and asks nobody; what they say by variables has to be named in
//! `paragone.toml`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::model::DriverSpec;
use crate::suite::benches::bench_suites::{BenchSuites, program};
use crate::suite::benches::cmake_commands::{CmakeCommand, commands};
use crate::suite::benches::walk::file_name;

/// What each project's own file is called.
pub(super) const LISTS: &str = "CMakeLists.txt";

/// The libraries that make a program one of google/benchmark.
const LIBRARIES: [&str; 4] = ["benchmark", "benchmark_main", "benchmark::benchmark", "benchmark::benchmark_main"];

/// A project: its own list, and those that it adds.
struct Project {
    folder: PathBuf,
    commands: Vec<CmakeCommand>,
}

/// Adds the projects of these lists, those that lie higher first.
pub(super) fn add_all(root: &Path, lists: &[PathBuf], found: &mut BenchSuites) {
    let mut seen = BTreeSet::new();
    for list in lists.iter().filter_map(|list| list.parent()) {
        let mut project = Project { folder: list.to_owned(), commands: Vec::new() };
        project.read(list, &mut seen);
        if project.commands.iter().any(|command| command.name == "project") {
            project.add_to(root, found);
        }
    }
}

impl Project {
    /// The list of a folder, and of those that it adds.
    fn read(&mut self, folder: &Path, seen: &mut BTreeSet<PathBuf>) {
        let Ok(text) = fs::read_to_string(folder.join(LISTS)) else { return };
        if !seen.insert(folder.to_owned()) {
            return;
        }
        for command in commands(&text) {
            let below = command.words.first().filter(|_| command.name == "add_subdirectory");
            if let Some(below) = below.and_then(|word| folder_below(folder, word)) {
                self.read(&below, seen);
            }
            self.commands.push(command);
        }
    }

    fn all(&self, name: &str) -> impl Iterator<Item = &[String]> {
        self.commands.iter().filter(move |command| command.name == name).map(|command| command.words.as_slice())
    }

    fn name(&self) -> String {
        let named = self.all("project").find_map(|words| words.first()).filter(|name| is_plain(name));
        named.cloned().unwrap_or_else(|| file_name(&self.folder))
    }

    fn add_to(&self, root: &Path, found: &mut BenchSuites) {
        let is_linked = |words: &&[String]| words.iter().skip(1).any(|word| LIBRARIES.contains(&word.as_str()));
        let linked: BTreeSet<&String> =
            self.all("target_link_libraries").filter(is_linked).filter_map(|words| words.first()).collect();
        let programs: BTreeSet<&String> = self.all("add_executable").filter_map(|words| words.first()).collect();
        let options = self.options();
        let known = linked.iter().filter(|name| is_plain(name) && programs.contains(**name));
        found.add(self.name(), &self.folder, known.map(|name| driver(name, options.clone())).collect());
        if linked.iter().any(|name| !is_plain(name)) {
            let shown = self.folder.strip_prefix(root).unwrap_or(&self.folder).join(LISTS);
            found.left_out.push(format!(
                "{}: programs of google/benchmark are named by variables there; name them in paragone.toml",
                shown.display()
            ));
        }
    }

    /// What has to be said for benchmarks to be built: whatever is called so and is off.
    fn options(&self) -> Vec<String> {
        let is_meant = |words: &&[String]| {
            let name = words.first().map_or("", String::as_str);
            let is_off = words.get(2).is_none_or(|value| value.eq_ignore_ascii_case("off"));
            is_plain(name) && name.to_uppercase().contains("BENCH") && is_off
        };
        self.all("option").filter(is_meant).map(|words| format!("-D{}=ON", words[0])).collect()
    }
}

/// A folder that a list names; only one below it, where no way leads round in a circle.
fn folder_below(folder: &Path, word: &str) -> Option<PathBuf> {
    let below = Path::new(word.trim_start_matches("${CMAKE_CURRENT_SOURCE_DIR}/"));
    let is_down = below.components().all(|step| matches!(step, Component::Normal(_) | Component::CurDir));
    is_down.then(|| folder.join(below).components().collect())
}

/// The driver of a target of a project whose list stands beside it.
pub(super) fn driver(name: &str, options: Vec<String>) -> DriverSpec {
    DriverSpec { manifest: Some(PathBuf::from(LISTS)), ..program("google-benchmark", name, options) }
}

fn is_plain(word: &str) -> bool {
    !word.is_empty() && !word.contains('$')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Suite;
    use crate::suite::benches::walk::{files_named, folder_of};

    fn found(files: &[(&str, &str)]) -> BenchSuites {
        let folder = folder_of(files);
        let mut found = BenchSuites::default();
        add_all(folder.path(), &files_named(folder.path(), |name| name == LISTS), &mut found);
        found
    }

    fn names(found: &BenchSuites) -> Vec<(&str, Vec<&str>)> {
        let drivers = |suite: &'_ Suite| suite.drivers.iter().map(|spec| spec.name.clone()).collect::<Vec<String>>();
        assert!(found.suites.iter().all(|suite| !drivers(suite).is_empty()));
        let each = found.suites.iter();
        each.map(|suite| (suite.name.as_str(), suite.drivers.iter().map(|spec| spec.name.as_str()).collect())).collect()
    }

    #[test]
    fn programs_that_the_library_is_linked_to_are_drivers() {
        let found = found(&[
            (
                "CMakeLists.txt",
                "project(Sums CXX)\noption(SUMS_BENCH \"benchmarks\" OFF)\noption(BENCH_FAST \"\" ON)\n\
                 add_library(sums s.cpp)\nif(SUMS_BENCH)\nadd_subdirectory(${CMAKE_CURRENT_SOURCE_DIR}/bench)\nendif()\n",
            ),
            (
                "bench/CMakeLists.txt",
                "find_package(benchmark)\nadd_executable(add add.cpp)\nadd_executable(test t.cpp)\n\
                 target_link_libraries(test sums)\ntarget_link_libraries(add PRIVATE sums benchmark::benchmark_main)\n",
            ),
            ("examples/CMakeLists.txt", "project(e)\nadd_executable(x x.c)\ntarget_link_libraries(x benchmark)\n"),
            ("parts/CMakeLists.txt", "add_executable(y y.c)\ntarget_link_libraries(y benchmark)\n"),
        ]);
        assert_eq!(names(&found), [("sums", vec!["add"]), ("e", vec!["x"])]);
        let spec = &found.suites[0].drivers[0];
        assert_eq!((spec.language.as_str(), spec.manifest.as_deref()), ("google-benchmark", Some(Path::new(LISTS))));
        assert_eq!(spec.builds[0].options, ["-DSUMS_BENCH=ON"]);
        assert_eq!(found.left_out, [""; 0]);
    }

    #[test]
    fn names_made_of_variables_are_told() {
        let list = "project(${P})\nforeach(b a c)\nadd_executable(${b} ${b}.cpp)\n\
                    target_link_libraries(${b} benchmark)\nendforeach()\n";
        let found = found(&[("deep/CMakeLists.txt", list)]);
        assert_eq!(names(&found), []);
        assert!(found.left_out[0].starts_with("deep/CMakeLists.txt: programs of google/benchmark"), "{found:?}");
    }

    #[test]
    fn a_folder_that_adds_itself_is_read_once() {
        let list = "project(a)\nadd_subdirectory(.)\nadd_subdirectory(../a)\nadd_subdirectory(gone)\n";
        assert_eq!(names(&found(&[("a/CMakeLists.txt", list)])), []);
    }
}
