//! From `suite/benchmark/implementation` with globs to what is meant, or to what was perhaps meant.

use glob::Pattern;

use crate::model::{ImplementationId, Suite};
use crate::suite::implementations::{Implementation, implementations};
use crate::suite::parts::mistake::did_you_mean_or;

/// A benchmark that was chosen, with those of its implementations that were.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Index into the suites.
    pub suite: usize,
    /// Index into that suite's benchmarks.
    pub benchmark: usize,
    pub implementations: Vec<Implementation>,
}

/// What was typed: the union of several selections; none means everything.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    paths: Vec<Path>,
    implementations: Vec<Pattern>,
}

#[derive(Clone, Debug)]
struct Path {
    text: String,
    /// One pattern a part, so that no `*` reaches across a `/`.
    parts: Vec<Pattern>,
}

impl Selection {
    /// `implementations` are globs separated by commas, and narrow down all selections.
    pub fn parse(selections: &[String], implementations: Option<&str>) -> Result<Selection, String> {
        let paths = selections.iter().map(|text| parse_path(text)).collect::<Result<Vec<Path>, String>>()?;
        let globs = implementations.iter().flat_map(|text| text.split(',')).map(str::trim);
        let globs = globs.map(|text| parse_glob(text, text)).collect::<Result<Vec<Pattern>, String>>()?;
        Ok(Selection { paths, implementations: globs })
    }

    /// What of these suites is meant, in their order. Every selection must choose something.
    pub fn choose(&self, suites: &[Suite]) -> Result<Vec<Chosen>, String> {
        let mut used = vec![false; self.paths.len()];
        let mut used_globs = vec![false; self.implementations.len()];
        let mut chosen = Vec::new();
        for (suite_index, suite) in suites.iter().enumerate() {
            for (index, benchmark) in suite.benchmarks.iter().enumerate() {
                let mut picked = implementations(suite, &benchmark.name);
                picked.retain(|it| takes(&self.paths, &mut used, |path| path.matches(suite, &benchmark.name, &it.id)));
                picked.retain(|one| takes(&self.implementations, &mut used_globs, |glob| means(glob, &one.id)));
                if !picked.is_empty() {
                    chosen.push(Chosen { suite: suite_index, benchmark: index, implementations: picked });
                }
            }
        }
        if let Some(unused) = used.iter().position(|used| !used) {
            return Err(nothing_chosen(&self.paths[unused], suites));
        }
        if let Some(unused) = used_globs.iter().position(|used| !used) {
            return Err(no_implementation(self.implementations[unused].as_str(), suites));
        }
        Ok(chosen)
    }
}

impl Path {
    fn matches(&self, suite: &Suite, benchmark: &str, id: &ImplementationId) -> bool {
        self.parts[0].matches(&suite.name)
            && self.parts.get(1).is_none_or(|part| part.matches(benchmark))
            && self.parts.get(2).is_none_or(|part| means(part, id))
    }
}

/// Whether one of them matches, or there is none at all; each that does is used.
fn takes<T>(all: &[T], used: &mut [bool], matches: impl Fn(&T) -> bool) -> bool {
    let mut taken = all.is_empty();
    for (one, used) in all.iter().zip(used) {
        let matches = matches(one);
        taken |= matches;
        *used |= matches;
    }
    taken
}

/// A pattern that names no build means every build.
fn means(pattern: &Pattern, id: &ImplementationId) -> bool {
    let whole = || ImplementationId { build: None, ..id.clone() };
    pattern.matches(&id.to_string()) || (!pattern.as_str().contains('@') && pattern.matches(&whole().to_string()))
}

fn parse_path(text: &str) -> Result<Path, String> {
    let parts: Vec<&str> = text.trim_end_matches('/').split('/').collect();
    if parts.len() > 3 {
        return Err(format!("`{text}` has {} parts; expected suite/benchmark/implementation at most", parts.len()));
    }
    let parts = parts.into_iter().map(|part| parse_glob(part, text)).collect::<Result<Vec<Pattern>, String>>()?;
    Ok(Path { text: text.to_owned(), parts })
}

fn parse_glob(part: &str, whole: &str) -> Result<Pattern, String> {
    if part.is_empty() {
        return Err(format!("`{whole}` has an empty part; write `*` for everything"));
    }
    Pattern::new(part).map_err(|err| format!("`{whole}` is no pattern: {}", err.msg))
}

fn nothing_chosen(path: &Path, suites: &[Suite]) -> String {
    let mut names = Vec::new();
    for suite in suites {
        names.push(suite.name.clone());
        for benchmark in &suite.benchmarks {
            let name = format!("{}/{}", suite.name, benchmark.name);
            names.extend(implementations(suite, &benchmark.name).iter().map(|one| format!("{name}/{}", one.id)));
            names.push(name);
        }
    }
    names.retain(|name| name.split('/').count() == path.parts.len());
    // A benchmark's name alone is a likely slip.
    let inside = suites.iter().find(|suite| suite.benchmarks.iter().any(|benchmark| benchmark.name == path.text));
    let hint = match inside {
        Some(suite) => format!("; did you mean `{}/{}`?", suite.name, path.text),
        None => did_you_mean_or(&path.text, names.iter().map(String::as_str), what_there_is),
    };
    format!("nothing matches `{}`{hint}", path.text)
}

