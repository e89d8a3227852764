//! Decompressing: texts are packed before the clock runs; the answer of a call is the text that it left.

use std::cell::RefCell;
use std::rc::Rc;

use paragone_sdk::{Answer, Cell};

use crate::{Codec, WIPED};

struct Work {
    /// What timed calls write to, and how many bytes the last one wrote; none once Paragone has been told.
    out: Vec<u8>,
    size: Option<usize>,
    /// What Paragone was told of the last call.
    told: Vec<u8>,
}

/// What a call gives: the buffer that it wrote to.
pub struct Text(Rc<RefCell<Work>>);

impl Answer for Text {
    /// Afterwards the text is overwritten: a call that leaves what another had made has nothing to be told.
    fn answer(&self) -> Vec<u8> {
        let work = &mut *self.0.borrow_mut();
        if let Some(size) = work.size.take() {
            work.told = work.out[..size].to_vec();
            work.out.fill(WIPED);
        }
        work.told.clone()
    }
}

/// Where an input of the cell lies, and what it was packed to.
struct Sealed {
    text: *const u8,
    packed: Vec<u8>,
}

pub fn call<C: Codec>(mut codec: C, cell: &Cell) -> impl FnMut(&[u8]) -> Text + use<C> {
    let mut longest = 0;
    let mut seal = |text: &[u8]| {
        let mut packed = vec![0; codec.most_packed(text.len())];
        let size = codec.pack(text, &mut packed);
        longest = longest.max(text.len());
        Sealed { text: text.as_ptr(), packed: packed[..size].to_vec() }
    };
    let sealed: Vec<Sealed> = cell.inputs().map(&mut seal).collect();
    let work = Rc::new(RefCell::new(Work { out: vec![WIPED; longest], size: None, told: Vec::new() }));
    move |text| {
        let Work { out, size, .. } = &mut *work.borrow_mut();
        let one = sealed.iter().find(|one| one.text == text.as_ptr()).expect("the set-up has seen every input");
        // Room for exactly the text, whose length a careful user keeps beside what is packed.
        *size = Some(codec.unpack(&one.packed, &mut out[..text.len()]));
        Text(Rc::clone(&work))
    }
}
