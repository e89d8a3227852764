//! The store as a small web page: requests in, pages out. It reads, and changes nothing.
//!
//! The one room with async, which goes no further than waiting for sockets: whatever reads the store or
//! judges runs on a thread of its own, a few at a time. Knows no command line.

mod refusal;
mod ask;
mod stores;
mod pages;
mod progress;
mod guard;
mod routes;
mod server;

#[cfg(test)]
mod trials;

pub use guard::Hosts;
pub use server::{Serving, serve};
