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
            // A driver that died later does not undo what was measured to its end before; a wrong
            // answer does, since nobody knows since when.
            Event::Failed { contest: of, comparison: which, lane, fault, .. }
                if *of == contest
                    && (which == &Some(comparison) || which.is_none() && (!stopped || fault.is_wrong_answer()))
                    && (fault.is_wrong_answer() || !found.contains_key(lane)) =>
            {
                found.insert(*lane, verdict(fault));
            }
            _ => {}
        }
    }
    found
}

fn verdict(fault: &Fault) -> Verdict {
    let text = fault.to_string();
    if fault.is_wrong_answer() { Verdict::Wrong { text } } else { Verdict::Failed { text } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::stage::{contest, failed, plan, run_of, stopped, wrong};
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
    fn a_wrong_answer_outweighs_a_crash() {
        assert_eq!(words(vec![failed(Some(0), 1, died()), failed(Some(0), 1, wrong())]), [(1, "wrong")]);
        assert_eq!(words(vec![failed(Some(0), 1, wrong()), failed(Some(0), 1, died())]), [(1, "wrong")]);
    }
}
