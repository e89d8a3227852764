//! From the files of other benchmarking tools to runs: what they tell, and nothing that they do not.

mod mistake;
mod read_error;
mod amount;
mod results;
mod jmh;
mod google;
mod hyperfine;
mod smaller;
mod go;
mod criterion;
mod detect;
mod read;
mod arrange;

pub use arrange::{Arranged, arrange};
pub use mistake::FileMistake;
pub use read::read;
pub use read_error::ReadError;
pub use results::{Foreign, Results};
