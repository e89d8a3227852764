//! The processes of a Mac that its user may see, and the processor time that each has used.

use std::collections::HashMap;

use crate::environment::now::others::{Id, Used};

/// All of them, or none where the system refuses to tell.
pub(super) fn processes() -> HashMap<Id, Used> {
    let second = ticks_per_second();
    pids().into_iter().filter_map(|pid| process(pid, second)).collect()
}

fn pids() -> Vec<i32> {
    // Some more than there are now: others may begin meanwhile.
    // SAFETY: without a place to write to, the call only says how many there are.
    let count = unsafe { libc::proc_listallpids(std::ptr::null_mut(), 0) };
    let mut pids = vec![0i32; usize::try_from(count).unwrap_or(0) + 64];
    let room = (pids.len() * size_of::<i32>()) as i32;
    // SAFETY: the call writes at most so many bytes as it is told.
    let count = unsafe { libc::proc_listallpids(pids.as_mut_ptr().cast(), room) };
    pids.truncate(usize::try_from(count).unwrap_or(0));
    pids
}

fn process(pid: i32, second: f64) -> Option<(Id, Used)> {
    // SAFETY: the structure is plain numbers, for which zeros are values.
    let mut info: libc::proc_taskallinfo = unsafe { std::mem::zeroed() };
    let room = size_of::<libc::proc_taskallinfo>() as i32;
    // SAFETY: the call writes at most so many bytes as it is told.
    let got = unsafe { libc::proc_pidinfo(pid, libc::PROC_PIDTASKALLINFO, 0, (&raw mut info).cast(), room) };
    if got != room {
        return None;
    }
    let letters: Vec<u8> = info.pbsd.pbi_comm.iter().map(|letter| *letter as u8).take_while(|one| *one != 0).collect();
    let began = info.pbsd.pbi_start_tvsec * 1_000_000 + info.pbsd.pbi_start_tvusec;
    let ticks = info.ptinfo.pti_total_user + info.ptinfo.pti_total_system;
    let used = Used { name: String::from_utf8_lossy(&letters).into_owned(), seconds: ticks as f64 / second };
    Some(((pid as u32, began), used))
}

/// Of the machine's clock.
#[repr(C)]
struct Timebase {
    numerator: u32,
    denominator: u32,
}

unsafe extern "C" {
    /// The crate `libc` has this call too, and points to another crate for it.
    fn mach_timebase_info(base: *mut Timebase) -> i32;
}

/// Processor time is told in ticks of the machine's clock: 24 millions a second on Apple's processors.
fn ticks_per_second() -> f64 {
    let mut base = Timebase { numerator: 0, denominator: 0 };
    // SAFETY: the call fills the structure, which has the form of the system's own.
    unsafe { mach_timebase_info(&raw mut base) };
    if base.numerator == 0 { 1e9 } else { 1e9 * f64::from(base.denominator) / f64::from(base.numerator) }
}
