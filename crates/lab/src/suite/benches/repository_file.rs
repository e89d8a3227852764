//! `paragone.toml` of a repository: what `paragone gate` cannot guess of its benchmarks. The file in, settings and programs
//! out, or every fault of it at once; what a setting means is for whoever asks.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::model::{Build, CallKind, DriverSpec};
use crate::suite::benches::bench_suites::program;
use crate::suite::benches::names::JMH;
use crate::suite::benches::{cargo, cmake, go, maven, pytest};

/// What the file is called; it lies at the repository's root.
pub const REPOSITORY_FILE: &str = "paragone.toml";

/// What it says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepositoryFile {
    #[serde(default)]
    pub gate: GateSettings,
    #[serde(default, rename = "program")]
    pub(super) programs: Vec<NamedProgram>,
    /// Where it lies.
    #[serde(skip)]
    pub folder: PathBuf,
}

/// What the command line may say too, in the same words, and then goes before.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct GateSettings {
    pub against: Option<String>,
    pub only: Vec<String>,
    pub except: Vec<String>,
    pub total: Option<String>,
    pub margin: Option<String>,
    pub margins: Vec<NamedMargin>,
    pub fail_if: Vec<String>,
}

/// A margin of some benchmarks.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamedMargin {
    /// A glob over their harness' names.
    pub of: String,
    pub margin: String,
}

/// A program of benchmarks that is not found by itself, or is built otherwise.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NamedProgram {
    pub(super) harness: String,
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) folder: PathBuf,
    #[serde(default)]
    options: Vec<String>,
    #[serde(default)]
    build: Vec<Vec<String>>,
}

impl RepositoryFile {
    /// The file of the folder, or of the nearest one above that has one; nothing, where none has.
    pub fn find(folder: &Path) -> Result<Option<RepositoryFile>, String> {
        let Some(above) = folder.ancestors().find(|above| above.join(REPOSITORY_FILE).is_file()) else {
            return Ok(None);
        };
        let path = above.join(REPOSITORY_FILE);
        let text = fs::read_to_string(&path).map_err(|err| format!("failed to read `{}`: {err}", path.display()))?;
        let in_file = |text: &str| format!("in `{}`: {}", path.display(), text.trim_end());
        let read: RepositoryFile = toml::from_str(&text).map_err(|err| in_file(&err.to_string()))?;
        let read = RepositoryFile { folder: above.to_owned(), ..read };
        let faults: Vec<String> = read.programs.iter().flat_map(|program| program.faults(above)).collect();
        if faults.is_empty() { Ok(Some(read)) } else { Err(in_file(&faults.join("\n  "))) }
    }
}

impl NamedProgram {
    /// What is wrong with it.
    fn faults(&self, root: &Path) -> Vec<String> {
        let NamedProgram { harness, name, folder, options, build } = self;
        let is_harness = CallKind::of_language(harness).is_harness();
        let (is_go, is_google) = (harness == "go-test", harness == "google-benchmark");
        let is_jmh = harness == JMH;
        let is_whole = is_go || harness == pytest::HARNESS || (is_jmh && build.is_empty());
        let lacks =
            |is_meant: bool, file: &str| is_meant && build.is_empty() && !root.join(folder).join(file).is_file();
        let names = CallKind::HARNESSES.join(", ");
        let lacking = |file: &str| format!("its `folder` has no {file}; say how it is built with `build`");
        let has_own_build = is_harness && !is_google && !is_jmh;
        let lacks_program = !build.is_empty() && !build.iter().flatten().any(|word| word.contains("{program}"));
        let faults = [
            (!is_harness, format!("`{harness}` is no harness; there are {names}")),
            (is_whole && !name.is_empty(), format!("what {harness} runs is all of a folder, and needs no `name`")),
            (!is_whole && name.is_empty(), "`name` is missing: which target is meant".to_owned()),
            (name.contains('/'), "`name` has a slash; a path belongs into `folder`".to_owned()),
            (!root.join(folder).is_dir(), "there is no such `folder`; it is below that of this file".to_owned()),
            (lacks(is_google, cmake::LISTS), lacking(cmake::LISTS)),
            (lacks(is_jmh, maven::POM), lacking(maven::POM)),
            (has_own_build && !build.is_empty(), format!("{harness} has its own `build`; leave it out")),
            (lacks_program, "no word of its `build` is `{program}`, where it has to lie".to_owned()),
            (build.iter().any(Vec::is_empty), "a command of its `build` has no word".to_owned()),
            (!build.is_empty() && !options.is_empty(), "it has a `build`, into which its `options` belong".to_owned()),
            (is_whole && !options.is_empty(), format!("nothing takes `options` for {harness}")),
        ];
        let shown_name = if name.is_empty() { "without a name".to_owned() } else { format!("`{name}`") };
        let shown = format!("program {shown_name} of {harness} in `{}`", folder.display());
        faults.into_iter().filter(|(is_so, _)| *is_so).map(|(_, text)| format!("{shown}: {text}")).collect()
    }

