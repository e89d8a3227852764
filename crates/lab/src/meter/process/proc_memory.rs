//! Resident memory of a process: its number in, bytes out, the most since a moment and now.
//!
//! The kernel keeps a peak for each process alone, and peaks of several cannot be added.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use crate::driver::tree;
use crate::meter::process::proc::{ProcStat, field, text, unreadable};
use crate::model::{Amount, Unknown};

/// Resident memory, shared libraries and pages of files that are mapped among it.
///
/// The kernel counts in batches: on each core on which the process has been it may be behind by 32 pages, or
/// by two pages for each core of the machine where these are more.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    /// Since it began, or since [`reset_peak`].
    pub peak: Amount,
    pub resident: Amount,
}

/// Lets the peak begin anew, at what is resident now. `root` is `/`, or a copy of the system's files in tests.
pub fn reset_peak(root: &Path, pid: u32) -> Result<(), Unknown> {
    // Of the things that may be cleared (proc_pid_clear_refs(5)) this one slows nothing down.
    clear(root, pid, b"5")
}

/// Whether the peak could begin anew, changing nothing.
pub(crate) fn can_reset_peak(root: &Path, pid: u32) -> Result<(), Unknown> {
    clear(root, pid, b"")
}

fn clear(root: &Path, pid: u32, what: &[u8]) -> Result<(), Unknown> {
    let path = format!("{pid}/clear_refs");
    let file = OpenOptions::new().write(true).open(root.join("proc").join(&path));
    file.and_then(|mut file| file.write_all(what)).map_err(|err| unreadable(root, &path, &err))
}

/// Page faults of children that have ended and were waited for: where they rise, somebody else had memory as well, of which
/// no peak is kept.
pub fn faults_of_ended(root: &Path, pid: u32) -> Result<u64, Unknown> {
    ProcStat::read(root, pid).map(|stat| stat.child_faults)
}

/// `root` is `/`, or a copy of the system's files in tests.
pub fn memory(root: &Path, pid: u32) -> Memory {
    let amount = |name: &str| Amount::from(alone(root, pid).and_then(|()| told(root, pid, name)));
    Memory { peak: amount("VmHWM"), resident: amount("VmRSS") }
}

/// Bytes, as the kernel tells them.
pub(crate) fn told(root: &Path, pid: u32, name: &str) -> Result<f64, Unknown> {
    let status = text(root, &format!("{pid}/status"))?;
    let kib = field(&status, name);
    kib.map(|kib| (kib * 1024) as f64)
        .ok_or_else(|| Unknown::because(format!("/proc/{pid}/status does not say `{name}`")))
}

fn alone(root: &Path, pid: u32) -> Result<(), Unknown> {
    match tree(root, pid).len() {
        0 | 1 => Ok(()),
        many => {
            Err(Unknown::because(format!("it is {many} processes, and the kernel keeps no peak of several together")))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn process(root: &Path, pid: u32, children: &str) {
        let folder = root.join(format!("proc/{pid}"));
        fs::create_dir_all(folder.join(format!("task/{pid}"))).unwrap();
        fs::write(folder.join(format!("task/{pid}/children")), children).unwrap();
        fs::write(folder.join("status"), "VmPeak:\t 9 kB\nVmHWM:\t    2048 kB\nVmRSS:\t    1024 kB\n").unwrap();
        fs::write(folder.join("clear_refs"), "").unwrap();
    }

    #[test]
    fn kibibytes_become_bytes() {
        let root = tempfile::tempdir().unwrap();
        process(root.path(), 5, "");
        let mebibyte = f64::from(1 << 20);
        assert_eq!(
            memory(root.path(), 5),
            Memory { peak: Amount::Known(2.0 * mebibyte), resident: Amount::Known(mebibyte) }
        );
        reset_peak(root.path(), 5).unwrap();
        assert_eq!(fs::read_to_string(root.path().join("proc/5/clear_refs")).unwrap(), "5");
    }

    #[test]
    fn of_several_processes_there_is_no_peak() {
        let root = tempfile::tempdir().unwrap();
        process(root.path(), 5, "6");
        process(root.path(), 6, "");
        let Amount::Unknown(unknown) = memory(root.path(), 5).peak else { panic!() };
        assert!(unknown.why.contains("it is 2 processes"), "{unknown:?}");
    }

    #[test]
    fn who_has_ended_has_no_memory() {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir_all(root.path().join("proc/self")).unwrap();
        assert_eq!(reset_peak(root.path(), 5).unwrap_err().why, "the process 5 has ended");
        assert_eq!(memory(root.path(), 5).peak, Amount::Unknown(Unknown::because("the process 5 has ended")));
    }
}
