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
mod read;
mod arrange;

pub use arrange::{Arranged, arrange};
pub use mistake::Mistake;
pub use read::{ReadError, read};
pub use results::{Foreign, Results};
