//! A figure as one SVG file that stands alone: no font, no script, no address; light and dark.

mod style;
mod frame;
mod ink;
mod lines;
mod rows;
mod heat;
mod groups;
mod pen;

pub use pen::svg;
pub(super) use pen::svg_within;
pub(super) use style::style_within;
