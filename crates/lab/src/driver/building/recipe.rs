//! From a driver and a build of it to the commands that make and start it, before any is run.
//!
//! What `--dry-run` prints and what `build` runs are the same recipe.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::driver::building::folders::{absolute, build_folder, shared_folder};
use crate::driver::building::task::BuildTask;
use crate::driver::language::available::driver_id;
use crate::driver::language::fill::{fill, fill_late};
use crate::driver::language::sdk::find_sdk;
use crate::driver::language::toolchain::Toolchain;
use crate::driver::language::toolchains::Toolchains;
use crate::driver::layout::{ByLinker, KEPT, LINK};
use crate::model::{Build, DriverSpec};

/// The placeholder that stands for what pkg-config will say.
const PKG_CONFIG: &str = "pkg-config";

/// How one build of one driver is made and started.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// `c.openssl@gcc-O3`.
    pub id: String,
    pub toolchain: Toolchain,
    pub compiler: Option<String>,
    /// Where the build's command runs.
    pub folder: PathBuf,
    /// Where its results go.
    pub out: PathBuf,
    /// The same, or, of a variant, the folder of the usual build, in which that lies.
    pub top: PathBuf,
    /// Where a tool keeps what several drivers, and all variants of a build, are made of; none where it has no place for that.
    pub shared: Option<PathBuf>,
    /// Libraries to ask pkg-config for.
    pub modules: Vec<String>,
    pub env: Vec<(String, String)>,
    /// The commands, in order; empty where nothing is built. Braces that are left stand for what only
    /// a command can tell: the toolchain's `asks`, and pkg-config.
    pub build: Vec<Vec<String>>,
    /// Makes `{linked}` of a `{seed}`, where a toolchain links by itself.
    pub(crate) link: Vec<String>,
    pub run: Vec<String>,
    pub run_env: Vec<(String, String)>,
    /// Words for the runtime, which stand in `run`.
    pub options: Vec<String>,
    /// The program that the build leaves; without one, what went in stands for the driver.
    pub artefact: Option<PathBuf>,
    /// Left by the build, names what went in.
    pub depends: Option<PathBuf>,
    /// Files, and folders of which every file counts as a part of the driver.
    pub parts: Vec<PathBuf>,
    /// What a failed build says, and what to do about it.
    pub advice: Vec<(String, String)>,
}

/// A build beside the usual one: the same program, made so that it can be linked again.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecipeVariant<'a> {
    /// Its folder within that of the usual build; none for the usual one itself.
    pub(crate) name: &'static str,
    /// What `{aligned}` stands for.
    pub(crate) aligned: Vec<String>,
    /// What `{linker}` stands for.
    pub(crate) linker: String,
    /// What the toolchain says of it; none for the usual build.
    pub(in crate::driver) how: Option<&'a ByLinker>,
}

impl Recipe {
    /// Fails where the toolchain has no place for what the suite asks, or an SDK is missing.
    pub fn new(task: BuildTask<'_>) -> Result<Recipe, String> {
        Recipe::of(task, &RecipeVariant::default())
    }

