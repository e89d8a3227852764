//! Names in a sentence: several, each once, and those at its beginning. It knows nobody who is named.

/// `a`, `a and b`, `a, b and c`.
pub fn listed<T: ToString>(names: &[T]) -> String {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A list of names that may be many: of more than `most`, all but the first few are counted, as in `a, b and 5 more`.
pub fn at_most<T: ToString>(names: &[T], most: usize) -> String {
    if names.len() <= most {
        return listed(names);
    }
    let shown = most.saturating_sub(1);
    let first = names[..shown].iter().map(ToString::to_string);
    listed(&first.chain([format!("{} more", names.len() - shown)]).collect::<Vec<_>>())
}

/// Each of them once, in the order in which they come.
pub fn each_once<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

/// A text with a great letter in front, as a heading or a sentence has it.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
