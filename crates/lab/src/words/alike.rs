//! Things that are alike, in; each of them once, with all of whom it holds, out: what is said of several, machines by their
//! fingerprint, comparisons by their parameters.

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
