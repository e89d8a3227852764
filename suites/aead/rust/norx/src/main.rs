//! A program for the paths that one kind of processor has.

fn main() {
    paragone_suite_aead_norx::serve()
}
