//! What becomes of a test whose language is not on this machine.
//!
//! In: the language, and `PARAGONE_ALL_LANGUAGES`; out: a notice, or a failed test where that variable asks
//! for every language but those that it names, as `but swift` does.

const ALL: &str = "PARAGONE_ALL_LANGUAGES";

pub(crate) fn skip(language: &str, lacking: &str) {
    let words = std::env::var(ALL).unwrap_or_default();
    assert!(
        !asked_for(&words, language),
        "no {lacking}, and {ALL}=`{words}` asks for {language}: install it, or name it"
    );
    eprintln!("skipped: no {lacking}");
}

fn asked_for(words: &str, language: &str) -> bool {
    !words.is_empty() && words.split_whitespace().all(|word| word != language)
}

#[test]
fn a_language_is_asked_for_where_all_are_and_it_is_no_exception() {
    assert!(asked_for("yes", "swift") && asked_for("but swift", "go"));
    assert!(!asked_for("but swift", "swift") && !asked_for("but go swift", "swift") && !asked_for("", "go"));
}