    /// The recipe of a driver's build in a variant.
    pub(crate) fn of(task: BuildTask<'_>, variant: &RecipeVariant<'_>) -> Result<Recipe, String> {
        let BuildTask { suite, spec, build, toolchains, cache } = task;
        let language = &spec.language;
        let toolchain = toolchains.of(spec)?;
        refuse_unused(toolchain, language, build)?;
        let id = driver_id(spec, build);
        let folder = absolute(&suite.folder)?;
        let top = build_folder(suite, spec, build, cache)?;
        let out = if variant.name.is_empty() { top.clone() } else { top.join(variant.name) };
        let shared = shared_folder(task)?;
        let sdk = || find_sdk(&folder, toolchain.sdk.as_ref().unwrap_or(language));
        let sdk = toolchain.takes("sdk").then(sdk).transpose()?;
        let mut values = values(spec, build, toolchain, [&folder, &out], sdk.as_deref())?;
        let of_variant = shared.iter().map(|folder| folder.join(variant.name));
        values.insert("shared", of_variant.map(|folder| folder.display().to_string()).collect());
        let linker = |name: &str| (name == "linker").then(|| vec![variant.linker.clone()]);
        values.insert("layout", fill(variant.how.map_or(&[], |how| &how.words), &linker)?);
        values.insert("aligned", variant.aligned.clone());
        let late = |name: &str| name == PKG_CONFIG || toolchain.asks.contains_key(name);
        let value = |name: &str| values.get(name).cloned().or_else(|| late(name).then(|| vec![format!("{{{name}}}")]));
        let one = |word: &String| Ok::<String, String>(fill(std::slice::from_ref(word), &value)?.join(" "));
        let surroundings = |table: &BTreeMap<String, String>| {
            let filled = table.iter().map(|(name, word)| Ok((name.clone(), one(word)?.trim().to_owned())));
            // What comes out empty was not asked for; what is empty takes away what the user has set.
            filled
                .filter(|pair| !matches!(pair, Ok((name, value)) if value.is_empty() && !table[name].is_empty()))
                .collect::<Result<Vec<_>, String>>()
        };
        let mut run_env = surroundings(&toolchain.run_env)?;
        run_env.retain(|(name, _)| build.env.iter().all(|(own, _)| own != name));
        run_env.extend(build.env.iter().cloned());
        let run = fill(&toolchain.run, &value)?;
        let artefact = artefact(&run, &out, &values["program"]);
        let written = values["sources"].iter().chain(&values["manifest"]).filter_map(|path| parent(path));
        let watched = fill(&toolchain.watch, &value)?.into_iter().map(PathBuf::from);
        let mut env = surroundings(&toolchain.env)?;
        if !variant.aligned.is_empty() {
            keep_the_users(&mut env, toolchain, &values["flags"]);
        }
        if variant.how.is_some() {
            env.push((KEPT.to_owned(), out.join(LINK).display().to_string()));
        }
        // What links by itself is told the seed and the file when that is known.
        let of_link = |name: &str| match name {
            "linked" | "seed" => Some(vec![format!("{{{name}}}")]),
            name => linker(name).or_else(|| value(name)),
        };
        let of_variant = variant.how.map(|how| &how.build.0);
        let ways = of_variant.into_iter().chain([&build.commands, &toolchain.build.0]);
        let steps: &[Vec<String>] = ways.into_iter().find(|steps| !steps.is_empty()).map_or(&[], |steps| steps);
        let link = fill(variant.how.map_or(&[], |how| &how.link), &of_link)?;
        let parts: BTreeSet<PathBuf> = written.chain(sdk).chain(watched).collect();
        Ok(Recipe {
            id,
            toolchain: toolchain.clone(),
            compiler: values["compiler"].first().cloned(),
            build: steps.iter().map(|step| fill(step, &of_link)).collect::<Result<_, String>>()?,
            link,
            env,
            depends: toolchain.depends.as_ref().map(&one).transpose()?.map(PathBuf::from),
            modules: spec.needs.pkg_config.clone(),
            folder,
            run,
            run_env,
            options: build.options.clone(),
            advice: surroundings(&toolchain.advice)?,
            artefact,
            parts: parts.into_iter().collect(),
            out,
            top,
            shared,
        })
    }

    /// What will be executed, a line each, as it would be typed.
    pub fn lines(&self) -> Vec<String> {
        let told =
            |(name, command): (&String, &Vec<String>)| (name.clone(), vec![format!("$({})", typed(command, &[]))]);
        let mut asked: Vec<(String, Vec<String>)> = self.toolchain.asks.iter().map(told).collect();
        let ask = format!("$(pkg-config --cflags --libs {})", self.modules.join(" "));
        asked.push((PKG_CONFIG.to_owned(), if self.modules.is_empty() { Vec::new() } else { vec![ask] }));
        let line = |env: &[(String, String)], words: &[String]| {
            let env = env.iter().map(|(name, value)| format!("{name}={}", quoted(value)));
            env.chain([typed(words, &asked)]).collect::<Vec<String>>().join(" ")
        };
        let mut lines: Vec<String> = self.build.iter().map(|step| line(&self.env, step)).collect();
        lines.push(line(&self.run_env, &self.run));
        lines
    }

    /// The build's commands once pkg-config and the toolchain's `asks` have spoken.
    pub fn commands(&self, flags: Vec<String>, answers: &[(String, Vec<String>)]) -> Vec<Vec<String>> {
        let mut late = answers.to_vec();
        late.push((PKG_CONFIG.to_owned(), flags));
        self.build.iter().map(|step| fill_late(step, &late)).collect()
    }
}

