//! Whole commands that leave processes behind: each run ends them, and says so. Elsewhere than on Linux they
//! come to nobody of Paragone's.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use paragone::driver::command::WORD;
use paragone::model::CommandSpec;

use crate::commands::{bare, caveats, few};
use crate::lab::rows;

#[test]
fn what_is_left_behind_ends_with_its_run() {
    let lab = bare();
    let report = few(&lab, &["true", "sh -c 'sleep 1000 & exit 0'"]);
    let (_, row) = rows(&report).into_iter().find(|(_, row)| row["implementation"] == "command.sh").unwrap();
    assert_eq!(row["readings"]["left-behind"]["samples"], row["times"]["samples"], "{row:#}");
    assert!(row["times"].is_object() && caveats(row).contains(&"left-behind"), "{row:#}");
    let (_, alone) = rows(&report).into_iter().find(|(_, row)| row["implementation"] == "command.true").unwrap();
    assert!(alone["readings"]["left-behind"].is_null(), "{alone:#}");
}

/// The driver of commands by itself, which is not yet asked to quit.
#[test]
fn no_process_is_left_after_ten_runs() {
    let spec = CommandSpec::plain(["sh", "-c", "sleep 1000 & exit 0"].map(str::to_owned).to_vec(), String::new());
    let mut driver = Command::new(env!("CARGO_BIN_EXE_paragone"))
        .args([WORD, &serde_json::to_string(&spec).unwrap()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = driver.stdin.take().unwrap();
    input.write_all(b"prepare x y\nend\ntime 10\n").unwrap();
    let lines = BufReader::new(driver.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut told = Vec::new();
    for line in lines {
        told.push(line);
        if told.last().is_some_and(|line| line.starts_with("time ") || line.starts_with("error ")) {
            break;
        }
    }
    assert!(told.contains(&"reading left-behind 10".to_owned()), "{told:?}");
    // The one that was started waits for the one that drives, which has nobody.
    let drives = children(driver.id());
    assert_eq!(drives.len(), 1);
    assert!(children(drives[0]).is_empty());
    drop(input);
    assert!(driver.wait().unwrap().success());
}

/// Those that have ended and were not waited for are among them.
fn children(of: u32) -> Vec<u32> {
    let pids = fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let parent = |pid: u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse::<u32>().ok()
    };
    pids.filter(|pid| parent(*pid) == Some(of)).collect()
}
