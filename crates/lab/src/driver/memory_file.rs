//! A file in memory.
//!
//! In: its name, for those who look at a process; out: an open file that is empty. It knows nothing of what it is for.

use std::ffi::CStr;
use std::fs::File;

/// A file in no folder, so that nothing is left of it when Paragone is killed; `flags` are those of memfd_create(2) beside
/// that it is closed on `exec`.
#[cfg(target_os = "linux")]
pub fn memory_file(name: &CStr, flags: u32) -> std::io::Result<File> {
    use std::os::fd::FromRawFd;
    // SAFETY: the name ends with a zero, and is read during the call alone.
    match unsafe { libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC | flags) } {
        // SAFETY: just made, and nobody else's.
        fd @ 0.. => Ok(unsafe { File::from_raw_fd(fd) }),
        _ => Err(std::io::Error::last_os_error()),
    }
}

/// A file without a name, for which the flags mean nothing.
#[cfg(not(target_os = "linux"))]
pub fn memory_file(_: &CStr, _: u32) -> std::io::Result<File> {
    tempfile::tempfile()
}
