//! Benchmarks of a Go package: its test files in, a suite with one driver out. A package is a folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::model::DriverSpec;
use crate::suite::benches::bench_suites::{BenchSuites, program};

/// The folders of these files, each once.
pub(super) fn folders(files: &[PathBuf]) -> Vec<PathBuf> {
    let folders: BTreeSet<&Path> = files.iter().filter_map(|path| path.parent()).collect();
    folders.into_iter().map(Path::to_owned).collect()
}

/// Adds the package of a folder, if it has benchmarks.
pub(super) fn add(root: &Path, folder: &Path, found: &mut BenchSuites) {
    let Some(spec) = driver(folder) else { return };
    let below = folder.strip_prefix(root).unwrap_or(Path::new(""));
    let inside = folder.ancestors().take_while(|above| above.starts_with(root));
    let module = inside.into_iter().find_map(|above| Some((above, module_name(&above.join("go.mod"))?)));
    let Some((above, module)) = module else {
        return found.left_out.push(format!("{}: it is in no module, which a `go.mod` would begin", below.display()));
    };
    let last = module.rsplit('/').find(|part| !is_version(part)).unwrap_or(&module).to_owned();
    let within = folder.strip_prefix(above).unwrap_or(Path::new("")).to_string_lossy().replace('/', "-");
    let name = if within.is_empty() { last } else { format!("{last}-{within}") };
    found.add(name, folder, vec![spec]);
}

/// The driver of a package; nothing, where it has no benchmarks.
pub(super) fn driver(folder: &Path) -> Option<DriverSpec> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let has_benchmarks = |path: &&PathBuf| {
        let is_test = path.to_string_lossy().ends_with("_test.go");
        is_test
            && fs::read_to_string(path).is_ok_and(|text| text.lines().any(|line| line.starts_with("func Benchmark")))
    };
    let file = files.iter().find(has_benchmarks)?;
    let sources = file.file_name().map(PathBuf::from).into_iter().collect();
    Some(DriverSpec { sources, ..program("go-test", "test", Vec::new()) })
}

fn module_name(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let name = text.lines().find_map(|line| line.trim().strip_prefix("module "))?;
    Some(name.trim().trim_matches('"').to_owned())
}

/// `v2` at the end of a module's name.
fn is_version(part: &str) -> bool {
    part.strip_prefix('v').is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::benches::walk::folder_of;

    #[test]
    fn a_package_is_called_by_its_module_and_its_folder() {
        let folder = folder_of(&[
            ("m/go.mod", "// a module\nmodule example.org/Json/v2\n"),
            ("m/a_test.go", "package json\nfunc TestA(t *testing.T) {}\n"),
            ("m/b_test.go", "package json\nfunc BenchmarkB(b *testing.B) {}\n"),
            ("m/scan/c_test.go", "package scan\nfunc BenchmarkC(b *testing.B) {}\n"),
            ("m/plain/d_test.go", "package plain\nfunc TestD(t *testing.T) {}\n"),
            ("loose/e_test.go", "package loose\nfunc BenchmarkE(b *testing.B) {}\n"),
        ]);
        let root = folder.path();
        let mut found = BenchSuites::default();
        for folder in ["m", "m/scan", "m/plain", "loose"] {
            add(root, &root.join(folder), &mut found);
        }
        let names: Vec<(&str, &Path)> =
            found.suites.iter().map(|suite| (suite.name.as_str(), suite.drivers[0].sources[0].as_path())).collect();
        assert_eq!(names, [("json", Path::new("b_test.go")), ("json-scan", Path::new("c_test.go"))]);
        assert!(found.left_out[0].starts_with("loose: it is in no module"), "{found:?}");
        assert_eq!(folders(&["a/x".into(), "b/y".into(), "a/z".into()]), [Path::new("a"), Path::new("b")]);
    }
}
