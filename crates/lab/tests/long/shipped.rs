//! Every answer of every program of the suites of this repository that can be built here is right, at the sizes that
//! `run` takes; and those that can be had on an emulated AArch64 are right there.
//!
//! In: the folder `suites`; out: a failed test with what `paragone verify` said. It knows no suite but by its folder.
//! Building all drivers takes minutes; the builds are kept below `target`, for the next time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Long enough for all drivers of a suite to be built on a busy machine.
const PATIENCE: Duration = Duration::from_secs(1800);

fn suites() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites")
}

fn names() -> Vec<String> {
    let folders = fs::read_dir(suites()).unwrap().map(|entry| entry.unwrap().path());
    let named = folders.filter(|folder| folder.join("suite.toml").exists());
    let mut names: Vec<String> = named.map(|folder| folder.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    assert!(names.len() > 10, "{names:?}");
    names
}

/// The program on the shipped suites; no store, and a cache that outlives the test.
fn paragone(words: &[&str]) -> assert_cmd::Command {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shipped");
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_paragone"));
    command.args(words).current_dir(suites()).timeout(PATIENCE);
    command.env("PARAGONE_SUITES", suites()).env("PARAGONE_CACHE", place.join("cache"));
    command.env("PARAGONE_STORE", place.join("runs.sqlite")).env("XDG_CONFIG_HOME", place.join("config"));
    command.env_remove("PARAGONE_SDK").env_remove("PARAGONE_CONFIG");
    command
}

/// What was wrong, if anything was.
fn wrong(words: &[&str]) -> Option<String> {
    let begun = Instant::now();
    let output = paragone(words).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    let answers = out.lines().filter(|line| line.ends_with("answers, all right")).count();
    eprintln!("{}: {answers} right, {:.0} s", words.join(" "), begun.elapsed().as_secs_f64());
    let skipped = err.lines().filter(|line| line.starts_with("note:")).map(|line| format!("  {line}\n"));
    eprint!("{}", skipped.collect::<String>());
    (output.status.code() != Some(0) || answers == 0)
        .then(|| format!("{} ended with {:?}:\n{out}{err}", words.join(" "), output.status))
}

#[test]
fn every_answer_is_right() {
    // First what takes longest, or one worker would wait for it at the end. At sizes that `run` does not take Python
    // needs minutes.
    let compiled = "rust.*,cpp.*,swift.*,go.*,java.*,csharp.*,javascript.*";
    let mut wanted = vec![["collections/published", "--full", "-i", compiled].map(str::to_owned).to_vec()];
    // Of the others the last in the alphabet take longest.
    wanted.extend(names().into_iter().rev().map(|name| vec![name]));
    let (next, workers) = (AtomicUsize::new(0), std::thread::available_parallelism().map_or(1, usize::from).min(4));
    let work = || {
        let numbers = std::iter::from_fn(|| wanted.get(next.fetch_add(1, Ordering::Relaxed)));
        numbers
            .filter_map(|some| {
                let some: Vec<&str> = some.iter().map(String::as_str).collect();
                wrong(&[&["verify"], &some[..], &["--deadline", "10m"]].concat())
            })
            .collect::<Vec<String>>()
    };
    let found: Vec<String> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        running.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Whether cargo can build for it: its standard library is a part of its own.
fn has_rust_of_aarch64() -> bool {
    let said =
        Command::new("rustc").args(["--print", "target-libdir", "--target", "aarch64-unknown-linux-gnu"]).output();
    said.is_ok_and(|said| Path::new(String::from_utf8_lossy(&said.stdout).trim()).is_dir())
}

#[test]
#[cfg(target_os = "linux")]
fn answers_are_right_on_an_emulated_aarch64() {
    let emulated =
        |words: &[&str]| wrong(&[&["verify"], words, &["--emulate", "aarch64", "--deadline", "10m"]].concat());
    let mut found = Vec::from_iter(emulated(&["hashes", "-i", "c.*"]));
    if has_rust_of_aarch64() {
        found.extend(emulated(&["hashes", "-i", "rust.*"]));
        found.extend(emulated(&["aead/norx*", "aead/ascon-128", "aead/aegis-128l"]));
        found.extend(emulated(&["cryptonight/cn0", "-i", "rust.arm"]));
    } else {
        eprintln!(
            "skipped: Rust on AArch64; `rustup target add aarch64-unknown-linux-gnu` brings its standard library"
        );
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
