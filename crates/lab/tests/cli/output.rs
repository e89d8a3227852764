//! What becomes of the output: readers that leave, disks that are full, colours where they can be seen.

use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};

use crate::lab::{Lab, finished};

/// The same words in a shell, which can close and redirect.
fn shell(lab: &Lab, script: &str) -> crate::lab::Said {
    let program = lab.command(&[]);
    let mut command = Command::new("bash");
    command.args(["-c", &format!("set -o pipefail; {script}")]).arg(program.get_program());
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.current_dir(lab.folder.path()).stdin(Stdio::null());
    finished(command)
}

#[test]
fn a_reader_that_has_seen_enough_ends_nothing() {
    let lab = Lab::with_builds();
    lab.out(&["run", "tiny/sum", "--quick", "--rounds", "8", "--quiet", "--no-resources"]);
    for words in [
        "list",
        "list --json",
        "check",
        "runs",
        "runs --json",
        "runs show latest --json",
        "report",
        "--help",
        "report --json",
        "completions bash",
        "build tiny",
        "run --help",
        "run tiny/sum --dry-run",
    ] {
        // The reader has left before the first byte is written.
        let said = shell(&lab, &format!("\"$0\" {words} | true"));
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{words}: {said:#?}");
    }
}

#[test]
fn a_run_goes_on_when_nobody_listens() {
    let lab = Lab::with_builds();
    for script in ["\"$0\" run tiny --quick --rounds 8 2>&1 | true", "\"$0\" run tiny --quick --rounds 8 >&- 2>&- <&-"]
    {
        let said = shell(&lab, script);
        assert_eq!(said.code, Some(0), "{script}: {said:#?}");
        let newest = &lab.json(&["runs", "--json"])[0];
        assert_eq!(newest["state"], "complete", "{script}");
    }
    assert_eq!(lab.json(&["runs", "--json"]).as_array().unwrap().len(), 2);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_and_the_run_is_kept() {
    let lab = Lab::with_builds();
    let full = || Stdio::from(File::options().write(true).open("/dev/full").unwrap());
    let mut command = lab.command(&["run", "tiny/sum", "--quick", "--rounds", "8", "--quiet", "--no-resources"]);
    command.stdout(full()).stderr(Stdio::piped());
    let output = command.output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{err}");
    assert!(err.contains("failed to write the report to standard output") && err.contains("No space left"), "{err}");
    assert_eq!(lab.json(&["runs", "--json"])[0]["state"], "complete");
    let output = lab.command(&["list"]).stdout(full()).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
}

const ESCAPE: char = '\u{1b}';

#[test]
fn colours_are_for_terminals() {
    let mut lab = Lab::with_builds();
    lab.out(&["run", "tiny/faulty", "--quick", "--rounds", "8", "--quiet", "--no-resources"]);
    assert!(!lab.out(&["report"]).contains(ESCAPE));
    assert!(lab.out(&["report", "--color", "always"]).contains(ESCAPE));
    lab.set("TERM", "xterm");
    assert!(on_a_terminal(&lab, &["report"]).contains(ESCAPE));
    assert!(!on_a_terminal(&lab, &["report", "--color", "never"]).contains(ESCAPE));
    lab.set("NO_COLOR", "1");
    assert!(!on_a_terminal(&lab, &["report"]).contains(ESCAPE));
}

/// What a command prints where its output is a terminal.
fn on_a_terminal(lab: &Lab, words: &[&str]) -> String {
    use std::os::fd::{FromRawFd, OwnedFd};
    let (mut ours, mut theirs) = (0, 0);
    let nothing = std::ptr::null_mut();
    // SAFETY: the first two arguments are live, and the rest may be null; both ends have one owner each.
    let (ours, theirs) = unsafe {
        assert_eq!(libc::openpty(&raw mut ours, &raw mut theirs, nothing, nothing as _, nothing as _), 0);
        (OwnedFd::from_raw_fd(ours), OwnedFd::from_raw_fd(theirs))
    };
    let mut child = lab.command(words).stdout(theirs).spawn().unwrap();
    let mut bytes = Vec::new();
    // The reading ends with an error when the other end has gone.
    let _ = File::from(ours).read_to_end(&mut bytes);
    assert!(child.wait().unwrap().success());
    String::from_utf8_lossy(&bytes).into_owned()
}
