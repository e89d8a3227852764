//! Instructions counted on an emulated processor: a driver's command in, the command that counts out; and the
//! count from what that wrote.
//!
//! It starts nothing and times nothing. A whole conversation is counted, from the program's start to its end: a
//! short one with so many calls, and the same with twice as many. What both have in common cancels, and the
//! difference belongs to the calls.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::model::Unknown;

/// To stand beside every such count.
pub const CAVEAT: &str = "counted on valgrind's processor, which has neither the SHA instructions nor AVX-512: where a program chooses its code by what there is, it may have chosen other code than when it was timed";

/// Where valgrind is, in the folders of `PATH`.
pub fn installed(path: Option<&OsStr>) -> Result<PathBuf, Unknown> {
    let folders = path.map(std::env::split_paths).into_iter().flatten();
    folders.map(|folder| folder.join("valgrind")).find(|program| program.is_file()).ok_or_else(|| {
        Unknown::unless(
            "it takes valgrind, which is not installed",
            "`apt-get install valgrind`, or your system's like",
        )
    })
}

/// The command that counts what `argv` does, and writes `out_file` when it ends by itself.
///
/// It is some 50 times slower, takes its time to start and to end, and must not be killed before it has ended.
pub fn wrap(valgrind: &Path, argv: &[String], out_file: &Path) -> Vec<String> {
    // In that option `%` begins the name of something.
    let out_file = out_file.display().to_string().replace('%', "%%");
    let own = [
        valgrind.display().to_string(),
        "--tool=callgrind".to_owned(),
        "--quiet".to_owned(),
        // What a child does has no conversation of its own, and would overwrite the file.
        "--trace-children=no".to_owned(),
        format!("--callgrind-out-file={out_file}"),
    ];
    own.iter().chain(argv).cloned().collect()
}

/// The total in what was written: instructions of the whole life of the program, all its threads.
pub fn parse(text: &str) -> Result<f64, Unknown> {
    let line = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let none = || {
        Unknown::unless(
            "valgrind wrote no total",
            "see what the program said: it may have needed an instruction that valgrind does not know, or more time",
        )
    };
    let events: Vec<&str> = line("events:").ok_or_else(none)?.split_whitespace().collect();
    let place = events.iter().position(|event| *event == "Ir").ok_or_else(none)?;
    let totals = line("totals:").or_else(|| line("summary:")).ok_or_else(none)?;
    totals.split_whitespace().nth(place).and_then(|total| total.parse().ok()).ok_or_else(none)
}

/// Of one call, where a conversation with `calls` calls came to `once`, and one with twice as many to `twice`.
pub fn per_call(once: f64, twice: f64, calls: u64) -> Result<f64, Unknown> {
    if calls == 0 || twice < once {
        return Err(Unknown::unless("a conversation does not always come to the same", "count more calls"));
    }
    Ok((twice - once) / calls as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_stays_whole() {
        let argv = ["ld.so", "--library-path", "a b", "./driver"].map(str::to_owned);
        let wrapped = wrap(Path::new("/usr/bin/valgrind"), &argv, Path::new("/tmp/50 %/out"));
        assert_eq!(wrapped[0], "/usr/bin/valgrind");
        assert!(wrapped.contains(&"--callgrind-out-file=/tmp/50 %%/out".to_owned()), "{wrapped:?}");
        assert_eq!(wrapped[wrapped.len() - 4..], argv);
    }

    #[test]
    fn the_total_is_found_among_other_events() {
        let text = "version: 1\ncreator: callgrind-3.19.0\nevents: Ir\nsummary: 90\n\nfn=(1) main\n1 7\n\ntotals: 91\n";
        assert_eq!(parse(text), Ok(91.0));
        assert_eq!(parse("events: Bc Ir Bi\nsummary: 1 22 3\n"), Ok(22.0));
        for cut in ["", "events: Ir\n", "events: Bc\ntotals: 5\n", "events: Ir\ntotals: many\n"] {
            assert!(parse(cut).unwrap_err().remedy.is_some(), "{cut}");
        }
    }

    #[test]
    fn what_both_have_in_common_cancels() {
        assert_eq!(per_call(1000.0, 1500.0, 10), Ok(50.0));
        assert!(per_call(1000.0, 900.0, 10).is_err() && per_call(1.0, 2.0, 0).is_err());
    }

    #[test]
    fn it_is_looked_for_where_programs_are() {
        let folder = tempfile::tempdir().unwrap();
        assert!(installed(Some(folder.path().as_os_str())).unwrap_err().remedy.unwrap().contains("apt-get"));
        assert!(installed(None).is_err());
        std::fs::write(folder.path().join("valgrind"), "").unwrap();
        assert_eq!(installed(Some(folder.path().as_os_str())), Ok(folder.path().join("valgrind")));
    }
}
