//! JMH benchmarks of a Maven project: Java sources in, a suite with a driver for each module that has some out. A project is
//! the highest folder above them that has a `pom.xml`, and builds its modules with what they need of each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::model::DriverSpec;
use crate::suite::benches::bench_suites::{BenchSuites, program};
use crate::suite::benches::walk::file_name;

/// What a language is called whose drivers are programs of JMH.
pub(super) const HARNESS: &str = "jmh";

/// What each project's and each module's own file is called.
pub(super) const MODEL: &str = "pom.xml";

/// What a file of sources ends with.
pub(super) fn is_source(name: &str) -> bool {
    name.ends_with(".java")
}

/// Adds each project that has benchmarks among these files.
pub(super) fn add_all(root: &Path, files: &[PathBuf], found: &mut BenchSuites) {
    let mut projects: BTreeMap<&Path, BTreeSet<&Path>> = BTreeMap::new();
    let mut outside = None;
    for file in files.iter().filter(|path| fs::read_to_string(path).is_ok_and(|text| has_benchmarks(&text))) {
        let above = file.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
        let with_models: Vec<&Path> = above.filter(|folder| folder.join(MODEL).is_file()).collect();
        match (with_models.first(), with_models.last()) {
            (Some(module), Some(project)) => drop(projects.entry(project).or_default().insert(module)),
            _ => outside = outside.or(Some(file)),
        }
    }
    for (project, modules) in projects {
        let below = |module: &Path| module.strip_prefix(project).unwrap_or(Path::new("")).to_owned();
        let drivers = modules.into_iter().map(|module| driver(&below(module), &file_name(module))).collect();
        found.add(file_name(project), project, drivers);
    }
    if let Some(file) = outside {
        let shown = file.strip_prefix(root).unwrap_or(file).display();
        found.left_out.push(format!(
            "{shown}: benchmarks of JMH are built with Maven, and no folder above has a {MODEL}; paragone.toml may say how \
             else a jar of them is built"
        ));
    }
}

/// The driver of a module, by its folder below the project's.
pub(super) fn driver(module: &Path, name: &str) -> DriverSpec {
    let module = if module == Path::new("") { ".".to_owned() } else { module.display().to_string() };
    DriverSpec { manifest: Some(PathBuf::from(MODEL)), ..program(HARNESS, name, vec![module]) }
}

/// A benchmark's name without the packages that its class lies in, as JMH's own tables have it.
pub(super) fn without_package(name: &str) -> &str {
    let method = name.split(' ').next().unwrap_or(name);
    let dots = method.rmatch_indices('.');
    dots.map(|(at, _)| at).nth(1).map_or(name, |at| &name[at + 1..])
}

fn has_benchmarks(text: &str) -> bool {
    text.contains("org.openjdk.jmh.annotations.") && text.contains("@Benchmark")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::benches::walk::{files_named, folder_of};

    #[test]
    fn modules_with_benchmarks_are_drivers_of_their_project() {
        let benchmark = "import org.openjdk.jmh.annotations.Benchmark;\nclass A { @Benchmark public void a() {} }\n";
        let folder = folder_of(&[
            ("whole/pom.xml", ""),
            ("whole/core/pom.xml", ""),
            ("whole/core/src/main/java/A.java", "class A { /* @Benchmark */ }"),
            ("whole/bench/pom.xml", ""),
            ("whole/bench/src/main/java/a/A.java", benchmark),
            ("whole/bench/src/main/java/a/B.java", benchmark),
            ("plain/pom.xml", ""),
            ("plain/src/test/java/A.java", benchmark),
            ("gradle/src/jmh/java/A.java", benchmark),
        ]);
        let root = folder.path();
        let mut found = BenchSuites::default();
        add_all(root, &files_named(root, is_source), &mut found);
        let told: Vec<(&str, &str, &str)> = found
            .suites
            .iter()
            .map(|suite| (suite, &suite.drivers[0]))
            .map(|(suite, spec)| (suite.name.as_str(), spec.name.as_str(), spec.builds[0].options[0].as_str()))
            .collect();
        assert_eq!(told, [("plain", "plain", "."), ("whole", "bench", "bench")]);
        assert!(found.left_out[0].starts_with("gradle/src/jmh/java/A.java: benchmarks of JMH"), "{found:?}");
    }

    #[test]
    fn a_class_is_known_without_its_packages() {
        let names = ["org.a.B.add size=1.5", "B.add", "add"].map(without_package);
        assert_eq!(names, ["B.add size=1.5", "B.add", "add"]);
    }
}
