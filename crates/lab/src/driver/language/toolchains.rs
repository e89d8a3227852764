//! From toolchains.toml to what is known of each language: how drivers made of sources, and how those
//! with a manifest, are checked, built and run.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, OnceLock};

use crate::driver::language::emulated::Emulated;
use crate::driver::language::fill::fill;
use crate::driver::language::toolchain::Toolchain;
use crate::driver::layout::Shuffler;
use crate::driver::talking::ask::{first_line, printed};
use crate::model::{CallKind, DriverSpec};

/// Paragone's own table; a folder of suites may add to it.
const BUILT_IN: &str = include_str!("../../../../../suites/toolchains.toml");

/// The key of a language's second way, for drivers that have a manifest.
const MANIFEST: &str = "manifest";

/// A language's ways; one at least.
#[derive(Debug)]
struct LanguageTable {
    plain: Option<Toolchain>,
    manifest: Option<Toolchain>,
}

/// Every language that Paragone can build drivers of.
#[derive(Debug, Default)]
pub struct Toolchains {
    languages: BTreeMap<String, LanguageTable>,
    /// Whose drivers cannot be made, though suites may name them.
    left_out: Vec<String>,
    emulated: Option<&'static Emulated>,
    /// What a command said, so that each is run once.
    said: Mutex<BTreeMap<Vec<String>, Result<String, String>>>,
    shuffler: OnceLock<Result<Shuffler, String>>,
}

impl Toolchains {
    /// The built-in table, and over it the `toolchains.toml` of a folder of suites where it has one.
    pub fn read(suites: Option<&Path>) -> Result<Toolchains, String> {
        let mut languages = parse(BUILT_IN, "the built-in toolchains.toml")?;
        if let Some(path) = suites.map(|folder| folder.join("toolchains.toml")).filter(|path| path.exists()) {
            let text =
                std::fs::read_to_string(&path).map_err(|err| format!("failed to read `{}`: {err}", path.display()))?;
            languages.extend(parse(&text, &format!("`{}`", path.display()))?);
        }
        Ok(Toolchains { languages, ..Toolchains::default() })
    }

    /// The languages made for another processor, as far as that is known; the others are left out.
    pub fn emulating(self, emulated: &'static Emulated) -> Result<Toolchains, String> {
        let place = format!("the built-in toolchains of an emulated {}", emulated.architecture);
        let languages = parse(emulated.table, &place)?;
        let left_out = self.languages.into_keys().filter(|name| !languages.contains_key(name)).collect();
        Ok(Toolchains { languages, left_out, emulated: Some(emulated), said: self.said, shuffler: self.shuffler })
    }

    /// The processor that drivers are made for, where it is not this machine's.
    pub fn emulated(&self) -> Option<&'static Emulated> {
        self.emulated
    }

    /// The languages' names, in alphabetical order.
    pub fn languages(&self) -> Vec<String> {
        let mut names: Vec<String> = self.languages.keys().chain(&self.left_out).cloned().collect();
        names.sort();
        names
    }

    /// Those of them that drivers are written in: all but benchmark harnesses.
    pub fn written_languages(&self) -> Vec<String> {
        let mut names = self.languages();
        names.retain(|name| !CallKind::of_language(name).is_harness());
        names
    }

    /// The ways of a language, the plain one first.
    pub fn ways(&self, language: &str) -> Vec<&Toolchain> {
        self.languages.get(language).into_iter().flat_map(|known| known.plain.iter().chain(&known.manifest)).collect()
    }

    /// One of them: how drivers with a manifest, or those without, are made.
    pub fn way(&self, language: &str, manifest: bool) -> Option<&Toolchain> {
        let known = self.languages.get(language)?;
        if manifest { known.manifest.as_ref() } else { known.plain.as_ref() }
    }

    /// How a driver is made: by its manifest where it has one and the language knows what to do with it.
    pub fn of(&self, spec: &DriverSpec) -> Result<&Toolchain, String> {
        let language = &spec.language;
        let known = self.languages.get(language).ok_or_else(|| match self.emulated {
            Some(Emulated { architecture, .. }) => {
                format!("no driver in {language} is made for an emulated {architecture}")
            }
            None => format!("no toolchain knows the language `{language}`; add it to toolchains.toml"),
        })?;
        let way = known.manifest.as_ref().filter(|_| spec.manifest.is_some()).or(known.plain.as_ref());
        way.ok_or_else(|| format!("a driver in {language} is built from a manifest; name it with `manifest = \"…\"`"))
    }

    /// What the check of a toolchain says of its compiler: the first line that it prints.
    pub fn version(&self, toolchain: &Toolchain, compiler: Option<&str>) -> Result<String, String> {
        let compiler = toolchain.compiler_for(compiler);
        let command = fill(&toolchain.check, &|name| {
            (name == "compiler").then(|| compiler.into_iter().map(str::to_owned).collect())
        })?;
        self.once(command, first_line)
    }

    /// What each command of the toolchain's `asks` says, in words.
    pub fn answers(&self, toolchain: &Toolchain) -> Result<Vec<(String, Vec<String>)>, String> {
        let answer = |(name, command): (&String, &Vec<String>)| {
            let text = self.once(command.clone(), printed)?;
            Ok((name.clone(), text.split_whitespace().map(str::to_owned).collect()))
        };
        toolchain.asks.iter().map(answer).collect()
    }

    /// The linker here that shuffles sections, or what to do about there being none.
    pub(in crate::driver) fn shuffler(&self) -> Result<Shuffler, String> {
        self.shuffler.get_or_init(Shuffler::find).clone()
    }

    fn once(&self, command: Vec<String>, ask: fn(&[String]) -> Result<String, String>) -> Result<String, String> {
        let mut said = self.said.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        said.entry(command).or_insert_with_key(|command| ask(command)).clone()
    }
}

