//! The report as data: what is told and drawn, before any pen has it in hand.

mod build;
mod entry;
mod machine;
mod measure;
mod order;
mod round;
mod section;

pub use build::Sheet;
pub use entry::{Entry, Gathered};
pub use machine::MachineCard;
pub use measure::Measure;
pub use section::{Implementation, MetricHead, Panel, Section};
