//! Programs as the runtime that runs them parses them: two files in, whether both are the same but for places in them.
//!
//! Comments and blank lines are gone then; what a docstring says is a part of the program, which it can read.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A runtime that can parse its own language.
pub(super) struct Parser {
    runtime: String,
    language: &'static ParsedLanguage,
}

/// How a language's runtime is asked.
struct ParsedLanguage {
    /// Of drivers whose programs are in it.
    names: &'static [&'static str],
    /// What the names of its files end with.
    ends: &'static [&'static str],
    /// Behind the runtime's own name, and before the files, two by two. It prints the place of the first pair whose
    /// programs differ, or nothing. A file that is no program differs.
    words: &'static [&'static str],
}

const LANGUAGES: [ParsedLanguage; 2] = [
    // Isolated: nothing of the user's is imported, and nothing beside the files.
    ParsedLanguage { names: &["python", "pytest-benchmark"], ends: &["py"], words: &["-I", "-S", "-c", PYTHON] },
    // Node keeps a parser for its own use. One without it fails, and then the files are not the same.
    ParsedLanguage {
        names: &["javascript"],
        ends: &["js", "mjs", "cjs"],
        words: &["--expose-internals", "--no-warnings", "-e", JAVASCRIPT, "--"],
    },
];

const PYTHON: &str = "
import ast, sys
paths = sys.argv[1:]
def program(path):
    with open(path, 'rb') as file:
        return ast.dump(ast.parse(file.read()))
for at in range(0, len(paths), 2):
    try:
        same = program(paths[at]) == program(paths[at + 1])
    except Exception:
        same = False
    if not same:
        print(at // 2)
        break
";

// A literal of a regular expression or a large integer has its text beside its value, which JSON cannot hold.
const JAVASCRIPT: &str = "
const acorn = require('internal/deps/acorn/acorn/dist/acorn');
const { readFileSync } = require('fs');
const paths = process.argv.slice(1);
const told = (key, value) =>
    key === 'start' || key === 'end' || typeof value === 'bigint' || value instanceof RegExp ? undefined : value;
const program = (path, sourceType) =>
    JSON.stringify(acorn.parse(readFileSync(path, 'utf8'), { ecmaVersion: 'latest', sourceType }), told);
const same = (one, two) => ['module', 'script'].some((kind) => {
    try {
        return program(one, kind) === program(two, kind);
    } catch {
        return false;
    }
});
for (let at = 0; at < paths.length; at += 2) {
    if (!same(paths[at], paths[at + 1])) {
        console.log(at / 2);
        break;
    }
}
";

impl Parser {
    /// `None`: nobody can be asked about programs of that language.
    pub(super) fn of(language: &str, runtime: &str) -> Option<Parser> {
        let language = LANGUAGES.iter().find(|one| one.names.contains(&language))?;
        Some(Parser { runtime: runtime.to_owned(), language })
    }

    pub(super) fn reads(&self, path: &Path) -> bool {
        path.extension().is_some_and(|own| self.language.ends.iter().any(|end| own == *end))
    }

    /// Whether the programs of each pair are the same; each has the name that it is told by.
    pub(super) fn alike(&self, pairs: &[(PathBuf, [PathBuf; 2])]) -> Result<(), String> {
        let runtime = &self.runtime;
        let mut command = Command::new(runtime);
        command.args(self.language.words).args(pairs.iter().flat_map(|(_, pair)| pair)).stdin(Stdio::null());
        let output = command.output().map_err(|err| format!("failed to start `{runtime}`: {err}"))?;
        let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        match (output.status.success(), said.as_str()) {
            (true, "") => Ok(()),
            (true, place) => {
                let pair = place.parse().ok().and_then(|place: usize| pairs.get(place));
                Err(pair.map_or("its sources changed".to_owned(), |(name, _)| format!("`{}` changed", name.display())))
            }
            _ => Err(format!("`{runtime}` could not parse its sources")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::find_program;

    /// Whether two texts are the same program; `None` where nobody here can parse them.
    fn same(language: &str, runtime: &str, [before, today]: [&str; 2]) -> Option<bool> {
        let parser = Parser::of(language, &find_program(runtime)?.display().to_string()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let pair = [folder.path().join("before"), folder.path().join("today")];
        [before, today].iter().zip(&pair).for_each(|(text, path)| std::fs::write(path, text).unwrap());
        Some(parser.alike(&[("file".into(), pair)]).is_ok())
    }

    #[test]
    fn comments_are_no_part_of_a_program_and_docstrings_are() {
        let text = "def f(x):\n    'says'\n    return x + 1\n";
        let commented = "# a comment\n\ndef f(x):\n    'says'\n    return (x\n        + 1)  # more\n";
        let Some(alike) = same("python", "python3", [text, commented]) else { return };
        assert!(alike);
        for changed in [text.replace("says", "told"), text.replace('1', "2"), text.replace("return", "retrun")] {
            assert_eq!(same("python", "python3", [text, &changed]), Some(false), "{changed}");
        }
        // What nobody can parse is not the same as itself with a comment.
        assert_eq!(same("python", "python3", ["no program (", "no program ( #"]), Some(false));
    }

    #[test]
    fn javascript_is_asked_of_its_own_runtime() {
        let text = "import fs from 'fs';\nclass A { #own = 3n; }\nconst sign = /a b/g;\nexport { A, sign };\n";
        let commented = "/* says */ import fs from 'fs'\nclass A {\n  #own = 3n // more\n}\nconst sign = /a b/g\nexport { A, sign }";
        let Some(alike) = same("javascript", "node", [text, commented]) else { return };
        assert!(alike);
        for changed in [text.replace("3n", "4n"), text.replace("a b", "a  b"), text.replace("#own", "own")] {
            assert_eq!(same("javascript", "node", [text, &changed]), Some(false), "{changed}");
        }
        // No module, and a program all the same.
        let loose = "with (Math) { x = max(1, 2) }";
        assert_eq!(same("javascript", "node", [loose, &format!("// says\n{loose}")]), Some(true));
        assert_eq!(same("javascript", "node", ["no program (", "no program ( //"]), Some(false));
    }

    #[test]
    fn nobody_is_asked_about_another_language_or_file() {
        assert!(Parser::of("lua", "lua5.4").is_none());
        let node = Parser::of("javascript", "node").unwrap();
        assert!(node.reads(Path::new("project/main.mjs")) && !node.reads(Path::new("package.json")));
    }
}
