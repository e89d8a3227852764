//! From the files of other benchmarking tools to runs: what they tell, and nothing that they do not.

mod mistake;
mod amount;
mod results;
mod jmh;
mod google;
mod hyperfine;
mod smaller;
mod go;
mod criterion;
mod detect;
mod arrange;

use amount::{Amount, Calls, TimeUnit, sample};
pub use arrange::arrange;
pub(crate) use criterion::samples as criterion_samples;
pub use detect::read;
pub(crate) use go::samples as go_samples;
pub(crate) use google::samples as google_samples;
pub(crate) use jmh::samples as jmh_samples;
use mistake::{at, closed, mistaken, of_json, parsed};
pub use results::{Foreign, Results};
