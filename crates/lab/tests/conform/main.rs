//! Every SDK replays every transcript of `protocol/transcripts`, with a lab of today and one of version 1, and bears
//! noise.
//!
//! In: the SDKs' conformance drivers, built here, and the transcripts; out: the first line that differs.
//! A new SDK is one more function in `drivers.rs` and one more line in each list below.

mod drivers;
mod examples;
mod hand;
mod interpreted;
mod missing;
mod noise;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use paragone::driver::conform::transcript::Transcript;
use paragone::driver::conform::{play, process, transcript};

use crate::missing::skip;

/// Long for a driver that is well, so that a busy machine does not fail it.
const DEADLINE: Duration = Duration::from_secs(60);

fn replay(driver: &Path) {
    let newest = faults(driver, &transcript::all(paragone_wire::VERSION));
    assert!(newest.is_empty(), "{}:\n{}", driver.display(), newest.join("\n"));
    let oldest = faults(driver, &of_the_oldest_lab());
    let version = paragone_wire::OLDEST_VERSION;
    assert!(oldest.is_empty(), "{}, with a lab of version {version}:\n{}", driver.display(), oldest.join("\n"));
}

fn faults(driver: &Path, transcripts: &[Transcript]) -> Vec<String> {
    transcripts.iter().filter_map(|one| play::play(one, Command::new(driver), DEADLINE).err()).collect()
}

/// What a lab of the oldest version says, which knows no newer words. Left out is the one in which a lab of version 3
/// greets: whoever speaks version 2 answers in that one, and is right.
fn of_the_oldest_lab() -> Vec<Transcript> {
    let version = paragone_wire::OLDEST_VERSION;
    let known = transcript::all(version).into_iter().filter(|one| one.since <= version);
    known.filter(|one| one.name != "15-newer-lab").collect()
}

#[test]
fn rust_speaks_the_protocol() {
    replay(drivers::rust());
}

#[test]
fn rust_optimised_as_a_whole_speaks_the_protocol() {
    replay(drivers::rust_lto());
}

#[test]
fn c_speaks_the_protocol() {
    replay(drivers::c());
}

#[test]
fn c_optimised_as_a_whole_speaks_the_protocol() {
    replay(drivers::c_lto());
}

#[test]
fn c_as_cpp_speaks_the_protocol() {
    drivers::cpp().map_or_else(|| skip("cpp", "C++ compiler `c++`"), replay);
}

#[test]
fn c_by_clang_speaks_the_protocol() {
    drivers::clang().map_or_else(|| skip("clang", "compiler `clang`"), replay);
}

#[test]
fn c_with_sanitizers_speaks_the_protocol() {
    drivers::c_sanitized().map_or_else(|| skip("sanitizers", "sanitizers"), replay);
}

#[test]
fn cpp_speaks_the_protocol() {
    drivers::cpp_header().map_or_else(|| skip("cpp", "C++ compiler `c++`"), replay);
}

#[test]
fn cpp_with_sanitizers_speaks_the_protocol() {
    drivers::cpp_header_sanitized().map_or_else(|| skip("sanitizers", "C++ compiler `c++`, or no sanitizers"), replay);
}

#[test]
fn csharp_speaks_the_protocol() {
    drivers::csharp().map_or_else(|| skip("csharp", "Mono (`mcs`, `mono`)"), replay);
}

#[test]
fn objc_speaks_the_protocol() {
    drivers::objc().map_or_else(|| skip("objc", "GNUstep (`gnustep-config`, `gcc`)"), replay);
}

#[test]
fn python_speaks_the_protocol() {
    interpreted::python().map_or_else(|| skip("python", "interpreter `python3`"), replay);
}

#[test]
fn javascript_speaks_the_protocol() {
    interpreted::javascript().map_or_else(|| skip("javascript", "interpreter `node`"), replay);
}

#[test]
fn the_example_in_perl_speaks_the_protocol() {
    interpreted::perl().map_or_else(|| skip("perl", "interpreter `perl`"), replay);
}

#[test]
fn swift_speaks_the_protocol() {
    drivers::swift().map_or_else(|| skip("swift", "compiler `swiftc`"), replay);
}

#[test]
fn swift_without_optimising_speaks_the_protocol() {
    drivers::swift_unoptimised().map_or_else(|| skip("swift", "compiler `swiftc`"), replay);
}

#[test]
fn go_speaks_the_protocol() {
    drivers::go().map_or_else(|| skip("go", "`go`"), replay);
}

#[test]
fn java_speaks_the_protocol() {
    drivers::java().map_or_else(|| skip("java", "`javac`"), replay);
}

