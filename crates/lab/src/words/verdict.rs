//! The only place where a verdict becomes a sentence.
//!
//! One scale for one fact: how many times as fast, or as long, in both directions and at every magnitude, with the ends
//! of the interval. Ends are rounded outwards, towards the weaker claim.

use crate::model::{Better, ComparisonFinding, ContestFinding, Interval, Row, Standing, Verdict, unit};
use crate::words::clean;

/// What is said of one implementation beside the baseline; the whole of it, on one line.
pub fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Baseline => "baseline".to_owned(),
        Verdict::Faster { at_least, likely, at_most } => {
            let speed = |share: f64| 1.0 / (1.0 - share);
            times_as("fast", speed(*at_least), speed(*likely), at_most.map(speed))
        }
        Verdict::Slower { at_least, likely, at_most } => {
            times_as("long", 1.0 + at_least, 1.0 + likely, at_most.map(|share| 1.0 + share))
        }
        Verdict::Same { margin, leaning: None } => format!("same within {}", unit::margin(*margin)),
        Verdict::Same { margin, leaning: Some(interval) } => {
            format!("same within {}, {}", unit::margin(*margin), leaning(interval))
        }
        Verdict::SameCode => "same code".to_owned(),
        Verdict::NotEnough => "not known yet".to_owned(),
        Verdict::Unpaired => "unpaired: not compared".to_owned(),
        Verdict::Unreliable { floor } => {
            format!("unreliable here: two processes of the same program differ by {}", unit::apart(*floor))
        }
        Verdict::Wrong { text } => opened("wrong answer", text),
        Verdict::Implausible { text, .. } => opened("not believed", text),
        Verdict::Failed { text } => opened("failed", text),
    }
}

/// A verdict short enough for a table: a failure's details are told in a place of their own.
pub fn brief(ruling: &Verdict) -> String {
    let whole = verdict(ruling);
    match ruling {
        Verdict::Wrong { .. } => whole.split(": expected ").next().unwrap_or_default().to_owned(),
        Verdict::Failed { .. } => whole.split("; its last words").next().unwrap_or_default().to_owned(),
        Verdict::Unreliable { floor } => format!("unreliable here: processes differ by {}", unit::apart(*floor)),
        _ => whole,
    }
}

/// Whom verdicts are beside, for the head of their column; whoever was imported is beside nobody.
pub fn beside(contest: &ContestFinding, comparison: &ComparisonFinding) -> String {
    match comparison.is_unpaired() {
        true => String::new(),
        false => format!("beside {}", contest.label(&contest.baseline)),
    }
}

/// A verdict where a metric of trials decides: its values, as multiples of the baseline's.
pub fn of_trials(ruling: &Verdict, better: Better) -> String {
    // What is judged is a cost: one over the value where more is better.
    let value = |cost: f64| if better == Better::More { 1.0 / cost } else { cost };
    match ruling {
        Verdict::Faster { at_least, likely, at_most } => {
            times_as("much", value(1.0 - at_least), value(1.0 - likely), at_most.map(|share| value(1.0 - share)))
        }
        Verdict::Slower { at_least, likely, at_most } => {
            times_as("much", value(1.0 + at_least), value(1.0 + likely), at_most.map(|share| value(1.0 + share)))
        }
        Verdict::Same { margin, .. } => format!("same within {}", unit::margin(*margin)),
        Verdict::NotEnough => "too few trials to tell".to_owned(),
        other => brief(other),
    }
}

/// `1.20x as fast, 1.17 to 1.26`; where only the near end is claimed, `at least 8.0x as long`.
fn times_as(what: &str, near: f64, likely: f64, far: Option<f64>) -> String {
    let Some(far) = far.filter(|far| far.is_finite()) else {
        let near = if near >= 1.0 { unit::factor_at_least(near) } else { unit::factor_at_most(near) };
        return format!("at {} {near} as {what}", if likely >= 1.0 { "least" } else { "most" });
    };
    // What is known exactly has no ends, and rounding outwards must not give it some.
    if near == far {
        return format!("{} as {what}", unit::factor(likely));
    }
    let [likely, low, high] = unit::factor_with_ends(likely, near.min(far), near.max(far));
    // A value that never varies has no ends worth telling.
    if low == high { format!("{likely} as {what}") } else { format!("{likely} as {what}, {low} to {high}") }
}

/// What stands beside the baseline where that was not asked any further: of a row that is far behind the fastest.
pub fn brief_of(row: &Row) -> String {
    match row.verdict {
        Verdict::NotEnough if is_raced(row) && row.standing == Some(Standing::Behind) => {
            "far behind the fastest: not compared closer".to_owned()
        }
        _ => brief(&row.verdict),
    }
}