/// The program that a build leaves and `run` starts: its first word, or what stands behind a driver of Paragone's own.
fn artefact(run: &[String], out: &Path, program: &[String]) -> Option<PathBuf> {
    let first = run.first().filter(|word| Path::new(word).starts_with(out));
    first.or_else(|| run.iter().find(|word| program.contains(word))).map(PathBuf::from)
}

/// A variable that the usual build would leave as the user has set it: what a variant puts there comes behind that.
fn keep_the_users(env: &mut [(String, String)], toolchain: &Toolchain, flags: &[String]) {
    for (name, value) in env.iter_mut().filter(|(name, _)| flags.is_empty() && toolchain.env[name].contains("{flags}"))
    {
        if let Ok(users) = std::env::var(name) {
            *value = format!("{users} {value}");
        }
    }
}

/// Words as they would be typed, with what is asked for in place of its braces.
fn typed(words: &[String], asked: &[(String, Vec<String>)]) -> String {
    let shown = words.iter().flat_map(|word| {
        let alone = asked.iter().any(|(name, _)| *word == format!("{{{name}}}"));
        let filled = fill_late(std::slice::from_ref(word), asked);
        filled.into_iter().map(move |word| if alone { word } else { quoted(&word) })
    });
    shown.collect::<Vec<String>>().join(" ")
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
    let compiler = toolchain.compiler_for(build.compiler.as_deref());
    let flags = match build.flags.is_empty() {
        true => toolchain.flags.split_whitespace().map(str::to_owned).collect(),
        false => build.flags.iter().filter_map(|flag| toolchain.instead(flag)).map(str::to_owned).collect(),
    };
    let sources = all(spec.sources.iter().map(|path| folder.join(path)).collect())?;
    let manifest: Vec<String> = all(spec.manifest.iter().map(|path| folder.join(path)).collect())?;
    let project = manifest.first().or(sources.first()).and_then(|path| parent(path));
    let main = spec.sources.first().and_then(|path| path.file_name()).map(PathBuf::from);
    Ok(BTreeMap::from([
        ("compiler", compiler.into_iter().map(str::to_owned).collect()),
        ("flags", flags),
        ("name", vec![spec.name.clone()]),
        ("options", build.options.clone()),
        ("sources", sources),
        ("main", all(main.into_iter().collect())?),
        ("manifest", manifest),
        ("project", all(project.into_iter().collect())?),
        ("sdk", all(sdk.into_iter().map(Path::to_owned).collect())?),
        ("out", all(vec![out.to_owned()])?),
        ("program", all(vec![out.join(&spec.name)])?),
        ("paragone", all(std::env::current_exe().into_iter().collect())?),
        ("suite", all(vec![folder.to_owned()])?),
        ("repository", all(vec![repository(folder).to_owned()])?),
    ]))
}

/// The nearest folder above that a version control's own folder, or a version that was laid out, marks as the whole of the
/// sources; the folder itself where there is none.
fn repository(folder: &Path) -> &Path {
    // A version that was laid out has git's index beside its files, and no folder of git's within them.
    let is_laid_out = |above: &Path| above.ends_with("files") && above.with_file_name("index").is_file();
    folder.ancestors().find(|above| above.join(".git").exists() || is_laid_out(above)).unwrap_or(folder)
}

/// What keeps a driver's definition from being built anywhere, whatever is installed.
pub fn misfit(spec: &DriverSpec, build: &Build, toolchains: &Toolchains) -> Option<String> {
    if !spec.commands.is_empty() {
        // Whole commands need no toolchain: Paragone itself drives them.
        return None;
    }
    let refused = |toolchain| refuse_unused(toolchain, &spec.language, build);
    toolchains.of(spec).and_then(refused).err()
}

/// A build that sets what its toolchain has no place for would be measured under a false name.
fn refuse_unused(toolchain: &Toolchain, language: &str, build: &Build) -> Result<(), String> {
    let unused = [
        ("compiler", build.compiler.is_some()),
        ("flags", !build.flags.is_empty()),
        ("options", !build.options.is_empty()),
    ];
    match unused.iter().find(|(name, set)| *set && !toolchain.takes(name)) {
        Some((name, _)) => Err(format!(
            "the build sets `{name}`, and the toolchain `{language}` has no place for it; \
             take it out, or use {{{name}}} in toolchains.toml"
        )),
        None => Ok(()),
    }
}

