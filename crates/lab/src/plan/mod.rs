//! From suites and wishes to a plan. Pure: same suites and same seed, same plan; starts and reads nothing.

mod against;
mod design;
mod enough;
mod expand;
mod params;
mod wishes;
mod order;

pub use against::share_one_error_rate;
pub use design::{blocks_of_a_launch, design_of};
pub use enough::too_little_time;
pub use expand::{Expanded, expand};
pub use order::{Dice, jitter, shuffled, square};
pub use params::parse_values;
pub use wishes::{ParamValues, Wishes};
