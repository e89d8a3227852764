//! JMH benchmarks of a Maven project: Java sources in, a suite with a driver for each module that has some out. A project is
//! the highest folder whose `pom.xml` leads to the module, so that modules are built with what they need of each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::model::DriverSpec;
use crate::suite::benches::bench_suites::{BenchSuites, program};
use crate::suite::benches::names::{JMH as HARNESS, part};
use crate::suite::benches::walk::file_name;

/// The file of each project and of each of its modules.
pub(super) const POM: &str = "pom.xml";

/// What a file of sources ends with.
pub(super) fn is_source(name: &str) -> bool {
    name.ends_with(".java")
}

/// Adds each project that has benchmarks among these files. It may lie above the folder that is looked through: modules
/// need each other, and those that Maven is not given it takes from wherever it once installed them.
pub(super) fn add_all(root: &Path, files: &[PathBuf], found: &mut BenchSuites) {
    let top = top_of(root);
    let mut projects: BTreeMap<PathBuf, BTreeSet<&Path>> = BTreeMap::new();
    let mut outside = None;
    for file in files.iter().filter(|path| fs::read_to_string(path).is_ok_and(|text| has_benchmarks(&text))) {
        match module_of(top, file) {
            Some(module) => drop(projects.entry(project_of(top, module)).or_default().insert(module)),
            None => outside = outside.or(Some(file)),
        }
    }
    for (project, modules) in projects {
        let drivers = modules.into_iter().map(|module| driver(&project, module)).collect();
        found.add(file_name(&project), &project, drivers);
    }
    if let Some(file) = outside {
        let shown = file.strip_prefix(root).unwrap_or(file).display();
        found.left_out.push(format!(
            "{shown}: benchmarks of JMH are built with Maven, and no folder above has a {POM}; paragone.toml may say how \
             else a jar of them is built"
        ));
    }
}

/// The driver of the module in a folder, and the folder of its project, which is that of its suite.
pub(super) fn named(module: &Path) -> (PathBuf, DriverSpec) {
    let project = project_of(top_of(module), module);
    let spec = driver(&project, module);
    (project, spec)
}

/// The folder of the repository that a folder lies in; itself, where there is none.
fn top_of(folder: &Path) -> &Path {
    folder.ancestors().find(|above| above.join(".git").exists()).unwrap_or(folder)
}

/// The folder of the module that a suite's driver is of.
pub(super) fn folder_of_module(project: &Path, spec: &DriverSpec) -> Option<PathBuf> {
    let is_module = spec.language == HARNESS && spec.manifest.is_some();
    let below = spec.builds.first()?.options.first().filter(|_| is_module)?;
    Some(project.join(below).components().collect())
}

fn driver(project: &Path, module: &Path) -> DriverSpec {
    // By the whole path: several modules may be called `benchmarks`, and each is built into a folder of that name.
    let (name, below) = match module.strip_prefix(project) {
        Ok(below) if below != Path::new("") => (part(&below.display().to_string()), below.display().to_string()),
        _ => (part(&file_name(project)), ".".to_owned()),
    };
    DriverSpec { manifest: Some(PathBuf::from(POM)), ..program(HARNESS, &name, vec![below]) }
}

fn module_of<'a>(top: &Path, file: &'a Path) -> Option<&'a Path> {
    let mut above = file.ancestors().skip(1).take_while(|folder| folder.starts_with(top));
    above.find(|folder| folder.join(POM).is_file())
}

/// The highest folder whose `pom.xml` leads to the module; the module itself, where none does.
fn project_of(top: &Path, module: &Path) -> PathBuf {
    let above = module.ancestors().skip(1).take_while(|folder| folder.starts_with(top));
    let leading = above.filter(|folder| leads_to(folder, module, DEEPEST)).last();
    leading.unwrap_or(module).to_owned()
}

/// So deep no project's modules lie.
const DEEPEST: usize = 8;

