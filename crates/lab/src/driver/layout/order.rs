//! From two versions of a program to the order that a seed gives each one's functions and data. What both have in common
//! comes first, by names alone, so that it lies at the same places in both; then what one of them has for itself, or in
//! another size.
//!
//! It knows names of symbols and their sizes, and no linker.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use object::{Object, ObjectSymbol, SymbolKind};

use crate::driver::building::digest::Digest;

/// Functions and data in a program's symbol table: their names, and how many bytes all of one name have together. Empty
/// where the program has no such table.
pub(super) fn symbol_sizes(program: &Path) -> BTreeMap<String, u64> {
    fs::read(program).ok().and_then(|bytes| sizes_in(&bytes).ok()).unwrap_or_default()
}

fn sizes_in(bytes: &[u8]) -> object::Result<BTreeMap<String, u64>> {
    let file = object::File::parse(bytes)?;
    let mut names = BTreeMap::new();
    for symbol in file.symbols() {
        let has_place =
            matches!(symbol.kind(), SymbolKind::Text | SymbolKind::Data) && symbol.section_index().is_some();
        if let Some(name) = symbol.name().ok().filter(|name| has_place && is_one_word(name)) {
            *names.entry(name.to_owned()).or_default() += symbol.size();
        }
    }
    Ok(names)
}

/// A linker reads one name from each line.
fn is_one_word(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('#') && !name.contains(char::is_whitespace)
}

/// What a version has in common with the one that it stands beside, and what it has not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FunctionOrder {
    common: Vec<String>,
    own: Vec<String>,
}

impl FunctionOrder {
    pub(super) fn of(names: &BTreeMap<String, u64>, beside: &BTreeMap<String, u64>) -> FunctionOrder {
        let (common, own) = names.keys().cloned().partition(|name| beside.get(name) == names.get(name));
        FunctionOrder { common, own }
    }

    /// What tells it from every other one.
    pub(super) fn add_to(&self, digest: &mut Digest) {
        digest.values(&self.common).values(&self.own);
    }

    /// Writes the names in the order of a seed.
    pub(super) fn write(&self, seed: u32, into: &Path) -> io::Result<()> {
        let placed = |names: &[String]| {
            let mut placed: Vec<&String> = names.iter().collect();
            placed.sort_by_cached_key(|name| sort_key(name, seed));
            placed.into_iter().flat_map(|name| [name.as_str(), "\n"]).collect::<String>()
        };
        fs::write(into, placed(&self.common) + &placed(&self.own))
    }
}

/// What a name is sorted by: a digest of itself and the seed alone.
fn sort_key(name: &str, seed: u32) -> String {
    Digest::default().value(&seed.to_le_bytes()).value(name.as_bytes()).hex()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn table(names: &[(&str, u64)]) -> BTreeMap<String, u64> {
        names.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect()
    }

    fn ordered(order: &FunctionOrder, seed: u32) -> Vec<String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        order.write(seed, file.path()).unwrap();
        fs::read_to_string(file.path()).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn what_two_versions_have_in_common_comes_first_and_in_one_order() {
        let before =
            table(&[("main", 90), ("fnv", 40), ("words", 50), ("letters", 80), ("data", 8), ("words_gone", 1)]);
        let today =
            table(&[("main", 90), ("fnv", 40), ("words", 70), ("letters", 80), ("data", 8), ("words_once", 50)]);
        let orders = [FunctionOrder::of(&before, &today), FunctionOrder::of(&today, &before)];
        // The same names, and one of them is no more in common.
        let alone = FunctionOrder::of(&before, &before);
        let [one, other] = [&orders[0], &alone].map(|order| {
            let mut digest = Digest::default();
            order.add_to(&mut digest);
            digest.hex()
        });
        assert_ne!(one, other);
        let mut seen = BTreeSet::new();
        for seed in 1..=16 {
            let [mut one, mut other] = [0, 1].map(|side: usize| ordered(&orders[side], seed));
            let own = [one.split_off(4), other.split_off(4)].map(BTreeSet::from_iter);
            assert_eq!(one, other);
            assert_eq!(
                own,
                [["words", "words_gone"], ["words", "words_once"]].map(|own| own.map(str::to_owned).into())
            );
            seen.insert(one);
        }
        assert!(seen.len() >= 9, "{seen:?}");
    }

    #[test]
    fn this_very_program_names_its_functions_and_no_table_is_no_names() {
        let program = std::env::current_exe().unwrap();
        let found = symbol_sizes(&program);
        assert!(found.get("main").is_some_and(|size| *size > 0) && found.len() > 1000, "{}", found.len());
        assert!(symbol_sizes(Path::new("/dev/null")).is_empty());
        let bytes = fs::read(program).unwrap();
        for length in (0..4096).step_by(7) {
            let _ = sizes_in(&bytes[..length]);
        }
    }
}
