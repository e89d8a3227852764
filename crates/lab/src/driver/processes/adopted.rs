//! What has escaped its keeper, by ending it: such orphans come to Paragone while a run goes on, and are ended.
//!
//! In: nothing but what the kernel says of Paragone's children; out: nobody is left. It knows no driver.

use std::fs::read_link;

use crate::driver::keeper::{adopt_orphans, adopts_orphans, children};

/// For as long as it lives, orphans come to this process; what is left of them ends with it.
#[derive(Debug)]
pub struct Adopted(());

impl Adopted {
    pub fn from_now_on() -> Adopted {
        adopt_orphans(true);
        Adopted(())
    }
}

impl Drop for Adopted {
    fn drop(&mut self) {
        bury_strays();
        adopt_orphans(false);
    }
}

/// Ends all orphans that have come to this process, and those that come by their ends.
pub(crate) fn bury_strays() {
    while adopts_orphans() {
        let strays = strays();
        if strays.is_empty() {
            return;
        }
        for stray in strays {
            // SAFETY: a child of ours that nobody else waits for, so its number is its own until it is waited for here.
            unsafe {
                libc::kill(stray, libc::SIGKILL);
                libc::waitpid(stray, std::ptr::null_mut(), 0);
            }
        }
    }
}

/// Living children that Paragone has not started. What it starts stays in its session or is a keeper, which is
/// Paragone's own program; what a driver starts can never come into Paragone's session.
fn strays() -> Vec<i32> {
    // A program that was put in place of ours meanwhile is ours as well.
    let program = |process: &str| {
        let path = read_link(format!("/proc/{process}/exe")).ok()?.into_os_string().into_string().ok()?;
        Some(path.trim_end_matches(" (deleted)").to_owned())
    };
    let Some(ours) = program("self") else { return Vec::new() };
    let is_other = |child: i32| program(&child.to_string()).is_some_and(|program| program != ours);
    // SAFETY: asks for a number of this process.
    let session = unsafe { libc::getsid(0) };
    let all = children(std::process::id()).into_iter();
    let strays = all.filter(|child| child.session != session && child.lives && is_other(child.number));
    strays.map(|child| child.number).collect()
}
