//! Sentences that differ in their numbers alone to one sentence with spans: `62 to 89 %`.
//!
//! It knows no caveat; where words differ too, there is no such sentence.

/// `None` where the sentences are not the same but for their numbers.
pub(crate) fn spanned(sentences: &[&str]) -> Option<String> {
    let words: Vec<Vec<&str>> = sentences.iter().map(|sentence| sentence.split(' ').collect()).collect();
    let length = words.first()?.len();
    if words.iter().any(|other| other.len() != length) {
        return None;
    }
    let at = |place: usize| span(&words.iter().map(|words| words[place]).collect::<Vec<_>>());
    Some((0..length).map(at).collect::<Option<Vec<String>>>()?.join(" "))
}

/// `(3` and `(5` are `(3 to 5`; a word without a number stands for itself alone.
fn span(words: &[&str]) -> Option<String> {
    let first = *words.first()?;
    if words.iter().all(|word| *word == first) {
        return Some(first.to_owned());
    }
    let parts: Vec<NumberParts> = words.iter().map(|word| NumberParts::of(word)).collect::<Option<_>>()?;
    if parts.iter().any(|part| (part.before, part.after) != (parts[0].before, parts[0].after)) {
        return None;
    }
    let least = parts.iter().min_by(|one, other| one.value.total_cmp(&other.value))?;
    let most = parts.iter().max_by(|one, other| one.value.total_cmp(&other.value))?;
    Some(format!("{}{} to {}{}", least.before, least.number, most.number, least.after))
}

/// A word with a number in it.
struct NumberParts<'a> {
    before: &'a str,
    number: &'a str,
    after: &'a str,
    value: f64,
}

impl NumberParts<'_> {
    fn of(word: &str) -> Option<NumberParts<'_>> {
        let begin = word.find(|letter: char| letter.is_ascii_digit())?;
        let end = word.rfind(|letter: char| letter.is_ascii_digit())? + 1;
        let number = &word[begin..end];
        // Thousands are set apart by commas.
        let value = number.replace(',', "").parse().ok()?;
        Some(NumberParts { before: &word[..begin], number, after: &word[end..], value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_spans() {
        assert_eq!(
            spanned(&["In 3 of 5 launches: 62 %.", "In 3 of 5 launches: 8.9 %.", "In 1 of 5 launches: 70 %."]).unwrap(),
            "In 1 to 3 of 5 launches: 8.9 to 70 %."
        );
        assert_eq!(spanned(&["(1,280 calls)", "(900 calls)"]).unwrap(), "(900 to 1,280 calls)");
        assert_eq!(spanned(&["Same."]).unwrap(), "Same.");
    }

    #[test]
    fn other_words_are_another_sentence() {
        assert_eq!(spanned(&["It takes 10 % more.", "It takes 10 % less."]), None);
        assert_eq!(spanned(&["After 3.00 ms.", "After 3.00 us."]), None);
        assert_eq!(spanned(&["One.", "One more."]), None);
        assert_eq!(spanned(&["about 1.0x", "about 1.0"]), None);
        assert_eq!(spanned(&["from 1..2", "from 1..3"]), None);
        assert_eq!(spanned(&[]), None);
    }
}
