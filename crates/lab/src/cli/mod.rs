//! One file a command; the only room that sees both wings. No arithmetic here.

mod scene;
mod live;
mod report;

pub use live::{Listeners, Live, Voice};
pub use report::{ReportArgs, ink_for_output, show};
