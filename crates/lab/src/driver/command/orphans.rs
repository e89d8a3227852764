//! What a run leaves behind: adopted, ended and counted, so that nothing of one run goes on beside another.
//!
//! In: that this process runs commands and nothing else; out: how many were still there.

#[cfg(target_os = "linux")]
use crate::driver::keeper::bury_everyone;

/// Whether what is left behind comes to this process. Only one that has no other children may ask for it,
/// because all are ended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Orphans {
    #[cfg(target_os = "linux")]
    are_ours: bool,
}

impl Orphans {
    /// From now on they come to this process; elsewhere the system gives them to whoever it likes, and the
    /// keeper ends them with the driver.
    pub(super) fn adopt() -> Orphans {
        Orphans {
            #[cfg(target_os = "linux")]
            // SAFETY: a plain system call on this process alone.
            are_ours: unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) } == 0,
        }
    }

    /// Ends whoever is left, and gives how many had not ended by themselves.
    pub(super) fn end(self) -> u64 {
        #[cfg(target_os = "linux")]
        if self.are_ours {
            return bury_everyone();
        }
        0
    }
}
