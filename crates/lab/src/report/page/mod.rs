//! The sheet as one HTML file that needs nothing else: no network, no other file. of compared runs also the
//! part that another page may hold.

mod embed;
mod markup;
mod whole;
mod table;
mod changes;
mod compared;

pub use compared::{compare_body, compare_html, compare_style};
pub use whole::html;
