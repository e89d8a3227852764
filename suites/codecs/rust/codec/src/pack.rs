//! Compressing: each call writes to one buffer, and the answer is what that unpacks to, worked out when Paragone asks.

use std::cell::RefCell;
use std::rc::Rc;

use paragone_sdk::{Answer, reading};

use crate::{Codec, WIPED};

struct Work<C> {
    codec: C,
    /// What timed calls write to, and how many bytes the last one wrote; none once Paragone has been told.
    out: Vec<u8>,
    size: Option<usize>,
    /// What Paragone was told of the last call.
    told: Vec<u8>,
    longest: usize,
}

/// What a call gives: the buffer that it wrote to.
pub struct Packed<C>(Rc<RefCell<Work<C>>>);

impl<C: Codec> Answer for Packed<C> {
    /// Afterwards the output is overwritten: a call that leaves what another had made has nothing to be told.
    fn answer(&self) -> Vec<u8> {
        let work = &mut *self.0.borrow_mut();
        if let Some(size) = work.size.take() {
            let mut back = vec![0; work.longest];
            let length = work.codec.unpack(&work.out[..size], &mut back);
            back.truncate(length);
            work.told = back;
            work.out.fill(WIPED);
        }
        work.told.clone()
    }
}

pub fn call<C: Codec>(codec: C, longest: usize) -> impl FnMut(&[u8]) -> Packed<C> {
    // Memory that was never written to would come page by page, within the first calls.
    let out = vec![WIPED; codec.most_packed(longest)];
    let work = Rc::new(RefCell::new(Work { codec, out, size: None, told: Vec::new(), longest }));
    move |text| {
        let Work { codec, out, size, .. } = &mut *work.borrow_mut();
        *size = Some(codec.pack(text, out));
        Packed(Rc::clone(&work))
    }
}

/// Where the size decides, one call is one trial.
pub fn weighed<C: Codec>(codec: C, longest: usize) -> impl FnMut(&[u8]) -> Packed<C> {
    let mut call = call(codec, longest);
    move |text| {
        let packed = call(text);
        reading("compressed-bytes", packed.0.borrow().size.unwrap_or(0) as f64);
        packed
    }
}
