//! How fast the core is that this thread is on: additions that wait for each other, timed. Where the system
//! tells no frequency, as in most virtual machines, this still shows a processor that holds itself back.

use std::time::Instant;

/// Additions of one turn of the loop, so that the loop itself costs nothing beside them.
const UNROLLED: u64 = 64;
const TURNS: u64 = 1000;

/// Of some 20 us each; what interrupts one of them leaves another alone.
const TRIES: usize = 5;

/// Additions of one try: long beside a reading of the clock, short beside what interrupts.
pub(super) const COUNT: u64 = TURNS * UNROLLED;

/// Additions a second, of the fastest of a few tries.
pub(super) fn additions_per_second() -> Option<f64> {
    let fastest = (0..TRIES).map(|_| seconds()).collect::<Option<Vec<f64>>>()?.into_iter().min_by(f64::total_cmp)?;
    (fastest > 0.0).then(|| COUNT as f64 / fastest)
}

/// Seconds of one try. Every core of these architectures takes a cycle for an addition. `None` on processors
/// that nobody has written the additions for.
pub(super) fn seconds() -> Option<f64> {
    let began = Instant::now();
    add()?;
    Some(began.elapsed().as_secs_f64())
}

/// The addend is in a register: some cores do additions of a constant before they reach any adder.
#[cfg(target_arch = "x86_64")]
fn add() -> Option<u64> {
    let mut sum = 1u64;
    // SAFETY: the registers are those that are named, and no memory is touched.
    unsafe {
        std::arch::asm!(
            "2:",
            ".rept 64",
            "add {sum}, {one}",
            ".endr",
            "dec {turns}",
            "jnz 2b",
            sum = inout(reg) sum,
            one = in(reg) 1u64,
            turns = inout(reg) TURNS => _,
            options(nomem, nostack),
        );
    }
    Some(sum)
}

#[cfg(target_arch = "aarch64")]
fn add() -> Option<u64> {
    let mut sum = 1u64;
    // SAFETY: the registers are those that are named, and no memory is touched.
    unsafe {
        std::arch::asm!(
            "2:",
            ".rept 64",
            "add {sum}, {sum}, {one}",
            ".endr",
            "subs {turns}, {turns}, #1",
            "b.ne 2b",
            sum = inout(reg) sum,
            one = in(reg) 1u64,
            turns = inout(reg) TURNS => _,
            options(nomem, nostack),
        );
    }
    Some(sum)
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn add() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_addition_is_made() {
        let known = cfg!(any(target_arch = "x86_64", target_arch = "aarch64"));
        assert_eq!(add(), known.then_some(1 + COUNT));
        assert_eq!(additions_per_second().is_some(), known);
    }
}
