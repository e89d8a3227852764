//! A built program's file and a function's name in, the innermost loops of its machine code out.
//!
//! Whoever wonders why one program is slower than another reads these first. It knows formats of files and two
//! processors; neither toolchains nor what is measured.

use std::path::PathBuf;

use capstone::arch::{BuildsCapstone, BuildsCapstoneSyntax, arm64, x86};
use capstone::{Capstone, Insn};
use glob::Pattern;
use object::{Architecture, BinaryFormat, Object, ObjectSection, ObjectSymbol, Symbol, SymbolKind};

use crate::driver::building::code::{bytes_of, no_code};
use crate::model::{InnerLoops, Unknown};

/// Whose machine code is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    /// The program; `None` where a runtime makes machine code of it.
    pub program: Option<PathBuf>,
    /// As the source names it, with its modules, and without parameters; `*` stands for anything.
    pub name: String,
}

/// Instructions of one function that are kept at most: more than a reader reads.
const MOST: usize = 600;

pub fn inner_loops(function: &Function) -> Result<InnerLoops, Unknown> {
    let by_runtime = || Unknown::because("a runtime makes its machine code as it runs");
    let program = function.program.as_deref().ok_or_else(by_runtime)?;
    of_bytes(&bytes_of(program)?, &function.name)
}

fn of_bytes(bytes: &[u8], wanted: &str) -> Result<InnerLoops, Unknown> {
    let file = object::File::parse(bytes).map_err(no_code)?;
    let pattern = Pattern::new(wanted).map_err(no_code)?;
    let functions: Vec<_> = file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text).collect();
    if functions.is_empty() {
        return Err(Unknown::because("its program has no symbols, which name functions"));
    }
    let named = functions.iter().filter_map(|symbol| {
        let name = as_in_source(plain(symbol.name().ok()?, file.format()));
        let size = || size_of(symbol, &functions, &file);
        pattern.matches(&name).then(size).flatten().map(|size| (name, symbol.address(), size))
    });
    // A pattern may mean parts of a function that stand beside it; the longest is where its loops are.
    let (name, address, size) = named.max_by_key(|(_, _, size)| *size).ok_or_else(|| {
        Unknown::because(format!("its program has no function `{wanted}`: another name, or it was put into its caller"))
    })?;
    let code = file
        .sections()
        .find_map(|section| section.data_range(address, size).ok().flatten())
        .ok_or_else(|| Unknown::because(format!("its program's file does not hold the code of `{name}`")))?;
    let mut capstone = disassembler(file.architecture())?;
    // What is no instruction that it knows is passed over and shown as bytes; what follows is read all the same.
    capstone.set_skipdata(true).map_err(|err| Unknown::because(format!("the disassembler does not start: {err}")))?;
    let unreadable = |err| Unknown::because(format!("the code of `{name}` cannot be disassembled: {err}"));
    let instructions = capstone.disasm_all(code, address).map_err(unreadable)?;
    let code: Vec<Instruction> = instructions.iter().map(|one| Instruction::of(one, address, size)).collect();
    let mut loops = loops(&code);
    let found = loops.len();
    let mut kept = 0;
    loops.retain(|lines| {
        let fits = kept + lines.len() <= MOST;
        kept += if fits { lines.len() } else { 0 };
        fits
    });
    Ok(InnerLoops { function: name, left_out: found - loops.len(), loops })
}

pub(crate) fn disassembler(architecture: Architecture) -> Result<Capstone, Unknown> {
    let made = match architecture {
        Architecture::X86_64 => {
            Capstone::new().x86().mode(x86::ArchMode::Mode64).syntax(x86::ArchSyntax::Intel).build()
        }
        Architecture::Aarch64 => Capstone::new().arm64().mode(arm64::ArchMode::Arm).build(),
        other => return Err(Unknown::because(format!("machine code for {other:?} is not read here"))),
    };
    made.map_err(|err| Unknown::because(format!("the disassembler does not start: {err}")))
}

/// Some formats tell no sizes: then a function ends where the next one begins, or with its section.
fn size_of(symbol: &Symbol<'_, '_>, functions: &[Symbol<'_, '_>], file: &object::File<'_>) -> Option<u64> {
    if symbol.size() > 0 {
        return Some(symbol.size());
    }
    let section = file.section_by_index(symbol.section_index()?).ok()?;
    let begins = functions.iter().map(ObjectSymbol::address).filter(|begin| *begin > symbol.address());
    let ends = section.address().checked_add(section.size())?;
    begins.chain([ends]).min()?.checked_sub(symbol.address()).filter(|size| *size > 0)
}

