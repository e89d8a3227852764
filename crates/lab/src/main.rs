//! The command `paragone`.

fn main() {
    let arguments: Vec<std::ffi::OsString> = std::env::args_os().skip(1).collect();
    if arguments.first().is_some_and(|word| word == paragone::driver::keeper::WORD) {
        paragone::driver::keeper::keep(&arguments[1..]);
    }
}
