//! What the kernel counts, held against a program that does exactly what it is told.
//!
//! What is not permitted here has to be unknown, with a reason; then the rest of a test is skipped, and says so.
#![cfg(target_os = "linux")]

mod busy;
mod emulated;

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use paragone::meter::{KernelMeter, can, can_be_split, memory, reset_peak};
use paragone::model::{Amount, Unknown};

use busy::{Busy, PROGRAM, program};

const MEBIBYTE: f64 = 1_048_576.0;

fn root() -> &'static Path {
    Path::new("/")
}

type Read = BTreeMap<&'static str, Amount>;

/// How much more a metric came to.
fn more(before: &Read, after: &Read, metric: &str) -> Result<f64, Unknown> {
    match (&before[metric], &after[metric]) {
        (Amount::Known(before), Amount::Known(after)) => Ok(after - before),
        (Amount::Unknown(unknown), _) | (_, Amount::Unknown(unknown)) => Err(unknown.clone()),
    }
}

/// What `word 2n` takes above `word n`, once what only a first call takes has been taken.
fn of_calls(busy: &mut Busy, meter: &mut KernelMeter, word: &str, n: u64, metric: &str) -> Result<f64, Unknown> {
    busy.does(&format!("{word} {n}"));
    let before = meter.read();
    busy.does(&format!("{word} {n}"));
    let between = meter.read();
    busy.does(&format!("{word} {}", 2 * n));
    let after = meter.read();
    Ok(more(&between, &after, metric)? - more(&before, &between, metric)?)
}

/// Five hundred pages are a fault each; the kernel may take a page of the program's own away in either half.
fn assert_about_500(faults: f64) {
    assert!((faults - 500.0).abs() <= 10.0, "{faults}");
}

/// The value, or nothing where it may be unknown and says why.
fn known(what: &str, value: Result<f64, Unknown>) -> Option<f64> {
    match value {
        Ok(value) => Some(value),
        Err(unknown) => {
            assert!(!unknown.why.is_empty() && unknown.remedy.is_some(), "{what}: {unknown:?}");
            println!("skipped: {what}: unknown: {}", unknown.why);
            None
        }
    }
}

#[test]
fn system_calls_are_counted_to_the_last() {
    let mut busy = Busy::start();
    let mut meter = KernelMeter::open(root(), busy.pid());
    let calls = of_calls(&mut busy, &mut meter, "call", 1000, "syscalls");
    if let Some(calls) = known("system calls", calls) {
        assert_eq!(calls, 1000.0);
    }
}

#[test]
fn threads_and_children_that_come_and_go_are_counted() {
    let mut busy = Busy::start();
    // Those of a thread that was there, too.
    busy.does("stay 2");
    let mut meter = KernelMeter::open(root(), busy.pid());
    for word in ["threads", "fork"] {
        let calls = of_calls(&mut busy, &mut meter, word, 10, "syscalls");
        if let Some(calls) = known(&format!("system calls of {word}"), calls) {
            // Each makes ten itself, and some to begin and to end.
            assert!((100.0..400.0).contains(&calls), "{word}: {calls}");
        }
    }
    let faults = of_calls(&mut busy, &mut meter, "fork", 10, "minor-faults").unwrap();
    assert!(faults >= 10.0, "{faults}");
}

#[test]
fn switches_of_who_has_ended_are_counted_or_unknown() {
    let mut busy = Busy::start();
    let mut meter = KernelMeter::open(root(), busy.pid());
    let before = meter.read();
    busy.does("sleep 1");
    let quiet = meter.read();
    assert!(more(&before, &quiet, "voluntary-switches").unwrap() >= 1.0);
    for word in ["threads", "fork"] {
        let before = meter.read();
        busy.does(&format!("{word} 10"));
        let after = meter.read();
        if let Some(switches) = known(word, more(&before, &after, "voluntary-switches")) {
            assert!(switches >= 10.0, "each is waited for, and ends: {word}: {switches}");
        }
    }
}

#[test]
fn page_faults_and_sleeps_are_counted() {
    let mut busy = Busy::start();
    let mut meter = KernelMeter::open(root(), busy.pid());
    let faults = of_calls(&mut busy, &mut meter, "fault", 500, "minor-faults").unwrap();
    assert_about_500(faults);
    assert_eq!(of_calls(&mut busy, &mut meter, "fault", 500, "major-faults"), Ok(0.0));
    let sleeps = of_calls(&mut busy, &mut meter, "sleep", 20, "voluntary-switches").unwrap();
    assert!((18.0..25.0).contains(&sleeps), "{sleeps}");
}

