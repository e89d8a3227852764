//! Which functions of two programs have other machine code: two files in, names as the source has them out.
//!
//! Where code moved, jumps, calls and addresses are other numbers and mean the same: they are compared by what they lead
//! to. It is a help for readers, and nothing is decided by it.

use std::collections::BTreeMap;

use capstone::Capstone;
use object::{Architecture, Object, ObjectSection, ObjectSymbol, SymbolKind};

use crate::driver::building::disassemble::{as_in_source, disassembler};

/// So many are named.
const NAMED: usize = 5;

/// What is read at once of an address, as a disassembler writes it, with its bytes; of what is not read, but handed on,
/// nobody knows how long it is.
const READ: [(&str, u64); 7] = [
    ("zmmword ptr", 64),
    ("ymmword ptr", 32),
    ("xmmword ptr", 16),
    ("qword ptr", 8),
    ("dword ptr", 4),
    ("word ptr", 2),
    ("byte ptr", 1),
];

/// What every program of a language has: told last.
const OF_THE_LANGUAGE: [&str; 6] = ["core::", "std::", "alloc::", "runtime.", "__", "_start"];

/// Methods of traits count as such too: whose they are stands deep within their names.
fn is_of_the_language(name: &str) -> bool {
    name.starts_with('<') || OF_THE_LANGUAGE.iter().any(|begin| name.starts_with(begin))
}

/// The first few, and how many more there are.
pub(super) fn changed(old: &object::File<'_>, new: &object::File<'_>) -> (Vec<String>, usize) {
    let Ok(capstone) = disassembler(old.architecture()) else { return (Vec::new(), 0) };
    let (before, today) = (FunctionCode::of(old), FunctionCode::of(new));
    let mut names: Vec<String> = Vec::new();
    for (symbol, functions) in &today.functions {
        let known = before.functions.get(symbol).map(Vec::as_slice).unwrap_or_default();
        let same = known.len() == functions.len()
            && known.iter().zip(functions).all(|(was, is)| alike(&capstone, (&before, was), (&today, is)));
        if !same {
            names.push(as_in_source(symbol));
        }
    }
    names.extend(
        before.functions.keys().filter(|name| !today.functions.contains_key(*name)).map(|name| as_in_source(name)),
    );
    names.sort_by_cached_key(|name| (is_of_the_language(name), name.clone()));
    names.dedup();
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    (names, more)
}

/// Where a function begins, and its bytes.
type Function<'a> = (u64, &'a [u8]);

struct FunctionCode<'a> {
    file: &'a object::File<'a>,
    /// By symbol; functions of one file may have the same name.
    functions: BTreeMap<&'a str, Vec<Function<'a>>>,
    /// All that has a name and a size, by address.
    named: BTreeMap<u64, (u64, &'a str)>,
}

impl<'a> FunctionCode<'a> {
    fn of(file: &'a object::File<'a>) -> FunctionCode<'a> {
        let mut code = FunctionCode { file, functions: BTreeMap::new(), named: BTreeMap::new() };
        for symbol in file.symbols().filter(|symbol| symbol.size() > 0 && symbol.is_definition()) {
            let Ok(name) = symbol.name() else { continue };
            code.named.insert(symbol.address(), (symbol.size(), name));
            let section = symbol.section_index().and_then(|index| file.section_by_index(index).ok());
            let bytes = section.and_then(|section| section.data_range(symbol.address(), symbol.size()).ok().flatten());
            if let Some(bytes) = bytes.filter(|_| symbol.kind() == SymbolKind::Text) {
                code.functions.entry(name).or_default().push((symbol.address(), bytes));
            }
        }
        code
    }

    /// What an address leads to, whatever its number: by name, or else by the bytes that are read there.
    fn at(&self, address: u64, read: u64) -> String {
        let before = self.named.range(..=address).next_back();
        if let Some((begin, (_, name))) = before.filter(|(begin, (size, _))| address - *begin < *size) {
            return format!("{name}+{:x}", address - begin);
        }
        let bytes = self.file.sections().find_map(|section| section.data_range(address, read).ok().flatten());
        bytes.map_or_else(String::new, |bytes| format!("{bytes:x?}"))
    }
}

