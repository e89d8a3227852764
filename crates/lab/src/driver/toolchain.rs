//! From toolchains.toml to what is known of each language: how to check, build and run its drivers.
//!
//! Commands are words with placeholders in braces. It knows no suite; `recipe` fills the braces.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;

use serde::Deserialize;

/// The lab's own table; a folder of suites may add to it.
const BUILT_IN: &str = include_str!("../../../../suites/toolchains.toml");

/// Every placeholder that a command may hold.
const PLACEHOLDERS: [&str; 9] =
    ["compiler", "flags", "name", "sources", "manifest", "sdk", "out", "program", "pkg-config"];

/// What the lab knows of one language. The table's file says what each field means.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Toolchain {
    pub check: Vec<String>,
    pub compiler: Option<String>,
    #[serde(default)]
    pub flags: String,
    #[serde(default)]
    pub build: Vec<String>,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    pub run: Vec<String>,
    pub depends: Option<String>,
    pub sdk: Option<String>,
    pub debian: Option<String>,
    #[serde(default)]
    pub compilers: BTreeMap<String, String>,
}

impl Toolchain {
    /// Whether the build's command or surroundings have a place for `{name}`.
    pub fn takes(&self, name: &str) -> bool {
        let braced = format!("{{{name}}}");
        self.build.iter().chain(self.env.values()).any(|word| word.contains(&braced))
    }

    /// The package that brings `program`, a compiler or another command of this toolchain.
    pub fn package(&self, program: &str) -> Option<&str> {
        match self.compilers.get(program) {
            Some(package) => Some(package),
            // The toolchain's package need not bring a compiler that it never heard of.
            None if self.compiler.is_some() && self.compiler.as_deref() != Some(program) => None,
            None => self.debian.as_deref(),
        }
    }

    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (key, words) in [("check", &self.check), ("run", &self.run)] {
            if words.is_empty() {
                faults.push(format!("`{key}` is empty; name a command"));
            }
        }
        let words = [&self.check, &self.build, &self.run].into_iter().flatten();
        for word in words.chain(self.env.values()).chain(&self.depends) {
            let named = fill(std::slice::from_ref(word), &|name| PLACEHOLDERS.contains(&name).then(Vec::new));
            faults.extend(named.err());
        }
        faults
    }
}

/// Every language that the lab can build drivers of.
#[derive(Debug, Default)]
pub struct Toolchains {
    languages: BTreeMap<String, Toolchain>,
    /// What a check said, so that each is run once.
    checked: Mutex<BTreeMap<Vec<String>, Result<String, String>>>,
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
        Ok(Toolchains { languages, checked: Mutex::default() })
    }

    /// The languages' names, in alphabetical order.
    pub fn languages(&self) -> Vec<String> {
        self.languages.keys().cloned().collect()
    }

    pub fn get(&self, language: &str) -> Option<&Toolchain> {
        self.languages.get(language)
    }

    /// What the check of a language says of its compiler: the first line that it prints.
    pub fn version(&self, language: &str, compiler: Option<&str>) -> Result<String, String> {
        let toolchain = self.get(language).ok_or_else(|| format!("no toolchain for `{language}`"))?;
        let compiler = compiler.or(toolchain.compiler.as_deref());
        let command = fill(&toolchain.check, &|name| {
            (name == "compiler").then(|| compiler.into_iter().map(str::to_owned).collect())
        })?;
        let mut checked = self.checked.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        checked.entry(command).or_insert_with_key(|command| first_line(command)).clone()
    }
}

fn parse(text: &str, place: &str) -> Result<BTreeMap<String, Toolchain>, String> {
    let languages: BTreeMap<String, Toolchain> =
        toml::from_str(text).map_err(|err| format!("failed to read {place}: {}", err.to_string().trim_end()))?;
    for (language, toolchain) in &languages {
        if let Some(fault) = toolchain.faults().first() {
            return Err(format!("failed to read {place}: language `{language}`: {fault}"));
        }
    }
    Ok(languages)
}

/// Runs a command that prints a version.
fn first_line(command: &[String]) -> Result<String, String> {
    let shown = command.join(" ");
    let (program, words) = command.split_first().ok_or("an empty check")?;
    let output = Command::new(program).args(words).stdin(Stdio::null()).output();
    let output = output.map_err(|err| format!("failed to run `{shown}`: {err}"))?;
    if !output.status.success() {
        return Err(format!("`{shown}` failed ({}): {}", output.status, last_line(&output.stderr)));
    }
    // Some runtimes, Java's among them, print their version on standard error.
    let text = if output.stdout.is_empty() { &output.stderr } else { &output.stdout };
    let text = String::from_utf8_lossy(text);
    Ok(text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("(no version)").to_owned())
}

