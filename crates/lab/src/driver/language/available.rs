//! From a driver's needs to whether it can be built here: programs on PATH, libraries of pkg-config.
//!
//! What is missing is a notice that says what was skipped and how to get it, never a failure.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::driver::command;
use crate::driver::language::find_program::find_program;
use crate::driver::language::processor::{features, lacking};
use crate::driver::language::toolchain::Toolchain;
use crate::driver::language::toolchains::Toolchains;
use crate::model::{Build, DriverSpec};

/// A driver that cannot be built or run here, and what would help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The driver: `c.libb2@gcc-O3`.
    pub what: String,
    pub why: String,
    /// Debian packages, separated by spaces.
    pub package: Option<String>,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: skipped, {}{}", self.what, self.why, how_to_get(self.package.as_deref()))
    }
}

/// What to do, where packages are known.
fn how_to_get(package: Option<&str>) -> String {
    package.map(|package| format!("; install it with `apt-get install {package}`")).unwrap_or_default()
}

/// Programs of a toolchain that are not on PATH.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Each with the Debian package that brings it; at least one.
    pub programs: Vec<(String, Option<String>)>,
}

impl Missing {
    /// `a` and `b` are not on PATH.
    pub fn why(&self) -> String {
        let names: Vec<String> = self.programs.iter().map(|(program, _)| format!("`{program}`")).collect();
        match names.split_last() {
            Some((last, rest @ [_, ..])) => format!("{} and {last} are not on PATH", rest.join(", ")),
            _ => format!("{} is not on PATH", names.concat()),
        }
    }

    /// The packages to install, separated by spaces, as far as they are known.
    pub fn package(&self) -> Option<String> {
        let mut packages: Vec<&str> = Vec::new();
        for package in self.programs.iter().filter_map(|(_, package)| package.as_deref()) {
            if !packages.contains(&package) {
                packages.push(package);
            }
        }
        (!packages.is_empty()).then(|| packages.join(" "))
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.why(), how_to_get(self.package().as_deref()))
    }
}

/// What a toolchain needs and this machine does not have; looks along PATH and starts nothing.
pub fn missing(toolchain: &Toolchain, compiler: Option<&str>) -> Option<Missing> {
    let absent = |program: &String| find_program(program).is_none();
    let package = |program: String| (program.clone(), toolchain.package(&program).map(str::to_owned));
    let programs: Vec<_> = toolchain.programs(compiler).into_iter().filter(absent).map(package).collect();
    (!programs.is_empty()).then_some(Missing { programs })
}

/// How hard to look for libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookedFor {
    /// For their files in the folders where pkg-config usually looks: starts no process.
    Files,
    /// By asking pkg-config itself.
    Ask,
}

/// `language.name` or `language.name@build`.
pub fn driver_id(spec: &DriverSpec, build: &Build) -> String {
    match &build.name {
        Some(name) => format!("{}.{}@{name}", spec.language, spec.name),
        None => format!("{}.{}", spec.language, spec.name),
    }
}

