//! From files to definitions. Reads files and starts no process.

mod answers;
mod generate;
mod sizes;

pub use answers::{BadLine, parse_answers};
pub use generate::{generate, input_count};
pub use sizes::{parse_size, parse_sizes};
