//! The only place where a verdict becomes a sentence.
//!
//! A bound is rounded towards the weaker claim: "at least 12 %" is said of 12.9 and never of 11.9.

use crate::model::unit;
use crate::model::{Better, ComparisonFinding, ContestFinding, Interval, Verdict};

use super::ink::Tone;
use super::paragraph::clean;
use super::quantity::{count, duration, trim};

/// What is said of one implementation beside the baseline; the whole of it, on one line.
pub fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Baseline => "baseline".to_owned(),
        Verdict::Faster { at_least, likely } => faster(*at_least, *likely),
        Verdict::Slower { at_least, likely } => slower(*at_least, *likely),
        Verdict::Same { margin, leaning: None } => format!("same within {}", margin_of(*margin)),
        Verdict::Same { margin, leaning: Some(interval) } => {
            format!("same within {}, but {}", margin_of(*margin), leaning(interval))
        }
        Verdict::NotEnough { rounds, seconds } => not_enough(*rounds, *seconds),
        Verdict::Unpaired => "unpaired: not compared".to_owned(),
        Verdict::Unreliable { floor } => {
            format!("unreliable here: two processes of the same program differ by {}", unit::apart(*floor))
        }
        Verdict::Wrong { text } => opened("wrong answer", text),
        Verdict::Failed { text } => opened("failed", text),
    }
}

/// The same, short enough for a table: a failure's details are told in a place of their own.
pub(super) fn brief(ruling: &Verdict) -> String {
    let whole = verdict(ruling);
    match ruling {
        Verdict::Wrong { .. } => whole.split(": expected ").next().unwrap_or_default().to_owned(),
        Verdict::Failed { .. } => whole.split("; its last words").next().unwrap_or_default().to_owned(),
        Verdict::Unreliable { floor } => format!("unreliable here: processes differ by {}", unit::apart(*floor)),
        _ => whole,
    }
}

/// Whom verdicts are beside, for the head of their column; whoever was imported is beside nobody.
pub(super) fn beside(contest: &ContestFinding, comparison: &ComparisonFinding) -> String {
    match comparison.is_unpaired() {
        true => String::new(),
        false => format!("beside {}", contest.label(&contest.baseline)),
    }
}

/// The same where a metric of trials decides: what costs less has more of what is good, or less of what is not.
pub fn of_trials(ruling: &Verdict, better: Better) -> String {
    // Costs are one over the value where more is better.
    let more = |share: f64| share / (1.0 - share).max(f64::MIN_POSITIVE);
    let less = |share: f64| share / (1.0 + share);
    let by = |at_least: f64, likely: f64, of: &str| {
        format!("at least {} % {of}, most likely {}", weaker(at_least * 100.0), unit::percent(likely))
    };
    let by_more = |at_least: f64, likely: f64| match at_least {
        at_least if at_least < 2.0 => by(at_least, likely, "more"),
        _ => {
            let (bound, likely) = (weaker(1.0 + at_least), unit::significant(1.0 + likely, 2));
            format!("more: at least {bound}x, most likely {likely}x")
        }
    };
    match (ruling, better) {
        (Verdict::Faster { at_least, likely }, Better::More) => by_more(more(*at_least), more(*likely)),
        (Verdict::Faster { at_least, likely }, Better::Less) => by(*at_least, *likely, "less"),
        (Verdict::Slower { at_least, likely }, Better::More) => by(less(*at_least), less(*likely), "less"),
        (Verdict::Slower { at_least, likely }, Better::Less) => by_more(*at_least, *likely),
        (Verdict::Same { margin, .. }, _) => format!("same within {}", margin_of(*margin)),
        (Verdict::NotEnough { .. }, _) => "too few trials to tell".to_owned(),
        (other, _) => brief(other),
    }
}

/// A margin as it was typed: `1 %`, `0.1 %`.
pub(super) fn margin_of(margin: f64) -> String {
    format!("{} %", trim(&format!("{:.3}", margin * 100.0)))
}

/// From twice the speed on, factors are clearer than percentages.
fn faster(at_least: f64, likely: f64) -> String {
    if at_least >= 0.5 {
        let (bound, likely) = (weaker(1.0 / (1.0 - at_least)), unit::significant(1.0 / (1.0 - likely), 2));
        return format!("faster: at least {bound}x as fast, most likely {likely}x");
    }
    format!("faster by at least {} %, most likely {}", weaker(at_least * 100.0), unit::percent(likely))
}

fn slower(at_least: f64, likely: f64) -> String {
    if at_least >= 1.0 {
        let (bound, likely) = (weaker(1.0 + at_least), unit::significant(1.0 + likely, 2));
        return format!("slower: at least {bound}x the time, most likely {likely}x");
    }
    format!("slower by at least {} %, most likely {}", weaker(at_least * 100.0), unit::percent(likely))
}

/// Two significant digits, rounded down; whole above 10.
fn weaker(value: f64) -> String {
    if value <= 0.0 || !value.is_finite() {
        return "0".to_owned();
    }
    let digits = if value >= 10.0 { 0 } else { 1 - value.log10().floor() as i32 };
    let step = 10f64.powi(digits);
    // The smallest part more heals what binary fractions lose: 0.12 * 100 is 12, not 11.99….
    format!("{:.*}", digits.clamp(0, 12) as usize, (value * step + 1e-9).floor() / step)
}

