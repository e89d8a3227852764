//! The zlib format by flate2 with zlib-rs in the place of miniz_oxide. Which of them a program has is said when it is
//! built, for all that is in it; so it is one of its own.

use paragone_sdk::Driver;
use paragone_suite_codecs::{Deflate, competes, packs, unpacks, weighs};

fn main() {
    let mut driver = Driver::new();
    packs(&mut driver, "deflate", "flate2-zlib-rs", Deflate::new);
    weighs(&mut driver, "deflate-size", "flate2-zlib-rs", Deflate::new);
    competes(&mut driver, "flate2-zlib-rs-6", || Deflate::new(6));
    unpacks(&mut driver, "flate2-zlib-rs", || Deflate::new(6));
    driver.serve()
}
