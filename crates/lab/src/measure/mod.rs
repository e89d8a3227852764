//! From a plan to samples. Tells events; never prints, never writes, never drops a sample.

mod check;
mod given;
mod preparation;
mod layout;
mod block;
mod cells;
mod comparison;
mod health;
mod lane;
mod launch;
mod lookout;
mod past;
mod resources;
mod run;
mod run_clock;
mod state;

pub use given::inputs::Inputs;
pub use health::{Clock, ClockNoise, RoundTrip, clock, round_trip, spin_noise, start_once};
pub use lane::{ContestPrograms, LaneProgram, Supply};
pub use past::RunPast;
pub use resources::Instruments;
pub use run::{Ended, RunTask, carry_out, check_answers};
