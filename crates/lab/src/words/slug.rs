//! Names in, what stands for them in addresses and files' names out.

/// A part of a file's name: lower case, with a `-` for whatever is neither letter nor digit.
pub(crate) fn slug(text: &str) -> String {
    anchor(text).trim_matches('-').to_lowercase()
}

/// Where a page's link leads: each letter that is none becomes a `-`, so that no two names become one by their length.
pub(crate) fn anchor(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}