fn parent(path: &str) -> Option<PathBuf> {
    Path::new(path).parent().map(Path::to_owned)
}

fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./=+:,@%".contains(&byte);
    let is_plain = !word.is_empty() && word.bytes().all(plain);
    if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Needs, Suite};

    fn suite(folder: &Path) -> Suite {
        Suite::new("demo", folder.to_owned())
    }

    fn spec() -> DriverSpec {
        DriverSpec {
            language: "c".to_owned(),
            name: "demo".to_owned(),
            sources: vec![PathBuf::from("c/demo.c")],
            needs: Needs { pkg_config: vec!["libb2".to_owned()], ..Needs::default() },
            ..DriverSpec::default()
        }
    }

    fn recipe_of(suite: &Suite, spec: &DriverSpec, build: &Build, cache: &Path) -> Result<Recipe, String> {
        Recipe::new(BuildTask { suite, spec, build, toolchains: &Toolchains::read(None).unwrap(), cache })
    }

    #[test]
    fn a_c_driver_is_compiled_with_its_flags_and_libraries() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir_all(root.join("sdk/c")).unwrap();
        let flags = ["-O3", "-march=native"].map(str::to_owned).to_vec();
        let (name, compiler) = (Some("clang".to_owned()), Some("clang".to_owned()));
        let build = Build { name, compiler, flags, ..Build::default() };
        let recipe = recipe_of(&suite(&root.join("suites/demo")), &spec(), &build, &root.join("cache")).unwrap();
        assert_eq!(recipe.id, "c.demo@clang");
        assert!(recipe.out.starts_with(root.join("cache/builds")) && recipe.out.ends_with("c.demo@clang"));
        assert_eq!(recipe.run, [recipe.out.join("demo").display().to_string()]);
        let line = recipe.lines()[0].replace(&root.display().to_string(), "");
        assert!(line.starts_with("clang -std=gnu11 -O3 -march=native -I/sdk/c -o /cache/builds/demo-"), "{line}");
        assert!(
            line.ends_with("/suites/demo/c/demo.c /sdk/c/paragone.c $(pkg-config --cflags --libs libb2)"),
            "{line}"
        );
        let commands = recipe.commands(vec!["-lb2".to_owned()], &[]);
        assert_eq!(commands[0].last().unwrap(), "-lb2");
        assert_eq!(recipe.parts, [root.join("sdk/c"), root.join("suites/demo/c")]);
    }

    #[test]
    fn what_is_written_empty_is_set_empty() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir_all(root.join("sdk/python")).unwrap();
        let recipe = |spec: &DriverSpec| recipe_of(&suite(root), spec, &Build::default(), &root.join("cache")).unwrap();
        let python = DriverSpec { language: "python".to_owned(), needs: Needs::default(), ..spec() };
        let unset = ("PYTHONDONTWRITEBYTECODE".to_owned(), String::new());
        assert!(recipe(&python).run_env.contains(&unset));
        // Flags that nobody gave must not take the user's away.
        let rust = DriverSpec { language: "rust".to_owned(), manifest: Some("Cargo.toml".into()), ..python };
        assert!(recipe(&rust).env.is_empty());
    }

    #[test]
    fn settings_without_a_place_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let toolchains = Toolchains::read(None).unwrap();
        let rust = DriverSpec { language: "rust".to_owned(), manifest: Some("Cargo.toml".into()), ..spec() };
        let build = Build { compiler: Some("gcc".to_owned()), ..Build::default() };
        let fault = recipe_of(&suite(folder.path()), &rust, &build, folder.path()).unwrap_err();
        assert!(fault.contains("sets `compiler`") && fault.contains("`rust`"), "{fault}");
        let build = Build { options: vec!["-Xint".to_owned()], ..Build::default() };
        assert!(misfit(&spec(), &build, &toolchains).unwrap().contains("sets `options`"));
        let java = DriverSpec { language: "java".to_owned(), ..spec() };
        assert_eq!(misfit(&java, &build, &toolchains), None);
        assert!(misfit(&DriverSpec { manifest: None, ..rust }, &build, &toolchains).unwrap().contains("manifest"));
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_split_them() {
        assert_eq!(quoted("-O3"), "-O3");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
