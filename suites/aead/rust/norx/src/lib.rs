//! NORX, on every path that this processor has, and on its best against other ciphers; compiled once for all programs.

use norx::{Norx3241V1, Norx3241V2, Norx3241V3, Norx6441V1, Norx6441V2, Norx6441V3, Norx6444V3, Norx6461V3, Path};
use paragone_sdk::{Cell, Driver};
use paragone_suite_aead::{Aead, Beside, array_of, bench_both, bench_header, bench_open, bench_seal, bytes_of};

struct Given<C, const NONCE: usize> {
    cipher: C,
    nonce: [u8; NONCE],
    header: Vec<u8>,
}

/// Lets a cipher be measured: its type, bytes of its key and tag, and of its nonce.
macro_rules! measured {
    ($($cipher:ident $key:literal $nonce:literal;)*) => {
        $(
            impl Aead for Given<$cipher, $nonce> {
                const TAG: usize = $key;

                fn seal(&mut self, text: &mut [u8], tag: &mut [u8]) {
                    tag.copy_from_slice(&self.cipher.encrypt_in_place(&self.nonce, &self.header, text, &[]));
                }

                fn open(&mut self, text: &mut [u8], tag: &[u8]) -> bool {
                    let tag: [u8; $key] = tag.try_into().expect("a tag is as long as a key");
                    self.cipher.decrypt_in_place(&self.nonce, &self.header, text, &[], &tag).is_ok()
                }
            }

            impl Beside for Given<$cipher, $nonce> {
                fn seal_beside(&mut self, header: &[u8], text: &mut [u8], tag: &mut [u8]) {
                    tag.copy_from_slice(&self.cipher.encrypt_in_place(&self.nonce, header, text, &[]));
                }
            }

            impl On for Given<$cipher, $nonce> {
                fn paths() -> Vec<Path> {
                    $cipher::paths().collect()
                }

                fn on(cell: &Cell, path: Path) -> Self {
                    let cipher = $cipher::with_path(&array_of(cell, "key"), path);
                    let cipher = cipher.unwrap_or_else(|err| panic!("{err}"));
                    Given { cipher, nonce: array_of(cell, "nonce"), header: bytes_of(cell, "header") }
                }
            }
        )*
    };
}

/// A cipher that has several paths, slower ones first.
trait On: Beside {
    fn paths() -> Vec<Path>;
    fn on(cell: &Cell, path: Path) -> Self;
}

measured! {
    Norx6441V3 32 32;
    Norx6461V3 32 32;
    Norx6444V3 32 32;
    Norx3241V3 16 16;
    Norx6441V1 32 16;
    Norx6441V2 32 16;
    Norx3241V1 16 8;
    Norx3241V2 16 8;
}

fn seal<A: On>(driver: &mut Driver, benchmark: &str) {
    for path in A::paths() {
        bench_seal(driver, benchmark, path.name(), move |cell| A::on(cell, path));
    }
}

fn open<A: On>(driver: &mut Driver, benchmark: &str) {
    for path in A::paths() {
        bench_open(driver, benchmark, path.name(), move |cell| A::on(cell, path));
    }
}

fn header<A: On>(driver: &mut Driver, benchmark: &str) {
    for path in A::paths() {
        bench_header(driver, benchmark, path.name(), move |cell| A::on(cell, path));
    }
}

fn both<A: On>(driver: &mut Driver, name: &str) {
    let best = A::paths().pop().expect("the portable path is always there");
    bench_both(driver, "any", name, move |cell| A::on(cell, best));
}

/// What each of the programs does; which of the ways are its own is said in the suite.
pub fn serve() -> ! {
    let mut driver = Driver::new();
    seal::<Given<Norx6441V3, 32>>(&mut driver, "norx6441");
    open::<Given<Norx6441V3, 32>>(&mut driver, "norx6441-open");
    seal::<Given<Norx6461V3, 32>>(&mut driver, "norx6461");
    seal::<Given<Norx6444V3, 32>>(&mut driver, "norx6444");
    seal::<Given<Norx3241V3, 16>>(&mut driver, "norx3241");
    open::<Given<Norx3241V3, 16>>(&mut driver, "norx3241-open");
    seal::<Given<Norx6441V1, 16>>(&mut driver, "norx6441-v1");
    seal::<Given<Norx6441V2, 16>>(&mut driver, "norx6441-v2");
    seal::<Given<Norx3241V1, 8>>(&mut driver, "norx3241-v1");
    seal::<Given<Norx3241V2, 8>>(&mut driver, "norx3241-v2");
    header::<Given<Norx6441V3, 32>>(&mut driver, "norx6441-header");
    both::<Given<Norx6441V3, 32>>(&mut driver, "norx6441");
    both::<Given<Norx6444V3, 32>>(&mut driver, "norx6444");
    driver.serve()
}
