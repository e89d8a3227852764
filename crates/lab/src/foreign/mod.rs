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

pub use arrange::{Arranged, arrange};
pub use detect::read;
pub use mistake::{FileMistake, ReadError};
pub use results::{Foreign, Results};
