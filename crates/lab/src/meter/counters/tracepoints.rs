//! The kernel's list of tracepoints: a name in, the number by which it is counted out, or why it cannot be had.
//!
//! It changes nothing on the machine. Where the list (tracefs) is not mounted, root gets a mount that is in no
//! folder, which nobody else sees and which is gone when it is closed.

use std::fs;
use std::io::ErrorKind;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use crate::model::Unknown;

const FOLDERS: [&str; 2] = ["sys/kernel/tracing", "sys/kernel/debug/tracing"];

/// Where the list stands.
#[derive(Debug)]
pub(crate) struct Tracepoints {
    folder: Result<PathBuf, Unknown>,
    /// Keeps the folder there.
    _mount: Option<OwnedFd>,
}

impl Tracepoints {
    /// Looks for the list; `root` is `/`, or a copy of the system's files in tests.
    pub(crate) fn find(root: &Path) -> Tracepoints {
        let mut forbidden = false;
        for folder in FOLDERS.map(|folder| root.join(folder)) {
            match fs::metadata(folder.join("events")) {
                Ok(_) => return Tracepoints { folder: Ok(folder), _mount: None },
                Err(err) => forbidden |= err.kind() == ErrorKind::PermissionDenied,
            }
        }
        if forbidden {
            return Tracepoints { folder: Err(roots_alone()), _mount: None };
        }
        let mount = if root == Path::new("/") { mount_in_no_folder() } else { None };
        let folder = match &mount {
            Some(mount) => Ok(PathBuf::from(format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(mount)))),
            None if cfg!(target_os = "linux") => Err(Unknown::unless(
                "the kernel's list of tracepoints (tracefs) is not mounted",
                "run as root, after `mount -t tracefs nodev /sys/kernel/tracing`",
            )),
            None => Err(Unknown::because("only Linux has tracepoints")),
        };
        Tracepoints { folder, _mount: mount }
    }

    /// The number of a tracepoint such as `sched/sched_switch`.
    pub(crate) fn id(&self, name: &str) -> Result<u64, Unknown> {
        let folder = self.folder.as_ref().map_err(Clone::clone)?;
        let path = folder.join("events").join(name).join("id");
        let none = || Unknown::because(format!("this kernel has no tracepoint `{}`", name.replace('/', ":")));
        match fs::read_to_string(&path) {
            Ok(text) => text.trim().parse().map_err(|_| none()),
            Err(err) if err.kind() == ErrorKind::PermissionDenied => Err(roots_alone()),
            Err(_) => Err(none()),
        }
    }
}

fn roots_alone() -> Unknown {
    Unknown::unless("the kernel's list of tracepoints (tracefs) is for root alone", "run as root")
}

/// Only root may, since Linux 5.2.
#[cfg(target_os = "linux")]
fn mount_in_no_folder() -> Option<OwnedFd> {
    use std::os::fd::{AsRawFd, FromRawFd};

    const CLOSED_ON_EXEC: u32 = 1;
    const CREATE: u32 = 6;
    const READ_ONLY: u32 = 1;
    let own = |fd: i64| {
        // SAFETY: a descriptor that the kernel has just made for us.
        (fd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(fd as i32) })
    };
    // SAFETY: texts that end in 0, and descriptors of ours.
    unsafe {
        let system = own(libc::syscall(libc::SYS_fsopen, c"tracefs".as_ptr(), CLOSED_ON_EXEC))?;
        let nothing = std::ptr::null::<libc::c_char>();
        if libc::syscall(libc::SYS_fsconfig, system.as_raw_fd(), CREATE, nothing, nothing, 0) != 0 {
            return None;
        }
        own(libc::syscall(libc::SYS_fsmount, system.as_raw_fd(), CLOSED_ON_EXEC, READ_ONLY))
    }
}

#[cfg(not(target_os = "linux"))]
fn mount_in_no_folder() -> Option<OwnedFd> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn either_folder_will_do_and_none_is_told_with_the_remedy() {
        for folder in FOLDERS {
            let root = tempfile::tempdir().unwrap();
            let unmounted = Tracepoints::find(root.path()).id("raw_syscalls/sys_enter").unwrap_err();
            assert!(unmounted.remedy.unwrap().contains("mount -t tracefs"));
            let point = root.path().join(folder).join("events/raw_syscalls/sys_enter");
            fs::create_dir_all(&point).unwrap();
            fs::write(point.join("id"), "23\n").unwrap();
            let tracepoints = Tracepoints::find(root.path());
            assert_eq!(tracepoints.id("raw_syscalls/sys_enter"), Ok(23));
            let missing = tracepoints.id("sched/sched_switch").unwrap_err();
            assert!(missing.why.contains("`sched:sched_switch`"), "{missing:?}");
        }
    }
}