#[test]
fn time_of_program_and_kernel_come_to_the_time_on_processors() {
    let mut busy = Busy::start();
    let mut meter = KernelMeter::open(root(), busy.pid());
    let before = meter.read();
    busy.does("count 10000000");
    busy.does("call 10000");
    let after = meter.read();
    let more = |metric| more(&before, &after, metric).unwrap();
    // Ten million steps take a millisecond on any processor.
    assert!(more("cpu-time") > 1e6, "{}", more("cpu-time"));
    let apart = more("user-time") + more("system-time") - more("cpu-time");
    assert!(apart.abs() < 1.0, "{apart}");
    assert!(more("user-time") >= 0.0 && more("system-time") >= 0.0);
}

#[test]
fn time_of_the_program_is_told_from_time_of_the_kernel() {
    let mut busy = Busy::start();
    let mut meter = KernelMeter::open(root(), busy.pid());
    let mut spent = |request: &str| {
        let before = meter.read();
        loop {
            busy.does(request);
            let after = meter.read();
            let more = |metric| more(&before, &after, metric).unwrap();
            if can_be_split(more("cpu-time")).is_ok() {
                return (more("user-time"), more("system-time"));
            }
        }
    };
    let (user, system) = spent("count 100000000");
    assert!(user > 4.0 * system, "a loop: {user} and {system}");
    let (user, system) = spent("call 100000");
    assert!(system > user, "calls of the kernel: {user} and {system}");
}

#[test]
fn threads_are_those_that_live() {
    let mut busy = Busy::start();
    let mut meter = KernelMeter::open(root(), busy.pid());
    let before = meter.read();
    assert_eq!(before["threads"], Amount::Known(1.0));
    busy.does("stay 3");
    assert_eq!(meter.read()["threads"], Amount::Known(4.0));
}

#[test]
fn the_processors_counters_count_or_say_why_not() {
    let mut busy = Busy::start();
    let mut meter = KernelMeter::open(root(), busy.pid());
    for metric in ["instructions", "cycles", "branch-misses", "cache-misses"] {
        let counted = of_calls(&mut busy, &mut meter, "count", 100_000, metric);
        if let (Some(counted), "instructions") = (known(metric, counted), metric) {
            assert!((100_000.0..1_000_000.0).contains(&counted), "{counted}");
        }
    }
}

#[test]
fn a_peak_of_a_moment_is_seen() {
    let mut busy = Busy::start();
    busy.does("touch 536870912");
    reset_peak(root(), busy.pid()).unwrap();
    let idle = memory(root(), busy.pid());
    let resident = idle.resident.known().unwrap();
    assert!((idle.peak.known().unwrap() - resident).abs() < MEBIBYTE, "{idle:?}");
    busy.does("touch 268435456");
    let after = memory(root(), busy.pid());
    let peak = after.peak.known().unwrap() - resident;
    assert!((peak - 256.0 * MEBIBYTE).abs() < MEBIBYTE, "{peak}");
    assert!((after.resident.known().unwrap() - resident).abs() < MEBIBYTE, "{after:?}");
}

#[test]
fn what_comes_from_storage_is_told_from_what_the_cache_served() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    if !counts_storage(folder.path()) {
        println!("skipped: the file system of {} may not say what it reads", folder.path().display());
        return;
    }
    let path = folder.path().join("file");
    let mut busy = Busy::start();
    let mut meter = KernelMeter::open(root(), busy.pid());
    let mut came_to = |word: &str, metric| {
        let before = meter.read();
        busy.does(&format!("{word} {}", path.display()));
        more(&before, &meter.read(), metric).unwrap()
    };
    assert!(came_to("write", "written") >= MEBIBYTE);
    came_to("evict", "read");
    let cold = came_to("read", "read");
    assert!((MEBIBYTE..1.5 * MEBIBYTE).contains(&cold), "{cold}");
    assert_eq!(came_to("read", "read"), 0.0);
}

