//! What this machine's processor can do, as the kernel names it: features in, those that it lacks out.

use std::fs;

/// The line of /proc/cpuinfo that names what the processor can do; empty where there is none.
pub(crate) fn features() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    text.lines().find(|line| line.starts_with("flags") || line.starts_with("Features")).unwrap_or_default().to_owned()
}

/// Of those that are wanted; the features are asked for only where some are. Where the kernel does not tell, as on
/// macOS, nothing is: a program finds out by itself.
pub(crate) fn lacking(wanted: &[String], features: impl FnOnce() -> String) -> Vec<String> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let features = features();
    if features.is_empty() {
        return Vec::new();
    }
    let has = |feature: &String| features.split_whitespace().any(|it| it == feature);
    wanted.iter().filter(|feature| !has(feature)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feature_is_a_whole_word_of_the_line() {
        let wanted = ["avx2", "avx"].map(str::to_owned);
        assert_eq!(lacking(&wanted, || "flags\t\t: fpu avx avx512vl".to_owned()), ["avx2"]);
        assert!(lacking(&wanted, || "flags\t\t: avx2 avx".to_owned()).is_empty());
        assert!(lacking(&wanted, String::new).is_empty());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_kernel_tells() {
        assert_eq!(lacking(&["luck".to_owned()], features), ["luck"]);
    }

    #[test]
    fn who_wants_nothing_asks_nothing() {
        assert!(lacking(&[], || unreachable!()).is_empty());
    }
}
