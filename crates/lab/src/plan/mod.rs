//! From definitions to what is to be measured. Pure: same suites and same seed, same plan.

pub mod order;