fn parse(text: &str, place: &str) -> Result<BTreeMap<String, LanguageTable>, String> {
    let failed = |text: &str| format!("failed to read {place}: {}", text.trim_end());
    let tables: BTreeMap<String, toml::Table> = toml::from_str(text).map_err(|err| failed(&err.to_string()))?;
    let mut languages = BTreeMap::new();
    for (name, mut plain) in tables {
        let of_language = |text: String| failed(&format!("language `{name}`: {text}"));
        let manifest = match plain.remove(MANIFEST) {
            Some(toml::Value::Table(table)) => Some(table),
            Some(_) => return Err(of_language(format!("`{MANIFEST}` is no table"))),
            None => None,
        };
        let manifest = manifest.map(|own| plain.clone().into_iter().chain(own).collect());
        // Where all there is depends on a manifest, there is no plain way.
        let plain = (manifest.is_none() || plain.contains_key("run")).then_some(plain);
        let way = |table: Option<toml::Table>| table.map(|table| whole(table).map_err(of_language)).transpose();
        languages.insert(name.clone(), LanguageTable { plain: way(plain)?, manifest: way(manifest)? });
    }
    Ok(languages)
}

fn whole(table: toml::Table) -> Result<Toolchain, String> {
    let said = |err: toml::de::Error| err.to_string().trim_end().to_owned();
    table.try_into().map_err(said).and_then(Toolchain::checked)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::driver::language::toolchain::PLACEHOLDERS;
    use crate::model::Needs;

    fn spec(language: &str, manifest: Option<&str>) -> DriverSpec {
        DriverSpec {
            cores: Default::default(),
            commands: Vec::new(),
            functions: Vec::new(),
            language: language.to_owned(),
            name: "demo".to_owned(),
            sources: Vec::new(),
            manifest: manifest.map(PathBuf::from),
            needs: Needs::default(),
            builds: Vec::new(),
            implements: Vec::new(),
        }
    }

    #[test]
    fn the_built_in_table_is_whole() {
        let toolchains = Toolchains::read(None).unwrap();
        let languages = toolchains.languages();
        assert!(["c", "rust"].iter().all(|name| languages.contains(&(*name).to_owned())), "{languages:?}");
        let c = toolchains.of(&spec("c", None)).unwrap();
        assert!(c.takes("compiler") && c.takes("flags") && c.takes("pkg-config"));
        assert_eq!(c.package("clang"), Some("clang"));
        assert_eq!(c.package("icx"), None);
        let rust = toolchains.of(&spec("rust", Some("Cargo.toml"))).unwrap();
        assert!(!rust.takes("compiler"));
        assert_eq!(rust.package("cargo"), Some("cargo"));
        assert!(toolchains.of(&spec("rust", None)).unwrap_err().contains("manifest"));
        assert!(toolchains.of(&spec("cobol", None)).unwrap_err().contains("cobol"));
    }

    #[test]
    fn a_manifest_has_a_way_of_its_own_that_inherits_the_plain_one() {
        let folder = tempfile::tempdir().unwrap();
        let table = "[zig]\ncheck = [\"zig\", \"version\"]\nrun = [\"{program}\"]\nbuild = [\"zig\", \"{sources}\"]\n\
                     asks = { where = [\"printf\", \"a b\"] }\n\
                     [zig.manifest]\nbuild = [[\"rm\", \"x\"], [\"zig\", \"build\", \"{where}\"]]\n";
        std::fs::write(folder.path().join("toolchains.toml"), table).unwrap();
        let toolchains = Toolchains::read(Some(folder.path())).unwrap();
        assert_eq!(toolchains.ways("zig").len(), 2);
        assert_eq!(toolchains.of(&spec("zig", None)).unwrap().build.0.len(), 1);
        let manifest = toolchains.of(&spec("zig", Some("build.zig"))).unwrap();
        assert_eq!(manifest.build.0.len(), 2);
        assert_eq!(manifest.programs(None), ["zig", "printf", "rm"]);
        assert_eq!(toolchains.answers(manifest).unwrap(), [("where".to_owned(), vec!["a".to_owned(), "b".to_owned()])]);
    }

    #[test]
    fn another_processor_has_toolchains_of_its_own() {
        let emulated = Emulated::named("aarch64").unwrap();
        let native = Toolchains::read(None).unwrap();
        let languages = native.languages();
        let toolchains = native.emulating(emulated).unwrap();
        // Suites may name the others all the same.
        assert_eq!(toolchains.languages(), languages);
        let c = toolchains.of(&spec("c", None)).unwrap();
        assert_eq!(c.run[0], "qemu-aarch64");
        assert_eq!((c.instead("gcc"), c.instead("-O3")), (Some("aarch64-linux-gnu-gcc"), Some("-O3")));
        assert_eq!(c.instead("-march=native"), None);
        assert!(c.programs(Some("gcc")).contains(&"aarch64-linux-gnu-gcc".to_owned()));
        let why = toolchains.of(&spec("java", None)).unwrap_err();
        assert!(why.contains("no driver in java is made for an emulated aarch64"), "{why}");
    }

    #[test]
    fn a_folder_of_suites_adds_languages_and_its_faults_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let write = |text: &str| std::fs::write(folder.path().join("toolchains.toml"), text).unwrap();
        let fault = |text: &str| {
            write(text);
            Toolchains::read(Some(folder.path())).unwrap_err()
        };
        write("[zig]\ncheck = [\"zig\", \"version\"]\nrun = [\"{program}\"]\n");
        assert!(Toolchains::read(Some(folder.path())).unwrap().languages().contains(&"zig".to_owned()));
        let unknown = fault("[zig]\ncheck = [\"zig\", \"version\"]\nrun = [\"{progam}\"]\n");
        assert!(unknown.contains("toolchains.toml") && unknown.contains("`{progam}`"), "{unknown}");
        assert!(fault("[zig]\ncheck = [\"zig\"]\nrun = []\n").contains("`run` is empty"));
        assert!(fault("[zig]\nchekc = [\"zig\"]\nrun = [\"a\"]\n").contains("chekc"));
        assert!(fault("[zig]\ncheck = [\"zig\"]\nrun = [\"a\"]\nbuild = 3\n").contains("list of words"));
        assert!(fault("[zig]\ncheck = [\"zig\"]\nrun = [\"a\"]\nmanifest = 3\n").contains("`manifest` is no table"));
        assert!(fault("[zig]\ncheck = [\"zig\"]\nrun = [\"a\"]\nasks = { sdk = [\"a\"] }\n").contains("already"));
    }

    /// Who has that page and the program alone finds every key and every placeholder there.
    #[test]
    fn the_page_for_authors_lists_every_key() {
        let page = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/own-driver.md"));
        let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
        let fault = parse("[zig]\ncheck = [\"zig\"]\nrun = [\"a\"]\nzzz = 1\n", "a test").err().unwrap();
        let (_, expected) = fault.split_once("expected one of ").unwrap();
        let keys = expected.split('`').skip(1).step_by(2).map(str::to_owned);
        let words: Vec<String> = keys.chain(PLACEHOLDERS.iter().map(|name| format!("{{{name}}}"))).collect();
        assert!(words.contains(&"run-env".to_owned()), "{fault}");
        for word in words {
            assert!(rows.iter().any(|row| row.contains(&format!("`{word}`"))), "docs/own-driver.md lacks `{word}`");
        }
    }
}
