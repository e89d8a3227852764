//! From a driver and a build of it to the commands that make and start it, before any is run.
//!
//! What `--dry-run` prints and what `build` runs are the same recipe.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::driver::available::driver_id;
use crate::driver::digest::Digest;
use crate::driver::sdk::find_sdk;
use crate::driver::toolchain::{Toolchain, Toolchains, fill};
use crate::model::{Build, DriverSpec, Suite};

/// The word of a build's command that stands for what pkg-config will say.
const PKG_CONFIG: &str = "{pkg-config}";

/// How one build of one driver is made and started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// `c.openssl@gcc-O3`.
    pub id: String,
    pub language: String,
    pub compiler: Option<String>,
    /// Where the build's command runs.
    pub folder: PathBuf,
    /// Where its results go.
    pub out: PathBuf,
    /// Libraries to ask pkg-config for.
    pub modules: Vec<String>,
    pub env: Vec<(String, String)>,
    /// Empty where nothing is built. May hold `{pkg-config}` as a word.
    pub build: Vec<String>,
    pub run: Vec<String>,
    /// The file whose digest stands for the driver.
    pub artefact: PathBuf,
    /// Left by the build, names what went in.
    pub depends: Option<PathBuf>,
    /// Folders of which every file counts as a part of the driver.
    pub parts: Vec<PathBuf>,
}

impl Recipe {
    /// Fails where the toolchain has no place for what the suite asks, or an SDK is missing.
    pub fn new(
        suite: &Suite,
        spec: &DriverSpec,
        build: &Build,
        toolchains: &Toolchains,
        cache: &Path,
    ) -> Result<Recipe, String> {
        let language = &spec.language;
        let toolchain = toolchains.get(language).ok_or_else(|| format!("no toolchain for `{language}`"))?;
        refuse_unused(toolchain, language, build)?;
        let id = driver_id(spec, build);
        let folder = std::path::absolute(&suite.folder)
            .map_err(|err| format!("failed to find `{}`: {err}", suite.folder.display()))?;
        let out = out_folder(&suite.name, &folder, &id, cache)?;
        let sdk = match toolchain.takes("sdk") {
            true => Some(find_sdk(&folder, toolchain.sdk.as_ref().unwrap_or(language))?),
            false => None,
        };
        let values = values(spec, build, toolchain, [&folder, &out], sdk.as_deref())?;
        let value = |name: &str| values.get(name).cloned();
        let one = |word: &String| Ok::<String, String>(fill(std::slice::from_ref(word), &value)?.join(" "));
        let mut env = Vec::new();
        for (name, word) in &toolchain.env {
            let filled = one(word)?;
            if !filled.is_empty() {
                env.push((name.clone(), filled));
            }
        }
        let run = fill(&toolchain.run, &value)?;
        let written = || values["sources"].iter().chain(&values["manifest"]);
        let program = run.first().filter(|program| program.contains('/')).or(written().next());
        let artefact = program.map(PathBuf::from).ok_or_else(|| format!("{id}: no file stands for this driver"))?;
        let mut parts: Vec<PathBuf> = written().filter_map(|path| parent(path)).chain(sdk).collect();
        parts.sort();
        parts.dedup();
        Ok(Recipe {
            id,
            language: language.clone(),
            compiler: values["compiler"].first().cloned(),
            build: fill(&toolchain.build, &value)?,
            depends: toolchain.depends.as_ref().map(&one).transpose()?.map(PathBuf::from),
            modules: spec.needs.pkg_config.clone(),
            folder,
            env,
            run,
            artefact,
            parts,
            out,
        })
    }

    /// What will be executed, a line each, as it would be typed.
    pub fn lines(&self) -> Vec<String> {
        let ask = format!("$(pkg-config --cflags --libs {})", self.modules.join(" "));
        let word = |word: &String| if word == PKG_CONFIG { ask.clone() } else { quoted(word) };
        let mut lines = Vec::new();
        if !self.build.is_empty() {
            let env = self.env.iter().map(|(name, value)| format!("{name}={}", quoted(value)));
            lines.push(env.chain(self.build.iter().map(word)).collect::<Vec<String>>().join(" "));
        }
        lines.push(self.run.iter().map(word).collect::<Vec<String>>().join(" "));
        lines
    }

    /// The build's command once pkg-config has spoken.
    pub fn command(&self, flags: &[String]) -> Vec<String> {
        let filled = self.build.iter().flat_map(|word| match word == PKG_CONFIG {
            true => flags.to_vec(),
            false => vec![word.clone()],
        });
        filled.collect()
    }
}

