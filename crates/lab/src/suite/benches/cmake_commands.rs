//! The commands of a CMakeLists.txt: its text in, their names and words out. It evaluates nothing, so that words keep their
//! variables.

/// A command with its words, quotes gone.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CmakeCommand {
    /// In lower case, as CMake takes it.
    pub(super) name: String,
    pub(super) words: Vec<String>,
}

/// All commands in the order of the text. What is no command is passed over.
pub(super) fn commands(text: &str) -> Vec<CmakeCommand> {
    let plain = without_comments(text);
    let mut found = Vec::new();
    let mut rest = plain.as_str();
    while let Some((before, behind)) = rest.split_once('(') {
        let (inside, after) = to_its_end(behind);
        let name = before.trim_end().rsplit(|letter: char| !letter.is_alphanumeric() && letter != '_').next();
        found.push(CmakeCommand { name: name.unwrap_or_default().to_lowercase(), words: words(inside) });
        rest = after;
    }
    found
}

/// A comment reaches from `#` to the end of the line, unless it stands between quotes.
fn without_comments(text: &str) -> String {
    let (mut is_quoted, mut is_comment, mut is_escaped) = (false, false, false);
    let keeps = |letter: &char| {
        is_comment = *letter != '\n' && (is_comment || (*letter == '#' && !is_quoted));
        is_quoted ^= *letter == '"' && !is_comment && !is_escaped;
        is_escaped = *letter == '\\' && !is_escaped;
        !is_comment
    };
    text.chars().filter(keeps).collect()
}

/// What stands before the parenthesis that closes, and behind it.
fn to_its_end(text: &str) -> (&str, &str) {
    let (mut depth, mut is_quoted) = (1, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '(' if !is_quoted => depth += 1,
            ')' if !is_quoted => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&text[..at], &text[at + 1..]);
        }
    }
    (text, "")
}

fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    // Every other part stands between quotes.
    for (number, part) in text.split('"').enumerate() {
        match number % 2 {
            1 => words.push(part.to_owned()),
            _ => {
                let plain = part.split(|letter: char| letter.is_whitespace() || letter == ';');
                words.extend(plain.filter(|word| !word.is_empty()).map(str::to_owned));
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_have_names_and_words() {
        let text = "cmake_minimum_required(VERSION 3.5) # not (this)\n\
                    Project( sums\n  LANGUAGES CXX)\n# option(OFF)\n\
                    option(WITH_BENCH \"Build (all) # benchmarks\" OFF)\n\
                    if((A) AND B)\nadd_executable(b ${X}/b.cpp;c.cpp)\nendif()\n";
        let found = commands(text);
        let shown: Vec<String> =
            found.iter().map(|command| format!("{} {}", command.name, command.words.join("|"))).collect();
        let expected = [
            "cmake_minimum_required VERSION|3.5",
            "project sums|LANGUAGES|CXX",
            "option WITH_BENCH|Build (all) # benchmarks|OFF",
            "if (A)|AND|B",
            "add_executable b|${X}/b.cpp|c.cpp",
            "endif ",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn what_does_not_end_is_no_trap() {
        for text in ["", "(", "a(b", "a(\"b", "a \" # (", "é(ü)"] {
            commands(text);
        }
        assert_eq!(commands("é(ü)"), [CmakeCommand { name: "é".to_owned(), words: vec!["ü".to_owned()] }]);
    }
}