fn leaning(interval: &Interval) -> String {
    let share = |log: f64| log.exp_m1().abs() * 100.0;
    let (near, far, word) = if interval.high < 0.0 {
        (share(interval.high), share(interval.low), "faster")
    } else {
        (share(interval.low), share(interval.high), "slower")
    };
    // One number of decimals for both ends: those of the far one.
    let decimals = if far > 0.0 && far.is_finite() { (1 - far.log10().floor() as i32).clamp(1, 6) } else { 1 } as usize;
    let (near, far) = (format!("{near:.decimals$}"), format!("{far:.decimals$}"));
    format!("{word} by {} to {} %", trim(&near), trim(&far))
}

fn not_enough(rounds: u64, seconds: f64) -> String {
    if rounds == 0 || !seconds.is_finite() || rounds > 1_000_000_000 {
        return "not enough data".to_owned();
    }
    let magnitude = 10u64.pow(rounds.ilog10().saturating_sub(1));
    let about = rounds.div_ceil(magnitude) * magnitude;
    let rounds = if about == 1 { "round" } else { "rounds" };
    format!("not enough data: about {} more {rounds} ({})", count(about), duration(seconds))
}

/// A fault may open with the same words already.
fn opened(word: &str, text: &str) -> String {
    let text = clean(text);
    if text.starts_with(word) { text } else { format!("{word}: {text}") }
}

/// The colour of a verdict.
pub(super) fn tone(verdict: &Verdict) -> Tone {
    match verdict {
        Verdict::Faster { .. } => Tone::Good,
        Verdict::Slower { .. } => Tone::Poor,
        Verdict::Same { .. } => Tone::Plain,
        Verdict::Baseline | Verdict::NotEnough { .. } | Verdict::Unpaired | Verdict::Unreliable { .. } => Tone::Quiet,
        Verdict::Wrong { .. } | Verdict::Failed { .. } => Tone::Bad,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verdict_is_a_sentence() {
        let log = |share: f64| share.ln_1p();
        let cases = [
            (Verdict::Baseline, "baseline"),
            (Verdict::Unpaired, "unpaired: not compared"),
            (Verdict::Faster { at_least: 0.12, likely: 0.14 }, "faster by at least 12 %, most likely 14 %"),
            (Verdict::Faster { at_least: 0.6, likely: 0.75 }, "faster: at least 2.5x as fast, most likely 4.0x"),
            (Verdict::Slower { at_least: 0.0218, likely: 0.0233 }, "slower by at least 2.1 %, most likely 2.3 %"),
            (Verdict::Slower { at_least: 1.29, likely: 1.4 }, "slower: at least 2.2x the time, most likely 2.4x"),
            (Verdict::Slower { at_least: 41.9, likely: 45.0 }, "slower: at least 42x the time, most likely 46x"),
            (Verdict::Same { margin: 0.01, leaning: None }, "same within 1 %"),
            (
                Verdict::Same { margin: 0.01, leaning: Some(Interval { low: log(-0.004), high: log(-0.002) }) },
                "same within 1 %, but faster by 0.2 to 0.4 %",
            ),
            (
                Verdict::Same { margin: 0.001, leaning: Some(Interval { low: log(0.0001), high: log(0.0009) }) },
                "same within 0.1 %, but slower by 0.01 to 0.09 %",
            ),
            (Verdict::NotEnough { rounds: 397, seconds: 3.1 }, "not enough data: about 400 more rounds (3 s)"),
            (Verdict::NotEnough { rounds: 0, seconds: f64::INFINITY }, "not enough data"),
            (
                Verdict::Unreliable { floor: 0.013 },
                "unreliable here: two processes of the same program differ by 1.3 %",
            ),
            (Verdict::Wrong { text: "wrong answer for input 0".into() }, "wrong answer for input 0"),
            (Verdict::Wrong { text: "at 64 B".into() }, "wrong answer: at 64 B"),
            (Verdict::Failed { text: "died:\nsignal 11".into() }, "failed: died: signal 11"),
        ];
        for (given, expected) in cases {
            assert_eq!(verdict(&given), expected);
        }
    }

    #[test]
    fn trials_have_more_or_less() {
        let faster = |at_least, likely| Verdict::Faster { at_least, likely };
        let slower = |at_least, likely| Verdict::Slower { at_least, likely };
        assert_eq!(of_trials(&faster(0.2, 0.25), Better::More), "at least 25 % more, most likely 33 %");
        assert_eq!(of_trials(&faster(0.95, 0.96), Better::More), "more: at least 20x, most likely 25x");
        assert_eq!(of_trials(&slower(19.42, 21.0), Better::Less), "more: at least 20x, most likely 22x");
        assert_eq!(of_trials(&slower(19.0, 24.0), Better::More), "at least 95 % less, most likely 96 %");
    }

    #[test]
    fn a_bound_never_claims_too_much() {
        assert_eq!(weaker(11.99), "11");
        assert_eq!(weaker(12.0), "12");
        assert_eq!(weaker(0.12 * 100.0), "12");
        assert_eq!(weaker(1.29), "1.2");
        assert_eq!(weaker(0.0456), "0.045");
    }

    #[test]
    fn details_wait_for_their_own_place() {
        let died = Verdict::Failed { text: "died: signal 11 (SIGSEGV); its last words: oh no".into() };
        assert_eq!(brief(&died), "failed: died: signal 11 (SIGSEGV)");
        let wrong =
            Verdict::Wrong { text: "wrong answer for input 0: expected 00, got 01, first difference…".into() };
        assert_eq!(brief(&wrong), "wrong answer for input 0");
    }
}
