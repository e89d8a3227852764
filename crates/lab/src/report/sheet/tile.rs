//! One ratio as a reader meets it in a table or a map: its text, its interval, and how deep it is shaded.
//!
//! A shade is a step and no colour yet; what is not known, and what is not certain, has a shade of its own.

use serde::Serialize;

use crate::model::{MachineCell, MachineRatio, Verdict, unit};
use crate::words::{clean, ratio, verdict};

/// A field of a heat map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tile {
    /// `0.500x`, `~1.02x`, or a word where there is no ratio.
    pub text: String,
    /// The interval, or why there is no ratio.
    pub within: String,
    /// The median; empty in a mean over sizes.
    pub time: String,
    pub shade: Shade,
    /// With the ends of its 99 % interval.
    pub ratio: Option<[f64; 3]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Shade {
    /// From 0, much faster, over 4, much the same, to 8, much slower.
    Step(usize),
    /// The interval holds 1.
    Unsure,
    /// There is no ratio.
    Unknown,
}

/// Where steps meet on the slower side, and their inverses on the faster one.
const EDGES: [f64; 4] = [1.05, 1.25, 2.0, 5.0];
const MIDDLE: usize = EDGES.len();

impl Shade {
    fn of(found: &MachineRatio) -> Shade {
        if found.drawn.contains(0.0) {
            return Shade::Unsure;
        }
        let steps = EDGES.iter().filter(|edge| found.ratio.abs() > edge.ln()).count();
        Shade::Step(if found.ratio < 0.0 { MIDDLE - steps } else { MIDDLE + steps })
    }
}

impl Tile {
    /// What a machine's mean over sizes says.
    pub(super) fn of_mean(found: Option<&MachineRatio>) -> Tile {
        let none = || Tile::without("-", "no time in common");
        found.map_or_else(none, Tile::of_ratio)
    }

    /// What a machine says of one size.
    pub(super) fn of_cell(cell: Option<&MachineCell>) -> Tile {
        let Some(cell) = cell else { return Tile::without("not run", "it took no part at this size") };
        let tile = match (&cell.ratio, &cell.verdict) {
            (Some(ratio), _) => Tile::of_ratio(ratio),
            (None, Verdict::Baseline) => Tile::without("baseline", "what others are beside"),
            (None, Verdict::Unpaired) => Tile::without("unpaired", "beside nobody"),
            (None, Verdict::SameCode) => Tile::without("same code", "not measured"),
            (None, verdict) if verdict.fault().is_some() => Tile::without(verdict.word(), &verdict::brief(verdict)),
            (None, verdict) => Tile::without("no ratio", &verdict::brief(verdict)),
        };
        Tile { time: cell.time_ns.map_or(String::new(), unit::time), ..tile }
    }

    fn of_ratio(found: &MachineRatio) -> Tile {
        let shade = Shade::of(found);
        let [value, low, high] = [found.ratio, found.drawn.low, found.drawn.high].map(f64::exp);
        let sign = if shade == Shade::Unsure { "~" } else { "" };
        Tile {
            text: format!("{sign}{}", times(found.ratio)),
            within: ratio(value, low, high).1,
            time: String::new(),
            shade,
            ratio: Some([value, low, high]),
        }
    }

    fn without(text: &str, why: &str) -> Tile {
        Tile { text: text.to_owned(), within: clean(why), time: String::new(), shade: Shade::Unknown, ratio: None }
    }
}

/// A logarithm as `1.23x`.
pub(super) fn times(log: f64) -> String {
    format!("{}x", unit::significant(log.exp(), 3))
}

/// What each shade says, from much faster to unknown.
pub(in crate::report) fn legend() -> Vec<(Shade, String)> {
    let short = |value: f64| format!("{}x", (value * 100.0).round() / 100.0);
    let edges: Vec<String> = EDGES.iter().rev().map(|edge| 1.0 / edge).chain(EDGES).map(short).collect();
    let below = format!("below {}", edges[0]);
    let above = format!("above {}", edges[edges.len() - 1]);
    let between = edges.windows(2).map(|pair| format!("{} to {}", pair[0], pair[1]));
    let steps = std::iter::once(below).chain(between).chain([above]);
    let steps = steps.enumerate().map(|(step, text)| (Shade::Step(step), text));
    let others = [(Shade::Unsure, "~ uncertain"), (Shade::Unknown, "no ratio")];
    steps.chain(others.map(|(shade, text)| (shade, text.to_owned()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Interval;

    fn tile(ratio: f64, low: f64, high: f64) -> Tile {
        let drawn = Interval { low: low.ln(), high: high.ln() };
        Tile::of_mean(Some(&MachineRatio { ratio: ratio.ln(), drawn }))
    }

    #[test]
    fn a_ratio_is_as_deep_as_it_is_far_from_one_and_never_without_being_certain() {
        let shade = |ratio: f64| tile(ratio, ratio * 0.999, ratio * 1.001).shade;
        let steps = [0.1, 0.3, 0.7, 0.9, 0.99, 1.01, 1.1, 1.5, 3.0, 30.0].map(shade);
        assert_eq!(steps, [0, 1, 2, 3, 4, 4, 5, 6, 7, 8].map(Shade::Step));
        let unsure = tile(3.0, 0.9, 10.0);
        assert_eq!((unsure.shade, unsure.text.as_str()), (Shade::Unsure, "~3.00x"));
        assert_eq!(tile(0.5, 0.45, 0.55).within, "0.45..0.55");
    }

    #[test]
    fn who_has_no_ratio_says_why() {
        let of = |verdict| Tile::of_cell(Some(&MachineCell { time_ns: Some(12.0), ratio: None, verdict }));
        let failed = of(Verdict::Failed { text: "died: signal 11; its last words: oh".into() });
        assert_eq!((failed.text.as_str(), failed.within.as_str()), ("failed", "failed: died: signal 11"));
        let unpaired = of(Verdict::Unpaired);
        assert_eq!((unpaired.text.as_str(), unpaired.time.as_str()), ("unpaired", "12.0 ns"));
        assert_eq!(Tile::of_cell(None).text, "not run");
        assert!([failed, unpaired, Tile::of_mean(None)].iter().all(|tile| tile.shade == Shade::Unknown));
    }

    #[test]
    fn the_legend_has_every_shade() {
        let said: Vec<String> = legend().into_iter().map(|(_, text)| text).collect();
        let expected = [
            "below 0.2x",
            "0.2x to 0.5x",
            "0.5x to 0.8x",
            "0.8x to 0.95x",
            "0.95x to 1.05x",
            "1.05x to 1.25x",
            "1.25x to 2x",
            "2x to 5x",
            "above 5x",
            "~ uncertain",
            "no ratio",
        ];
        assert_eq!(said, expected);
        assert!(legend().iter().take(9).enumerate().all(|(place, (shade, _))| *shade == Shade::Step(place)));
    }
}
