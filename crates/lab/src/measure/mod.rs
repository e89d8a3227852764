//! From a plan to samples. Tells events; never prints, never writes, never drops a sample.

mod audit;
mod beside_layouts;
mod block;
mod calibrate;
mod cells;
mod claims;
mod comparison;
mod expected;
mod health;
mod inputs;
mod lane;
mod launch;
mod layouts;
mod lookout;
mod past;
mod ready;
mod reference;
mod resources;
mod rotated;
mod run;
mod sealed;
mod stored;
mod supply;
mod unasked;
mod verification;
mod verify;
mod warm_up;
mod watch;
mod worked;

pub use health::{CLOCK, Clock, Noise, RoundTrip, clock, round_trip, spin_noise, start_once};
pub use inputs::Inputs;
pub use lane::{Entrant, Entry, Supply};
pub use past::Past;
pub use resources::Instruments;
pub use run::{Ended, Task, carry_out, check_answers};
