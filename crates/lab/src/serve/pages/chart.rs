//! The picture of a history: a run a step to the right, its median upwards, on a logarithmic axis.
//!
//! Drawn by the server, so that no script is needed; the table beside it says the same in words.

use maud::{Markup, html};

use crate::model::{CellPast, LevelChange, unit};
use crate::words::clean;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 30.0;

/// From runs and values to places in the picture.
struct ChartScale {
    runs: usize,
    low: f64,
    high: f64,
}

impl ChartScale {
    /// `None` where no run has a value.
    fn of(pasts: &[CellPast]) -> Option<ChartScale> {
        let logs = pasts.iter().filter_map(CellPast::middle).flatten();
        let logs: Vec<f64> = logs.map(f64::ln).filter(|log| log.is_finite()).collect();
        let low = logs.iter().copied().fold(f64::INFINITY, f64::min);
        let high = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // A history without noise is a line in the middle, and not noise made large.
        let room = ((high - low) * 0.08).max(0.02);
        (!logs.is_empty()).then_some(ChartScale { runs: pasts.len(), low: low - room, high: high + room })
    }

    fn x(&self, place: f64) -> String {
        let share = (place + 0.5) / self.runs as f64;
        format!("{:.1}", LEFT + share * (WIDTH - LEFT - RIGHT))
    }

    fn y(&self, value: f64) -> String {
        // Drivers may say 0, which no logarithm has.
        let share = ((value.max(f64::MIN_POSITIVE).ln() - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        format!("{:.1}", HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM))
    }

    /// The ends of the axis and two places between them.
    fn ticks(&self) -> Vec<f64> {
        (0..4).map(|step| (self.low + (self.high - self.low) * f64::from(step) / 3.0).exp()).collect()
    }
}

/// Nothing where no run has a time.
pub(super) fn chart(pasts: &[CellPast], changes: &[LevelChange]) -> Markup {
    let Some(scale) = ChartScale::of(pasts) else { return html! { p { "No run has a value for this cell." } } };
    let measured = pasts.iter().enumerate().filter_map(|(place, past)| Some((place, past, past.middle()?)));
    let amount = |value: f64| pasts.last().map(|past| clean(&past.amount(value))).unwrap_or_default();
    let radius = if pasts.len() > 200 { "2" } else { "3.5" };
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-label="Median of each run, oldest on the left" {
            @for value in scale.ticks() {
                line.axis x1=(LEFT) x2=(WIDTH - RIGHT) y1=(scale.y(value)) y2=(scale.y(value)) {}
                text x=(LEFT - 6.0) y=(scale.y(value)) text-anchor="end" dominant-baseline="middle" { (amount(value)) }
            }
            @for change in changes {
                line.change x1=(scale.x(change.at as f64 - 0.5)) x2=(scale.x(change.at as f64 - 0.5))
                    y1=(TOP) y2=(HEIGHT - BOTTOM) {}
            }
            @for (from, to, value) in levels(pasts, changes) {
                line.level x1=(scale.x(from as f64 - 0.5)) x2=(scale.x(to as f64 - 0.5)) y1=(scale.y(value)) y2=(scale.y(value)) {}
            }
            @for (place, past, [middle, low, high]) in measured {
                line.spread x1=(scale.x(place as f64)) x2=(scale.x(place as f64)) y1=(scale.y(low)) y2=(scale.y(high)) {}
                circle.point cx=(scale.x(place as f64)) cy=(scale.y(middle)) r=(radius) {
                    title { (past.run) ", " (unit::date(past.began)) ": " (amount(middle)) }
                }
            }
            @if let (Some(first), Some(last)) = (pasts.first(), pasts.last()) {
                text x=(LEFT) y=(HEIGHT - 8.0) { (unit::date(first.began)) }
                @if pasts.len() > 1 {
                    text x=(WIDTH - RIGHT) y=(HEIGHT - 8.0) text-anchor="end" { (unit::date(last.began)) }
                }
            }
        }
    }
}

/// Levels between changes: from which run, to which, at which value.
fn levels(pasts: &[CellPast], changes: &[LevelChange]) -> Vec<(usize, usize, f64)> {
    let ends = changes.iter().skip(1).map(|change| change.at).chain([pasts.len()]);
    let mut found: Vec<_> = changes.iter().zip(ends).map(|(change, to)| (change.at, to, change.after)).collect();
    found.extend(changes.first().map(|change| (0, change.at, change.before)));
    found
}
