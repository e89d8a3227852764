//! A path as it has to be typed: in goes the path, out comes the word that a shell reads as it.

/// In quotes where it holds anything that a shell would not leave alone.
pub(super) fn quoted(path: &str) -> String {
    let plain = path.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./+".contains(&byte));
    if plain && !path.is_empty() && !path.starts_with('-') {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_read_otherwise_stands_in_quotes() {
        assert_eq!(quoted("../my_suites/a+b.1"), "../my_suites/a+b.1");
        assert_eq!(quoted("my suites"), "'my suites'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!((quoted("-x"), quoted("")), ("'-x'".to_owned(), "''".to_owned()));
    }
}
