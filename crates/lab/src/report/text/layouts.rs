//! How each implementation's time differs from launch to launch, on request: a strip for each, in which every launch is a
//! mark at its distance from the middle one.

use crate::model::unit::percent;
use crate::model::{ContestFinding, Row};

use crate::report::text::{Column, Grid, GridEntry, Ink};
use crate::words::{counted, point};

/// Places of a strip; the one in the middle is that of the median.
const PLACES: usize = 41;

/// A table a size; nothing where no implementation had several launches.
pub(crate) fn layouts(contest: &ContestFinding, ink: &Ink) -> String {
    let mut grid = Grid::new(&[Column::LEFT, Column::RIGHT, Column::LEFT, Column::RIGHT, Column::LEFT], 0);
    for comparison in &contest.comparisons {
        let rows: Vec<(&Row, Vec<f64>)> =
            comparison.rows.iter().filter_map(|row| Some((row, distances(row)?))).collect();
        let Some(reach) = rows.iter().flat_map(|(_, distances)| distances).map(|it| it.abs()).reduce(f64::max) else {
            continue;
        };
        let title = format!("{}: launches", point(comparison.size, &contest.unit, &comparison.params));
        grid.titled(title, ["fastest", "around the middle one", "slowest", ""]);
        for (row, distances) in rows {
            let (least, most) = distances.iter().fold((0.0f64, 0.0f64), |(l, m), it| (l.min(*it), m.max(*it)));
            grid.row(vec![
                GridEntry::plain(contest.label(&row.implementation)),
                GridEntry::plain(format!("-{}", percent(least.exp_m1().abs()))),
                GridEntry::plain(strip(&distances, reach)),
                GridEntry::plain(format!("+{}", percent(most.exp_m1()))),
                GridEntry::plain(of(row)),
            ]);
        }
    }
    grid.render(ink)
}

/// Of each launch from the median one, as logarithms.
fn distances(row: &Row) -> Option<Vec<f64>> {
    let mut times: Vec<f64> = row.by_launch.iter().map(|it| it.time_ns.ln()).collect();
    times.sort_by(f64::total_cmp);
    let middle = *times.get(times.len() / 2).filter(|_| times.len() > 1)?;
    Some(times.iter().map(|time| time - middle).collect())
}

/// One launch is `.`, two at a place are `:`, and more are `#`.
fn strip(distances: &[f64], reach: f64) -> String {
    let mut counts = [0; PLACES];
    for distance in distances {
        let share = if reach > 0.0 { distance / reach } else { 0.0 };
        let place = (share + 1.0) / 2.0 * (PLACES - 1) as f64;
        counts[(place.round() as usize).min(PLACES - 1)] += 1;
    }
    let mark = |(place, count): (usize, &usize)| match count {
        0 if place == PLACES / 2 => '|',
        0 => ' ',
        1 => '.',
        2 => ':',
        _ => '#',
    };
    counts.iter().enumerate().map(mark).collect()
}

/// What the launches had of layouts.
fn of(row: &Row) -> String {
    match row.layouts() {
        0 => "of one link".to_owned(),
        layouts => counted(layouts, "layout"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::LaunchTime;
    use crate::report::specimen::made_up;

    #[test]
    fn every_launch_is_a_mark() {
        let mut contest = made_up::ladder(&[64]);
        assert_eq!(layouts(&contest, &Ink::PLAIN), "");
        let launches = |times: &[f64], shuffled: bool| {
            let of = |(launch, time_ns): (usize, &f64)| LaunchTime {
                launch: launch as u32,
                seed: shuffled.then_some(launch as u32 + 1),
                time_ns: *time_ns,
            };
            times.iter().enumerate().map(of).collect::<Vec<LaunchTime>>()
        };
        contest.comparisons[0].rows[0].by_launch = launches(&[95.0, 100.0, 100.0, 108.0, 92.0], true);
        contest.comparisons[0].rows[1].by_launch = launches(&[50.0, 50.0, 50.1], false);
        contest.comparisons[0].rows[2].by_launch = launches(&[50.0], true);
        insta::assert_snapshot!(layouts(&contest, &Ink::PLAIN), @r"
        64 B: launches     fastest  around the middle one                      slowest
        -------------------------------------------------------------------------------------------
        rust.blake2b_simd   -8.0 %  .       .           :                 .     +8.0 %  5 layouts
        rust.blake2           -0 %                      #                      +0.20 %  of one link
        ");
    }
}
