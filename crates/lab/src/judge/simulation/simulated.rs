//! A machine that is made up in, a whole comparison through `Judge` out: tests only.
//!
//! Time passes as the samples say, so that budgets work. What a machine does to its samples is its own affair.

use crate::judge::decide::next::Judge;
use crate::judge::estimate::spread::Spreads;
use crate::judge::simulation::stage::progress;
use crate::model::{Block, Decide, Next, Plan, Progress, Sample, StopReason, Verdict};

/// What is measured on.
pub(crate) trait SimulatedMachine {
    /// Every lane is started anew.
    fn launch(&mut self);

    /// So many rounds of those who take part.
    fn rounds(&mut self, rounds: usize, live: &[bool]) -> Vec<Vec<Sample>>;
}

pub(crate) struct SimulatedOutcome {
    pub(crate) verdicts: Vec<Verdict>,
    pub(crate) reason: StopReason,
    pub(crate) blocks: Vec<Block>,
    /// Lanes that left where nothing but the race lets anybody leave.
    pub(crate) raced_out: Vec<usize>,
}

/// The first comparison of a plan, from the first request to the stop.
pub(crate) fn carried_out(machine: &mut impl SimulatedMachine, plan: &Plan, spreads: Spreads) -> SimulatedOutcome {
    measured(machine, plan, (0, 0), &mut Judge::new(spreads))
}

/// Any comparison of a plan, before a judge that may know others.
pub(crate) fn measured(
    machine: &mut impl SimulatedMachine,
    plan: &Plan,
    (contest, comparison): (usize, usize),
    judge: &mut Judge,
) -> SimulatedOutcome {
    let lanes = plan.contests[contest].lanes.len();
    let (mut blocks, mut launch, mut spent_s): (Vec<Block>, u32, f64) = (Vec::new(), 0, 0.0);
    let mut raced_out = Vec::new();
    machine.launch();
    loop {
        let before = judge.live(contest, comparison, lanes);
        let healthy = vec![true; lanes];
        let progress = Progress { contest, comparison, launch, spent_s, ..progress(plan, &blocks, &healthy) };
        let (next, verdicts) = judge.next(&progress);
        if verdicts.is_none() {
            let after = judge.live(contest, comparison, lanes);
            raced_out.extend((0..lanes).filter(|lane| before[*lane] && !after[*lane]));
        }
        let race = matches!(next, Next::Race { .. });
        match next {
            Next::Stop(reason) => {
                return SimulatedOutcome {
                    verdicts: verdicts.expect("a stop is an analysis"),
                    reason,
                    blocks,
                    raced_out,
                };
            }
            Next::Relaunch => {
                launch += 1;
                machine.launch();
            }
            Next::Race { ref live } | Next::Blocks { ref live, .. } | Next::Control { ref live, .. } => {
                let (count, rounds) = match next {
                    Next::Blocks { count, .. } | Next::Control { count, .. } => (count, ROUNDS),
                    _ => (1, 1),
                };
                for _ in 0..count {
                    let index = blocks.iter().rev().take_while(|block| block.launch == launch).count() as u32;
                    let lanes = machine.rounds(rounds, live);
                    let readings = Vec::new();
                    let began_ns = (spent_s * 1e9) as u64;
                    let block = Block { contest, comparison, launch, index, began_ns, lanes, readings, race };
                    assert!(block.timed_ns() > 0, "nobody takes part in what {next:?} asks for");
                    spent_s += block.timed_ns() as f64 * 1.15e-9;
                    blocks.push(block);
                }
            }
        }
    }
}

/// Of a balanced block.
const ROUNDS: usize = 4;
