//! From judgements to ink. Pure: findings in, text out.

mod ink;
mod paragraph;
mod escape;
mod quantity;
mod words;
mod grid;
mod answer;
mod footer;
mod commands;
mod runtime;
mod cycles;
mod standing;
mod ranking;
mod trials;
mod percentiles;
mod resources;
mod spans;
mod caveats;
mod order;
mod canvas;
mod axis;
mod series;
mod curve;
mod crossovers;
mod effects;
mod code;
mod code_change;
mod since;
mod unmeasured;
mod uses;
mod failures;
mod notices;
mod colophon;
mod sparkline;
mod builds;
mod over_time;
mod changes;
mod card;
mod terminal;
mod json;
mod layouts;
pub mod formats;
mod sheet;
mod figure;
mod across;
mod palette;
mod shades;
mod svg;
mod page;
mod plan;
mod selection;
mod choose;
mod thresholds;
#[cfg(test)]
mod specimen;
#[cfg(test)]
mod effect_specimen;
#[cfg(test)]
mod beside_specimen;
#[cfg(test)]
mod sight;

pub use across::across;
pub use card::{card, unknowns};
pub use choose::{choices_json, chosen};
pub use code::{Listing, listings};
pub use code_change::change_line;
pub use colophon::{machine_line, run_line};
pub use crossovers::crossover_lines;
pub use effects::{cause, effect_lines};
pub use figure::{Axis, Figure, Form, Mark, Point, Scale, Series, Span, figures, figures_beside, named};
pub use ink::{Ink, Tone};
pub use json::json;
pub use page::{beside_body, beside_html, beside_style, html};
pub use paragraph::{clean, wrap, wrap_pieces};
pub use plan::dry_run;
pub use quantity::{counted, duration, point, ratio, size_label, throughput};
pub use selection::Selection;
pub use sheet::{
    Beside, Board, BoardRow, Entry, Gathered, Implementation, Lead, MachineCard, Measure, MetricHead, Move, Moves,
    Panel, RunHead, Section, Shade, Sheet, Tile,
};
pub use since::version_lines;
pub use standing::relative;
pub use svg::svg;
pub use terminal::{Parts, terminal};
pub use thresholds::{Source, thresholds};
pub use trials::{average_and_ends, head, told};
pub use unmeasured::{measured, unmeasured_line};
pub use uses::use_lines;
pub use words::{brief, of_trials, verdict};
