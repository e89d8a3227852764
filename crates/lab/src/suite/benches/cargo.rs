//! Benchmarks of a Cargo package: its manifest and the sources of its `bench` targets in, a suite with a driver for each
//! target out. It reads what Cargo would find, and asks nobody.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::model::DriverSpec;
use crate::suite::benches::bench_suites::{BenchSuites, program};

/// What each package's own file is called.
pub(super) const MANIFEST: &str = "Cargo.toml";

#[derive(Deserialize)]
struct Manifest {
    package: Option<Package>,
    #[serde(default)]
    bench: Vec<Target>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    autobenches: Option<bool>,
}

#[derive(Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Target {
    name: Option<String>,
    path: Option<PathBuf>,
    harness: Option<bool>,
    #[serde(default)]
    required_features: Vec<String>,
}

/// Adds what a package has, if it is one and has any.
pub(super) fn add(root: &Path, path: &Path, found: &mut BenchSuites) {
    let shown = path.strip_prefix(root).unwrap_or(path).display();
    let manifest = fs::read_to_string(path).map_err(|err| err.to_string());
    let manifest = manifest.and_then(|text| toml::from_str::<Manifest>(&text).map_err(|err| err.message().to_owned()));
    let manifest = match manifest {
        Ok(manifest) => manifest,
        Err(why) => return found.left_out.push(format!("{shown}: {why}")),
    };
    let (Some(package), Some(folder)) = (&manifest.package, path.parent()) else { return };
    let mut drivers = Vec::new();
    for target in targets(&manifest, package, folder) {
        let name = target.name.clone().unwrap_or_default();
        match harness_of(&target, &name, folder) {
            Ok(language) => drivers.push(driver(language, &name, features(&target.required_features))),
            Err(why) => found.left_out.push(format!("{}/{name}: {why}", package.name)),
        }
    }
    found.add(package.name.clone(), folder, drivers);
}

fn features(required: &[String]) -> Vec<String> {
    if required.is_empty() { Vec::new() } else { vec!["--features".to_owned(), required.join(",")] }
}

/// The driver of a target of a package whose manifest stands beside it.
pub(super) fn driver(language: &str, name: &str, options: Vec<String>) -> DriverSpec {
    DriverSpec { manifest: Some(PathBuf::from(MANIFEST)), ..program(language, name, options) }
}

/// Those that are named, and those that Cargo finds by itself.
fn targets(manifest: &Manifest, package: &Package, folder: &Path) -> Vec<Target> {
    let mut all: Vec<Target> = manifest.bench.iter().filter(|target| target.name.is_some()).cloned().collect();
    if package.autobenches == Some(false) {
        return all;
    }
    let Ok(entries) = fs::read_dir(folder.join("benches")) else { return all };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_source = path.extension().is_some_and(|extension| extension == "rs");
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_new = all.iter().all(|target| target.name.as_deref() != Some(name.as_str()));
        if is_new && (is_source || path.join("main.rs").is_file()) {
            all.push(Target { name: Some(name), path: None, harness: None, required_features: Vec::new() });
        }
    }
    all
}

/// The harness that a target's source names.
fn harness_of(target: &Target, name: &str, folder: &Path) -> Result<&'static str, String> {
    if target.harness.unwrap_or(true) {
        return Err("it uses the harness of Rust's nightly compiler, of which nothing is known here".to_owned());
    }
    let usual = [format!("benches/{name}.rs"), format!("benches/{name}/main.rs")].map(PathBuf::from);
    let source = target.path.clone().or_else(|| usual.into_iter().find(|path| folder.join(path).is_file()));
    let source = source.ok_or("its source was not found in `benches`")?;
    let text = fs::read_to_string(folder.join(&source))
        .map_err(|err| format!("its source `{}` cannot be read: {err}", source.display()))?;
    let known = ["criterion", "divan"].into_iter().find(|harness| text.contains(harness));
    known.ok_or_else(|| format!("its source `{}` names neither criterion nor divan", source.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::benches::walk::folder_of;

    fn found(manifest: &str, sources: &[(&str, &str)]) -> BenchSuites {
        let folder = folder_of(&[&[("Cargo.toml", manifest)], sources].concat());
        let root = folder.path();
        let mut found = BenchSuites::default();
        add(root, &root.join("Cargo.toml"), &mut found);
        found
    }

    #[test]
    fn each_target_has_the_harness_that_its_source_names() {
        let manifest = "[package]\nname = \"My_Sums\"\n[[bench]]\nname = \"a\"\nharness = false\n\
                        required-features = [\"x\", \"y\"]\n[[bench]]\nname = \"big\"\nharness = false\n\
                        [[bench]]\nname = \"c\"\nharness = false\n";
        let sources = [
            ("benches/a.rs", "use criterion::*;"),
            ("benches/big/main.rs", "fn main() { divan::main() }"),
            ("benches/c.rs", "fn main() {}"),
            ("benches/nightly.rs", "#![feature(test)]"),
        ];
        let found = found(manifest, &sources);
        let suite = &found.suites[0];
        assert_eq!((suite.name.as_str(), suite.title.as_str()), ("my-sums", "My_Sums"));
        let drivers: Vec<(&str, &str)> =
            suite.drivers.iter().map(|spec| (spec.language.as_str(), spec.name.as_str())).collect();
        assert_eq!(drivers, [("criterion", "a"), ("divan", "big")]);
        assert_eq!(suite.drivers[0].builds[0].options, ["--features", "x,y"]);
        assert!(found.left_out[0].starts_with("My_Sums/c: its source `benches/c.rs` names neither"), "{found:?}");
        assert!(found.left_out[1].starts_with("My_Sums/nightly: it uses the harness of"), "{found:?}");
    }

    #[test]
    fn what_is_no_package_or_cannot_be_read_is_no_suite() {
        assert!(found("[workspace]\nmembers = [\"a\"]\n", &[]).suites.is_empty());
        let broken = found("[package\n", &[]);
        assert!(broken.suites.is_empty() && broken.left_out[0].starts_with("Cargo.toml: "), "{broken:?}");
        let quiet = found("[package]\nname = \"a\"\nautobenches = false\n", &[("benches/a.rs", "criterion")]);
        assert!(quiet.suites.is_empty() && quiet.left_out.is_empty(), "{quiet:?}");
    }
}
