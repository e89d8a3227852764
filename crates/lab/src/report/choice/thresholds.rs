//! Which implementation to use from which size on, as constants that a program can include.
//!
//! A run and its findings in, source text out. Comments say what the constants rest on; whoever compiles them needs
//! nothing of ours.

use std::collections::BTreeSet;

use crate::model::names::listed;
use crate::model::{Choice, ContestFinding, Findings, ImplementationId, Run, Use};
use crate::report::choice::choose::about;
use crate::words::{clean, point, size_label, with_params, wrap};

/// A language that constants can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThresholdLanguage {
    Rust,
    C,
    Go,
}

const WIDTH: usize = 100;

/// The whole file.
pub fn thresholds(run: &Run, findings: &Findings, source: ThresholdLanguage) -> String {
    let mut names = BTreeSet::new();
    let mut body = String::new();
    for contest in &findings.contests {
        for choice in &contest.choices {
            body += &format!("\n{}", Borders { contest, choice }.constants(source, &mut names));
        }
    }
    let head = comment(&format!(
        "Written by `paragone choose {} --as {}`; measure again rather than change it. {}",
        run.id,
        source.word(),
        about(run)
    ));
    let (before, after) = match source {
        ThresholdLanguage::Rust => (String::new(), ""),
        ThresholdLanguage::C => {
            let guard = guard(run, findings);
            (format!("\n#ifndef {guard}\n#define {guard}\n\n#include <stdint.h>\n"), "\n#endif\n")
        }
        ThresholdLanguage::Go => ("\npackage thresholds\n".to_owned(), ""),
    };
    format!("{head}{before}{body}{after}")
}

/// `PARAGONE_00C0FFEE00C0FFEE_HASHES_BLAKE2B_H`: a header of another run, or of another benchmark of this one, is
/// another header.
fn guard(run: &Run, findings: &Findings) -> String {
    let names = findings.contests.iter().map(|contest| format!("{}_{}_", contest.suite, contest.benchmark));
    plain(&format!("paragone_{}_{}h", run.id, names.collect::<String>()))
}

/// As constants are written: no other signs than letters, digits and underscores.
fn plain(text: &str) -> String {
    text.replace(|c: char| !c.is_ascii_alphanumeric(), "_").to_ascii_uppercase()
}

impl ThresholdLanguage {
    fn word(self) -> &'static str {
        match self {
            ThresholdLanguage::Rust => "rust",
            ThresholdLanguage::C => "c",
            ThresholdLanguage::Go => "go",
        }
    }

    fn constant(self, name: &str, value: u64) -> String {
        match self {
            ThresholdLanguage::Rust => format!("pub const {name}: u64 = {value};\n"),
            ThresholdLanguage::C => format!("#define {name} UINT64_C({value})\n"),
            ThresholdLanguage::Go => format!("const {} uint64 = {value}\n", camel(name)),
        }
    }
}

/// What is to be used of a benchmark, and where that changes.
struct Borders<'a> {
    contest: &'a ContestFinding,
    choice: &'a Choice,
}

