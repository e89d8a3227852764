//! Whether a program as it was built is a lucky link: its calls beside those of the layouts of its code that launches draw
//! from, each in a process of its own, by turns, once everything has been timed.
//!
//! Comes with how much longer or shorter a call takes as built, at least, where that is certain; no sample of it is kept,
//! and none decides a verdict: those are of all layouts.

use std::fs;
use std::path::PathBuf;

use paragone_stats::quantile::median;
use paragone_stats::{Interval, welch};

use crate::driver::{LAYOUTS, Program, Relinkable};
use crate::measure::cells::{Place, TimedCell, cells};
use crate::measure::lane::Lane;
use crate::measure::state::RunInProgress;
use crate::model::{Event, Fault, Mode};

/// Processes of the program as built: a stack and a heap are a matter of luck too.
const AS_BUILT: usize = 3;
/// Samples of each process, by turns; its median counts.
const TURNS: usize = 7;
/// A sample lasts about as long, or a call.
const SAMPLE_NS: f64 = 300_000.0;
/// Of longer calls all processes together would take too long.
const LONGEST_CALL_NS: f64 = 5e6;
/// Nor do so many processes read more than that, each.
const LARGEST: u64 = 8 << 20;
/// What is told is wrong so often.
const ALPHA: f64 = 0.01;
/// All cells together may take this share of what the run has taken.
const SHARE: f64 = 0.1;

/// Looks at every cell that has layouts, as far as the time allows; not where versions are compared, whose builds are made
/// for that.
pub(crate) fn compare(run: &mut RunInProgress<'_>) -> anyhow::Result<()> {
    if run.plan.mode != Mode::Standard {
        return Ok(());
    }
    let spent_s = run.clock.spent_s();
    let until_s = (spent_s + spent_s * SHARE).min(run.plan.total_s);
    for place in cells(run, |comparison_past| &comparison_past.beside_layouts) {
        if run.interrupted() || run.clock.left_of(until_s) == 0.0 {
            break;
        }
        if let Some(event) = look(run, place)? {
            run.listener.hear(&event)?;
        }
    }
    Ok(())
}

/// Nothing where there is nothing to compare, or somebody failed: that is no cell's fault any more.
fn look(run: &mut RunInProgress<'_>, place: Place) -> anyhow::Result<Option<Event>> {
    let cell = TimedCell::of(run, place).filter(|cell| cell.per_call_ns <= LONGEST_CALL_NS);
    let Some((cell, layouts)) = cell.and_then(|cell| layouts(&cell).map(|layouts| (cell, layouts))) else {
        return Ok(None);
    };
    let Ok(cell) = cell.with_inputs(run)? else { return Ok(None) };
    let bytes = |path: &PathBuf| fs::metadata(path).map_or(0, |file| file.len());
    if cell.inputs.iter().map(bytes).sum::<u64>() > LARGEST {
        return Ok(None);
    }
    let mut lanes: Vec<Lane<'_>> = (0..AS_BUILT + layouts.len()).map(|_| cell.lane()).collect();
    lanes[AS_BUILT..].iter_mut().zip(layouts).for_each(|(lane, program)| lane.laid_out.0 = Some(program));
    let ratio = times(&cell, lanes).ok().and_then(|times| at_least(&times));
    let (contest, comparison, lane) = place;
    Ok(ratio.map(|ratio| Event::BesideLayouts { contest, comparison, lane, layouts: LAYOUTS, ratio }))
}

/// The program in each of its layouts; `None` where it has none, or they are aligned and the usual build is not.
fn layouts(cell: &TimedCell<'_>) -> Option<Vec<Program>> {
    let Some(Relinkable::Yes(links)) = &cell.entrant.relinkable else { return None };
    let linked = |seed| links.program(&cell.entrant.program, seed, &cell.around.cores).ok();
    if links.aligned { None } else { (1..=LAYOUTS).map(linked).collect() }
}

/// The logarithms of the times of a call: by process, turn by turn.
fn times(cell: &TimedCell<'_>, mut lanes: Vec<Lane<'_>>) -> Result<Vec<Vec<f64>>, Fault> {
    let calls = (SAMPLE_NS / cell.per_call_ns.max(1e-3)).ceil().max(1.0) as u64;
    for lane in &mut lanes {
        cell.prepare(lane, &cell.inputs)?;
        cell.warm_up(lane)?;
    }
    let mut times = vec![Vec::new(); lanes.len()];
    for turn in 0..TURNS {
        for at in 0..lanes.len() {
            // Whoever comes first in one turn comes later in the next.
            let place = (at + turn * AS_BUILT) % lanes.len();
            times[place].push(cell.time(&mut lanes[place], calls)?.ln());
        }
    }
    lanes.iter_mut().for_each(|lane| drop(lane.end()));
    Ok(times)
}

/// The logarithm of the time as built over the mean of the layouts: the end of its interval that is the nearer to 0.
/// `None` where it holds 0, or a time is none.
fn at_least(times: &[Vec<f64>]) -> Option<f64> {
    let turns = times.first()?.len();
    // A machine that becomes slower does so for all of a turn.
    let usual = |turn: usize| median(&times.iter().map(|process| process[turn]).collect::<Vec<f64>>());
    let usual: Vec<f64> = (0..turns).map(usual).collect::<Option<_>>()?;
    let value =
        |process: &Vec<f64>| median(&process.iter().zip(&usual).map(|(it, usual)| it - usual).collect::<Vec<f64>>());
    let values: Vec<f64> = times.iter().map(value).collect::<Option<_>>()?;
    let (as_built, layouts) = values.split_at(AS_BUILT.min(values.len()));
    let (_, Interval { low, high }) = welch::interval(layouts, as_built, ALPHA)?;
    [low, -high].into_iter().find(|end| *end > 0.0).map(|end| if low > 0.0 { end } else { -end })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Processes that take so long in every turn, on a machine that becomes slower.
    fn of(as_built: f64, layouts: &[f64]) -> Option<f64> {
        let process = |time: f64| (0..TURNS).map(|turn| time.ln() + 0.05 * turn as f64).collect::<Vec<f64>>();
        let wobble = |at: usize| as_built * (1.0 + 0.001 * at as f64);
        at_least(&(0..AS_BUILT).map(wobble).chain(layouts.iter().copied()).map(process).collect::<Vec<_>>())
    }

    #[test]
    fn a_link_unlike_all_others_is_told_and_by_how_much_at_least() {
        let layouts: Vec<f64> = (0..16).map(|at| 100.0 + 0.2 * f64::from(at % 4)).collect();
        let faster = of(95.0, &layouts).unwrap().exp();
        assert!((0.949..0.96).contains(&faster), "{faster}");
        let slower = of(104.0, &layouts).unwrap().exp();
        assert!((1.03..1.04).contains(&slower), "{slower}");
        assert_eq!(of(100.2, &layouts), None);
    }

    #[test]
    fn one_of_two_levels_is_told_where_there_are_enough_layouts() {
        let levels: Vec<f64> = (0..16).map(|at| if at % 2 == 0 { 100.0 } else { 106.0 }).collect();
        let found = of(100.0, &levels).unwrap().exp();
        assert!((0.97..0.995).contains(&found), "{found}");
        assert_eq!(of(100.0, &levels[..4]), None);
    }
}