#[test]
fn a_driver_started_by_hand_gives_advice() {
    hand::advises(drivers::rust());
    hand::advises(drivers::c());
    drivers::cpp_header().map_or_else(|| skip("cpp", "C++ compiler `c++`"), hand::advises);
    drivers::csharp().map_or_else(|| skip("csharp", "Mono (`mcs`, `mono`)"), hand::advises);
    drivers::objc().map_or_else(|| skip("objc", "GNUstep (`gnustep-config`, `gcc`)"), hand::advises);
    interpreted::python().map_or_else(|| skip("python", "interpreter `python3`"), hand::advises);
    interpreted::javascript().map_or_else(|| skip("javascript", "interpreter `node`"), hand::advises);
    interpreted::perl().map_or_else(|| skip("perl", "interpreter `perl`"), hand::advises);
    drivers::swift().map_or_else(|| skip("swift", "compiler `swiftc`"), hand::advises);
    drivers::go().map_or_else(|| skip("go", "`go`"), hand::advises);
    drivers::java().map_or_else(|| skip("java", "`javac`"), hand::advises);
}

#[test]
fn rust_bears_noise() {
    noise::bears(drivers::rust(), 300, DEADLINE, Some(noise::MOST_MEMORY));
}

#[test]
fn c_bears_noise() {
    noise::bears(drivers::c_lto(), 300, DEADLINE, Some(noise::MOST_MEMORY));
}

#[test]
fn cpp_bears_noise() {
    let bears = |driver: &Path| noise::bears(driver, 300, DEADLINE, Some(noise::MOST_MEMORY));
    drivers::cpp_header().map_or_else(|| skip("cpp", "C++ compiler `c++`"), bears);
}

#[test]
fn csharp_bears_noise() {
    // Mono itself takes 40 MB, and its collector is in no hurry.
    let bears = |driver: &Path| noise::bears(driver, 100, 2 * DEADLINE, Some(3 * noise::MOST_MEMORY));
    drivers::csharp().map_or_else(|| skip("csharp", "Mono (`mcs`, `mono`)"), bears);
}

#[test]
fn objc_bears_noise() {
    let bears = |driver: &Path| noise::bears(driver, 100, DEADLINE, Some(2 * noise::MOST_MEMORY));
    drivers::objc().map_or_else(|| skip("objc", "GNUstep (`gnustep-config`, `gcc`)"), bears);
}

#[test]
fn c_with_sanitizers_bears_noise() {
    // A sanitizer's own memory says nothing about the driver's.
    let bears = |driver: &Path| noise::bears(driver, 150, DEADLINE, None);
    drivers::c_sanitized().map_or_else(|| skip("sanitizers", "sanitizers"), bears);
}

#[test]
fn python_bears_noise() {
    let bears = |driver: &Path| noise::bears(driver, 60, DEADLINE, Some(noise::MOST_MEMORY));
    interpreted::python().map_or_else(|| skip("python", "interpreter `python3`"), bears);
}

#[test]
fn javascript_bears_noise() {
    // Node alone takes 45 MiB, and its collector lets garbage lie for a while.
    let bears = |driver: &Path| noise::bears(driver, 60, DEADLINE, Some(3 * noise::MOST_MEMORY));
    interpreted::javascript().map_or_else(|| skip("javascript", "interpreter `node`"), bears);
}

#[test]
fn swift_bears_noise() {
    let bears = |driver: &Path| noise::bears(driver, 300, DEADLINE, Some(noise::MOST_MEMORY));
    drivers::swift().map_or_else(|| skip("swift", "compiler `swiftc`"), bears);
}

#[test]
fn go_bears_noise() {
    let bears = |driver: &Path| noise::bears(driver, 300, DEADLINE, Some(noise::MOST_MEMORY));
    drivers::go().map_or_else(|| skip("go", "`go`"), bears);
}

#[test]
fn java_bears_noise() {
    // Fifty have every kind of noise in them, and a virtual machine takes its time to start.
    let bears = |driver: &Path| noise::bears(driver, 50, 4 * DEADLINE, Some(4 * noise::MOST_MEMORY));
    drivers::java().map_or_else(|| skip("java", "`javac`"), bears);
}

/// A number that is in the source alone is in the program only if the work that needs it is.
#[cfg(target_arch = "x86_64")]
#[test]
fn what_is_kept_or_answered_survives_the_optimiser_and_what_is_dropped_does_not() {
    let optional = [drivers::cpp_header(), drivers::swift(), drivers::go()].into_iter().flatten();
    for driver in [drivers::rust_lto(), drivers::c_lto()].into_iter().chain(optional) {
        let program = std::fs::read(driver).unwrap();
        let contains = |number: u64| program.windows(8).any(|bytes| bytes == number.to_le_bytes());
        assert!(contains(0xC6A3_5D1E_94F7_2B8D), "{}: `work kept` was optimised away", driver.display());
        assert!(contains(0xB1E9_47D2_6C83_5FA5), "{}: `work answered` was optimised away", driver.display());
        // If this one stays, the other two prove nothing.
        assert!(!contains(0xD5F2_8B3C_71A6_4E97), "{}: `work dropped` is still there", driver.display());
    }
}
