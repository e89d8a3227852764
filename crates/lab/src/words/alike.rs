//! What is said of several, in; each thing that is said once, with all of whom it is said, out.

/// Both in the order in which they come first.
pub(crate) fn alike<S: PartialEq, T>(said: impl IntoIterator<Item = (S, T)>) -> Vec<(S, Vec<T>)> {
    let mut all: Vec<(S, Vec<T>)> = Vec::new();
    for (what, of) in said {
        match all.iter_mut().find(|(known, _)| *known == what) {
            Some((_, whose)) => whose.push(of),
            None => all.push((what, vec![of])),
        }
    }
    all
}