/// Mach-O puts a line before each name.
fn plain(symbol: &str, format: BinaryFormat) -> &str {
    symbol.strip_prefix('_').filter(|_| format == BinaryFormat::MachO).unwrap_or(symbol)
}

/// A symbol's name without what linkers need of it: no digest, no parameters.
pub(crate) fn as_in_source(symbol: &str) -> String {
    if let Ok(name) = rustc_demangle::try_demangle(symbol) {
        return format!("{name:#}");
    }
    let options = cpp_demangle::DemangleOptions::new().no_params().no_return_type();
    let name = cpp_demangle::Symbol::new(symbol).ok().and_then(|name| name.demangle_with_options(&options).ok());
    name.unwrap_or_else(|| symbol.to_owned())
}

struct Instruction {
    /// From the function's beginning.
    place: u64,
    text: String,
    /// Where in the function it jumps to.
    to: Option<u64>,
    calls: bool,
    /// It jumps whatever was found before.
    always: bool,
}

impl Instruction {
    fn of(one: &Insn<'_>, start: u64, size: u64) -> Instruction {
        let place = one.address().saturating_sub(start);
        let (word, operands) = (one.mnemonic().unwrap_or("?"), one.op_str().unwrap_or_default());
        let is_jump = word == "b" || ["j", "b.", "cb", "tb", "loop"].iter().any(|begin| word.starts_with(begin));
        let (before, last) = operands.rsplit_once(", ").map_or(("", operands), |(before, last)| (before, last));
        let address = last.trim_start_matches('#').strip_prefix("0x").and_then(|hex| u64::from_str_radix(hex, 16).ok());
        let within = address.filter(|to| is_jump && (start..start.saturating_add(size)).contains(to));
        let to = within.map(|to| to - start);
        let operands = match to {
            None => operands.to_owned(),
            Some(to) if before.is_empty() => format!("{to:x}"),
            Some(to) => format!("{before}, {to:x}"),
        };
        let text = format!("{place:4x}  {word} {operands}").trim_end().to_owned();
        Instruction { place, text, to, calls: matches!(word, "call" | "bl"), always: matches!(word, "jmp" | "b") }
    }
}

/// From where a jump goes back to, to the last that goes there; none that holds another. Where a compiler has laid
/// the parts of an outer loop apart, such a part counts as a loop too.
fn loops(code: &[Instruction]) -> Vec<Vec<String>> {
    let mut spans: Vec<(u64, u64)> = Vec::new();
    let jumps = code.iter().enumerate().filter(|(index, _)| !begins_anew(code, *index));
    let back = jumps.filter_map(|(_, one)| Some((one.place, one.to?))).filter(|(from, to)| to <= from);
    for (from, to) in back {
        match spans.iter_mut().find(|(begin, _)| *begin == to) {
            Some((_, end)) => *end = from.max(*end),
            None => spans.push((to, from)),
        }
    }
    spans.sort_unstable();
    let holds = |one: &(u64, u64), other: &(u64, u64)| one != other && one.0 <= other.0 && other.1 <= one.1;
    let innermost = spans.iter().filter(|one| !spans.iter().any(|other| holds(one, other)));
    let lines = |(begin, end): &(u64, u64)| {
        code.iter().filter(|one| (*begin..=*end).contains(&one.place)).map(|one| one.text.clone()).collect()
    };
    innermost.map(lines).collect()
}

