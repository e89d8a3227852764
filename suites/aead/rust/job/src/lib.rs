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

/// A cipher that takes other associated data in each call.
pub trait Beside: Aead {
    /// Encrypts in place, with a header that stays in the clear.
    fn seal_beside(&mut self, header: &[u8], text: &mut [u8], tag: &mut [u8]);
}

/// Registers authentication: the input is the header, and the answer the text of the parameter `text` encrypted, with the
/// tag behind it.
pub fn bench_header<A: Beside>(driver: &mut Driver, benchmark: &str, name: &str, setup: impl Fn(&Cell) -> A + 'static) {
    driver.bench(benchmark, name, move |cell| {
        let (mut aead, text) = (setup(cell), bytes_of(cell, "text"));
        let room = Rc::new(RefCell::new(vec![0; text.len() + A::TAG]));
        move |input: &[u8]| {
            let mut bytes = room.borrow_mut();
            let (place, tag) = bytes.split_at_mut(text.len());
            place.copy_from_slice(&text);
            aead.seal_beside(input, place, tag);
            Written(Rc::clone(&room))
        }
    });
}

/// What is answered where a text is not opened, as it should not be.
const REFUSED: &[u8] = b"refused";

/// Registers decryption: the answer is the text. With the parameter `given` at `text` the input is encrypted beforehand;
/// with `sealed` it is what was encrypted elsewhere with its tag behind it, and may be refused.
pub fn bench_open<A: Aead>(driver: &mut Driver, benchmark: &str, name: &str, setup: impl Fn(&Cell) -> A + 'static) {
    driver.bench(benchmark, name, move |cell| {
        let (mut aead, room) = (setup(cell), Rc::new(RefCell::new(Vec::new())));
        let is_sealed = match cell.param("given") {
            "text" => false,
            "sealed" => true,
            other => panic!("parameter `given` is `{other}`, which is neither text nor sealed"),
        };
        let sealed: Vec<Sealed> = cell.inputs().map(|input| sealed(&mut aead, input, is_sealed)).collect();
        move |input: &[u8]| {
            let mut bytes = room.borrow_mut();
            let found = sealed.iter().find(|(of, ..)| *of == input.as_ptr());
            let (_, text, tag) = found.expect("the set-up has seen every input");
            bytes.resize(text.len(), 0);
            bytes.copy_from_slice(text);
            if !aead.open(&mut bytes, tag) {
                assert!(is_sealed, "the tag was found wrong");
                refuse(&mut bytes);
            }
            Written(Rc::clone(&room))
        }
    });
}

/// Registers both, one after the other: the answer is the text, so that ciphers of all kinds have the same. With the
/// parameter `damage` at `text` or `tag` a bit of that is changed in between, and it has to be refused.
pub fn bench_both<A: Aead>(driver: &mut Driver, benchmark: &str, name: &str, setup: impl Fn(&Cell) -> A + 'static) {
    driver.bench(benchmark, name, move |cell| {
        let (mut aead, room) = (setup(cell), Rc::new(RefCell::new(Vec::new())));
        let damage = Damage::of(cell);
        move |input: &[u8]| {
            let mut bytes = room.borrow_mut();
            bytes.resize(input.len(), 0);
            bytes.copy_from_slice(input);
            let mut tag = [0; 64];
            aead.seal(&mut bytes, &mut tag[..A::TAG]);
            if damage != Damage::None {
                damage.to(input, &mut bytes, &mut tag[..A::TAG]);
            }
            if !aead.open(&mut bytes, &tag[..A::TAG]) {
                assert!(damage != Damage::None, "the tag was found wrong");
                refuse(&mut bytes);
            }
            Written(Rc::clone(&room))
        }
    });
}

/// What happens to a text between its encryption and its decryption: nothing where it is timed.
#[derive(Clone, Copy, PartialEq)]
enum Damage {
    None,
    Text,
    Tag,
}

impl Damage {
    fn of(cell: &Cell) -> Damage {
        match cell.param("damage") {
            "none" => Damage::None,
            "text" => Damage::Text,
            "tag" => Damage::Tag,
            other => panic!("parameter `damage` is `{other}`, which is none of none, text, tag"),
        }
    }

    #[cold]
    fn to(self, input: &[u8], text: &mut [u8], tag: &mut [u8]) {
        // A shorter one may come out as it was by chance.
        assert!(text.len() < 16 || text != input, "the text was not encrypted");
        let place = if self == Damage::Text { text } else { tag };
        let middle = place.len() / 2;
        place[middle] ^= 1;
    }
}

#[cold]
fn refuse(bytes: &mut Vec<u8>) {
    bytes.clear();
    bytes.extend_from_slice(REFUSED);
}

/// An input's place, the input encrypted, and its tag.
type Sealed = (*const u8, Vec<u8>, Vec<u8>);

fn sealed<A: Aead>(aead: &mut A, input: &[u8], is_sealed: bool) -> Sealed {
    if is_sealed {
        let end = input.len().checked_sub(A::TAG).expect("what is sealed has a tag behind it");
        return (input.as_ptr(), input[..end].to_vec(), input[end..].to_vec());
    }
    let (mut text, mut tag) = (input.to_vec(), vec![0; A::TAG]);
    aead.seal(&mut text, &mut tag);
    (input.as_ptr(), text, tag)
}