fn alike(
    capstone: &Capstone,
    (old, was): (&FunctionCode<'_>, &Function<'_>),
    (new, is): (&FunctionCode<'_>, &Function<'_>),
) -> bool {
    if was.1 == is.1 {
        return true;
    }
    if was.1.len() != is.1.len() {
        return false;
    }
    let (Ok(before), Ok(today)) = (capstone.disasm_all(was.1, was.0), capstone.disasm_all(is.1, is.0)) else {
        return false;
    };
    before.len() == today.len()
        && before.iter().zip(today.iter()).all(|(one, other)| {
            one.bytes() == other.bytes() && old.file.architecture() != Architecture::X86_64
                || meaning(old, was, one) == meaning(new, is, other)
        })
}

/// An instruction with what its addresses lead to.
fn meaning(code: &FunctionCode<'_>, (begin, bytes): &Function<'_>, one: &capstone::Insn<'_>) -> String {
    let (word, operands) = (one.mnemonic().unwrap_or("?"), one.op_str().unwrap_or_default());
    let read = READ.iter().find(|(name, _)| operands.contains(name)).map_or(0, |(_, bytes)| *bytes);
    let leads = |address: u64| match address.checked_sub(*begin).filter(|at| *at < bytes.len() as u64) {
        Some(within) => format!("here+{within:x}"),
        None => code.at(address, read),
    };
    let jumps = word.starts_with('j') || matches!(word, "call" | "bl" | "b" | "adrp" | "adr") || word.starts_with("b.");
    if let Some(address) = hex(operands.trim_start_matches('#')).filter(|_| jumps) {
        return format!("{word} {}", leads(address));
    }
    // An address counted from the next instruction.
    let next = one.address() + one.len() as u64;
    for (sign, back) in [("rip + ", false), ("rip - ", true)] {
        if let Some((head, tail)) = operands.split_once(sign) {
            let (number, tail) = tail.split_once(']').unwrap_or((tail, ""));
            let Some(far) = hex(number) else { break };
            let address = if back { next.wrapping_sub(far) } else { next.wrapping_add(far) };
            return format!("{word} {head}{}{tail}", leads(address));
        }
    }
    format!("{word} {operands}")
}

fn hex(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    const SOURCE: &str = r#"
        #include <cstdio>
        #include <cstdlib>
        #define KEPT __attribute__((noinline, used))
        namespace ours {
        KEPT long leaf(long a) { return a * 3; }
        KEPT long twice(long a) { return leaf(a) + leaf(a + 1); }
        KEPT void told(long a) { std::printf("it is %ld", a); }
        }
        int main(int n, char **v) { ours::told(ours::twice(atol(v[n - 1]))); return 0; }
    "#;

    #[test]
    fn what_moved_alone_is_not_named() {
        let folder = tempfile::tempdir().unwrap();
        let compiled = |text: &str| {
            let (source, program) = (folder.path().join("a.cpp"), folder.path().join("a"));
            std::fs::write(&source, text).unwrap();
            assert!(Command::new("c++").args(["-O1", "-o"]).arg(&program).arg(&source).status().unwrap().success());
            std::fs::read(&program).unwrap()
        };
        let first = compiled(SOURCE);
        let changed = |text: &str| {
            let other = compiled(text);
            changed(&object::File::parse(&*first).unwrap(), &object::File::parse(&*other).unwrap())
        };
        let of = |names: &[&str]| (names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), 0);
        assert_eq!(changed(&SOURCE.replace("a * 3", "a * 5")), of(&["ours::leaf"]));
        let more = "KEPT long first(long a) { return a * a * a / 7; } KEPT long leaf";
        assert_eq!(changed(&SOURCE.replace("KEPT long leaf", more)), of(&["ours::first"]));
    }
}