/// Whether a driver can be built here, as far as can be told without building it.
pub fn available(spec: &DriverSpec, build: &Build, toolchains: &Toolchains, look: LookedFor) -> Result<(), Skipped> {
    let skipped = |why: String, package: Option<String>| Skipped { what: driver_id(spec, build), why, package };
    if let Some(why) = not_emulated(spec, toolchains) {
        return Err(skipped(why, None));
    }
    if !spec.commands.is_empty() {
        return commands_are_here(spec, build);
    }
    let toolchain = match toolchains.of(spec) {
        Ok(toolchain) => toolchain,
        // The definition is at fault, which its recipe will say.
        Err(_) if !toolchains.ways(&spec.language).is_empty() => return Ok(()),
        Err(why) => return Err(skipped(why, None)),
    };
    if let Some(missing) = missing(toolchain, build.compiler.as_deref()) {
        return Err(skipped(missing.why(), missing.package()));
    }
    let features = || toolchains.emulated().map_or_else(features, |emulated| emulated.features.to_owned());
    let lacking = lacking(&spec.needs.cpu, features);
    if !lacking.is_empty() {
        let whose =
            toolchains.emulated().map_or("this processor".to_owned(), |it| format!("the emulated {}", it.architecture));
        return Err(skipped(format!("{whose} has no {}", lacking.join(", ")), None));
    }
    let packages = spec.needs.debian.join(" ");
    let package = (!packages.is_empty()).then_some(packages);
    let absent: Vec<String> =
        spec.needs.files.iter().filter(|file| !is_here(file)).map(|file| file.display().to_string()).collect();
    if !absent.is_empty() {
        return Err(skipped(format!("there is no `{}`", absent.join("`, `")), package));
    }
    if spec.needs.pkg_config.is_empty() {
        return Ok(());
    }
    if find_program("pkg-config").is_none() {
        return Err(skipped("`pkg-config` is not on PATH".to_owned(), Some("pkg-config".to_owned())));
    }
    let missing: Vec<&str> =
        spec.needs.pkg_config.iter().map(String::as_str).filter(|module| !has_module(module, look)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(skipped(format!("pkg-config finds no `{}`", missing.join("`, `")), package))
}

/// What cannot be had for another processor than this machine's.
fn not_emulated(spec: &DriverSpec, toolchains: &Toolchains) -> Option<String> {
    let architecture = toolchains.emulated()?.architecture;
    if !spec.commands.is_empty() {
        return Some("whole commands are not emulated".to_owned());
    }
    let needs = spec.needs.pkg_config.is_empty() && spec.needs.files.is_empty();
    (!needs).then(|| format!("libraries of an emulated {architecture} are not looked for"))
}

/// An error names the first of a driver's whole commands whose program is not here.
pub(crate) fn commands_are_here(spec: &DriverSpec, build: &Build) -> Result<(), Skipped> {
    let missing = spec.commands.iter().find_map(|(_, command)| command::missing(command));
    let skipped = |why| Err(Skipped { what: driver_id(spec, build), why, package: None });
    missing.map_or(Ok(()), |missing| skipped(format!("`{missing}` is not on PATH")))
}

/// Whether a file is here: as its path says, or else beside a folder of programs, as `/usr/lib` is beside
/// `/usr/bin`.
fn is_here(file: &Path) -> bool {
    if file.is_absolute() {
        return file.exists();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.parent().is_some_and(|beside| beside.join(file).exists()))
}

fn has_module(module: &str, look: LookedFor) -> bool {
    match look {
        LookedFor::Files => module_folders().iter().any(|folder| folder.join(format!("{module}.pc")).exists()),
        LookedFor::Ask => Command::new("pkg-config")
            .args(["--exists", "--", module])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success()),
    }
}

