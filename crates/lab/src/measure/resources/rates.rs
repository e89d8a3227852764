//! What one call adds to counters that only ever rise: counters before and after calls in, amounts out.
//!
//! A request itself takes something, reading it and answering it; in the difference between twice as many
//! calls and so many it cancels. It knows neither processes nor what is counted.

use std::collections::BTreeMap;

use paragone_stats::quantile::median;

use crate::model::{Amount, Fault, Mode, Resources, Unknown};

/// Values of counters, by metric.
pub(super) type CounterValues = BTreeMap<&'static str, Amount>;

/// So many turns are taken, and the median counts: what else a runtime does falls into one of them.
const TURNS: usize = 3;

/// How many calls are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Calls {
    pub(super) turns: usize,
    /// Of the shorter of the two requests of a turn.
    pub(super) each: u64,
}

/// So few times in all turns, something is rare.
const RARE: f64 = 100.0;

/// Calls of a request take about as long as this, where one alone does not take longer.
const LONG_NS: f64 = 2e6;
/// Longer calls are made three times in all: once, and twice. In quick mode that begins earlier: there counting would
/// else take longer than timing.
const TOO_LONG_FOR_TURNS_NS: f64 = 5e7;
const TOO_LONG_FOR_TURNS_QUICKLY_NS: f64 = 5e6;
const MOST_CALLS: f64 = 1e6;

impl Calls {
    /// For calls of that length.
    pub(super) fn of(per_call_ns: f64, mode: Mode) -> Calls {
        let too_long_ns = if mode == Mode::Quick { TOO_LONG_FOR_TURNS_QUICKLY_NS } else { TOO_LONG_FOR_TURNS_NS };
        let each = (LONG_NS / per_call_ns.max(1.0)).ceil().clamp(1.0, MOST_CALLS) as u64;
        // Twice as many have as many digits, so that the two requests are read and answered alike.
        let tens = 10_u64.pow(each.ilog10() + 1);
        let each = if 2 * each >= tens { tens } else { each };
        Calls { turns: if per_call_ns > too_long_ns { 1 } else { TURNS }, each }
    }
}

/// What one call adds to each counter that is `read`, where so many are made by `call`.
pub(super) fn rates(
    calls: Calls,
    mut read: impl FnMut() -> CounterValues,
    mut call: impl FnMut(u64) -> Result<(), Fault>,
) -> Result<Resources, Fault> {
    let mut found: BTreeMap<&'static str, Vec<Result<CountedTurn, Unknown>>> = BTreeMap::new();
    for _ in 0..calls.turns {
        let before = read();
        call(calls.each)?;
        let middle = read();
        call(calls.each * 2)?;
        let after = read();
        for (name, last) in &after {
            let turn = turn([before.get(name), middle.get(name), Some(last)]);
            found.entry(name).or_default().push(turn);
        }
    }
    let rate = |turns: Vec<Result<CountedTurn, Unknown>>| {
        let turns: Vec<CountedTurn> = turns.into_iter().collect::<Result<_, _>>()?;
        usual(&turns, calls.each as f64)
    };
    Ok(found.into_iter().map(|(name, turns)| (name.to_owned(), rate(turns).into())).collect())
}

/// What a counter rose by in so many calls, and in twice as many.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CountedTurn {
    once: f64,
    twice: f64,
}

/// From the counter's three values.
fn turn(values: [Option<&Amount>; 3]) -> Result<CountedTurn, Unknown> {
    let known = |value: Option<&Amount>| match value {
        Some(Amount::Known(value)) => Ok(*value),
        Some(Amount::Unknown(unknown)) => Err(unknown.clone()),
        None => Err(Unknown::because("it could not be read at first")),
    };
    let [before, middle, after] = values.map(known);
    let (before, middle, after) = (before?, middle?, after?);
    Ok(CountedTurn { once: middle - before, twice: after - middle })
}

