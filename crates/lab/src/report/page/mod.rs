//! The sheet as one HTML file that needs nothing else: no network, no other file.

mod embed;
mod markup;
mod whole;

pub use whole::html;