fn module_folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for name in ["PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR"] {
        folders.extend(std::env::var_os(name).iter().flat_map(std::env::split_paths));
    }
    for root in ["/usr", "/usr/local", "/opt/homebrew"] {
        for rest in ["lib/pkgconfig", "share/pkgconfig", "lib64/pkgconfig"] {
            folders.push(Path::new(root).join(rest));
        }
        // Debian keeps libraries apart by architecture.
        folders.push(Path::new(root).join(format!("lib/{}-linux-gnu/pkgconfig", std::env::consts::ARCH)));
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(modules: &[&str]) -> DriverSpec {
        let needs = crate::model::Needs {
            pkg_config: modules.iter().map(|&module| module.to_owned()).collect(),
            debian: vec!["libnone-dev".to_owned()],
            ..crate::model::Needs::default()
        };
        DriverSpec {
            language: "c".to_owned(),
            name: "none".to_owned(),
            sources: Vec::new(),
            manifest: None,
            needs,
            builds: vec![Build::default()],
            implements: Vec::new(),
            cores: Default::default(),
            commands: Vec::new(),
            functions: Vec::new(),
        }
    }

    #[test]
    fn a_missing_compiler_is_named_with_its_package() {
        let toolchains = Toolchains::read(None).unwrap();
        let build = Build { name: Some("x".to_owned()), compiler: Some("no-such-cc".to_owned()), ..Build::default() };
        let skipped = available(&spec(&[]), &build, &toolchains, LookedFor::Files).unwrap_err();
        assert_eq!(skipped.to_string(), "c.none@x: skipped, `no-such-cc` is not on PATH");
    }

    #[test]
    fn a_command_that_is_written_wrong_is_in_no_package() {
        let folder = tempfile::tempdir().unwrap();
        let table = "[c]\ncheck = [\"no-such-lua\"]\nbuild = [\"gccc\"]\nrun = [\"{program}\"]\ndebian = \"lua5.4\"\n";
        std::fs::write(folder.path().join("toolchains.toml"), table).unwrap();
        let toolchains = Toolchains::read(Some(folder.path())).unwrap();
        let missing = missing(toolchains.of(&spec(&[])).unwrap(), None).unwrap();
        let program = |name: &str, package: Option<&str>| (name.to_owned(), package.map(str::to_owned));
        assert_eq!(missing.programs, [program("no-such-lua", Some("lua5.4")), program("gccc", None)]);
    }

    #[test]
    fn everything_that_is_missing_is_named_at_once() {
        let program = |name: &str, package: Option<&str>| (name.to_owned(), package.map(str::to_owned));
        let one = Missing { programs: vec![program("javac", Some("default-jdk"))] };
        assert_eq!(one.to_string(), "`javac` is not on PATH; install it with `apt-get install default-jdk`");
        let programs = vec![program("javac", Some("default-jdk")), program("java", Some("default-jdk"))];
        let several =
            Missing { programs: [programs, vec![program("mvn", Some("maven")), program("x", None)]].concat() };
        assert_eq!(several.why(), "`javac`, `java`, `mvn` and `x` are not on PATH");
        assert_eq!(several.package().as_deref(), Some("default-jdk maven"));
        assert_eq!(Missing { programs: vec![program("x", None)] }.to_string(), "`x` is not on PATH");
    }

    #[test]
    fn a_missing_library_is_named_with_its_package() {
        let folder = tempfile::tempdir().unwrap();
        // A table of its own, whose only program is surely there.
        let table = "[c]\ncheck = [\"sh\"]\nrun = [\"{program}\"]\n";
        std::fs::write(folder.path().join("toolchains.toml"), table).unwrap();
        let toolchains = Toolchains::read(Some(folder.path())).unwrap();
        assert_eq!(available(&spec(&[]), &Build::default(), &toolchains, LookedFor::Files), Ok(()));
        let skipped = available(&spec(&["no-such-lib"]), &Build::default(), &toolchains, LookedFor::Files).unwrap_err();
        let text = skipped.to_string();
        if find_program("pkg-config").is_some() {
            assert_eq!(
                text,
                "c.none: skipped, pkg-config finds no `no-such-lib`; install it with `apt-get install libnone-dev`"
            );
            assert_eq!(
                available(&spec(&["no-such-lib"]), &Build::default(), &toolchains, LookedFor::Ask),
                Err(skipped)
            );
        } else {
            assert!(text.contains("`pkg-config` is not on PATH"), "{text}");
        }
    }

    #[test]
    fn a_missing_file_is_named_with_its_package() {
        let folder = tempfile::tempdir().unwrap();
        let table = "[c]\ncheck = [\"sh\"]\nrun = [\"{program}\"]\n";
        let path = folder.path().join("toolchains.toml");
        std::fs::write(&path, table).unwrap();
        let toolchains = Toolchains::read(Some(folder.path())).unwrap();
        let with = |files: &[&Path]| {
            let mut spec = spec(&[]);
            spec.needs.files = files.iter().map(PathBuf::from).collect();
            available(&spec, &Build::default(), &toolchains, LookedFor::Files)
        };
        // Where `sh` lies, its own folder is beside itself.
        let sh = find_program("sh").unwrap();
        let relative = Path::new(sh.parent().and_then(Path::file_name).unwrap()).join("sh");
        assert_eq!(with(&[&path, &relative]), Ok(()));
        let skipped = with(&[&path, Path::new("lib/no-such.dll")]).unwrap_err().to_string();
        assert_eq!(
            skipped,
            "c.none: skipped, there is no `lib/no-such.dll`; install it with `apt-get install libnone-dev`"
        );
        assert!(with(&[Path::new("/no/such.dll")]).unwrap_err().why.ends_with("`/no/such.dll`"));
    }

    #[test]
    fn an_unknown_language_is_a_notice_too() {
        let toolchains = Toolchains::read(None).unwrap();
        let spec = DriverSpec { language: "cobol".to_owned(), ..spec(&[]) };
        let skipped = available(&spec, &Build::default(), &toolchains, LookedFor::Files).unwrap_err();
        assert!(skipped.to_string().starts_with("cobol.none: skipped, no toolchain knows"));
    }
}
