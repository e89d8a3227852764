//! A sheet's still pictures as data: axes, series, marks and captions, before any pen draws them.

mod amount;
mod axis;
mod chosen;
mod shape;
mod gather;
mod over_sizes;
mod at_size;
mod over_time;
mod beside;

pub use axis::{Axis, Scale};
pub use beside::figures_beside;
pub(super) use beside::{by_machine, shifts};
pub use gather::{figures, named};
pub use shape::{Figure, Form, Mark, Point, Series, Span};