impl Borders<'_> {
    /// A constant for each border between two implementations, with what it rests on.
    fn constants(&self, source: ThresholdLanguage, names: &mut BTreeSet<String>) -> String {
        let Borders { contest, choice } = self;
        let params = with_params(&choice.params);
        let mut text = comment(&format!("{}/{}{params}: {}", contest.suite, contest.benchmark, choice.text));
        for (before, after) in choice.uses.iter().zip(choice.uses.iter().skip(1)) {
            let (Some(one), Some(next)) = (before.implementations.first(), after.implementations.first()) else {
                continue;
            };
            let name = self.new_name(next, names);
            text += &comment(&self.border((before, one), (after, next)));
            text += &source.constant(&name, middle(before.to, after.from));
        }
        text
    }

    fn border(&self, (before, one): (&Use, &ImplementationId), (after, next): (&Use, &ImplementationId)) -> String {
        let last = size_label(before.to, &self.contest.unit);
        let first = point(after.from, &self.contest.unit, &self.choice.params);
        let sure = match before.confidence {
            Some(confidence) => format!("{:.0} % sure; either between", confidence * 100.0),
            None => "nothing was measured between these sizes".to_owned(),
        };
        let also = format!("{}{}", beside(before, &format!("Up to {last}")), beside(after, &format!("From {first}")));
        format!("{next} from here on: {one} up to {last}, {next} from {first}; {sure}.{also}")
    }

    /// `HASHES_BLAKE2B_RUST_BLAKE2_FROM`; a second one of that name has a number behind it.
    fn new_name(&self, next: &ImplementationId, names: &mut BTreeSet<String>) -> String {
        let params = self.choice.params.iter().flat_map(|(name, value)| [name.as_str(), value.as_str()]);
        let id = next.to_string();
        let parts: Vec<&str> =
            [self.contest.suite.as_str(), self.contest.benchmark.as_str()].into_iter().chain(params).collect();
        let name = plain(&format!("{}_{id}_from", parts.join("_")));
        // No language lets a name begin with a digit.
        let name = if name.starts_with(|c: char| c.is_ascii_digit()) { format!("N{name}") } else { name };
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !names.contains(name)).unwrap_or(name);
        names.insert(free.clone());
        free
    }
}

/// Who might be used as well as the one that is named.
fn beside(of: &Use, place: &str) -> String {
    match of.implementations.as_slice() {
        [first, others @ ..] if !others.is_empty() => {
            format!(" {place}, {first} cannot be told from {}.", listed(others))
        }
        _ => String::new(),
    }
}

/// The geometric middle of what may be left to either.
fn middle(last: u64, first: u64) -> u64 {
    ((last as f64 * first as f64).sqrt().round() as u64).clamp(last.saturating_add(1).min(first), first)
}

/// `HashesBlake2bRustBlake2From`: as Go has it, and another name wherever the original is another. An underscore that
/// stands between two digits stays.
fn camel(name: &str) -> String {
    let mut text = String::new();
    for part in name.split('_').filter(|part| !part.is_empty()) {
        if text.ends_with(|c: char| c.is_ascii_digit()) && part.starts_with(|c: char| c.is_ascii_digit()) {
            text.push('_');
        }
        let (head, tail) = part.split_at(1);
        text += head;
        text += &tail.to_ascii_lowercase();
    }
    text
}