/// Said where no name is close to what was written.
pub fn what_there_is() -> String {
    "; `paragone list` shows what there is".to_owned()
}

fn no_implementation(glob: &str, suites: &[Suite]) -> String {
    let of_suite =
        |suite: &Suite| suite.benchmarks.iter().flat_map(|one| implementations(suite, &one.name)).collect::<Vec<_>>();
    let names: Vec<String> = suites.iter().flat_map(of_suite).map(|one| one.id.to_string()).collect();
    let hint = did_you_mean_or(glob, names.iter().map(String::as_str), what_there_is);
    format!("no implementation of what was selected matches `{glob}`{hint}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::read::read_suite;

    const HASHES: &str = r#"
title = "Hashes"
[[benchmark]]
name = "blake2b"
question = "?"
input = { kind = "zeros" }
sizes = "1"
answer = { reference = "rust.blake2" }
[[benchmark]]
name = "blake2s"
question = "?"
input = { kind = "zeros" }
sizes = "1"
answer = { reference = "rust.blake2" }
[[driver]]
language = "rust"
name = "hashes"
sources = ["suite.toml"]
implements = { blake2b = ["blake2", "simd"], blake2s = ["blake2"] }
[[driver]]
language = "c"
name = "openssl"
sources = ["suite.toml"]
builds = [{ name = "gcc" }, { name = "clang" }]
implements = { blake2b = ["openssl"] }
"#;

    fn chosen(selections: &[&str], implementations: Option<&str>) -> Result<Vec<String>, String> {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("hashes");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("suite.toml"), HASHES).unwrap();
        let suites = [read_suite(&folder, &["c".to_owned(), "rust".to_owned()]).unwrap()];
        let selections: Vec<String> = selections.iter().map(|&text| text.to_owned()).collect();
        let chosen = Selection::parse(&selections, implementations)?.choose(&suites)?;
        let name = |one: &Chosen| suites[one.suite].benchmarks[one.benchmark].name.clone();
        Ok(chosen
            .iter()
            .flat_map(|one| one.implementations.iter().map(|i| format!("{}/{}", name(one), i.id)).collect::<Vec<_>>())
            .collect())
    }

    #[test]
    fn parts_globs_and_unions() {
        let all = [
            "blake2b/rust.blake2",
            "blake2b/rust.simd",
            "blake2b/c.openssl@gcc",
            "blake2b/c.openssl@clang",
            "blake2s/rust.blake2",
        ];
        assert_eq!(chosen(&[], None).unwrap(), all);
        assert_eq!(chosen(&["hashes"], None).unwrap(), all);
        assert_eq!(chosen(&["*/blake2s"], None).unwrap(), all[4..]);
        assert_eq!(chosen(&["hashes/*/c.*"], None).unwrap(), all[2..4]);
        assert_eq!(chosen(&["hashes/blake2b/c.openssl"], None).unwrap(), all[2..4]);
        assert_eq!(chosen(&["hashes/blake2b/c.openssl@cl*"], None).unwrap(), all[3..4]);
        assert_eq!(chosen(&["hashes/blake2s", "hashes/*/rust.simd"], None).unwrap(), [all[1], all[4]]);
        assert_eq!(chosen(&["hashes"], Some("rust.simd, c.*@gcc")).unwrap(), all[1..3]);
    }

    #[test]
    fn nothing_matched_is_an_error_with_a_hint() {
        let fault = |selections: &[&str], globs| chosen(selections, globs).unwrap_err();
        assert_eq!(fault(&["hashs"], None), "nothing matches `hashs`; did you mean `hashes`?");
        assert_eq!(
            fault(&["hashes/blake2x"], None),
            "nothing matches `hashes/blake2x`; did you mean `hashes/blake2b`?"
        );
        assert_eq!(fault(&["blake2s"], None), "nothing matches `blake2s`; did you mean `hashes/blake2s`?");
        assert_eq!(fault(&["*blake2b"], None), "nothing matches `*blake2b`; `paragone list` shows what there is");
        assert!(fault(&["hashes", "*/*/go.*"], None).starts_with("nothing matches `*/*/go.*`"));
        assert!(fault(&[], Some("rust.blake")).ends_with("matches `rust.blake`; did you mean `rust.blake2`?"));
        assert!(fault(&["a/b/c/d"], None).contains("4 parts"));
        assert!(fault(&["hashes//x"], None).contains("empty part"));
        assert!(fault(&["hashes/[x"], None).contains("no pattern"));
    }
}
