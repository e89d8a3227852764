//! A driver that serves nothing: what any driver in Rust weighs before it holds an implementation.

fn main() {
    paragone_sdk::Driver::new().serve();
}