fn last_line(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).lines().last().unwrap_or_default().trim().to_owned()
}

/// Fills the braces of a command's words. A word that is one placeholder becomes as many words as
/// the placeholder has values; within a word they are joined by spaces.
pub(super) fn fill(words: &[String], value: &dyn Fn(&str) -> Option<Vec<String>>) -> Result<Vec<String>, String> {
    let lookup = |word: &str, name: &str| {
        value(name).ok_or_else(|| {
            format!("unknown placeholder `{{{name}}}` in `{word}`; expected one of {}", PLACEHOLDERS.join(", "))
        })
    };
    let mut filled = Vec::new();
    for word in words {
        let alone = word.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        if let Some(name) = alone.filter(|name| !name.contains('{')) {
            filled.extend(lookup(word, name)?);
            continue;
        }
        let mut text = String::new();
        let mut rest = word.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) =
                after.split_once('}').ok_or_else(|| format!("`{word}` opens a brace that it does not close"))?;
            text += before;
            text += &lookup(word, name)?.join(" ");
            rest = after;
        }
        filled.push(text + rest);
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_built_in_table_is_whole() {
        let toolchains = Toolchains::read(None).unwrap();
        assert_eq!(toolchains.languages(), ["c", "rust"]);
        let c = toolchains.get("c").unwrap();
        assert!(c.takes("compiler") && c.takes("flags") && c.takes("pkg-config"));
        assert!(!toolchains.get("rust").unwrap().takes("compiler"));
        assert_eq!(c.package("clang"), Some("clang"));
        assert_eq!(c.package("icx"), None);
        assert_eq!(toolchains.get("rust").unwrap().package("cargo"), Some("cargo"));
    }

    #[test]
    fn placeholders_alone_become_words_and_within_a_word_text() {
        let value = |name: &str| match name {
            "flags" => Some(words("-O3 -g")),
            "sdk" => Some(words("/sdk")),
            "pkg-config" => Some(Vec::new()),
            _ => None,
        };
        assert_eq!(fill(&words("cc {flags} -I{sdk}/x {pkg-config}"), &value).unwrap(), words("cc -O3 -g -I/sdk/x"));
        assert_eq!(fill(&words("{sdk}/{sdk}"), &value).unwrap(), words("/sdk//sdk"));
        assert_eq!(fill(&words("F={flags}"), &value).unwrap(), ["F=-O3 -g"]);
        assert!(fill(&words("{flag}"), &value).unwrap_err().contains("unknown placeholder `{flag}`"));
        assert!(fill(&words("a{sdk"), &value).unwrap_err().contains("does not close"));
    }

    #[test]
    fn a_folder_of_suites_adds_languages_and_its_faults_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let write = |text: &str| std::fs::write(folder.path().join("toolchains.toml"), text).unwrap();
        write("[zig]\ncheck = [\"zig\", \"version\"]\nrun = [\"{program}\"]\n");
        assert_eq!(Toolchains::read(Some(folder.path())).unwrap().languages(), ["c", "rust", "zig"]);
        write("[zig]\ncheck = [\"zig\", \"version\"]\nrun = [\"{progam}\"]\n");
        let fault = Toolchains::read(Some(folder.path())).unwrap_err();
        assert!(fault.contains("toolchains.toml") && fault.contains("`{progam}`"), "{fault}");
        write("[zig]\ncheck = [\"zig\"]\nrun = []\n");
        assert!(Toolchains::read(Some(folder.path())).unwrap_err().contains("`run` is empty"));
        write("[zig]\nchekc = [\"zig\"]\n");
        assert!(Toolchains::read(Some(folder.path())).unwrap_err().contains("chekc"));
    }

    #[test]
    fn a_version_is_the_first_line_or_the_reason_why_not() {
        let toolchains = Toolchains::read(None).unwrap();
        assert!(toolchains.version("c", Some("no-such-compiler")).unwrap_err().contains("no-such-compiler"));
        assert!(toolchains.version("c", Some("false")).unwrap_err().contains("failed"));
        assert_eq!(first_line(&words("printf \\nparagone\\nnext")).unwrap(), "paragone");
    }
}