    /// The driver, for a suite in its folder.
    pub(super) fn driver(&self, folder: &Path) -> Result<DriverSpec, String> {
        let options = self.options.clone();
        Ok(match self.harness.as_str() {
            "go-test" => go::driver(folder).ok_or_else(|| format!("`{}` has no Go benchmarks", folder.display()))?,
            pytest::HARNESS => {
                pytest::driver(folder).ok_or_else(|| format!("`{}` has no files of tests", folder.display()))?
            }
            "google-benchmark" if self.build.is_empty() => cmake::driver(&self.name, options),
            JMH if self.build.is_empty() => maven::named(folder).1,
            harness @ ("google-benchmark" | JMH) => DriverSpec {
                builds: vec![Build { commands: self.build.clone(), ..Build::default() }],
                ..program(harness, &self.name, Vec::new())
            },
            harness => cargo::driver(harness, &self.name, options),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::benches::walk::folder_of;

    fn read(text: &str) -> Result<Option<RepositoryFile>, String> {
        let folder = folder_of(&[(REPOSITORY_FILE, text), ("c/CMakeLists.txt", ""), ("below/x", "")]);
        RepositoryFile::find(&folder.path().join("below"))
    }

    #[test]
    fn the_nearest_file_above_is_read() {
        let file = read(
            "[gate]\nagainst = \"main\"\nfail-if = [\"slower\"]\n\
                         [[program]]\nharness = \"google-benchmark\"\nname = \"b\"\nfolder = \"c\"\n",
        );
        let file = file.unwrap().unwrap();
        assert_eq!((file.gate.against.as_deref(), file.gate.fail_if), (Some("main"), vec!["slower".to_owned()]));
        let driver = file.programs[0].driver(&file.folder.join("c")).unwrap();
        assert_eq!((driver.name.as_str(), driver.manifest), ("b", Some(PathBuf::from("CMakeLists.txt"))));
        assert!(RepositoryFile::find(Path::new("/")).unwrap().is_none());
    }

    #[test]
    fn commands_of_its_own_take_the_place_of_cmake() {
        let text = "[[program]]\nharness = \"google-benchmark\"\nname = \"b\"\n\
                    build = [[\"make\", \"b\"], [\"cp\", \"b\", \"{program}\"]]\n";
        let file = read(text).unwrap().unwrap();
        let driver = file.programs[0].driver(&file.folder).unwrap();
        assert_eq!((driver.manifest, driver.builds[0].commands.len()), (None, 2));
    }

    #[test]
    fn all_faults_are_told_at_once_with_the_file() {
        let text = "[[program]]\nharness = \"criterian\"\nname = \"a\"\n\
                    [[program]]\nharness = \"google-benchmark\"\nfolder = \"gone\"\n\
                    [[program]]\nharness = \"divan\"\nname = \"a/b\"\nbuild = [[]]\noptions = [\"-x\"]\n\
                    [[program]]\nharness = \"go-test\"\nname = \"a\"\noptions = [\"-x\"]\n\
                    [[program]]\nharness = \"jmh\"\nfolder = \"c\"\n";
        let told = read(text).unwrap_err();
        for part in [
            "paragone.toml",
            "program `a` of criterian in ``: `criterian` is no harness; there are criterion, divan",
            "program without a name of google-benchmark in `gone`: `name` is missing",
            "there is no such `folder`",
            "has no pom.xml; say how it is built with `build`",
            "has no CMakeLists.txt",
            "`name` has a slash",
            "divan has its own `build`",
            "no word of its `build` is `{program}`",
            "a command of its `build` has no word",
            "into which its `options` belong",
            "what go-test runs is all of a folder, and needs no `name`",
            "nothing takes `options` for go-test",
        ] {
            assert!(told.contains(part), "{part} in {told}");
        }
        let unknown = read("[gate]\nagaints = \"main\"\n").unwrap_err();
        assert!(
            unknown.contains("paragone.toml") && unknown.contains("line 2") && unknown.contains("againts"),
            "{unknown}"
        );
    }
}
