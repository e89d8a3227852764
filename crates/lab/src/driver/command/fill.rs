//! From words with `{name}` in them to the words that are started.

/// Puts values into the places that bear their names. Braces around anything else stay as they are, so
/// that `awk '{print $1}'` and `find -exec echo {} +` mean what they always did.
pub(super) fn fill(words: &[String], values: &[(String, String)]) -> Vec<String> {
    words.iter().map(|word| filled(word, values)).collect()
}

/// One pass from left to right: what a value brings in is not looked at again.
fn filled(word: &str, values: &[(String, String)]) -> String {
    let mut text = String::new();
    let mut rest = word;
    while let Some(at) = rest.find('{') {
        text += &rest[..at];
        rest = &rest[at..];
        let place = values.iter().find_map(|(name, value)| {
            let length = name.len() + 2;
            let is_it = rest.len() >= length && rest[1..].starts_with(name) && rest.as_bytes()[length - 1] == b'}';
            is_it.then_some((length, value))
        });
        let (length, new) = place.map_or((1, "{"), |(length, value)| (length, value.as_str()));
        text += new;
        rest = &rest[length..];
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_filled_and_other_braces_stay() {
        let values = [("n", "8"), ("mode", "{n} fast")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        let fill = |text: &str| fill(&[text.to_owned()], &values).remove(0);
        assert_eq!(fill("--n={n}"), "--n=8");
        assert_eq!(fill("{n}{n}/{mode}"), "88/{n} fast");
        assert_eq!(fill("{print $1} {} {nn} {n {é}"), "{print $1} {} {nn} {n {é}");
        assert_eq!(fill("{{n}}"), "{8}");
    }
}
