//! Clocks that crates bring: quanta, which reads the processor's counter, and coarsetime.
//!
//! In: how often to read, or bytes to go through; out: twice the number of reads plus whether the display
//! was painted, or the bytes' sum. What a crate calibrates or starts once is in the set-up.

#[path = "../../std/src/throttle.rs"]
mod throttle;

use std::sync::Once;
use std::time::Duration;

use paragone_sdk::Driver;

use throttle::{Clock, PERIOD, bench_progress, bench_read};

impl Clock for quanta::Instant {
    type Span = Duration;
    const PERIOD: Duration = PERIOD;

    fn now() -> Self {
        quanta::Instant::now()
    }

    fn since(self, earlier: Self) -> Duration {
        self.duration_since(earlier)
    }

    fn before(self, span: Duration) -> Self {
        self - span
    }
}

/// The system's coarse clock, asked each time.
impl Clock for coarsetime::Instant {
    type Span = coarsetime::Duration;
    const PERIOD: coarsetime::Duration = coarsetime::Duration::from_millis(100);

    fn now() -> Self {
        coarsetime::Instant::now()
    }

    fn since(self, earlier: Self) -> coarsetime::Duration {
        self.duration_since(earlier)
    }

    fn before(self, span: Duration) -> Self {
        self - coarsetime::Duration::from(span)
    }
}

/// What a thread last wrote down, every 10 ms.
#[derive(Clone, Copy)]
struct Recent(coarsetime::Instant);

impl Clock for Recent {
    type Span = coarsetime::Duration;
    const PERIOD: coarsetime::Duration = coarsetime::Duration::from_millis(100);

    fn now() -> Self {
        Recent(coarsetime::Instant::recent())
    }

    fn since(self, earlier: Self) -> coarsetime::Duration {
        self.0.since(earlier.0)
    }

    fn before(self, span: Duration) -> Self {
        Recent(self.0.before(span))
    }
}

/// Its first reading finds out how often the processor's counter ticks.
fn calibrate() {
    quanta::Instant::now();
}

fn update() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        coarsetime::Instant::update();
        let updater = coarsetime::Updater::new(10).start().expect("a thread that writes down the time");
        // It goes on as long as the program.
        std::mem::forget(updater);
    });
}

fn main() {
    let mut driver = Driver::new();
    bench_read::<quanta::Instant>(&mut driver, "quanta", calibrate);
    bench_read::<coarsetime::Instant>(&mut driver, "coarsetime", || ());
    bench_read::<Recent>(&mut driver, "coarsetime-recent", update);
    bench_progress::<quanta::Instant>(&mut driver, "quanta", calibrate);
    bench_progress::<Recent>(&mut driver, "coarsetime-recent", update);
    driver.serve()
}
