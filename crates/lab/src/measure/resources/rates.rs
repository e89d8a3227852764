//! What one call adds to counters that only ever rise: counters before and after calls in, amounts out.
//!
//! A request itself takes something, reading it and answering it; in the difference between twice as many
//! calls and so many it cancels. It knows neither processes nor what is counted.

use std::collections::BTreeMap;

use paragone_stats::quantile::median;

use crate::model::Amount;
use crate::model::Fault;
use crate::model::Resources;
use crate::model::Unknown;

/// Values of counters, by metric.
pub(super) type Counters = BTreeMap<&'static str, Amount>;

/// So many turns are taken, and the median counts: what else a runtime does falls into one of them.
const TURNS: usize = 3;

/// How many calls are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Calls {
    pub(super) turns: usize,
    /// Of the shorter of the two requests of a turn.
    pub(super) each: u64,
}

/// Calls of a request take about as long as this, where one alone does not take longer.
const LONG_NS: f64 = 2e6;
/// Longer calls are made three times in all: once, and twice.
const TOO_LONG_FOR_TURNS_NS: f64 = 5e7;
const MOST_CALLS: f64 = 1e6;

impl Calls {
    /// For calls of that length.
    pub(super) fn of(per_call_ns: f64) -> Calls {
        let each = (LONG_NS / per_call_ns.max(1.0)).ceil().clamp(1.0, MOST_CALLS) as u64;
        Calls { turns: if per_call_ns > TOO_LONG_FOR_TURNS_NS { 1 } else { TURNS }, each }
    }
}

/// What is counted, and what makes it rise.
pub(super) trait Counting {
    fn read(&mut self) -> Counters;
    fn call(&mut self, calls: u64) -> Result<(), Fault>;
}

/// What one call adds to each counter.
pub(super) fn rates(calls: Calls, counting: &mut impl Counting) -> Result<Resources, Fault> {
    let mut found: BTreeMap<&'static str, Vec<Result<f64, Unknown>>> = BTreeMap::new();
    for _ in 0..calls.turns {
        let before = counting.read();
        counting.call(calls.each)?;
        let middle = counting.read();
        counting.call(calls.each * 2)?;
        let after = counting.read();
        for (name, last) in &after {
            let rate = rate([before.get(name), middle.get(name), Some(last)], calls.each);
            found.entry(name).or_default().push(rate);
        }
    }
    Ok(found.into_iter().map(|(name, turns)| (name.to_owned(), usual(turns).into())).collect())
}

/// From the counter's three values.
fn rate(values: [Option<&Amount>; 3], calls: u64) -> Result<f64, Unknown> {
    let known = |value: Option<&Amount>| match value {
        Some(Amount::Known(value)) => Ok(*value),
        Some(Amount::Unknown(unknown)) => Err(unknown.clone()),
        None => Err(Unknown::because("it could not be read at first")),
    };
    let [before, middle, after] = values.map(known);
    let (before, middle, after) = (before?, middle?, after?);
    Ok(((after - middle) - (middle - before)) / calls as f64)
}

fn usual(turns: Vec<Result<f64, Unknown>>) -> Result<f64, Unknown> {
    let turns = turns.into_iter().collect::<Result<Vec<f64>, Unknown>>()?;
    match median(&turns) {
        Some(rate) if rate >= 0.0 => Ok(rate),
        _ => Err(Unknown::because("less than what is counted around a call, and by chance")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts three for each call and fifty for each request; one request in `odd` counts a thousand more.
    struct Example {
        counted: f64,
        requests: usize,
        odd: usize,
        unknown: bool,
    }

    impl Counting for Example {
        fn read(&mut self) -> Counters {
            let value = match self.unknown {
                true => Amount::Unknown(Unknown::unless("nobody counts", "count")),
                false => Amount::Known(self.counted),
            };
            Counters::from([("mallocs", value)])
        }

        fn call(&mut self, calls: u64) -> Result<(), Fault> {
            self.requests += 1;
            self.counted += 3.0 * calls as f64 + 50.0;
            if self.requests % self.odd == 0 {
                self.counted += 1000.0;
            }
            Ok(())
        }
    }

    fn counted(odd: usize, unknown: bool) -> Amount {
        let mut example = Example { counted: 7.0, requests: 0, odd, unknown };
        rates(Calls { turns: 3, each: 10 }, &mut example).unwrap()["mallocs"].clone()
    }

    #[test]
    fn what_a_request_takes_cancels() {
        assert_eq!(counted(usize::MAX, false), Amount::Known(3.0));
    }

    #[test]
    fn what_happens_once_is_no_calls() {
        assert_eq!(counted(4, false), Amount::Known(3.0));
    }

    #[test]
    fn the_unknown_stays_unknown() {
        assert_eq!(counted(9, true), Amount::Unknown(Unknown::unless("nobody counts", "count")));
        assert!(usual(vec![Ok(-1.0), Ok(-2.0), Ok(3.0)]).is_err());
        assert_eq!(usual(vec![Ok(0.0), Ok(-2.0), Ok(3.0)]), Ok(0.0));
        assert!(rate([None, None, Some(&Amount::Known(1.0))], 1).is_err());
    }

    #[test]
    fn long_calls_are_made_three_times_in_all() {
        assert_eq!(Calls::of(1e9), Calls { turns: 1, each: 1 });
        assert_eq!(Calls::of(1e6), Calls { turns: 3, each: 2 });
        assert_eq!(Calls::of(0.0), Calls { turns: 3, each: 1_000_000 });
    }
}
