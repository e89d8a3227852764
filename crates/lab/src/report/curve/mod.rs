//! Curves drawn with letters.

pub(super) mod canvas;
pub(super) mod axis;
pub(super) mod series;
pub(super) mod draw;
pub(super) mod sparkline;
