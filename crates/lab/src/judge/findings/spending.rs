//! What the time of a comparison went into: events and blocks in, seconds out.

use crate::model::{Block, Event, Phase, Run, Spending};

/// `blocks`: those that count.
pub(crate) fn spending(run: &Run, place: (usize, usize), blocks: &[&Block]) -> Spending {
    let spent_s = |phase: Phase| {
        let ns = run.events_at(place).filter_map(|event| match event {
            Event::Spent { on, ns, .. } if *on == phase => Some(*ns as f64),
            _ => None,
        });
        // A sum of nothing is -0.
        0.0 + ns.sum::<f64>() / 1e9
    };
    Spending {
        timed_s: 0.0 + blocks.iter().map(|block| block.timed_ns() as f64).sum::<f64>() / 1e9,
        preparation_s: spent_s(Phase::Preparation),
        verification_s: spent_s(Phase::Verification),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{contest, flat_block, plan, run_of};
    use crate::model::Mode;

    #[test]
    fn each_comparison_has_what_was_spent_on_it() {
        let spent = |comparison, on, ns| Event::Spent { contest: 0, comparison, launch: 0, on, ns };
        let events = vec![
            spent(None, Phase::Verification, 1_000_000_000),
            spent(Some(0), Phase::Verification, 20_000_000),
            spent(Some(0), Phase::Preparation, 300_000_000),
            spent(Some(1), Phase::Preparation, 1_000_000_000),
            spent(Some(0), Phase::Preparation, 100_000_000),
        ];
        let run = run_of(plan(Mode::Standard, contest(1)), Vec::new(), events);
        let block = flat_block(0, 0, &[1_000_000; 3], 4);
        assert_eq!(
            spending(&run, (0, 0), &[&block]),
            Spending { timed_s: 0.012, preparation_s: 0.4, verification_s: 0.02 }
        );
    }
}
