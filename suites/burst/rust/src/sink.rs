//! A sink that drains at a known speed: a bucket of tokens that fills at a steady rate, and each frame takes one.

use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::burst::Drain;
use crate::digest::digest;

pub struct Sink {
    /// Tokens a second; infinite once the burst is over.
    rate: f64,
    bucket: f64,
    level: f64,
    last: Instant,
    sum: u64,
    written: Option<usize>,
}

impl Sink {
    /// Full at first.
    pub fn new(rate: f64, bucket: f64) -> Sink {
        Sink { rate, bucket, level: bucket, last: Instant::now(), sum: 0, written: None }
    }

    /// The digest of all that reached it.
    pub fn answer(&self) -> u64 {
        self.sum
    }

    fn take_a_token(&mut self) {
        while self.rate.is_finite() {
            let now = Instant::now();
            self.level = (self.level + (now - self.last).as_secs_f64() * self.rate).min(self.bucket);
            self.last = now;
            if self.level >= 1.0 {
                self.level -= 1.0;
                return;
            }
            sleep(Duration::from_secs_f64((1.0 - self.level) / self.rate));
        }
    }
}

impl Drain for Sink {
    fn begin(&mut self) {
        self.last = Instant::now();
    }

    fn submit(&mut self, slot: usize, number: u64, frame: &[u8]) -> std::io::Result<()> {
        self.take_a_token();
        self.sum = self.sum.wrapping_add(digest(number, frame));
        self.written = Some(slot);
        Ok(())
    }

    fn complete(&mut self) -> std::io::Result<usize> {
        self.written.take().ok_or_else(|| std::io::Error::other("nothing was submitted"))
    }

    fn burst_is_over(&mut self) {
        self.rate = f64::INFINITY;
    }
}
