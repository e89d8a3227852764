//! Every package of a repository that has benchmarks, as a suite; and what there is that cannot be used, with the reason.

use std::path::Path;

use crate::model::Suite;
use crate::suite::benches::bench_suites::BenchSuites;
use crate::suite::benches::walk::files_named;
use crate::suite::benches::{cargo, go};

/// Looks through a folder; whatever git usually ignores, or hides, is left out.
pub fn bench_suites(root: &Path) -> BenchSuites {
    let mut found = BenchSuites::default();
    for manifest in files_named(root, |name| name == "Cargo.toml") {
        cargo::add(root, &manifest, &mut found);
    }
    for folder in go::folders(&files_named(root, |name| name.ends_with("_test.go"))) {
        go::add(root, &folder, &mut found);
    }
    tell_apart(&mut found.suites);
    found
}

/// A suite whose name another one has already is called by its folder too.
fn tell_apart(suites: &mut [Suite]) {
    for at in 1..suites.len() {
        let (before, rest) = suites.split_at_mut(at);
        let taken = |name: &str| before.iter().any(|one| one.name == name);
        let own = &mut rest[0];
        if taken(&own.name) {
            let plain = own.name.clone();
            let free = (2..).map(|number| format!("{plain}-{number}")).find(|name| !taken(name));
            own.name = free.unwrap_or(plain);
        }
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
        let found = bench_suites(folder.path());
        let names: Vec<(&str, &str)> =
            found.suites.iter().map(|suite| (suite.name.as_str(), suite.drivers[0].language.as_str())).collect();
        assert_eq!(names, [("sums", "criterion"), ("sums-2", "go-test")]);
        assert_eq!(found.left_out, [""; 0]);
    }
}