/// Whether a few samples are all there is, of it beside the fastest or beside the baseline.
fn is_raced(row: &Row) -> bool {
    row.raced || row.estimate.as_ref().is_some_and(|estimate| estimate.raced)
}

fn leaning(interval: &Interval) -> String {
    let (near, far, word) = match interval.high < 0.0 {
        true => ((-interval.high).exp(), (-interval.low).exp(), "fast"),
        false => (interval.low.exp(), interval.high.exp(), "long"),
    };
    let [_, near, far] = unit::factor_with_ends(near, near, far);
    format!("{near} to {far}x as {word}")
}

/// A fault may open with the same words already.
fn opened(word: &str, text: &str) -> String {
    let text = clean(text);
    if text.starts_with(word) { text } else { format!("{word}: {text}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Estimate;
    use crate::model::specimen::finding;

    #[test]
    fn every_verdict_is_a_sentence() {
        let log = |share: f64| share.ln_1p();
        let faster = |at_least, likely, at_most| Verdict::Faster { at_least, likely, at_most };
        let slower = |at_least, likely, at_most| Verdict::Slower { at_least, likely, at_most };
        let leaning = |low: f64, high: f64, margin| Verdict::Same {
            margin,
            leaning: Some(Interval { low: log(low), high: log(high) }),
        };
        let cases = [
            (Verdict::Baseline, "baseline"),
            (Verdict::Unpaired, "unpaired: not compared"),
            (Verdict::SameCode, "same code"),
            (faster(0.145, 0.167, Some(0.207)), "1.20x as fast, 1.16 to 1.27"),
            (slower(0.17, 0.2, Some(0.26)), "1.20x as long, 1.17 to 1.26"),
            (slower(0.0218, 0.0233, Some(0.0248)), "1.023x as long, 1.021 to 1.025"),
            (faster(0.75, 0.8, Some(0.8)), "5.00x as fast, 4.00 to 5.00"),
            (slower(41.9, 45.0, Some(48.0)), "46.0x as long, 42.9 to 49.0"),
            (slower(7.04, 9.0, None), "at least 8.04x as long"),
            (faster(0.9, 0.95, None), "at least 10.0x as fast"),
            (Verdict::Same { margin: 0.01, leaning: None }, "same within 1 %"),
            (leaning(-0.004, -0.002, 0.01), "same within 1 %, 1.002 to 1.005x as fast"),
            (leaning(0.0001, 0.0009, 0.001), "same within 0.1 %, 1.0001 to 1.0009x as long"),
            (Verdict::NotEnough, "not known yet"),
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
    fn trials_come_to_multiples_of_the_baselines_value() {
        let faster = |at_least, likely, at_most| Verdict::Faster { at_least, likely, at_most };
        let slower = |at_least, likely, at_most| Verdict::Slower { at_least, likely, at_most };
        assert_eq!(of_trials(&faster(0.2, 0.25, Some(0.3)), Better::More), "1.33x as much, 1.25 to 1.43");
        assert_eq!(of_trials(&faster(0.2, 0.25, Some(0.3)), Better::Less), "0.75x as much, 0.70 to 0.80");
        assert_eq!(of_trials(&slower(0.25, 0.25, Some(0.25)), Better::Less), "1.25x as much");
        assert_eq!(of_trials(&slower(19.0, 24.0, None), Better::More), "at most 0.05x as much");
    }

    #[test]
    fn details_wait_for_their_own_place() {
        let died = Verdict::Failed { text: "died: signal 11 (SIGSEGV); its last words: oh no".into() };
        assert_eq!(brief(&died), "failed: died: signal 11 (SIGSEGV)");
        let wrong =
            Verdict::Wrong { text: "wrong answer for input 0: expected 00, got 01, first difference…".into() };
        assert_eq!(brief(&wrong), "wrong answer for input 0");
    }

    #[test]
    fn who_is_behind_after_a_few_samples_is_not_said_to_be_unknown() {
        let mut comparison = finding(64, &[("c.a", 1.0), ("c.b", 3.0)], &[0]);
        let row = &mut comparison.rows[1];
        (row.verdict, row.standing, row.raced) = (Verdict::NotEnough, Some(Standing::Behind), false);
        let of = |raced| Estimate {
            ratio: 3.0,
            interval: Interval { low: -1.0, high: 7.0 },
            floor: 3.0,
            hodges_lehmann: 3.0,
            noise: 0.0,
            blocks: 1,
            launches: 1,
            raced,
        };
        row.estimate = Some(of(false));
        assert_eq!(brief_of(row), "not known yet");
        row.estimate = Some(of(true));
        assert_eq!(brief_of(row), "far behind the fastest: not compared closer");
        row.standing = Some(Standing::MayBeAsFast);
        assert_eq!(brief_of(row), "not known yet");
    }
}
