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
pub use text::{
    Ink, Listing, ReportParts, Tone, average_and_ends, cause, change_line, compare_text, crossover_lines, dry_run,
    effect_lines, head, listings, machine_line, measured, relative, run_line, said, self_test_text, terminal, told,
    unmeasured_line, use_lines, version_lines,
};
