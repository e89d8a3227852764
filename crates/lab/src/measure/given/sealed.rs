//! Bytes in memory, under a path at which any process of this user can read them and nobody can change them.
//!
//! In: bytes; out: a path, for as long as they are held. It knows nothing of what they are for. Where the system has
//! no such thing there is an error, and whoever asked keeps the bytes in a file.

use std::fs::File;
use std::io::Result;
#[cfg(target_os = "linux")]
use std::io::Write;
use std::os::fd::AsRawFd;
use std::path::PathBuf;

/// A file that has no name in any folder. Its seals say that it is neither written to, nor cut, nor made longer, and
/// that no seal is ever taken off: that holds for the superuser too, and for a mapping of it.
#[derive(Debug)]
pub(crate) struct Sealed(File);

impl Sealed {
    #[cfg(target_os = "linux")]
    pub(crate) fn new(bytes: &[u8]) -> Result<Sealed> {
        use crate::driver::memory_file;

        /// Never to be executed; systems may insist on it, and those before 6.3 do not know it.
        const NOEXEC_SEAL: u32 = 8;
        let in_memory = |more| memory_file(c"paragone-input", libc::MFD_ALLOW_SEALING | more);
        let mut file = in_memory(NOEXEC_SEAL).or_else(|_| in_memory(0))?;
        file.write_all(bytes)?;
        // SAFETY: plain system calls on a descriptor of ours.
        let sealed = unsafe {
            // Who opens it to write into it is told so at once, but for the superuser, who is told when he writes.
            libc::fchmod(file.as_raw_fd(), 0o444);
            let seals = libc::F_SEAL_WRITE | libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;
            libc::fcntl(file.as_raw_fd(), libc::F_ADD_SEALS, seals)
        };
        if sealed == 0 { Ok(Sealed(file)) } else { Err(std::io::Error::last_os_error()) }
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn new(_bytes: &[u8]) -> Result<Sealed> {
        Err(std::io::ErrorKind::Unsupported.into())
    }

    /// Whoever opens it gets a place in the file of his own, at its beginning.
    pub(crate) fn path(&self) -> PathBuf {
        PathBuf::from(format!("/proc/{}/fd/{}", std::process::id(), self.0.as_raw_fd()))
    }
}

/// How much more may be sealed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    bytes: u64,
    files: u64,
}

impl Room {
    /// A quarter of the machine's memory, because nothing can take these bytes out of memory before the run ends, and
    /// half of it is what one driver may have; and a quarter of the files that a process may hold open.
    pub(crate) fn of_this_machine() -> Room {
        // SAFETY: asks for two numbers, and has the third written into a structure of this function's.
        unsafe {
            let (pages, size) = (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE));
            let mut files: libc::rlimit = std::mem::zeroed();
            libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut files);
            let bytes = (pages.max(0) as u64).saturating_mul(size.max(0) as u64);
            Room { bytes: bytes / 4, files: files.rlim_cur as u64 / 4 }
        }
    }

    /// What is left once so many bytes more are sealed; `None` where there is no room for them.
    pub(crate) fn less(self, bytes: u64) -> Option<Room> {
        Some(Room { bytes: self.bytes.checked_sub(bytes)?, files: self.files.checked_sub(1)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_for_bytes_and_for_files() {
        let room = Room { bytes: 100, files: 2 };
        assert!(room.less(101).is_none());
        let left = room.less(100).unwrap();
        assert!(left.less(1).is_none() && left.less(0).unwrap().less(0).is_none());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn nobody_writes_into_what_is_sealed() {
        use std::os::unix::fs::PermissionsExt;

        let sealed = Sealed::new(b"abc").unwrap();
        let path = sealed.path();
        assert_eq!(std::fs::read(&path).unwrap(), b"abc");
        assert_eq!(std::fs::read(&path).unwrap(), b"abc", "from its beginning, each time");
        let _ = std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o666));
        let file = File::options().read(true).write(true).open(&path).unwrap();
        assert!((&file).write_all(b"x").is_err() && file.set_len(1).is_err() && file.set_len(9).is_err());
        let shared = |protection| {
            // SAFETY: a new mapping of three bytes of the file, at no particular place.
            unsafe { libc::mmap(std::ptr::null_mut(), 3, protection, libc::MAP_SHARED, file.as_raw_fd(), 0) }
        };
        assert_eq!(shared(libc::PROT_READ | libc::PROT_WRITE), libc::MAP_FAILED);
        let read_only = shared(libc::PROT_READ);
        assert_ne!(read_only, libc::MAP_FAILED);
        // SAFETY: the mapping is this test's own.
        unsafe {
            assert_ne!(libc::mprotect(read_only, 3, libc::PROT_READ | libc::PROT_WRITE), 0, "nor later");
            libc::munmap(read_only, 3);
        }
        assert!(std::fs::remove_file(&path).is_err() && std::fs::write(&path, "x").is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"abc");
    }
}
