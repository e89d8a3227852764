//! The sheet as one HTML file that needs nothing else: no network, no other file. Of runs beside each other also the
//! part that another page may hold.

mod embed;
mod markup;
mod whole;
mod board;
mod moves;
mod beside;

pub use beside::{beside_body, beside_html, beside_style};
pub use whole::html;
