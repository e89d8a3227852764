//! What every cipher here is given and does: key and vector from the cell, a text, room for what comes out.
//!
//! It knows modes of operation, and no cipher.

use std::cell::RefCell;
use std::rc::Rc;

use cipher::array::{Array, ArraySize};
use cipher::{BlockCipherDecrypt, BlockCipherEncrypt, BlockModeDecrypt, BlockModeEncrypt, InnerIvInit, Iv, KeyInit};
use cipher::{IvSizeUser, SetIvState};
use paragone_sdk::{Answer, Cell, Driver};

/// Where a cell's texts are written, again and again: no call allocates.
struct Written(Rc<RefCell<Vec<u8>>>);

impl Answer for Written {
    fn answer(&self) -> Vec<u8> {
        self.0.borrow().clone()
    }
}

/// The bytes of a parameter that the suite writes in hexadecimal digits; panics where it is none.
pub fn bytes_of(cell: &Cell, name: &str) -> Vec<u8> {
    let text = cell.param(name);
    let byte = |at| text.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    let bytes: Option<Vec<u8>> = (0..text.len()).step_by(2).map(byte).collect();
    bytes.unwrap_or_else(|| panic!("parameter `{name}` is not hexadecimal"))
}

/// Registers a way from one text into another of the same length.
pub fn bench<F>(driver: &mut Driver, benchmark: &str, setup: impl Fn(&Cell) -> F + 'static)
where
    F: FnMut(&[u8], &mut [u8]) + 'static,
{
    driver.bench(benchmark, "rustcrypto", move |cell| {
        let (mut work, room) = (setup(cell), Rc::new(RefCell::new(Vec::new())));
        move |input: &[u8]| {
            let mut bytes = room.borrow_mut();
            // A cell's inputs are of one length, so nothing moves while calls are timed.
            bytes.resize(input.len(), 0);
            work(input, &mut bytes);
            Written(Rc::clone(&room))
        }
    });
}

/// Registers a cipher that encrypts each block by itself.
pub fn bench_ecb<C: BlockCipherEncrypt + KeyInit + 'static>(driver: &mut Driver, benchmark: &str) {
    bench(driver, benchmark, |cell| {
        let cipher: C = keyed(cell);
        move |from: &[u8], to: &mut [u8]| {
            let (from, to) = blocks(from, to);
            cipher.encrypt_blocks_b2b(from, to).expect("as many blocks out as in");
        }
    });
}

/// Registers a cipher in cipher block chaining.
pub fn bench_cbc<C: BlockCipherEncrypt + KeyInit + 'static>(driver: &mut Driver, benchmark: &str) {
    bench(driver, benchmark, |cell| {
        let iv: Iv<cbc::Encryptor<C>> = vector::<cbc::Encryptor<C>>(cell);
        let mut mode = cbc::Encryptor::<C>::inner_iv_init(keyed(cell), &iv);
        move |from: &[u8], to: &mut [u8]| {
            mode.set_iv(&iv);
            let (from, to) = blocks(from, to);
            mode.encrypt_blocks_b2b(from, to).expect("as many blocks out as in");
        }
    });
}

/// Registers the way back.
pub fn bench_cbc_decrypt<C: BlockCipherDecrypt + KeyInit + 'static>(driver: &mut Driver, benchmark: &str) {
    bench(driver, benchmark, |cell| {
        let iv: Iv<cbc::Decryptor<C>> = vector::<cbc::Decryptor<C>>(cell);
        let mut mode = cbc::Decryptor::<C>::inner_iv_init(keyed(cell), &iv);
        move |from: &[u8], to: &mut [u8]| {
            mode.set_iv(&iv);
            let (from, to) = blocks(from, to);
            mode.decrypt_blocks_b2b(from, to).expect("as many blocks out as in");
        }
    });
}

fn keyed<C: KeyInit>(cell: &Cell) -> C {
    C::new_from_slice(&bytes_of(cell, "key")).unwrap_or_else(|_| panic!("`key` is not as long as this cipher's key"))
}

fn vector<M: IvSizeUser>(cell: &Cell) -> Iv<M> {
    Iv::<M>::try_from(&bytes_of(cell, "iv")[..]).unwrap_or_else(|_| panic!("`iv` is not as long as a block"))
}

type Blocks<'a, N> = (&'a [Array<u8, N>], &'a mut [Array<u8, N>]);

/// Whole blocks: the suite has no other sizes.
fn blocks<'a, N: ArraySize>(from: &'a [u8], to: &'a mut [u8]) -> Blocks<'a, N> {
    (Array::slice_as_chunks(from).0, Array::slice_as_chunks_mut(to).0)
}
