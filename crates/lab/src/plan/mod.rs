//! From suites and wishes to a plan. Pure: same suites and same seed, same plan; starts and reads nothing.

mod against;
mod baseline;
mod design;
mod enough;
mod expand;
mod params;
mod order;

pub use against::share_one_error_rate;
pub use design::design_of;
pub use enough::too_little_time;
pub use expand::{Expanded, Wishes, expand};
pub use order::{Dice, jitter, shuffled, square};
pub use params::{Values, parse_values};
