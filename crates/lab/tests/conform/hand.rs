//! A driver started by hand says what it is, rather than wait in silence.
//!
//! In: a driver; out: what a person at a terminal sees.

use std::fs::File;
use std::os::fd::FromRawFd;
use std::path::Path;
use std::process::{Command, Stdio};
use std::ptr::null_mut;

use crate::DEADLINE;
use crate::process::ConformProcess;

/// Both ends of a new terminal; the first must live as long as the second.
fn terminal() -> (File, File) {
    let (mut ours, mut theirs) = (-1, -1);
    // SAFETY: both pointers are to live values, and the others may be null; each descriptor has one owner.
    unsafe {
        let opened = libc::openpty(&raw mut ours, &raw mut theirs, null_mut(), null_mut(), null_mut());
        assert!(opened == 0, "failed to open a terminal");
        (File::from_raw_fd(ours), File::from_raw_fd(theirs))
    }
}

pub(crate) fn advises(driver: &Path) {
    let (_ours, theirs) = terminal();
    let mut process = ConformProcess::start_on(Stdio::from(theirs), Command::new(driver), DEADLINE)
        .unwrap_or_else(|fault| panic!("{fault}"));
    let said = process.rest().unwrap_or_else(|fault| panic!("{fault}"));
    let end = process.end().unwrap_or_else(|fault| panic!("{fault}"));
    let advice = process.errors();
    assert_eq!(end.status.code(), Some(2), "{advice}");
    assert!(said.is_empty(), "nothing is said to a lab that is not there");
    assert!(advice.lines().count() == 1 && advice.contains("paragone run"), "{advice}");
}
