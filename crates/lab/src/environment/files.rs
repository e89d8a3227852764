//! The system's own files: a path below a root in, what stands there out. The root is `/`, or a folder of
//! copies in tests. What is missing, empty or no number is `None`; it knows no file's meaning.

use std::fs;
use std::path::Path;
use std::str::FromStr;

/// The file's text without the white space around it.
pub(super) fn text(root: &Path, path: &str) -> Option<String> {
    // Some of the system's texts, such as a vendor's name, are in nobody's encoding.
    let bytes = fs::read(root.join(path)).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_matches(|letter: char| letter.is_whitespace() || letter == '\0');
    (!text.is_empty()).then(|| text.to_owned())
}

/// The number that is all of the file.
pub(super) fn number<T: FromStr>(root: &Path, path: &str) -> Option<T> {
    text(root, path)?.parse().ok()
}

/// What is in a folder, by name, in an order that stays the same; numbers in names count as numbers.
pub(super) fn names(root: &Path, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort_by_key(|name| (number_in(name), name.clone()));
    names
}

fn number_in(name: &str) -> Option<u64> {
    name.split(|letter: char| !letter.is_ascii_digit()).find(|part| !part.is_empty())?.parse().ok()
}

/// Where the system's own description of its cores begins.
pub(super) const CPUS: &str = "sys/devices/system/cpu";

/// The cores that a file lists; none where there is no such file.
pub(super) fn cores(root: &Path, path: &str) -> Vec<u32> {
    text(root, path).map_or_else(Vec::new, |list| core_list(&list))
}

/// Cores as the system lists them: `0-2,5` is 0, 1, 2 and 5.
pub(super) fn core_list(text: &str) -> Vec<u32> {
    let span = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.trim().parse::<u32>().ok()?..=last.trim().parse::<u32>().ok()?)
    };
    text.split(',').filter_map(span).flatten().collect()
}

/// The numbers of the cores that the system has, whether this process may use them or not.
pub(super) fn all_cores(root: &Path) -> Vec<u32> {
    let folders = names(root, CPUS);
    folders.iter().filter_map(|name| name.strip_prefix("cpu")?.parse().ok()).collect()
}

/// The other hardware threads of a core.
pub(super) fn siblings(root: &Path, core: u32) -> Vec<u32> {
    let threads = cores(root, &format!("{CPUS}/cpu{core}/topology/thread_siblings_list"));
    threads.into_iter().filter(|one| *one != core).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::copies::Copies;

    #[test]
    fn what_is_not_there_is_unknown() {
        let copies = Copies::of(&[("a/one", " 12\n"), ("a/empty", "\n"), ("a/word", "on\0\n")]);
        assert_eq!(number::<u32>(copies.root(), "a/one"), Some(12));
        assert_eq!(text(copies.root(), "a/word").as_deref(), Some("on"));
        assert_eq!(text(copies.root(), "a/empty"), None);
        assert_eq!(number::<u32>(copies.root(), "a/word"), None);
        assert_eq!(number::<u32>(copies.root(), "b"), None);
        assert!(names(copies.root(), "b").is_empty());
    }

    #[test]
    fn ten_comes_after_nine() {
        let copies = Copies::of(&["cpu10/x", "cpu9/x", "cpufreq/x", "cpu0/x"].map(|path| (path, "")));
        assert_eq!(names(copies.root(), ""), ["cpufreq", "cpu0", "cpu9", "cpu10"]);
    }

    #[test]
    fn spans_of_cores_are_counted_out() {
        assert_eq!(core_list("0-2,5"), [0, 1, 2, 5]);
        assert_eq!(core_list("7"), [7]);
        assert!(core_list("").is_empty());
    }
}
