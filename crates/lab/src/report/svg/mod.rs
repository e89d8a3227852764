//! A figure as one SVG file that stands alone: no font, no script, no address; light and dark.

mod frame;
mod ink;
mod lines;
mod pen;
mod rows;

pub use pen::svg;
