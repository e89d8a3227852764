//! The report as data: what is told and drawn, before any pen has it in hand.

pub(super) mod selection;
mod build;
mod entry;
mod machine;
mod measure;
mod round;
mod lead;
mod section;
mod letter;
mod tile;
mod board;
mod moves;
mod lost;
mod beside;

pub use beside::{Beside, RunHead};
pub use board::{Board, BoardRow};
pub use build::Sheet;
pub use entry::{Gathered, SheetRow};
pub use lead::Lead;
pub use machine::MachineCard;
pub use measure::Measure;
pub use moves::{Move, Moves};
pub use section::{Implementation, MetricHead, Panel, Section};
pub(super) use tile::legend;
pub use tile::{Shade, Tile};
