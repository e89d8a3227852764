//! The clocks of Rust's standard library.
//!
//! In: how often to read, or bytes to go through; out: twice the number of reads plus whether the display
//! was painted, or the bytes' sum.

#[path = "throttle.rs"]
mod throttle;

use std::time::{Duration, Instant, SystemTime};

use paragone_sdk::Driver;

use throttle::{Clock, PERIOD, bench_progress, bench_read};

impl Clock for Instant {
    type Span = Duration;
    const PERIOD: Duration = PERIOD;

    fn now() -> Instant {
        Instant::now()
    }

    fn since(self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }

    fn before(self, span: Duration) -> Instant {
        self - span
    }
}

impl Clock for SystemTime {
    type Span = Duration;
    const PERIOD: Duration = PERIOD;

    fn now() -> SystemTime {
        SystemTime::now()
    }

    fn since(self, earlier: SystemTime) -> Duration {
        // The calendar may have been turned back: then nothing has passed.
        self.duration_since(earlier).unwrap_or_default()
    }

    fn before(self, span: Duration) -> SystemTime {
        self - span
    }
}

fn main() {
    let mut driver = Driver::new();
    bench_read::<Instant>(&mut driver, "instant", || ());
    bench_read::<SystemTime>(&mut driver, "system-time", || ());
    bench_progress::<Instant>(&mut driver, "instant", || ());
    driver.serve()
}
