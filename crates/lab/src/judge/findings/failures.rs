//! Which lanes have no time in a comparison, and the verdict that they get instead.

use std::collections::BTreeMap;

use crate::model::{Event, Fault, Run, Verdict};

/// By lane, the fault that costs it this comparison: a wrong answer before any other, else the first.
pub(crate) fn failures(run: &Run, contest: usize, comparison: usize) -> BTreeMap<usize, Verdict> {
    let mut found = BTreeMap::new();
    let mut stopped = false;
    for event in &run.events {
        match event {
            Event::Stopped { contest: of, comparison: which, .. } if (*of, *which) == (contest, comparison) => {
                stopped = true;
            }
            // A driver that died later does not undo what was measured to its end before; a wrong answer does, and so
            // does a wrong clock, since nobody knows since when.
            Event::Failed { contest: of, comparison: which, lane, fault, .. }
                if *of == contest
                    && (which == &Some(comparison) || which.is_none() && (!stopped || is_retroactive(fault)))
                    && (is_retroactive(fault) || !found.contains_key(lane)) =>
            {
                found.insert(*lane, verdict(fault));
            }
            _ => {}
        }
    }
    found
}

/// Who has failed so far, while a run goes on: by contest, comparison (or all of them) and lane.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fallen(BTreeMap<(usize, Option<usize>, usize), Verdict>);

impl Fallen {
    /// Those of a run so far.
    pub(crate) fn of(run: &Run) -> Fallen {
        let mut fallen = Fallen::default();
        for event in &run.events {
            if let Event::Failed { contest, comparison, lane, fault, .. } = event {
                fallen.remember((*contest, *comparison, *lane), fault);
            }
        }
        fallen
    }

    pub(crate) fn remember(&mut self, whose: (usize, Option<usize>, usize), fault: &Fault) {
        if is_retroactive(fault) || !self.0.contains_key(&whose) {
            self.0.insert(whose, verdict(fault));
        }
    }

    /// The verdicts of a comparison, by lane, with those of whoever takes no part in it any more.
    pub(crate) fn among(&self, (contest, comparison): (usize, usize), mut verdicts: Vec<Verdict>) -> Vec<Verdict> {
        let here = |which: &Option<usize>| which.is_none_or(|which| which == comparison);
        for ((_, _, lane), fallen) in self.0.iter().filter(|((of, which, _), _)| *of == contest && here(which)) {
            if let Some(verdict) = verdicts.get_mut(*lane).filter(|verdict| !matches!(verdict, Verdict::Wrong { .. })) {
                verdict.clone_from(fallen);
            }
        }
        verdicts
    }
}

fn is_retroactive(fault: &Fault) -> bool {
    fault.is_wrong_answer() || fault.implausible().is_some()
}

fn verdict(fault: &Fault) -> Verdict {
    let text = fault.to_string();
    match fault.implausible() {
        Some(short) => Verdict::Implausible { short: short.to_owned(), text },
        None if fault.is_wrong_answer() => Verdict::Wrong { text },
        None => Verdict::Failed { text },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, failed, plan, run_of, stopped, wrong};
    use crate::model::Mode;

    fn words(events: Vec<Event>) -> Vec<(usize, &'static str)> {
        let run = run_of(plan(Mode::Quick, contest(2)), Vec::new(), events);
        failures(&run, 0, 0).into_iter().map(|(lane, verdict)| (lane, verdict.word())).collect()
    }

    fn died() -> Fault {
        Fault::Died { how: "signal 11".into(), stderr: String::new() }
    }

    #[test]
    fn faults_of_this_comparison_and_of_all_to_come() {
        assert_eq!(words(vec![failed(Some(0), 1, died()), failed(Some(1), 2, died())]), [(1, "failed")]);
        assert_eq!(words(vec![failed(None, 2, died())]), [(2, "failed")]);
    }

    #[test]
    fn what_was_measured_to_its_end_stands_but_not_with_a_wrong_answer() {
        assert_eq!(words(vec![stopped(), failed(None, 1, died())]), []);
        assert_eq!(words(vec![stopped(), failed(None, 1, wrong())]), [(1, "wrong")]);
        assert_eq!(words(vec![stopped(), failed(Some(0), 1, wrong())]), [(1, "wrong")]);
    }

    #[test]
    fn while_a_run_goes_on_a_wrong_answer_and_a_crash_are_told_apart() {
        let events = vec![
            failed(Some(0), 1, died()),
            failed(None, 2, wrong()),
            failed(None, 2, died()),
            failed(Some(1), 0, died()),
        ];
        let fallen = Fallen::of(&run_of(plan(Mode::Quick, contest(2)), Vec::new(), events));
        let told = fallen.among((0, 0), vec![Verdict::Baseline, Verdict::NotEnough, Verdict::NotEnough]);
        assert_eq!(told[..2], [Verdict::Baseline, Verdict::Failed { text: "died: signal 11".into() }]);
        assert!(matches!(&told[2], Verdict::Wrong { text } if text.starts_with("wrong answer for 1 KiB")), "{told:?}");
    }

    #[test]
    fn a_wrong_answer_outweighs_a_crash() {
        assert_eq!(words(vec![failed(Some(0), 1, died()), failed(Some(0), 1, wrong())]), [(1, "wrong")]);
        assert_eq!(words(vec![failed(Some(0), 1, wrong()), failed(Some(0), 1, died())]), [(1, "wrong")]);
    }
}
