//! Words with placeholders in braces to words without. It knows no placeholder's meaning.

/// Fills the braces of a command's words. A word that is one placeholder becomes as many words as
/// the placeholder has values; within a word they are joined by spaces.
pub(crate) fn fill(words: &[String], value: &dyn Fn(&str) -> Option<Vec<String>>) -> Result<Vec<String>, String> {
    let lookup =
        |word: &str, name: &str| value(name).ok_or_else(|| format!("unknown placeholder `{{{name}}}` in `{word}`"));
    let mut filled = Vec::new();
    for word in words {
        if let Some(name) = alone(word) {
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

/// Fills with what is only known when a driver is built, and leaves every other brace as it is: by now
/// it belongs to a path or a flag.
pub(crate) fn fill_late(words: &[String], values: &[(String, Vec<String>)]) -> Vec<String> {
    let replaced =
        |word: String, (name, value): &(String, Vec<String>)| word.replace(&format!("{{{name}}}"), &value.join(" "));
    let filled = |word: &String| match values.iter().find(|(name, _)| alone(word) == Some(name)) {
        Some((_, value)) => value.clone(),
        None => vec![values.iter().fold(word.clone(), replaced)],
    };
    words.iter().flat_map(filled).collect()
}

/// The placeholder that a word consists of.
fn alone(word: &str) -> Option<&str> {
    let name = word.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'))?;
    (!name.contains('{')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
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
    fn late_values_leave_other_braces_alone() {
        let late = [("python".to_owned(), words("/usr/bin/python3")), ("flags".to_owned(), words("-a -b"))];
        assert_eq!(
            fill_late(&words("{python} {flags} x={flags} /tmp/{odd}/a{"), &late),
            ["/usr/bin/python3", "-a", "-b", "x=-a -b", "/tmp/{odd}/a{"]
        );
    }
}