/// What each placeholder stands for.
fn values(
    spec: &DriverSpec,
    build: &Build,
    toolchain: &Toolchain,
    [folder, out]: [&Path; 2],
    sdk: Option<&Path>,
) -> Result<BTreeMap<&'static str, Vec<String>>, String> {
    let text = |path: PathBuf| {
        path.into_os_string()
            .into_string()
            .map_err(|path| format!("`{}` is no Unicode text; move it to a plain path", path.to_string_lossy()))
    };
    let all = |paths: Vec<PathBuf>| paths.into_iter().map(text).collect::<Result<Vec<String>, String>>();
    let compiler = build.compiler.as_ref().or(toolchain.compiler.as_ref());
    let flags = match build.flags.is_empty() {
        true => toolchain.flags.split_whitespace().map(str::to_owned).collect(),
        false => build.flags.clone(),
    };
    let asks = if spec.needs.pkg_config.is_empty() { Vec::new() } else { vec![PKG_CONFIG.to_owned()] };
    Ok(BTreeMap::from([
        ("compiler", compiler.into_iter().cloned().collect()),
        ("flags", flags),
        ("name", vec![spec.name.clone()]),
        ("sources", all(spec.sources.iter().map(|path| folder.join(path)).collect())?),
        ("manifest", all(spec.manifest.iter().map(|path| folder.join(path)).collect())?),
        ("sdk", all(sdk.into_iter().map(Path::to_owned).collect())?),
        ("out", all(vec![out.to_owned()])?),
        ("program", all(vec![out.join(&spec.name)])?),
        ("pkg-config", asks),
    ]))
}

/// A build that sets what its toolchain has no place for would be measured under a false name.
fn refuse_unused(toolchain: &Toolchain, language: &str, build: &Build) -> Result<(), String> {
    let unused = [("compiler", build.compiler.is_some()), ("flags", !build.flags.is_empty())];
    match unused.iter().find(|(name, set)| *set && !toolchain.takes(name)) {
        Some((name, _)) => Err(format!(
            "the build sets `{name}`, and the toolchain `{language}` has no place for it; \
             take it out, or use {{{name}}} in toolchains.toml"
        )),
        None => Ok(()),
    }
}

/// A folder of its own for every build; the path's digest tells suites of the same name apart.
fn out_folder(suite: &str, folder: &Path, id: &str, cache: &Path) -> Result<PathBuf, String> {
    let mut digest = Digest::default();
    digest.value(folder.as_os_str().as_encoded_bytes());
    let hash = &digest.hex()[..12];
    let cache =
        std::path::absolute(cache).map_err(|err| format!("failed to find the cache `{}`: {err}", cache.display()))?;
    Ok(cache.join("builds").join(format!("{suite}-{hash}")).join(id))
}

fn parent(path: &str) -> Option<PathBuf> {
    Path::new(path).parent().map(Path::to_owned)
}

fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=+:,@%".contains(&byte);
    match !word.is_empty() && word.bytes().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Needs;

    fn suite(folder: &Path) -> Suite {
        Suite {
            name: "demo".to_owned(),
            folder: folder.to_owned(),
            title: String::new(),
            essay: String::new(),
            benchmarks: Vec::new(),
            drivers: Vec::new(),
        }
    }

    fn spec() -> DriverSpec {
        DriverSpec {
            language: "c".to_owned(),
            name: "demo".to_owned(),
            sources: vec![PathBuf::from("c/demo.c")],
            manifest: None,
            needs: Needs { pkg_config: vec!["libb2".to_owned()], debian: Vec::new() },
            builds: Vec::new(),
            implements: Vec::new(),
            commands: Vec::new(),
        }
    }

    #[test]
    fn a_c_driver_is_compiled_with_its_flags_and_libraries() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir_all(root.join("sdk/c")).unwrap();
        let toolchains = Toolchains::read(None).unwrap();
        let flags = ["-O3", "-march=native"].map(str::to_owned).to_vec();
        let build = Build { name: Some("clang".to_owned()), compiler: Some("clang".to_owned()), flags };
        let recipe =
            Recipe::new(&suite(&root.join("suites/demo")), &spec(), &build, &toolchains, &root.join("cache")).unwrap();
        assert_eq!(recipe.id, "c.demo@clang");
        assert!(recipe.out.starts_with(root.join("cache/builds")) && recipe.out.ends_with("c.demo@clang"));
        assert_eq!(recipe.run, [recipe.out.join("demo").display().to_string()]);
        let line = recipe.lines()[0].replace(&root.display().to_string(), "");
        assert!(line.starts_with("clang -std=gnu11 -O3 -march=native -I/sdk/c -o /cache/builds/demo-"), "{line}");
        assert!(
            line.ends_with("/suites/demo/c/demo.c /sdk/c/paragone.c $(pkg-config --cflags --libs libb2)"),
            "{line}"
        );
        let command = recipe.command(&["-lb2".to_owned()]);
        assert_eq!(command.last().unwrap(), "-lb2");
        assert_eq!(recipe.parts, [root.join("sdk/c"), root.join("suites/demo/c")]);
    }

    #[test]
    fn settings_without_a_place_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let toolchains = Toolchains::read(None).unwrap();
        let spec = DriverSpec { language: "rust".to_owned(), ..spec() };
        let build = Build { name: None, compiler: Some("gcc".to_owned()), flags: Vec::new() };
        let fault = Recipe::new(&suite(folder.path()), &spec, &build, &toolchains, folder.path()).unwrap_err();
        assert!(fault.contains("sets `compiler`") && fault.contains("`rust`"), "{fault}");
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(quoted("-O3"), "-O3");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
