//! What a driver measured beside the time, kept as sums: a full run is millions of samples.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Of one lane, by the reading's name.
pub type Readings = BTreeMap<String, Tally>;

/// Bytes that an implementation printed while a block of it was taken: Paragone itself tells it, once for each
/// such block.
pub const PRINTED: &str = "printed";

/// One reading over several samples. A driver tells a reading with each of its samples, or with some.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// Samples that told it.
    pub samples: u64,
    pub sum: f64,
    pub least: f64,
    pub most: f64,
}

impl Tally {
    pub fn of(value: f64) -> Tally {
        Tally { samples: 1, sum: value, least: value, most: value }
    }

    pub fn add(&mut self, other: &Tally) {
        self.samples += other.samples;
        self.sum += other.sum;
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
    }

    pub fn mean(&self) -> f64 {
        self.sum / self.samples.max(1) as f64
    }
}

/// Adds what one sample told, or what a whole block did.
pub fn tally<'a>(readings: &mut Readings, told: impl IntoIterator<Item = (&'a str, Tally)>) {
    for (name, new) in told {
        match readings.get_mut(name) {
            Some(tally) => tally.add(&new),
            None => drop(readings.insert(name.to_owned(), new)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_extremes_are_kept_by_name() {
        let mut readings = Readings::new();
        tally(&mut readings, [("gc", Tally::of(1.0)), ("peak", Tally::of(9.0))]);
        tally(&mut readings, [("gc", Tally::of(3.0))]);
        assert_eq!(readings["gc"], Tally { samples: 2, sum: 4.0, least: 1.0, most: 3.0 });
        assert_eq!((readings["gc"].mean(), readings["peak"].mean()), (2.0, 9.0));
    }
}
