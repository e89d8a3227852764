//! What is doubtful of a whole comparison, or a whole run: its design, its noise floor, its machine, the tool that
//! measured it.

use std::collections::BTreeMap;

use paragone_stats::quantile::{median, sorted};
use paragone_stats::{Interval, sign};

use crate::judge::findings::meanwhile::Meanwhile;
use crate::model::{Caveat, Design, ImportSource, ImportedTimes, Layouts, Machine, Others};

/// Drivers ran on another processor than the machine has.
pub(crate) fn emulated(machine: &Machine) -> Option<Caveat> {
    Some(Caveat::Emulated { processor: machine.emulated.clone()? })
}

/// Numbers of another tool, which measured one thing after the other.
///
/// Beside every comparison of an imported run.
pub(crate) fn unpaired(source: &ImportSource) -> Caveat {
    Caveat::Unpaired { tool: source.tool.clone() }
}

/// The other tool tells no more than a summary of it. `timed`: whether there are single times of it.
pub(crate) fn summary_only(timed: bool, summary: &ImportedTimes) -> Option<Caveat> {
    let all = || summary.iter().map(|(name, ns)| (name.clone(), *ns)).collect();
    (!timed && !summary.is_empty()).then(|| Caveat::SummaryOnly { summary: all() })
}

/// A comparison was made in one launch: one address layout, one heap, one start.
///
/// `spread`: what launches are known to differ by on this machine, as a logarithm.
pub(crate) fn one_launch(design: Design, spread: Option<f64>) -> Option<Caveat> {
    (design == Design::Blocks).then(|| Caveat::OneLaunch { spread: spread.map(f64::exp_m1) })
}

/// Every launch ran the programs as their builds left them, because that was asked for: one layout of each, which may be a
/// lucky one.
///
/// Of a single launch another caveat says more.
pub(crate) fn as_built(design: Design, layouts: Option<Layouts>) -> Option<Caveat> {
    (design == Design::Launches && layouts == Some(Layouts::AsBuilt)).then_some(Caveat::AsBuilt)
}

/// Without the A/A control nobody knows what two processes of the same program differ by.
///
/// `noise`: what the A/A control was away from the baseline at most; `compared`: how many have a ratio.
pub(crate) fn no_noise_floor(noise: Option<f64>, compared: usize) -> Option<Caveat> {
    (noise.is_none() && compared > 0).then_some(Caveat::NoNoiseFloor)
}

/// Blocks of a launch that was interrupted are kept, and not used.
///
/// `left_out`: how many.
pub(crate) fn interrupted_launch(left_out: usize) -> Option<Caveat> {
    (left_out > 0).then_some(Caveat::InterruptedLaunch { blocks: left_out })
}

/// Error rate of the test.
const DRIFT_ALPHA: f64 = 0.01;

/// The baseline itself became slower or faster while it was measured.
///
/// `times`: logarithms of the baseline's time, block by block; `margin` is a share.
///
/// The test of Cox and Stuart ("Some Quick Sign Tests for Trend in Location and Dispersion", 1955):
/// each value of the first half is compared with the one half the series later.
pub(crate) fn drift(times: &[f64], margin: f64) -> Option<Caveat> {
    let half = times.len() / 2;
    let later = &times[times.len() - half..];
    let changes = sorted(times[..half].iter().zip(later).map(|(first, second)| second - first).collect());
    let Interval { low, high } = sign::interval(&changes, DRIFT_ALPHA)?;
    let change = median(&changes).filter(|change| change.abs() > margin.ln_1p() && (low > 0.0 || high < 0.0))?;
    Some(Caveat::Drift { change: change.exp_m1() })
}

/// More than this share of the cores: the drivers' core is then often not theirs alone.
const BUSY: f64 = 0.5;

/// More than this share of the measuring core was not the run's.
const OF_MEASURING_CORE: f64 = 0.05;

/// So many are named, and none that kept less than this many cores busy.
const NAMED: usize = 3;
const WORTH: f64 = 0.05;

/// Others were at work on the machine when the run began, or while it went on.
///
/// `meanwhile` is all of the run: who disturbs one comparison has disturbed the run.
pub(crate) fn busy_machine(machine: &Machine, meanwhile: &Meanwhile<'_>) -> Option<Caveat> {
    let all = f64::from(machine.cores.max(1));
    let load_average = machine.load_average.filter(|load| *load > BUSY * all);
    let others = |of: fn(&Others) -> Option<f64>| {
        meanwhile.mean(|state| state.others.as_ref().and_then(|others| Some((others.since_ns, of(others)?))))
    };
    let other_cores = others(|others| Some(others.cores)).filter(|cores| *cores > BUSY * all);
    let measuring_core = others(|others| others.of_measuring_core).filter(|share| *share > OF_MEASURING_CORE);
    let is_busy = load_average.is_some() || other_cores.is_some() || measuring_core.is_some();
    is_busy.then(|| Caveat::BusyMachine {
        machine_cores: machine.cores,
        load_average,
        other_cores,
        measuring_core,
        busiest: busiest(meanwhile),
    })
}