/// Behind a Go function stands a call that gives it a larger stack, and a jump to its begin: no loop.
fn begins_anew(code: &[Instruction], index: usize) -> bool {
    const NEAR: usize = 16;
    let near = &code[index.saturating_sub(NEAR)..index];
    code[index].to == Some(0) && code[index].always && near.iter().any(|one| one.calls)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// Two loops within one, and a function that another language would call otherwise.
    const SOURCE: &str = r#"
        #include <stdlib.h>
        namespace ours {
        __attribute__((noinline)) long twice(const long *at, long count) {
            long sum = 0;
            for (long turn = 0; turn < 3; turn++) {
                for (long i = 0; i < count; i++) { if (at[i] > sum) sum += at[i]; asm volatile(""); }
                for (long i = 0; i < count; i++) { sum ^= at[i]; asm volatile(""); }
            }
            return sum;
        }
        __attribute__((noinline)) long straight(long a) { return a * 3; }
        }
        int main(int n, char **v) { long a[2] = {n, atol(v[0])}; return (int)(ours::twice(a, n) + ours::straight(n)); }
    "#;

    fn compiled(compiler: &str) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let (source, program) = (folder.path().join("a.cpp"), folder.path().join("a"));
        std::fs::write(&source, SOURCE).unwrap();
        let done = Command::new(compiler).args(["-O1", "-o"]).arg(&program).arg(&source).status().unwrap();
        assert!(done.success());
        std::fs::read(&program).unwrap()
    }

    #[test]
    fn a_functions_innermost_loops_are_found_by_its_name_in_the_source() {
        let program = compiled("c++");
        let found = of_bytes(&program, "ours::twice").unwrap();
        assert_eq!((found.function.as_str(), found.left_out), ("ours::twice", 0), "{found:#?}");
        let place = |line: &str| line.split_whitespace().next().unwrap().to_owned();
        for lines in &found.loops {
            let (first, last) = (place(&lines[0]), lines.last().unwrap());
            assert!(last.ends_with(&first), "the last goes back to the first: {lines:#?}");
            assert!((3..20).contains(&lines.len()), "{lines:#?}");
        }
        let xors = found
            .loops
            .iter()
            .filter(|lines| lines.iter().any(|line| line.contains(" xor ") || line.contains(" eor ")));
        assert_eq!(xors.count(), 1, "{found:#?}");
        assert_eq!(of_bytes(&program, "*::twice").unwrap(), found);
        assert!(of_bytes(&program, "ours::straight").unwrap().loops.is_empty());
    }

    #[test]
    fn what_cannot_be_had_says_why() {
        let why = |bytes: &[u8], name| of_bytes(bytes, name).unwrap_err().why;
        assert!(why(&compiled("c++"), "twice").contains("has no function `twice`"));
        assert!(why(b"#!/bin/sh\n", "twice").contains("no file of machine code"));
        let of = |program: Option<&str>| inner_loops(&Function { program: program.map(Into::into), name: "f".into() });
        assert!(of(None).unwrap_err().why.contains("runtime"));
        assert!(of(Some("/nowhere/at-all")).unwrap_err().why.contains("cannot be read"));
    }

    #[test]
    fn names_are_those_of_the_source() {
        let names = [
            ("_ZN11collections10imperative17h0123456789abcdefE", "collections::imperative"),
            ("_ZN4ours5twiceEPKll", "ours::twice"),
            ("main.imperative", "main.imperative"),
        ];
        for (symbol, name) in names {
            assert_eq!(as_in_source(symbol), name);
        }
    }

    #[test]
    fn no_bytes_make_it_panic() {
        let program = compiled("c++");
        for length in (0..program.len()).step_by(97) {
            let mut bytes = program.clone();
            bytes.truncate(length);
            let _ = of_bytes(&bytes, "*");
            let mut bytes = program.clone();
            bytes[length] ^= 0xff;
            let _ = of_bytes(&bytes, "*");
        }
    }

    #[test]
    fn a_loop_that_holds_another_is_left_to_it() {
        let one = |place: u64, to| Instruction { place, text: format!("{place}"), to, calls: false, always: true };
        let code = [one(0, None), one(1, None), one(2, Some(1)), one(3, Some(1)), one(4, Some(0)), one(5, Some(5))];
        assert_eq!(loops(&code), [vec!["1", "2", "3"], vec!["5"]]);
    }

    #[test]
    fn to_begin_anew_with_a_larger_stack_is_no_loop() {
        let one = |place: u64, to, calls| Instruction { place, text: format!("{place}"), to, calls, always: true };
        let code = [one(0, None, false), one(1, None, true), one(2, None, false), one(3, Some(0), false)];
        assert!(loops(&code).is_empty());
        let code = [one(0, None, false), one(1, None, false), one(2, Some(0), false)];
        assert_eq!(loops(&code).len(), 1);
    }
}
