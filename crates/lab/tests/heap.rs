//! Mallocs are counted to the last one: programs whose calls are known, in C, C++ and Rust, on one thread and on
//! four. The programs lie in `tests/heap`; each stops at its stations until it has been looked at.
#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use paragone::driver::keeper::KeeperOrders;
use paragone::meter::{HeapCount, HeapLibrary, HeapPage};

/// A program that is counted.
struct Counted {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    page: HeapPage,
}

impl Counted {
    fn start(program: &Path, words: &[&str]) -> Counted {
        let library = HeapLibrary::ready(Path::new(env!("CARGO_TARGET_TMPDIR"))).expect("a C compiler, `cc`");
        let page = HeapPage::new().unwrap();
        let mut command = Command::new(program);
        command.args(words).envs(page.env(&library, &[])).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Counted { child, input, output, page }
    }

    /// Waits until it stands at its next station.
    fn arrive(&mut self) {
        let mut byte = [0];
        let came = self.output.read(&mut byte).unwrap();
        assert_eq!((came, byte), (1, *b"s"), "it ended: {:?}", self.child.wait());
    }

    fn count(&mut self) -> HeapCount {
        self.arrive();
        self.page.read().expect("it is counted")
    }

    fn go(&mut self) {
        self.input.write_all(b"g").unwrap();
    }

    /// What happens until the next station; the peak is that of it alone.
    fn part(&mut self, before: &HeapCount) -> HeapCount {
        self.page.reset_peak();
        self.go();
        self.count().since(before)
    }

    /// Sends it on from its last station, and gives what it printed then.
    fn end(mut self) -> String {
        self.go();
        let mut text = String::new();
        self.output.read_to_string(&mut text).unwrap();
        assert!(self.child.wait().unwrap().success());
        text
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        // Where a test fails it stands at a station.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/heap").join(name)
}

fn built(folder: &Path, name: &str, compiler: &str, words: &[&str]) -> PathBuf {
    let program = folder.join(name.replace('.', "-"));
    let status = Command::new(compiler).args(words).arg(source(name)).arg("-o").arg(&program).status();
    assert!(status.unwrap_or_else(|err| panic!("`{compiler}`: {err}")).success(), "{name}");
    program
}

/// No call is known to the compiler, so that it leaves all of them where they stand.
fn built_c(folder: &Path, name: &str) -> PathBuf {
    built(folder, name, "cc", &["-O1", "-fno-builtin", "-pthread", "-w"])
}

/// What one time comes to.
struct Once {
    mallocs: u64,
    frees: u64,
    requested: u64,
    live: i64,
}

impl Once {
    fn times(&self, times: u64) -> (u64, u64, u64, i64) {
        (self.mallocs * times, self.frees * times, self.requested * times, self.live * times as i64)
    }
}

fn exact(program: &Path, once: &Once) {
    for threads in [1, 4] {
        for times in [1, 50] {
            let mut counted = Counted::start(program, &[&threads.to_string(), &times.to_string()]);
            let before = counted.count();
            let single = counted.part(&before);
            let between = counted.page.read().unwrap();
            let double = counted.part(&between);
            let seen = |count: &HeapCount| (count.mallocs, count.frees, count.requested, count.live);
            assert_eq!(seen(&single), once.times(threads * times), "{threads} threads, {times} times");
            assert_eq!(seen(&double), once.times(2 * threads * times), "{threads} threads, {times} times");
            assert_eq!((single.others, double.others), (0, 0));
            counted.end();
        }
    }
}

#[test]
fn calls_of_c_are_counted_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let sizes = [100, 100_000, 77, 640, 33, 5000, 10, 10, 150, 0, 180, 1, 48];
    let once = Once { mallocs: sizes.len() as u64, frees: 12, requested: sizes.iter().sum(), live: 48 };
    exact(&built_c(folder.path(), "calls.c"), &once);
    let fixed = ["-O1", "-fno-builtin", "-pthread", "-w", "-no-pie", "-fno-pie"];
    exact(&built(folder.path(), "calls.c", "cc", &fixed), &once);
}

#[test]
fn calls_of_cpp_are_counted_exactly() {
    let folder = tempfile::tempdir().unwrap();
    // The vector has room for 1, 2, 4 … 1024 numbers of four bytes in turn.
    let grown = 4 * 2047;
    let once = Once { mallocs: 5 + 11, frees: 5 + 11, requested: 8 + 300 + 640 + 8192 + 100 + grown, live: 0 };
    exact(&built(folder.path(), "calls.cpp", "g++", &["-std=c++20", "-O2", "-pthread"]), &once);
}

#[test]
fn calls_of_rust_are_counted_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let (vectors, layouts) = ([300, 500, 40, 100, 400, 200], [640, 6400, 640]);
    let requested = vectors.iter().sum::<u64>() + layouts.iter().sum::<u64>();
    let once = Once { mallocs: 9, frees: 9, requested, live: 0 };
    exact(&built(folder.path(), "calls.rs", "rustc", &["--edition", "2021", "-O"]), &once);
}