/// Whether the modules that a `pom.xml` names are, or lead to, a folder. What a profile adds Maven builds only when it is asked.
fn leads_to(folder: &Path, module: &Path, depth: usize) -> bool {
    let Ok(text) = fs::read_to_string(folder.join(POM)) else { return false };
    let usual = match (text.find("<profiles>"), text.find("</profiles>")) {
        (Some(begin), Some(end)) if begin < end => format!("{}{}", &text[..begin], &text[end..]),
        _ => text,
    };
    let names = usual.split("<module>").skip(1).filter_map(|rest| rest.split_once("</module>"));
    let mut below = names.map(|(name, _)| folder.join(name.trim().trim_end_matches(POM)));
    below.any(|next| {
        let next: PathBuf = next.components().collect();
        next == module || (depth > 0 && module.starts_with(&next) && leads_to(&next, module, depth - 1))
    })
}

fn has_benchmarks(text: &str) -> bool {
    text.contains("org.openjdk.jmh.annotations.") && text.contains("@Benchmark")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::benches::walk::{files_named, folder_of};

    const BENCHMARK: &str =
        "import org.openjdk.jmh.annotations.Benchmark;\nclass A { @Benchmark public void a() {} }\n";

    #[test]
    fn modules_with_benchmarks_are_drivers_of_their_project() {
        let folder = folder_of(&[
            ("whole/pom.xml", "<modules><module>core</module><module> bench/pom.xml </module></modules>"),
            ("whole/core/pom.xml", ""),
            ("whole/core/src/main/java/A.java", "class A { /* @Benchmark */ }"),
            ("whole/bench/pom.xml", ""),
            ("whole/bench/src/main/java/a/A.java", BENCHMARK),
            ("whole/bench/src/main/java/a/B.java", BENCHMARK),
            ("whole/bench/slow/pom.xml", ""),
            ("whole/bench/slow/src/main/java/C.java", BENCHMARK),
            ("plain/pom.xml", "<profiles><profile><modules><module>apart</module></modules></profile></profiles>"),
            ("plain/apart/pom.xml", ""),
            ("plain/apart/src/main/java/D.java", BENCHMARK),
            ("plain/src/test/java/A.java", BENCHMARK),
            ("gradle/src/jmh/java/A.java", BENCHMARK),
        ]);
        let root = folder.path();
        let mut found = BenchSuites::default();
        add_all(root, &files_named(root, is_source), &mut found);
        let drivers = found.suites.iter().flat_map(|suite| suite.drivers.iter().map(move |spec| (suite, spec)));
        let told: Vec<(&str, &str, &str)> = drivers
            .map(|(suite, spec)| (suite.title.as_str(), spec.name.as_str(), spec.builds[0].options[0].as_str()))
            .collect();
        let expected =
            [("plain", "plain", "."), ("apart", "apart", "."), ("whole", "bench", "bench"), ("slow", "slow", ".")];
        assert_eq!(told, expected);
        assert!(found.left_out[0].starts_with("gradle/src/jmh/java/A.java: benchmarks of JMH"), "{found:?}");
    }

    #[test]
    fn a_module_that_is_looked_at_alone_is_one_of_its_project() {
        let folder = folder_of(&[
            (".git/HEAD", ""),
            ("pom.xml", "<modules><module>deep</module></modules>"),
            ("deep/pom.xml", "<modules><module>bench</module></modules>"),
            ("deep/bench/pom.xml", ""),
            ("deep/bench/src/main/java/A.java", BENCHMARK),
        ]);
        let (top, root) = (folder.path(), folder.path().join("deep/bench"));
        let mut found = BenchSuites::default();
        add_all(&root, &files_named(&root, is_source), &mut found);
        let spec = &found.suites[0].drivers[0];
        assert_eq!((found.suites[0].folder.as_path(), spec.name.as_str()), (top, "deep-bench"));
        assert_eq!(folder_of_module(top, spec), Some(root.clone()));
        let (project, known) = named(&root);
        assert_eq!((project.as_path(), known.name.as_str()), (top, "deep-bench"));
    }
}