/// Of one call. What happens in each is the same in every turn, and what a runtime does once is in one of them, so that
/// the median counts. What comes to little in all is rare, and as often missed as met by a single turn: there all calls of
/// all turns count together, less what a request takes.
fn usual(turns: &[CountedTurn], each: f64) -> Result<f64, Unknown> {
    let rates: Vec<f64> = turns.iter().map(|turn| (turn.twice - turn.once) / each).collect();
    let by_chance = || Unknown::because("less than what is counted around a call, and by chance");
    let middle = median(&rates).ok_or_else(by_chance)?;
    // No request takes less than nothing: turns that agree on that agree by chance.
    let is_usual = |turn: &&CountedTurn| turn.twice - turn.once == middle * each && 2.0 * turn.once >= turn.twice;
    if middle > 0.0 && turns.iter().filter(is_usual).count() > 1 {
        return Ok(middle);
    }
    let around = median(&turns.iter().map(|turn| 2.0 * turn.once - turn.twice).collect::<Vec<f64>>());
    let around = around.unwrap_or(0.0).max(0.0);
    let events: f64 = turns.iter().map(|turn| turn.once + turn.twice - 2.0 * around).sum();
    // A request without any takes none itself.
    let missed = turns.iter().any(|turn| turn.once == 0.0);
    let is_rare = middle == 0.0 || missed || (0.0..=RARE).contains(&events);
    match is_rare && events >= 0.0 {
        true => Ok(events / (3.0 * each * turns.len() as f64)),
        false if middle > 0.0 => Ok(middle),
        false => Err(by_chance()),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Counts three for each call and fifty for each request; one request in `odd` counts a thousand more.
    fn counted(odd: usize, unknown: bool) -> Amount {
        let (counted, requests) = (Cell::new(7.0), Cell::new(0_usize));
        let read = || {
            let value = match unknown {
                true => Amount::Unknown(Unknown::unless("nobody counts", "count")),
                false => Amount::Known(counted.get()),
            };
            CounterValues::from([("mallocs", value)])
        };
        let call = |calls: u64| {
            requests.set(requests.get() + 1);
            let more = if requests.get().is_multiple_of(odd) { 1000.0 } else { 0.0 };
            counted.set(counted.get() + 3.0 * calls as f64 + 50.0 + more);
            Ok(())
        };
        rates(Calls { turns: 3, each: 10 }, read, call).unwrap()["mallocs"].clone()
    }

    #[test]
    fn what_a_request_takes_cancels() {
        assert_eq!(counted(usize::MAX, false), Amount::Known(3.0));
    }

    #[test]
    fn what_happens_once_is_no_calls() {
        assert_eq!(counted(4, false), Amount::Known(3.0));
    }

    /// Of turns that were counted as a counter of all calls would, which rises by `by` at every tenth.
    fn at_every_tenth(by: f64, around: f64, each: u64) -> f64 {
        let mut made = 0;
        let mut more = |calls: u64| {
            let before = made / 10;
            made += calls;
            (made / 10 - before) as f64 * by + around
        };
        let turns: Vec<CountedTurn> = (0..3).map(|_| CountedTurn { once: more(each), twice: more(2 * each) }).collect();
        usual(&turns, each as f64).unwrap()
    }

    #[test]
    fn what_is_rare_is_not_missed() {
        for (by, around) in [(1.0, 0.0), (1000.0, 0.0)] {
            let found = at_every_tenth(by, around, 4);
            assert!((0.05 * by..0.15 * by).contains(&found), "{by} and {around}: {found}");
        }
        assert_eq!(at_every_tenth(1.0, 2.0, 1000), 0.1);
        let none = [CountedTurn { once: 5.0, twice: 5.0 }; 3];
        assert_eq!(usual(&none, 10.0), Ok(0.0));
        let less = [CountedTurn { once: 500.0, twice: 480.0 }; 3];
        assert!(usual(&less, 10.0).is_err());
    }

    #[test]
    fn twice_as_many_calls_have_as_many_digits() {
        for per_call_ns in [1.0, 3.0, 7.0, 299.0, 400.0, 3e3, 3.9e5, 1e6, 5e6] {
            let each = Calls::of(per_call_ns, Mode::Standard).each;
            assert_eq!(each.to_string().len(), (2 * each).to_string().len(), "{each}");
        }
    }

    #[test]
    fn the_unknown_stays_unknown() {
        assert_eq!(counted(9, true), Amount::Unknown(Unknown::unless("nobody counts", "count")));
        assert!(turn([None, None, Some(&Amount::Known(1.0))]).is_err());
    }

    #[test]
    fn long_calls_are_made_three_times_in_all() {
        for (mode, turns) in [(Mode::Standard, 3), (Mode::Quick, 1)] {
            assert_eq!(Calls::of(1e9, mode), Calls { turns: 1, each: 1 });
            assert_eq!(Calls::of(1e7, mode), Calls { turns, each: 1 });
            assert_eq!(Calls::of(1e6, mode), Calls { turns: 3, each: 2 });
            assert_eq!(Calls::of(0.0, mode), Calls { turns: 3, each: 1_000_000 });
        }
    }
}
