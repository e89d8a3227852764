//! Python's programs as Python itself parses them: two files in, whether both are the same but for places in them.
//!
//! Comments and blank lines are gone then; what a docstring says is a part of the program, which it can read.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Prints the place of the first pair whose programs differ, or nothing. A file that is no program differs.
const COMPARE: &str = "
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

/// Each pair with the name that it is told by.
pub(super) fn alike(python: &str, pairs: &[(PathBuf, [PathBuf; 2])]) -> Result<(), String> {
    // Isolated: nothing of the user's is imported, and nothing beside the files.
    let mut command = Command::new(python);
    command.args(["-I", "-S", "-c", COMPARE]).args(pairs.iter().flat_map(|(_, pair)| pair)).stdin(Stdio::null());
    let output = command.output().map_err(|err| format!("failed to start `{python}`: {err}"))?;
    let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    match (output.status.success(), said.as_str()) {
        (true, "") => Ok(()),
        (true, place) => {
            let pair = place.parse().ok().and_then(|place: usize| pairs.get(place));
            Err(pair.map_or("its Python changed".to_owned(), |(name, _)| format!("`{}` changed", name.display())))
        }
        _ => Err(format!("`{python}` could not parse its sources")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::find_program;

    #[test]
    fn comments_are_no_part_of_a_program_and_docstrings_are() {
        let Some(python) = find_program("python3") else { return };
        let folder = tempfile::tempdir().unwrap();
        let same = |before: &str, today: &str| {
            let pair = [folder.path().join("a.py"), folder.path().join("b.py")];
            [before, today].iter().zip(&pair).for_each(|(text, path)| std::fs::write(path, text).unwrap());
            alike(&python.display().to_string(), &[("a.py".into(), pair)]).is_ok()
        };
        let text = "def f(x):\n    'says'\n    return x + 1\n";
        assert!(same(text, "# a comment\n\ndef f(x):\n    'says'\n    return (x\n        + 1)  # more\n"));
        for changed in [text.replace("says", "told"), text.replace('1', "2"), text.replace("return", "retrun")] {
            assert!(!same(text, &changed), "{changed}");
        }
        // What nobody can parse is not the same as itself with a comment.
        assert!(!same("no program (", "no program ( #"));
    }
}
