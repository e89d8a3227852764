//! A sheet's still pictures as data: axes, series, marks and captions, before any pen draws them.

mod amount;
mod axis;
mod shape;
mod gather;
mod over_sizes;
mod at_size;
mod over_time;
mod compared;

pub use axis::{Axis, Scale};
pub use compared::compare_figures;
pub(super) use compared::{by_machine, change_figures};
pub use gather::{figures, named};
pub use shape::{Figure, Form, Mark, Point, Series, Span};
