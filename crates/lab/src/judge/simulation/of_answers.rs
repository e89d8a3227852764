//! Whole simulated comparisons through `Judge` and `findings`: whether what is said of them is true as often as it says.
//!
//! Tests only. A table of machines, designs and true times; of each cell so many comparisons are held to the truth, and
//! every sentence to the table that it stands above.

use std::num::NonZero;
use std::thread;

use paragone_stats::rate;

use crate::judge::simulation::held_to_truth::{Counts, FAR_SHARE, HeldCell, held};
use crate::judge::simulation::made_up_machine::{MadeUpNoise, MadeUpSpread};
use crate::judge::simulation::stage::{KINDS, ONE_LAUNCH};

const SPREADS: [MadeUpSpread; 4] = [
    MadeUpSpread { name: "equal", most: 1.0 },
    MadeUpSpread { name: "1.1x", most: 1.1 },
    MadeUpSpread { name: "30x", most: 30.0 },
    MadeUpSpread { name: "1000x", most: 1000.0 },
];
const NOISES: [MadeUpNoise; 6] = [
    MadeUpNoise::Calm,
    MadeUpNoise::Contaminated,
    MadeUpNoise::Bursts,
    MadeUpNoise::Drift,
    MadeUpNoise::Layout,
    MadeUpNoise::Levels,
];
const LANES: [usize; 3] = [2, 5, 27];

/// What may be wrong in which share of all comparisons. A lane that is lost is one kind of an interval that misses.
const BEST_LOST: f64 = 0.01;
const INTERVALS_MISSED: f64 = 0.02;
const FALSELY_ALONE: f64 = 0.01;
const BEST_RACED_OUT: f64 = 0.001;

fn table() -> Vec<HeldCell> {
    let mut cells = Vec::new();
    for kind in KINDS {
        for noise in NOISES {
            // One launch is of one level.
            if kind == ONE_LAUNCH && noise == MadeUpNoise::Levels {
                continue;
            }
            for spread in SPREADS {
                cells.extend(LANES.map(|lanes| HeldCell { kind, noise, spread, lanes }));
            }
        }
    }
    cells
}

/// So many comparisons of a cell, on as many threads as there are processors.
fn counted(cell: HeldCell, comparisons: u64) -> Counts {
    let threads = thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let part = |first: u64| {
        let mut counts = Counts::default();
        (first..comparisons).step_by(threads as usize).for_each(|seed| counts += held(cell, seed));
        counts
    };
    thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|first| scope.spawn(move || part(first))).collect();
        running.into_iter().fold(Counts::default(), |mut all, one| {
            all += one.join().expect("a simulation does not panic");
            all
        })
    })
}

/// Claims that so many comparisons contradict, by the lower bound of each rate.
fn broken(cell: &HeldCell, counts: &Counts) -> Vec<String> {
    let claims = [
        ("the best is lost", counts.best_lost, BEST_LOST),
        ("intervals miss", counts.intervals_missed, INTERVALS_MISSED),
        ("one is falsely alone", counts.falsely_alone, FALSELY_ALONE),
        ("the race loses the best", counts.best_raced_out, BEST_RACED_OUT),
        ("a sentence is refuted", counts.refuted, 0.0),
    ];
    let is_raced = |what: &str| what != "the race loses the best" || cell.noise == MadeUpNoise::Contaminated;
    let is_broken = |hits: u64, most: f64| hits > 0 && rate::lower_bound(hits, counts.comparisons, 0.01) > most;
    let claims = claims.into_iter().filter(|(what, hits, most)| is_raced(what) && is_broken(*hits, *most));
    let mut found: Vec<String> = claims
        .map(|(what, hits, most)| format!("{what} in {hits} of {}, at most {most}", counts.comparisons))
        .collect();
    if is_above(counts) {
        found.push(format!("those far behind take {:.3} of the time, at most {FAR_SHARE}", far(counts)));
    }
    found
}

/// Whether those far behind certainly take more than their share: few comparisons with one long disturbance would not
/// tell, so that the mean has to be above by 2.33 times its error.
fn is_above(counts: &Counts) -> bool {
    let all = counts.comparisons as f64;
    let mean = counts.above_s / all;
    let variance = (counts.above_s_squared / all - mean.powi(2)).max(0.0);
    mean > 2.33 * (variance / all).sqrt()
}

fn far(counts: &Counts) -> f64 {
    counts.far_ns as f64 / counts.timed_ns.max(1) as f64
}

#[test]
fn what_is_said_is_true_as_often_as_it_says() {
    // A thinned table: each machine with each count of lanes, and with each spread, once or twice.
    let cells = table().into_iter().enumerate().filter(|(index, _)| index % 7 == 0).map(|(_, cell)| cell);
    let faults: Vec<String> = cells
        .flat_map(|cell| {
            let counts = counted(cell, 40);
            broken(&cell, &counts)
                .into_iter()
                .map(move |fault| format!("{cell:?}: {fault}: {:?}", counts.broken))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The large form, as `bench/answers` runs it: `PARAGONE_COMPARISONS` of each cell whose line holds every word of
/// `PARAGONE_CELLS`.
#[test]
#[ignore = "takes many minutes: bench/answers"]
fn many_answers() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let comparisons = number("PARAGONE_COMPARISONS").unwrap_or(2000);
    let words = std::env::var("PARAGONE_CELLS").unwrap_or_default();
    println!(
        "| design | noise | true times | lanes | lost | missed | alone | raced out | refuted | decided | blocks | far |"
    );
    println!("|:--|:--|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let mut faults = 0;
    for cell in table() {
        let name = format!("| {} | {:?} | {} | {} |", cell.kind.name, cell.noise, cell.spread.name, cell.lanes);
        if !words.split_whitespace().all(|word| name.split_whitespace().any(|part| part == word)) {
            continue;
        }
        let counts = counted(cell, comparisons);
        println!("{name} {}", line(&counts));
        for fault in broken(&cell, &counts) {
            faults += 1;
            println!("BROKEN {fault}");
        }
        counts.broken.iter().for_each(|one| eprintln!("    {one}"));
    }
    assert!(faults == 0, "{faults} claims do not hold");
}

/// Rates with their upper bounds at 99 %.
fn line(counts: &Counts) -> String {
    let all = counts.comparisons;
    let rated = |hits: u64| format!("{hits} (≤ {:.2} %)", 100.0 * rate::upper_bound(hits, all, 0.01));
    let rates =
        [counts.best_lost, counts.intervals_missed, counts.falsely_alone, counts.best_raced_out, counts.refuted];
    let decided = 100.0 * counts.decided as f64 / all as f64;
    let blocks = counts.blocks as f64 / all as f64;
    format!("{} | {decided:.0} % | {blocks:.0} | {:.1} % |", rates.map(rated).join(" | "), 100.0 * far(counts))
}
