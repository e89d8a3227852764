//! Measuring as a library: plans made by hand and drivers compiled here go in, every event comes out.

mod asked;
mod fairness;
mod misbehaving;
mod stage;
mod states;
