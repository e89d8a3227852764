//! Answers that differ where they are told and not held against anybody: perhaps it is another job.

use crate::model::{Caveat, Event, Run};

pub(crate) fn other_answers(run: &Run, contest: usize, comparison: usize, lane: usize) -> Vec<Caveat> {
    let mut found: Vec<Caveat> = Vec::new();
    for event in &run.events {
        let Event::Differed { contest: of, comparison: which, lane: whose, text, .. } = event else { continue };
        let caveat = Caveat::OtherAnswer { text: text.clone() };
        if (*of, *which, *whose) == (contest, comparison, lane) && !found.contains(&caveat) {
            found.push(caveat);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, plan, run_of};
    use crate::model::Mode;

    #[test]
    fn each_is_told_once_to_whom_it_concerns() {
        let differed = |lane| Event::Differed { contest: 0, comparison: 0, lane, launch: 0, text: "It varies.".into() };
        let run = run_of(plan(Mode::Fresh, contest(2)), Vec::new(), vec![differed(1), differed(1), differed(2)]);
        assert_eq!(other_answers(&run, 0, 0, 1).len(), 1);
        assert!(other_answers(&run, 0, 0, 0).is_empty() && other_answers(&run, 0, 1, 1).is_empty());
    }
}
