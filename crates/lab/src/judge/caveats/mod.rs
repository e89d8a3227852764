//! Doubts that a reader must see beside a number: one a file, each from readings to a sentence or
//! to nothing.

mod one_launch;
mod no_noise_floor;
mod interrupted_launch;
mod busy_machine;
mod drift;
mod never_settled;
mod unsteady;
mod short_sample;
mod cpu_time;
mod start_cost;
mod exit_codes;
mod left_behind;
mod other_answers;
mod bimodal;
mod autocorrelated;
mod floor_and_typical;
mod noise_above_difference;

pub(crate) use autocorrelated::autocorrelated;
pub(crate) use bimodal::bimodal;
pub(crate) use busy_machine::busy_machine;
pub(crate) use cpu_time::{cpu_above_wall, cpu_below_wall};
pub(crate) use drift::drift;
pub(crate) use exit_codes::exit_codes;
pub(crate) use floor_and_typical::floor_and_typical;
pub(crate) use interrupted_launch::interrupted_launch;
pub(crate) use left_behind::left_behind;
pub(crate) use never_settled::{never_settled, slowed_down, unwatched_warm_up};
pub(crate) use no_noise_floor::no_noise_floor;
pub(crate) use noise_above_difference::noise_above_difference;
pub(crate) use one_launch::one_launch;
pub(crate) use other_answers::other_answers;
pub(crate) use short_sample::short_sample;
pub(crate) use start_cost::start_cost;
pub(crate) use unsteady::unsteady;