/// Processes and the cores that they kept busy, over all of the time that was looked at.
fn busiest(meanwhile: &Meanwhile<'_>) -> Vec<(String, f64)> {
    let mut by_name: BTreeMap<&str, f64> = BTreeMap::new();
    let mut length = 0.0;
    for state in meanwhile.moments() {
        let Some(others) = &state.others else { continue };
        let weight = state.at_ns.saturating_sub(others.since_ns) as f64;
        length += weight;
        for (name, cores) in &others.busiest {
            *by_name.entry(name).or_default() += cores * weight;
        }
    }
    let mut all: Vec<(&str, f64)> = by_name.into_iter().map(|(name, sum)| (name, sum / length)).collect();
    all.retain(|(_, cores)| *cores >= WORTH);
    all.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    all.iter().take(NAMED).map(|(name, cores)| ((*name).to_owned(), *cores)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::simulation::stage::{Random, in_states};
    use crate::model::MachineState;
    use crate::words::caveat_text;

    #[test]
    fn it_stands_beside_every_emulated_time_and_nowhere_else() {
        assert_eq!(emulated(&Machine::default()), None);
        let found = emulated(&Machine::default().emulating("aarch64")).unwrap();
        assert!(found.name() == "emulated" && caveat_text(&found).contains("aarch64"), "{found:?}");
    }

    #[test]
    fn the_tool_and_what_it_tells_are_named() {
        let source = ImportSource { tool: "jmh".into(), version: None, file: "a.json".into(), measured: None };
        assert!(caveat_text(&unpaired(&source)).starts_with("Measured by jmh one after the other"));
        let summary = ImportedTimes::from([("mean".to_owned(), 7.0), ("max".to_owned(), 9.0)]);
        let told = summary_only(false, &summary).unwrap();
        assert!(caveat_text(&told).contains("only max 9.00 ns, mean 7.00 ns: "), "{told:?}");
        assert_eq!(summary_only(true, &summary), None);
        assert_eq!(summary_only(false, &ImportedTimes::new()), None);
    }

    #[test]
    fn one_launch_says_so_and_what_is_known() {
        let text = |spread: Option<f64>| caveat_text(&one_launch(Design::Blocks, spread).unwrap());
        assert_eq!(text(Some(0.0123f64.ln_1p())), "This launch only: launches were seen to differ by 1.2 % here.");
        assert!(text(None).contains("not known yet"));
        assert_eq!(one_launch(Design::Launches, None), None);
    }

    #[test]
    fn speaks_where_several_launches_had_one_layout() {
        assert_eq!(as_built(Design::Launches, Some(Layouts::AsBuilt)).unwrap().name(), "as-built");
        let silent = [
            (Design::Launches, Some(Layouts::Varied)),
            (Design::Launches, None),
            (Design::Blocks, Some(Layouts::AsBuilt)),
            (Design::Runs, None),
        ];
        assert!(silent.into_iter().all(|(design, layouts)| as_built(design, layouts).is_none()));
    }

    #[test]
    fn speaks_only_where_something_was_compared_without_it() {
        assert!(no_noise_floor(None, 1).is_some());
        assert_eq!(no_noise_floor(None, 0), None);
        assert_eq!(no_noise_floor(Some(0.001), 1), None);
    }

    #[test]
    fn speaks_of_blocks_that_were_left_out() {
        assert_eq!(interrupted_launch(0), None);
        assert!(caveat_text(&interrupted_launch(7).unwrap()).contains("(7 blocks)"));
    }

    fn series(trend: f64, seed: u64) -> Vec<f64> {
        let mut random = Random::new(seed);
        (0..64).map(|index| trend * f64::from(index) / 64.0 + 0.01 * random.normal()).collect()
    }

    #[test]
    fn a_trend_is_seen() {
        assert!(caveat_text(&drift(&series(0.1, 1), 0.01).unwrap()).contains("slower by"));
        assert!(caveat_text(&drift(&series(-0.1, 2), 0.01).unwrap()).contains("faster by"));
    }

    #[test]
    fn a_small_trend_or_none_or_too_little_is_not() {
        assert!((0..100).all(|seed| drift(&series(0.0, seed), 0.01).is_none()));
        assert_eq!(drift(&series(0.1, 1), 0.1), None);
        assert_eq!(drift(&[0.0, 1.0, 2.0], 0.01), None);
        assert_eq!(drift(&[], 0.01), None);
    }

    fn with(load_average: Option<f64>, change: impl Fn(u64, &mut MachineState)) -> Option<String> {
        let machine = Machine { cores: 2, load_average, ..Machine::default() };
        busy_machine(&machine, &Meanwhile::whole(&in_states(change))).map(|caveat| caveat_text(&caveat))
    }

    fn at_work(cores: f64, core: f64, busiest: &[(&str, f64)]) -> impl Fn(u64, &mut MachineState) {
        let busiest: Vec<(String, f64)> = busiest.iter().map(|(name, cores)| ((*name).to_owned(), *cores)).collect();
        move |_, state| {
            let since_ns = state.since_ns;
            let others = |since_ns| Others { since_ns, cores, of_measuring_core: Some(core), busiest: busiest.clone() };
            state.others = since_ns.map(others);
        }
    }

    #[test]
    fn half_the_cores_is_busy() {
        let text = with(Some(1.8), |_, _| {}).unwrap();
        assert_eq!(text, "The machine was busy when the run began: load average 1.8 on 2 cores.");
        assert_eq!(with(Some(0.9), |_, _| {}), None);
        assert_eq!(with(None, |_, state| state.others = None), None);
    }

    #[test]
    fn who_was_at_work_is_named() {
        let busiest = [("rustc", 0.9), ("cc1plus", 0.2), ("cron", 0.01)];
        assert_eq!(
            with(None, at_work(1.25, 0.2, &busiest)).unwrap(),
            "The machine was busy while it went on: others took 1.2 of 2 cores and 20 % of the measuring core, most of all rustc (0.90), cc1plus (0.20)."
        );
        let text = with(Some(1.8), at_work(0.3, 0.1, &[])).unwrap();
        assert!(text.ends_with("on 2 cores, and while it went on: others took 10 % of the measuring core."), "{text}");
        assert_eq!(with(None, at_work(0.9, 0.04, &busiest)), None);
    }
}