#[test]
fn the_peak_is_that_of_bytes_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let program = built_c(folder.path(), "peak.c");
    for threads in [1, 4] {
        let mut counted = Counted::start(&program, &[&threads.to_string()]);
        let mut before = counted.count();
        for (peak, live) in [(3500, 2600), (1000, -2090), (0, -510), (1000 * threads, 0)] {
            let part = counted.part(&before);
            assert_eq!((part.peak, part.live), (peak, live), "{threads} threads");
            before = counted.page.read().unwrap();
        }
        counted.end();
    }
}

#[test]
fn blocks_of_others_are_not_counted() {
    let folder = tempfile::tempdir().unwrap();
    let mut counted = Counted::start(&built_c(folder.path(), "foreign.c"), &[]);
    let mut before = counted.count();
    for (mallocs, frees, requested, live) in [(0, 0, 0, 0), (2, 0, 440, 440), (0, 2, 0, -440), (1, 1, 200, 0)] {
        let part = counted.part(&before);
        assert_eq!((part.mallocs, part.frees, part.requested, part.live), (mallocs, frees, requested, live));
        before = counted.page.read().unwrap();
    }
    counted.end();
}

#[test]
fn forks_and_other_programs_are_numbered_and_not_counted() {
    let folder = tempfile::tempdir().unwrap();
    let mut counted = Counted::start(&built_c(folder.path(), "family.c"), &[]);
    let mut before = counted.count();
    let (first, nothing) = (before, HeapCount { others: 1, ..HeapCount::default() });
    for kind in ["fork", "clone", "spawn"] {
        assert_eq!(counted.part(&before), nothing, "{kind}");
        assert!(counted.page.since(&before).is_err(), "{kind}");
        before = counted.page.read().unwrap();
    }
    // What takes its place goes on counting, and begins with nothing allocated.
    let instead = counted.part(&before);
    assert_eq!((instead.mallocs, instead.frees, instead.requested, instead.live), (1, 0, 64, 64 - first.live));
    before = counted.page.read().unwrap();
    assert_eq!((first.live, before.live), (64, 64));
    assert_eq!(
        counted.part(&before),
        HeapCount { mallocs: 1, requested: 10, live: 10, peak: 10, ..Default::default() }
    );
    // Others were there, and this is its own all the same.
    assert_eq!(counted.page.since(&before).unwrap().mallocs, 1);
    counted.end();
}

#[test]
fn random_blocks_stay_whole() {
    let folder = tempfile::tempdir().unwrap();
    let program = built_c(folder.path(), "stress.c");
    // Of the second, some threads share a place of the page.
    for words in [["4", "20000"], ["200", "300"]] {
        let mut counted = Counted::start(&program, &words);
        let before = counted.count();
        let count = counted.part(&before);
        let own = format!("{} {} {}\n", count.mallocs, count.frees, count.requested);
        assert_eq!(counted.end(), own);
        assert_eq!((count.mallocs, count.live), (count.frees, 0));
        assert!(count.peak > 0 && count.peak < count.requested);
    }
}

#[test]
fn who_does_not_come_to_the_library_is_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let linked_statically = built(folder.path(), "peak.c", "cc", &["-static", "-pthread"]);
    for program in [linked_statically, built_c(folder.path(), "own.c")].map(|path| path.display().to_string()) {
        // The script comes to the library, and hands its number on to one who does not.
        for (first, words) in [(program.as_str(), &[][..]), ("/bin/sh", &["-c", "exec \"$0\"", &program])] {
            let mut counted = Counted::start(Path::new(first), words);
            counted.arrive();
            assert_eq!(counted.page.read(), None, "{first} {program}");
            assert!(counted.page.count().is_err());
        }
    }
}

#[test]
fn a_script_that_waits_for_the_program_is_no_zero() {
    let folder = tempfile::tempdir().unwrap();
    let program = built_c(folder.path(), "calls.c").display().to_string();
    let mut counted = Counted::start(Path::new("/bin/sh"), &["-c", r#""$0" 1 10; true"#, &program]);
    let before = counted.count();
    counted.part(&before);
    let unknown = counted.page.since(&before).unwrap_err();
    assert!(unknown.why.contains("other processes"), "{unknown:?}");
    counted.go();
    counted.arrive();
    counted.end();
}

#[test]
fn the_keeper_leaves_the_page_to_its_driver() {
    let folder = tempfile::tempdir().unwrap();
    let program = built_c(folder.path(), "calls.c").display().to_string();
    let mut leash = [0; 2];
    // SAFETY: the array has room for both ends, which stay open in whoever is started from here.
    assert_eq!(unsafe { libc::pipe(leash.as_mut_ptr()) }, 0);
    let orders = KeeperOrders { leash: leash[0], ..KeeperOrders::default() }.arguments();
    let words: Vec<&str> = orders.iter().map(String::as_str).chain([program.as_str(), "1", "10"]).collect();
    let mut counted = Counted::start(Path::new(env!("CARGO_BIN_EXE_paragone")), &words);
    let before = counted.count();
    assert_eq!((before.mallocs, before.others), (0, 0));
    assert_eq!(counted.part(&before).mallocs, 130);
    counted.go();
    counted.arrive();
    counted.end();
}
