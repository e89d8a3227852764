//! From judgements to ink. Pure: findings in, text out.

mod colour;
mod text;
mod curve;
mod choice;
mod environment;
pub mod formats;
mod sheet;
mod figure;
mod svg;
mod page;
#[cfg(test)]
mod specimen;

pub use choice::choose::{choices_json, chosen};
pub use choice::thresholds::{ThresholdLanguage, thresholds};
pub use environment::{system_information, unknowns};
pub use figure::{Axis, Figure, Form, Mark, Point, Scale, Series, Span, compare_figures, figures, named};
pub use formats::json::json;
pub use page::{compare_body, compare_html, compare_style, html};
pub use sheet::selection::FindingSelection;
pub use sheet::{
    ChangeTable, ChangeTableRow, Gathered, Implementation, Lead, MachineSheet, MachineTable, MachineTableRow, Measure,
    MetricHead, Panel, RunHead, RunsSheet, Section, Shade, Sheet, SheetRow, Tile,
};
pub use svg::svg;
pub use text::code::{Listing, listings};
pub use text::code_change::change_line;
pub use text::colophon::{machine_line, run_line};
pub use text::compare::compare_text;
pub use text::crossovers::crossover_lines;
pub use text::effects::{cause, effect_lines};
pub use text::ink::{Ink, Tone};
pub use text::notices::said;
pub use text::plan::dry_run;
pub use text::since::version_lines;
pub use text::standing::relative;
pub use text::terminal::{ReportParts, terminal};
pub use text::trials::{average_and_ends, head, told};
pub use text::unmeasured::{measured, unmeasured_line};
pub use text::uses::use_lines;