/// All three languages take `//` for a comment.
fn comment(text: &str) -> String {
    // A backslash at the end of a line would go on with the comment in C.
    let text = clean(text).replace('\\', "/");
    let lines = wrap("", &text, WIDTH);
    lines.lines().map(|line| format!("// {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::*;
    use crate::model::CrossoverPlace;
    use crate::report::specimen::made_up;

    fn findings() -> Findings {
        let mut contest = made_up::ladder(&[64, 1024, 65536]);
        contest.crossovers = vec![made_up::crossover(CrossoverPlace::Once)];
        contest.choices = made_up::choices();
        made_up::findings(vec![contest])
    }

    #[test]
    fn constants_say_what_they_rest_on() {
        let run = made_up::run();
        let text = thresholds(&run, &findings(), ThresholdLanguage::Rust);
        for words in [
            format!("Written by `paragone choose {} --as rust`", run.id).as_str(),
            "// c.openssl from here on: rust.blake2b_simd up to 820 B, c.openssl from 855 B; 95 % sure; either",
            "pub const HASHES_BLAKE2B_C_OPENSSL_FROM: u64 = 837;\n",
            "c.openssl up to 4 KiB, rust.blake2b_simd from 16 KiB; nothing",
            "pub const HASHES_BLAKE2B_RUST_BLAKE2B_SIMD_FROM: u64 = 8192;\n",
            "pub const HASHES_BLAKE2B_C_OPENSSL_FROM_2: u64 = 32884;\n",
        ] {
            assert!(text.contains(words), "{words} in {text}");
        }
        let text = thresholds(&run, &findings(), ThresholdLanguage::C);
        let guard = "PARAGONE_00C0FFEE00C0FFEE_HASHES_BLAKE2B_H\n";
        assert!(text.contains(&format!("#ifndef {guard}#define {guard}")), "{text}");
        assert!(text.contains("#define HASHES_BLAKE2B_C_OPENSSL_FROM UINT64_C(837)\n") && text.ends_with("#endif\n"));
    }

    #[test]
    fn headers_of_two_runs_and_of_two_benchmarks_have_guards_of_their_own() {
        let of = |run: &Run, findings: &Findings| guard(run, findings);
        let (run, one) = (made_up::run(), findings());
        let later = Run { id: "00c0ffee00c0ffef".into(), ..run.clone() };
        let mut other = one.clone();
        other.contests[0].benchmark = "sha-2".into();
        let all = [of(&run, &one), of(&later, &one), of(&run, &other)];
        assert_eq!(BTreeSet::from(all.clone()).len(), 3, "{all:?}");
        assert!(all.iter().all(|guard| guard.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')), "{all:?}");
    }

    #[test]
    fn who_leads_beside_the_named_one_is_named_in_the_comment() {
        let mut findings = findings();
        findings.contests[0].choices[0].uses[1].implementations.extend([made_up::id("c.twin"), made_up::id("go.x")]);
        let text = thresholds(&made_up::run(), &findings, ThresholdLanguage::Rust);
        let text = text.replace("\n// ", " ");
        assert!(text.contains("c.openssl cannot be told from c.twin and go.x."), "{text}");
        assert!(text.contains("pub const HASHES_BLAKE2B_C_OPENSSL_FROM: u64 = 837;"), "{text}");
    }

    #[test]
    fn the_middle_belongs_to_the_second() {
        assert_eq!((middle(820, 855), middle(7, 8), middle(1024, 4096)), (837, 8, 2048));
    }

    #[test]
    fn names_of_go_stay_apart() {
        assert_eq!(camel("AEAD_SEAL_C_X@GCC_12_FROM".replace('@', "_").as_str()), "AeadSealCXGcc12From");
        assert_ne!(camel("A_LEVEL_1_2_FROM"), camel("A_LEVEL_12_FROM"));
    }

    /// Compiles the constants with a use of one; where there is no compiler, nothing can be found out.
    fn compiles(source: ThresholdLanguage, file: &str, main: (&str, &str), command: &[&str]) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(file), thresholds(&made_up::run(), &findings(), source)).unwrap();
        fs::write(folder.path().join(main.0), main.1).unwrap();
        let Ok(done) = Command::new(command[0]).args(&command[1..]).current_dir(&folder).output() else { return };
        assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
    }

    #[test]
    fn rust_compiles_them() {
        let main = "#![deny(warnings)]\ninclude!(\"thresholds.rs\");\n\
                    const _: () = assert!(HASHES_BLAKE2B_C_OPENSSL_FROM == 837 && HASHES_BLAKE2B_C_OPENSSL_FROM_2 > 0);\n";
        let words = ["rustc", "--edition", "2021", "--crate-type", "lib", "--emit", "metadata", "main.rs"];
        compiles(ThresholdLanguage::Rust, "thresholds.rs", ("main.rs", main), &words);
    }

    #[test]
    fn c_compiles_them() {
        let main = "#include \"thresholds.h\"\n#include \"thresholds.h\"\n\
                    _Static_assert(HASHES_BLAKE2B_C_OPENSSL_FROM == 837, \"the middle\");\n";
        let words = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", "main.c"];
        compiles(ThresholdLanguage::C, "thresholds.h", ("main.c", main), &words);
    }

    #[test]
    fn go_compiles_them() {
        let main = "package thresholds\n\nvar _ [HashesBlake2bCOpensslFrom - 836]byte\n";
        compiles(ThresholdLanguage::Go, "thresholds.go", ("use.go", main), &["go", "vet", "thresholds.go", "use.go"]);
    }
}