/// Whether files here come from a device of blocks, by file systems that are known to say so.
fn counts_storage(folder: &Path) -> bool {
    const EXT: i64 = 0xef53;
    const XFS: i64 = 0x5846_5342;
    const BTRFS: i64 = 0x9123_683e;
    let path = std::ffi::CString::new(folder.to_str().unwrap()).unwrap();
    // SAFETY: the structure is filled by the call, or not looked at.
    let kind = unsafe {
        let mut about: libc::statfs = std::mem::zeroed();
        if libc::statfs(path.as_ptr(), &raw mut about) == 0 { about.f_type as i64 } else { 0 }
    };
    [EXT, XFS, BTRFS].contains(&kind)
}

#[test]
fn of_who_has_ended_counters_still_tell_and_files_say_so() {
    let busy = Busy::start();
    let mut meter = KernelMeter::open(root(), busy.pid());
    let pid = busy.pid();
    busy.ends();
    let after = meter.read();
    let Amount::Unknown(unknown) = &after["read"] else { panic!("{after:?}") };
    assert!(unknown.why.contains("has ended"), "{unknown:?}");
    assert!(reset_peak(root(), pid).unwrap_err().why.contains("has ended"));
    let unknown = KernelMeter::open(root(), pid).read();
    assert!(unknown.values().all(|amount| amount.known().is_none()), "{unknown:?}");
}

#[test]
fn without_rights_less_is_known_and_it_is_said() {
    // SAFETY: a plain system call.
    if unsafe { libc::geteuid() } != 0 {
        return less_is_known();
    }
    // Where the tests are built nobody else may come.
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let (itself, busy) = (folder.path().join("test"), folder.path().join("busy"));
    // By a process of its own: what another test starts meanwhile would hold a file open for writing that is written
    // here, and no such file can be run.
    for (from, to) in [(&*std::env::current_exe().unwrap(), &itself), (program(), &busy)] {
        assert!(Command::new("cp").arg(from).arg(to).status().unwrap().success());
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(itself);
    command.args(["--exact", "less_is_known", "--ignored", "--nocapture"]);
    match command.env(PROGRAM, busy).current_dir("/").output() {
        Err(err) => println!("skipped: setpriv: {err}"),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
            assert!(said.contains("less is known to user 65534") && said.contains("1 passed"), "{said}");
        }
    }
}

#[test]
#[ignore = "is run by the one above, as somebody without rights"]
fn less_is_known() {
    // SAFETY: a plain system call.
    let user = unsafe { libc::geteuid() };
    if user == 0 {
        return println!("skipped: root knows everything");
    }
    println!("less is known to user {user}");
    let mut busy = Busy::start();
    let mut meter = KernelMeter::open(root(), busy.pid());
    let faults = of_calls(&mut busy, &mut meter, "fault", 500, "minor-faults").unwrap();
    assert_about_500(faults);
    let sleeps = of_calls(&mut busy, &mut meter, "sleep", 20, "voluntary-switches").unwrap();
    assert!((18.0..25.0).contains(&sleeps), "{sleeps}");
    let before = meter.read();
    busy.does("count 10000000");
    assert!(more(&before, &meter.read(), "cpu-time").unwrap() > 1e6);
    reset_peak(root(), busy.pid()).unwrap();
    let resident = memory(root(), busy.pid()).resident.known().unwrap();
    busy.does("touch 268435456");
    let peak = memory(root(), busy.pid()).peak.known().unwrap() - resident;
    assert!((peak - 256.0 * MEBIBYTE).abs() < MEBIBYTE, "{peak}");
    assert_eq!(more(&before, &meter.read(), "read"), Ok(0.0));
    let (calls, switches) = ("syscalls", "voluntary-switches");
    let mut meter = KernelMeter::open(root(), busy.pid());
    let before = meter.read();
    busy.does("threads 3");
    let after = meter.read();
    known(calls, more(&before, &after, calls));
    if let Some(switches) = known("switches of who has ended", more(&before, &after, switches)) {
        assert!(switches >= 3.0, "{switches}");
    }
    for (metric, source) in can(root()) {
        println!("{metric}: {source:?}");
        let needs_rights = ["syscalls", "instructions", "cycles", "branch-misses", "cache-misses"].contains(&metric);
        let unknown = source.err();
        assert!(needs_rights || metric == "simulated-instructions" || unknown.is_none(), "{metric}: {unknown:?}");
        assert!(unknown.is_none_or(|unknown| unknown.remedy.is_some()), "{metric}");
    }
}
