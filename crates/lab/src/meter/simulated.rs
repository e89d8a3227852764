//! Instructions counted on an emulated processor: a driver's command in, the command that counts out; and the
//! count from what that wrote into a folder.
//!
//! It starts nothing and times nothing. A whole conversation is counted, from the program's start to its end: a
//! short one with so many calls, and the same with twice as many. What both have in common cancels, and the
//! difference belongs to the calls.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::model::Unknown;

/// Files in the folder that begin so and end with a process's number: counts, and what valgrind said.
const COUNT: &str = "count.";
const SAID: &str = "said.";

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

/// The command that counts what `argv` does, and writes into `folder` when it ends by itself.
///
/// It is some 50 times slower, takes its time to start and to end, and must not be killed before it has ended.
pub fn wrap(valgrind: &Path, argv: &[String], folder: &Path) -> Vec<String> {
    // In these options `%` begins the name of something, and `%p` is the process's number.
    let folder = folder.display().to_string().replace('%', "%%");
    let own = [
        valgrind.display().to_string(),
        "--tool=callgrind".to_owned(),
        "--quiet".to_owned(),
        // A script may turn into the real program by `exec`, which would go on uncounted.
        "--trace-children=yes".to_owned(),
        format!("--callgrind-out-file={folder}/{COUNT}%p"),
        // Made when a process begins, so that also one that is killed has been here.
        format!("--log-file={folder}/{SAID}%p"),
    ];
    own.iter().chain(argv).cloned().collect()
}

/// The total of the one process that wrote into the folder. A fork's count holds what came before it too, and one
/// that was killed has none, so that of several processes there is no total.
pub fn total(folder: &Path) -> Result<f64, Unknown> {
    let unreadable = |err: std::io::Error| Unknown::because(format!("its count could not be read: {err}"));
    let (counts, processes) = (files(folder, COUNT).map_err(unreadable)?, files(folder, SAID).map_err(unreadable)?);
    match counts.as_slice() {
        _ if processes.len() > 1 || counts.len() > 1 => Err(Unknown::unless(
            "the program starts other processes, whose instructions are not told apart from its own",
            "let the driver do the work in the process that Paragone starts; a script that starts it can say `exec`",
        )),
        [count] => parse(&std::fs::read_to_string(count).map_err(unreadable)?),
        _ => Err(no_total()),
    }
}

/// What valgrind itself said, its first line: an instruction that it does not know, a fault of the program.
pub fn complaint(folder: &Path) -> Option<String> {
    let texts = files(folder, SAID).ok()?.into_iter().filter_map(|file| std::fs::read_to_string(file).ok());
    texts.filter_map(|text| text.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned)).next()
}

fn files(folder: &Path, start: &str) -> std::io::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)?.collect::<std::io::Result<Vec<_>>>()?;
    let named = entries.iter().filter(|entry| entry.file_name().as_encoded_bytes().starts_with(start.as_bytes()));
    Ok(named.map(|entry| entry.path()).collect())
}

/// The total in what was written: instructions of the whole life of the program, all its threads.
fn parse(text: &str) -> Result<f64, Unknown> {
    let line = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let events: Vec<&str> = line("events:").ok_or_else(no_total)?.split_whitespace().collect();
    let place = events.iter().position(|event| *event == "Ir").ok_or_else(no_total)?;
    let totals = line("totals:").or_else(|| line("summary:")).ok_or_else(no_total)?;
    totals.split_whitespace().nth(place).and_then(|total| total.parse().ok()).ok_or_else(no_total)
}

fn no_total() -> Unknown {
    Unknown::because("valgrind wrote no total: it was ended before, or met an instruction that it does not know")
}

/// Of one call, where a conversation with `calls` calls came to `once`, and one with twice as many to `twice`.
pub fn per_call(once: f64, twice: f64, calls: u64) -> Result<f64, Unknown> {
    if calls == 0 || twice < once {
        return Err(Unknown::because("conversations differ by more than their calls come to"));
    }
    Ok((twice - once) / calls as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_stays_whole() {
        let argv = ["ld.so", "--library-path", "a b", "./driver"].map(str::to_owned);
        let wrapped = wrap(Path::new("/usr/bin/valgrind"), &argv, Path::new("/tmp/50 %"));
        assert_eq!(wrapped[0], "/usr/bin/valgrind");
        assert!(wrapped.contains(&"--callgrind-out-file=/tmp/50 %%/count.%p".to_owned()), "{wrapped:?}");
        assert_eq!(wrapped[wrapped.len() - 4..], argv);
    }

    #[test]
    fn of_several_processes_there_is_no_total() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        let why = || total(folder.path()).unwrap_err().why;
        assert!(why().contains("no total") && total(&folder.path().join("none")).is_err());
        write("said.7", "");
        assert!(why().contains("no total") && complaint(folder.path()).is_none());
        write("count.7", "events: Ir\ntotals: 91\n");
        assert_eq!(total(folder.path()), Ok(91.0));
        // A fork that was killed, and one that was not.
        write("said.8", "\n==8== Process terminating\n==8== and more\n");
        assert!(why().contains("other processes"));
        assert_eq!(complaint(folder.path()).as_deref(), Some("==8== Process terminating"));
        write("count.8", "events: Ir\ntotals: 191\n");
        assert!(why().contains("other processes"));
    }

    #[test]
    fn the_total_is_found_among_other_events() {
        let text = "version: 1\ncreator: callgrind-3.19.0\nevents: Ir\nsummary: 90\n\nfn=(1) main\n1 7\n\ntotals: 91\n";
        assert_eq!(parse(text), Ok(91.0));
        assert_eq!(parse("events: Bc Ir Bi\nsummary: 1 22 3\n"), Ok(22.0));
        for cut in ["", "events: Ir\n", "events: Bc\ntotals: 5\n", "events: Ir\ntotals: many\n"] {
            assert!(parse(cut).unwrap_err().why.contains("no total"), "{cut}");
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
