//! A run asks the system to stay awake, for as long as it measures and no longer: with a program of the test's
//! own in the place of the system's.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::lab::{Lab, send, wait_until};
use crate::stop::LONG;

/// Says what it was asked for and does it; when its input ends it says so, if it is still there.
const WILLING: &str = "#!/bin/sh\nprintf '%s\\n' \"$@\" >> \"$0.asked\"\n\"$5\"\necho ended >> \"$0.asked\"\n";
const UNWILLING: &str = "#!/bin/sh\necho 'Failed to inhibit: Access denied' >&2\nexit 1\n";

fn lab_with(script: &str) -> Lab {
    let mut lab = Lab::new();
    let program = lab.write("bin/systemd-inhibit", script);
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = [lab.path("bin")].into_iter().chain(std::env::split_paths(&path));
    lab.set("PATH", std::env::join_paths(folders).unwrap());
    lab
}

fn asked(lab: &Lab) -> String {
    fs::read_to_string(lab.path("bin/systemd-inhibit.asked")).unwrap_or_default()
}

#[test]
fn a_run_asks_and_lets_go() {
    let lab = lab_with(WILLING);
    let child = lab.start_measuring(&LONG);
    wait_until("the system was asked", || asked(&lab).contains("cat\n"));
    assert!(!asked(&lab).contains("ended"), "it lasts as long as the run: {}", asked(&lab));
    send(&child, libc::SIGINT);
    crate::lab::ended(child);
    assert!(asked(&lab).starts_with("--what=idle:sleep\n--who=paragone\n"), "{}", asked(&lab));
    assert!(asked(&lab).contains("--mode=block\n"), "{}", asked(&lab));
    let program = lab.path("bin/systemd-inhibit").display().to_string();
    assert!(running(&program).is_empty(), "{:?}", running(&program));
}

#[test]
fn a_lab_that_is_killed_lets_go_too() {
    let lab = lab_with(WILLING);
    let mut child = lab.start_measuring(&LONG);
    wait_until("the system was asked", || asked(&lab).contains("cat\n"));
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("it has let go", || asked(&lab).contains("ended\n"));
}

#[test]
fn doctor_says_whether_the_system_is_willing() {
    let cell = ["doctor", "--benchmark", "tiny/sum/c.once"];
    // What doctor measures itself with is built once for all tests.
    let with = |script| {
        let mut lab = lab_with(script);
        lab.set("PARAGONE_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("doctor"));
        lab
    };
    let mut lab = with(UNWILLING);
    let out = lab.out(&cell);
    assert!(out.contains("may fall asleep while it measures: Failed to inhibit: Access denied"), "{out}");
    let run = lab.run(&["run", "tiny/sum", "--quick", "--rounds", "16", "--sizes", "64", "--no-resources"]);
    assert!(run.code == Some(0) && !run.err.contains("inhibit"), "a run is no worse for it: {run:#?}");
    assert!(with(WILLING).out(&cell).contains("the machine is kept awake while it measures"));
    // A compiler is still needed, and nothing else.
    let folder = lab.path("few");
    fs::create_dir_all(&folder).unwrap();
    for name in ["cc", "as", "ld"] {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let program = std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.exists());
        std::os::unix::fs::symlink(program.unwrap(), folder.join(name)).unwrap();
    }
    lab.set("PATH", folder);
    let out = lab.out(&cell);
    assert!(out.contains("may fall asleep while it measures: `systemd-inhibit` is not on PATH"), "{out}");
}

/// Command lines of processes that have this word in them.
fn running(word: &str) -> Vec<String> {
    let listed =
        fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    listed.map(|line| String::from_utf8_lossy(&line).replace('\0', " ")).filter(|line| line.contains(word)).collect()
}
