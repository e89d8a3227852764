//! The report as data: what is told and drawn, before any pen has it in hand.

pub(super) mod selection;
mod build;
mod entry;
mod machine;
mod measure;
mod round;
mod section;
mod tile;
mod table;
mod changes;
mod missing;
mod compared;

pub use build::Sheet;
pub use changes::{ChangeTable, ChangeTableRow};
pub use compared::{RunHead, RunsSheet};
pub use entry::{Gathered, SheetRow};
pub use machine::MachineSheet;
pub use measure::Measure;
pub use section::{Implementation, Lead, MetricHead, Panel, Section};
pub use table::{MachineTable, MachineTableRow};
pub(super) use tile::legend;
pub use tile::{Shade, Tile};
