//! Every caveat that rests on one kind of facts, in the order in which they are told: facts of a comparison and of the
//! machine meanwhile, of a pair, or of a row in, caveats out.
//!
//! What rests on several rows at once (builds, launches that moved, trials) is called where these rows are.

use crate::judge::caveats::checks::{learnt_input, lucky_build, mostly_untimed, remembers};
use crate::judge::caveats::comparison::{as_built, drift, interrupted_launch, no_noise_floor, one_launch};
use crate::judge::caveats::machine::{
    busy_sibling, frequency_changed, governor, on_battery, steal, suspended, temperature, throttled, waited,
};
use crate::judge::caveats::pair::{autocorrelated, floor_and_typical, noise_above_difference, unresolved, unsteady};
use crate::judge::caveats::programs::{fixed_layout, no_audit, shared_library};
use crate::judge::caveats::resources::{
    exit_codes, left_behind, much_memory, page_cache, prints, simulated_processor, starts_threads,
};
use crate::judge::caveats::samples::{
    bimodal, cpu_above_wall, cpu_below_wall, never_settled, short_sample, slowed_down, start_cost, unwatched_warm_up,
};
use crate::judge::decide::analysis::Judgement;
use crate::judge::design::setting::Setting;
use crate::judge::estimate::pair::Pair;
use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::{Amount, Caveat, Design, LaneStart, PRINTED, Row, Run, Sample, WarmUp};

/// What is known of a whole comparison.
pub(crate) struct OfComparison<'a> {
    pub(crate) run: &'a Run,
    pub(crate) setting: &'a Setting<'a>,
    /// What the A/A control was away from the baseline at most, and how many have a ratio.
    pub(crate) noise: Option<f64>,
    pub(crate) compared: usize,
    /// Blocks that are kept and not used.
    pub(crate) left_out: usize,
    /// Logarithms of the baseline's time, block by block.
    pub(crate) baseline_times: &'a [f64],
    /// The machine, while it was measured.
    pub(crate) meanwhile: &'a Meanwhile<'a>,
    /// By lane, the share of its samples' time that it was not on a processor.
    pub(crate) off_processor: &'a [f64],
}

/// What is known of a row by its own samples and processes.
pub(crate) struct OfRow<'a> {
    pub(crate) run: &'a Run,
    /// Contest and comparison.
    pub(crate) place: (usize, usize),
    pub(crate) lane: usize,
    pub(crate) row: &'a Row,
    pub(crate) starts: &'a [&'a LaneStart],
    pub(crate) samples: &'a [&'a Sample],
    pub(crate) warm_ups: &'a [&'a WarmUp],
}

impl OfRow<'_> {
    fn resource(&self, name: &str) -> Option<f64> {
        self.row.resources.get(name).and_then(Amount::known)
    }

    fn resolution_ns(&self) -> u64 {
        self.starts.iter().map(|start| start.resolution_ns).max().unwrap_or(1)
    }
}

/// Of whom a row's caveat is told. A command's processor time is shown, and its threads are paid for in its time.
#[derive(Clone, Copy, PartialEq)]
enum Whom {
    Everybody,
    Drivers,
    Commands,
}

const OF_COMPARISON: [fn(&OfComparison<'_>) -> Option<Caveat>; 14] = [
    |of| one_launch(of.setting.field.design, of.setting.spread),
    |of| as_built(of.setting.field.design, of.run.plan.layouts),
    |of| no_noise_floor(of.noise, of.compared),
    |of| interrupted_launch(of.left_out),
    |of| drift(of.baseline_times, of.setting.field.margin()).filter(|_| of.setting.field.contest.trials.is_none()),
    |of| suspended(of.meanwhile),
    |of| steal(of.meanwhile),
    |of| waited(of.meanwhile, of.off_processor),
    |of| busy_sibling(of.meanwhile),
    |of| frequency_changed(of.meanwhile),
    |of| throttled(of.meanwhile),
    |of| temperature(of.meanwhile),
    |of| on_battery(of.meanwhile),
    |of| governor(&of.run.machine, of.meanwhile),
];

type FindInRow = fn(&OfRow<'_>) -> Option<Caveat>;

const OF_ROW: [(Whom, FindInRow); 21] = [
    (Whom::Everybody, |of| no_audit(of.starts)),
    (Whom::Everybody, |of| fixed_layout(of.starts).or_else(|| shared_library(of.starts))),
    (Whom::Everybody, |of| short_sample(of.samples, of.resolution_ns())),
    (Whom::Drivers, |of| cpu_below_wall(of.samples)),
    (Whom::Drivers, |of| cpu_above_wall(of.samples)),
    (Whom::Commands, |of| start_cost(of.row.times, of.row.empty_call_ns)),
    (Whom::Everybody, |of| exit_codes(&of.row.readings)),
    (Whom::Everybody, |of| left_behind(&of.row.readings)),
    (Whom::Drivers, |of| prints(of.row.readings.get(PRINTED), of.samples)),
    (Whom::Drivers, |of| starts_threads(of.resource("threads"), of.run.machine.core)),
    (Whom::Everybody, |of| much_memory(of.resource("peak-memory"), of.run.machine.memory_bytes)),
    (Whom::Everybody, |of| page_cache(&of.row.resources)),
    (Whom::Everybody, |of| simulated_processor(&of.row.resources)),
    (Whom::Everybody, |of| learnt_input(of.run, of.place, of.lane)),
    (Whom::Everybody, |of| remembers(of.run, of.place, of.lane)),
    (Whom::Everybody, |of| mostly_untimed(of.run, of.place, of.lane)),
    (Whom::Everybody, |of| lucky_build(of.run, of.place, of.lane)),
    (Whom::Everybody, |of| bimodal(of.samples, of.run.plan.margin_of(of.place.0))),
    (Whom::Drivers, |of| never_settled(of.warm_ups)),
    (Whom::Drivers, |of| slowed_down(of.warm_ups)),
    (Whom::Drivers, |of| unwatched_warm_up(of.warm_ups)),
];

pub(crate) fn of_comparison(facts: &OfComparison<'_>) -> Vec<Caveat> {
    OF_COMPARISON.iter().filter_map(|find| find(facts)).collect()
}

/// Of a row beside the baseline.
pub(crate) fn of_pair(setting: &Setting<'_>, pair: &Pair, judgement: &Judgement) -> Vec<Caveat> {
    let (margin, design) = (setting.field.margin(), setting.field.design);
    let Judgement { estimate, verdict, .. } = judgement;
    let found = [
        floor_and_typical(pair.floor(), pair.typical(), margin),
        noise_above_difference(estimate, verdict),
        autocorrelated(design, pair.unrelated().1),
        unsteady(&pair.launch_series(), margin),
        unresolved(estimate, verdict, margin).filter(|_| design == Design::Launches),
    ];
    found.into_iter().flatten().collect()
}

pub(crate) fn of_row(facts: &OfRow<'_>) -> Vec<Caveat> {
    let others = if facts.row.implementation.call_kind().is_command() { Whom::Drivers } else { Whom::Commands };
    OF_ROW.iter().filter(|(whom, _)| *whom != others).filter_map(|(_, find)| find(facts)).collect()
}
