//! The loops that ask a clock: reads alone, and a display's throttling while bytes go by.
//!
//! In: a clock as a type, so that each gets loops of its own; out: jobs of the SDK. It knows no clock but
//! the one by which it checks the others.

use std::time::{Duration, Instant};

use paragone_sdk::{Cell, Driver, keep};

/// How long a display stays as it is, at least.
pub const PERIOD: Duration = Duration::from_millis(100);

/// A moment of some clock.
pub trait Clock: Copy + 'static {
    type Span: PartialOrd + 'static;
    /// [`PERIOD`], as this clock counts.
    const PERIOD: Self::Span;

    fn now() -> Self;
    fn since(self, earlier: Self) -> Self::Span;
    fn before(self, span: Duration) -> Self;
}

/// When the display was last painted: so long before the set-up that the first read of a call paints it.
///
/// What the clock takes for 20 ms must be that, roughly, by the standard library's.
fn checked<C: Clock>() -> C {
    let (began, start) = (Instant::now(), C::now());
    // Eighty milliseconds earlier: by then a period is over when a fifth of it has gone by.
    let earlier = start.before(PERIOD * 4 / 5);
    while C::now().since(earlier) <= C::PERIOD && began.elapsed() < Duration::from_secs(2) {}
    let passed = began.elapsed();
    let fits = passed >= Duration::from_millis(10) && passed < Duration::from_secs(2);
    assert!(fits, "20 ms by this clock are {passed:?}");
    start.before(PERIOD)
}

/// `set_up` starts what the clock needs.
pub fn bench_read<C: Clock>(driver: &mut Driver, name: &str, set_up: fn()) {
    driver.bench("read", name, move |_cell| {
        set_up();
        let set_up = checked::<C>();
        move |input: &[u8]| {
            let reads = u64::from_le_bytes(input.try_into().expect("a number of 8 bytes"));
            let (mut last, mut painted) = (set_up, 0);
            for _ in 0..reads {
                let now = C::now();
                if now.since(last) > C::PERIOD {
                    last = now;
                    painted += 1;
                }
            }
            2 * reads + u64::from(painted > 0)
        }
    });
}

pub fn bench_progress<C: Clock>(driver: &mut Driver, name: &str, set_up: fn()) {
    driver.bench("progress", name, move |cell| {
        set_up();
        let every = every(cell);
        move |input: &[u8]| {
            let (mut sum, mut shown, mut until, mut last) = (0, 0, every, C::now());
            for (at, byte) in input.iter().enumerate() {
                sum += u64::from(*byte);
                until -= 1;
                if until == 0 {
                    let now = C::now();
                    until = every;
                    if now.since(last) > C::PERIOD {
                        (shown, last) = (at + 1, now);
                    }
                }
            }
            keep(shown);
            sum
        }
    });
}

fn every(cell: &Cell) -> u64 {
    match cell.param("every") {
        "none" => u64::MAX,
        every => every.parse().expect("`every` is a number, or `none`"),
    }
}
