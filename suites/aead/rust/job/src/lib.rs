//! What every authenticated cipher here is given and does. It knows no cipher.

use std::cell::RefCell;
use std::rc::Rc;

use paragone_sdk::{Answer, Cell, Driver};

/// A cipher with its key, nonce and associated data.
pub trait Aead: Sized + 'static {
    /// Bytes of a tag.
    const TAG: usize;

    /// Encrypts in place.
    fn seal(&mut self, text: &mut [u8], tag: &mut [u8]);

    /// Decrypts in place, and says whether the tag was right.
    fn open(&mut self, text: &mut [u8], tag: &[u8]) -> bool;
}

/// Where a text is written, again and again: no call allocates.
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

/// The first of them, as many as the cipher takes: ciphers of all kinds share a benchmark's parameters.
pub fn array_of<const N: usize>(cell: &Cell, name: &str) -> [u8; N] {
    let bytes = bytes_of(cell, name);
    let first = bytes.first_chunk();
    *first.unwrap_or_else(|| panic!("parameter `{name}` has {} bytes, and the cipher takes {N}", bytes.len()))
}

/// Registers encryption: the answer is the text encrypted, with the tag behind it.
pub fn bench_seal<A: Aead>(driver: &mut Driver, benchmark: &str, name: &str, setup: impl Fn(&Cell) -> A + 'static) {
    driver.bench(benchmark, name, move |cell| {
        let (mut aead, room) = (setup(cell), Rc::new(RefCell::new(Vec::new())));
        move |input: &[u8]| {
            let mut bytes = room.borrow_mut();
            // A cell's inputs are of one length, so nothing moves while calls are timed.
            bytes.resize(input.len() + A::TAG, 0);
            let (text, tag) = bytes.split_at_mut(input.len());
            text.copy_from_slice(input);
            aead.seal(text, tag);
            Written(Rc::clone(&room))
        }
    });
}

/// Registers decryption of what was encrypted beforehand: the answer is the text.
pub fn bench_open<A: Aead>(driver: &mut Driver, benchmark: &str, name: &str, setup: impl Fn(&Cell) -> A + 'static) {
    driver.bench(benchmark, name, move |cell| {
        let (mut aead, room) = (setup(cell), Rc::new(RefCell::new(Vec::new())));
        let sealed: Vec<(*const u8, Vec<u8>, Vec<u8>)> = cell.inputs().map(|input| sealed(&mut aead, input)).collect();
        move |input: &[u8]| {
            let mut bytes = room.borrow_mut();
            bytes.resize(input.len(), 0);
            let found = sealed.iter().find(|(of, ..)| *of == input.as_ptr());
            let fresh;
            let (_, text, tag) = match found {
                Some(sealed) => sealed,
                None => {
                    fresh = self::sealed(&mut aead, input);
                    &fresh
                }
            };
            bytes.copy_from_slice(text);
            assert!(aead.open(&mut bytes, tag), "the tag was found wrong");
            Written(Rc::clone(&room))
        }
    });
}

/// Registers both, one after the other: the answer is the text, so that ciphers of all kinds have the same.
pub fn bench_both<A: Aead>(driver: &mut Driver, benchmark: &str, name: &str, setup: impl Fn(&Cell) -> A + 'static) {
    driver.bench(benchmark, name, move |cell| {
        let (mut aead, room) = (setup(cell), Rc::new(RefCell::new(Vec::new())));
        move |input: &[u8]| {
            let mut bytes = room.borrow_mut();
            bytes.resize(input.len(), 0);
            bytes.copy_from_slice(input);
            let mut tag = [0; 64];
            aead.seal(&mut bytes, &mut tag[..A::TAG]);
            assert!(aead.open(&mut bytes, &tag[..A::TAG]), "the tag was found wrong");
            Written(Rc::clone(&room))
        }
    });
}

/// An input's place, the input encrypted, and its tag.
fn sealed<A: Aead>(aead: &mut A, input: &[u8]) -> (*const u8, Vec<u8>, Vec<u8>) {
    let (mut text, mut tag) = (input.to_vec(), vec![0; A::TAG]);
    aead.seal(&mut text, &mut tag);
    (input.as_ptr(), text, tag)
}
