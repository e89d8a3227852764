//! One way to check, build and run the drivers of a language, as a table of toolchains.toml says it.
//!
//! Commands are words with placeholders in braces. It knows no suite; `recipe` fills the braces.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::driver::language::build_steps::Steps;
use crate::driver::language::fill::fill;
use crate::driver::layout::Placement;

/// Every placeholder that a command may hold, beside those that the toolchain asks for itself.
pub(crate) const PLACEHOLDERS: [&str; 18] = [
    "compiler",
    "flags",
    "layout",
    "aligned",
    "options",
    "name",
    "sources",
    "main",
    "manifest",
    "project",
    "sdk",
    "out",
    "shared",
    "program",
    "paragone",
    "repository",
    "suite",
    "pkg-config",
];

/// Those of `layout` alone.
const OF_LAYOUTS: [&str; 3] = ["linker", "linked", "seed"];

/// How drivers are made. The table's file says what each field means.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Toolchain {
    pub check: Vec<String>,
    pub compiler: Option<String>,
    #[serde(default)]
    pub flags: String,
    #[serde(default)]
    pub instead: BTreeMap<String, String>,
    #[serde(default)]
    pub build: Steps,
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    pub run: Vec<String>,
    #[serde(default)]
    pub run_env: BTreeMap<String, String>,
    #[serde(default)]
    pub asks: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub compiles_late: bool,
    pub(in crate::driver) layout: Option<Placement>,
    pub depends: Option<String>,
    #[serde(default)]
    pub watch: Vec<String>,
    pub sdk: Option<String>,
    pub empty: Option<String>,
    pub debian: Option<String>,
    #[serde(default)]
    pub packages: BTreeMap<String, String>,
    #[serde(default)]
    pub advice: BTreeMap<String, String>,
}

impl Toolchain {
    /// Whether a command or its surroundings have a place for `{name}`.
    pub fn takes(&self, name: &str) -> bool {
        let braced = format!("{{{name}}}");
        self.words().any(|word| word.contains(&braced))
    }

    /// Whether programs can be linked so that their code lies elsewhere, where a linker for that is here.
    pub fn has_layouts(&self) -> bool {
        matches!(self.layout, Some(Placement::ByLinker(_)))
    }

    /// What this toolchain has for a compiler or a flag that a suite names; nothing for what it leaves out.
    pub fn instead<'a>(&'a self, word: &'a str) -> Option<&'a str> {
        match self.instead.get(word) {
            Some(other) if other.is_empty() => None,
            Some(other) => Some(other),
            None => Some(word),
        }
    }

    /// The package that brings `program`, a compiler or another command of this toolchain.
    pub fn package(&self, program: &str) -> Option<&str> {
        // The toolchain's package brings what says its version and what runs; of other commands, which may be written
        // wrong, it need not have heard.
        let own = || [&self.check, &self.run].into_iter().filter_map(|words| words.first());
        let is_own =
            || own().any(|word| word == program || word == "{compiler}" && self.compiler.as_deref() == Some(program));
        self.packages.get(program).or_else(|| self.debian.as_ref().filter(|_| is_own())).map(String::as_str)
    }

    /// The compiler that a build names, or else its own.
    pub(crate) fn compiler_for<'a>(&'a self, named: Option<&'a str>) -> Option<&'a str> {
        named.and_then(|name| self.instead(name)).or(self.compiler.as_deref())
    }

    /// The programs that have to be on PATH, each once, in the order of their use.
    pub fn programs(&self, compiler: Option<&str>) -> Vec<String> {
        let compiler = self.compiler_for(compiler).unwrap_or_default();
        let commands = [&self.check].into_iter().chain(self.asks.values()).chain(&self.build.0).chain([&self.run]);
        let mut programs: Vec<String> = Vec::new();
        for program in commands.filter_map(|words| words.first()) {
            let program = program.replace("{compiler}", compiler);
            if !program.contains('{') && !programs.contains(&program) {
                programs.push(program);
            }
        }
        programs
    }

    fn words(&self) -> impl Iterator<Item = &String> {
        let commands = self.build.0.iter().chain([&self.check, &self.run, &self.watch]).flatten();
        let surroundings = self.env.values().chain(self.run_env.values());
        commands.chain(surroundings).chain(&self.depends).chain(self.advice.values())
    }

    /// Itself, or what is wrong with the table.
    pub(crate) fn checked(self) -> Result<Toolchain, String> {
        let commands = [("check", &self.check), ("run", &self.run)];
        let steps = self.build.0.iter().map(|step| ("a command of `build`", step));
        let asks = self.asks.iter().map(|(name, words)| (name.as_str(), words));
        if let Some((key, _)) = commands.into_iter().chain(steps).chain(asks).find(|(_, words)| words.is_empty()) {
            return Err(format!("`{key}` is empty; name a command"));
        }
        if let Some(name) = self.asks.keys().find(|name| PLACEHOLDERS.contains(&name.as_str())) {
            return Err(format!("`asks` has `{name}`, which is a placeholder already; choose another name"));
        }
        let sdk = |name: &str| (name == "sdk").then(Vec::new);
        fill(self.empty.as_slice(), &sdk)
            .map_err(|fault| format!("`empty`: {fault}; the one placeholder of its is {{sdk}}"))?;
        let known = |name: &str| (PLACEHOLDERS.contains(&name) || self.asks.contains_key(name)).then(Vec::new);
        fill(&self.words().cloned().collect::<Vec<String>>(), &known).map_err(|fault| {
            let names = PLACEHOLDERS.into_iter().chain(self.asks.keys().map(String::as_str));
            format!("{fault}; the placeholders are {}", names.collect::<Vec<&str>>().join(", "))
        })?;
        let of_layout = |name: &str| known(name).or_else(|| OF_LAYOUTS.contains(&name).then(Vec::new));
        if let Some(Placement::ByLinker(linked)) = &self.layout {
            fill(&linked.written().cloned().collect::<Vec<String>>(), &of_layout).map_err(|fault| {
                let names = PLACEHOLDERS.into_iter().chain(OF_LAYOUTS).collect::<Vec<&str>>().join(", ");
                format!("`layout`: {fault}; the placeholders are {names}")
            })?;
        }
        Ok(self)
    }
}
