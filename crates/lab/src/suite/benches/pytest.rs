//! Benchmarks of a Python project: its files of tests in, a suite with one driver out. A project is the nearest folder
//! above them that says how its tests are run, or how it is packed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use toml::Table;

use crate::model::DriverSpec;
use crate::suite::benches::bench_suites::{BenchSuites, program};
use crate::suite::benches::walk::{file_name, files_named};

/// What a language is called whose drivers run pytest.
pub(super) const HARNESS: &str = "pytest-benchmark";

/// What pytest takes for a file of tests.
pub(super) fn is_test(name: &str) -> bool {
    name.strip_suffix(".py").is_some_and(|stem| stem.starts_with("test_") || stem.ends_with("_test"))
}

const OF_PROJECTS: [&str; 5] = ["pyproject.toml", "pytest.ini", "setup.cfg", "tox.ini", "setup.py"];

/// Adds each project that has benchmarks among these files.
pub(super) fn add_all(root: &Path, files: &[PathBuf], found: &mut BenchSuites) {
    let mut projects: BTreeMap<&Path, &Path> = BTreeMap::new();
    for file in files.iter().filter(|path| fs::read_to_string(path).is_ok_and(|text| has_benchmarks(&text))) {
        projects.entry(project_of(root, file)).or_insert(file);
    }
    for (folder, file) in projects {
        let title = name_of(folder).unwrap_or_else(|| file_name(folder));
        found.add(title, folder, vec![driver_of(folder, file)]);
    }
}

/// The driver of a project that is named; nothing, where no file of tests lies below it.
pub(super) fn driver(folder: &Path) -> Option<DriverSpec> {
    files_named(folder, is_test).first().map(|file| driver_of(folder, file))
}

fn driver_of(folder: &Path, file: &Path) -> DriverSpec {
    let source = file.strip_prefix(folder).unwrap_or(file).to_owned();
    DriverSpec { sources: vec![source], ..program(HARNESS, "pytest", Vec::new()) }
}

fn project_of<'a>(root: &'a Path, file: &'a Path) -> &'a Path {
    let above = file.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
    let mut projects = above.filter(|folder| OF_PROJECTS.iter().any(|name| folder.join(name).is_file()));
    projects.next().unwrap_or(root)
}

/// Whether a test takes the fixture by which benchmarks are written: a parameter of that name.
fn has_benchmarks(text: &str) -> bool {
    let heads = text.split("def test").skip(1).map(parameters);
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    heads.flat_map(|head| head.split(|letter| !is_name(letter))).any(|word| word == "benchmark")
}

/// Up to the parenthesis that closes the first one: defaults and annotations have parentheses too. Where quotes or comments
/// hold some, so that none closes it, up to the first.
fn parameters(from_name: &str) -> &str {
    let mut open = 0;
    let end = from_name.find(|letter| {
        open += i32::from(letter == '(') - i32::from(letter == ')');
        letter == ')' && open <= 0
    });
    &from_name[..end.or_else(|| from_name.find(')')).unwrap_or(0)]
}

fn name_of(folder: &Path) -> Option<String> {
    let text = fs::read_to_string(folder.join("pyproject.toml")).ok()?;
    let project = toml::from_str::<Table>(&text).ok()?;
    Some(project.get("project")?.get("name")?.as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::benches::walk::folder_of;

    #[test]
    fn a_project_has_one_driver_for_all_its_tests() {
        let benchmark = "def test_a(benchmark):\n    benchmark(sum, [1])\n";
        let folder = folder_of(&[
            ("one/pyproject.toml", "[project]\nname = \"Fast.Sums\"\n"),
            ("one/tests/test_a.py", benchmark),
            ("one/tests/b_test.py", benchmark),
            ("two/setup.py", ""),
            ("two/test_plain.py", "# benchmark\ndef test_b(benchmarks, x=(1)):\n    pass\nbenchmark = (1)\n"),
            (
                "loose/test_c.py",
                "class TestC:\n    def test_c(self, one=max(1, (2)),\n               benchmark: object):\n        pass\n",
            ),
            ("three/test_quoted.py", "def test_split(benchmark, sep='('):\n    benchmark(str.split, 'a(b', sep)\n"),
            ("three/setup.py", ""),
            ("loose/conftest.py", benchmark),
        ]);
        let root = folder.path();
        let mut found = BenchSuites::default();
        add_all(root, &files_named(root, is_test), &mut found);
        let told: Vec<(&str, &Path, &Path)> = found
            .suites
            .iter()
            .map(|suite| (suite.title.as_str(), suite.folder.as_path(), suite.drivers[0].sources[0].as_path()))
            .collect();
        let top = root.file_name().unwrap().to_str().unwrap();
        let one = root.join("one");
        let three = root.join("three");
        let expected = [
            (top, root, Path::new("loose/test_c.py")),
            ("Fast.Sums", &one, Path::new("tests/b_test.py")),
            ("three", &three, Path::new("test_quoted.py")),
        ];
        assert_eq!(told, expected);
        assert_eq!(found.suites[1].name, "fast-sums");
    }
}
