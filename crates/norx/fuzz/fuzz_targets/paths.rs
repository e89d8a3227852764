//! Random messages on every path.
//!
//! In: bytes of which the first four say how the rest is divided; out: a panic where paths differ, where what was
//! encrypted does not come back, or where a changed tag is taken.
#![no_main]

use libfuzzer_sys::fuzz_target;
use norx::{Norx, Path, Version, Word};

fn check<W: Word, V: Version, const R: usize, const L: usize>(header: &[u8], text: &[u8], trailer: &[u8]) {
    let (key, nonce) = (W::Quad::default(), <V::Nonce<W> as Default>::default());
    let portable = Norx::<W, V, R, L>::with_path(&key, Path::Portable).expect("it is everywhere");
    let mut expected = text.to_vec();
    let tag = portable.encrypt_in_place(&nonce, header, &mut expected, trailer);
    for path in Norx::<W, V, R, L>::paths() {
        let norx = Norx::<W, V, R, L>::with_path(&key, path).expect("it is there");
        let mut buffer = text.to_vec();
        assert_eq!(norx.encrypt_in_place(&nonce, header, &mut buffer, trailer), tag);
        assert_eq!(buffer, expected);
        norx.decrypt_in_place(&nonce, header, &mut buffer, trailer, &tag).expect("the tag is right");
        assert_eq!(buffer, text);
        let mut wrong = tag;
        wrong.as_mut()[text.len() % 16] ^= 1;
        buffer.copy_from_slice(&expected);
        norx.decrypt_in_place(&nonce, header, &mut buffer, trailer, &wrong).expect_err("the tag is wrong");
        assert!(buffer.iter().all(|byte| *byte == 0));
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((lengths, rest)) = data.split_first_chunk::<4>() else { return };
    let header = usize::from(u16::from_le_bytes([lengths[0], lengths[1]])) % (rest.len() + 1);
    let (header, rest) = rest.split_at(header);
    let trailer = usize::from(u16::from_le_bytes([lengths[2], lengths[3]])) % (rest.len() + 1);
    let (trailer, text) = rest.split_at(trailer);
    check::<u64, norx::V3, 4, 1>(header, text, trailer);
    check::<u64, norx::V1, 4, 4>(header, text, trailer);
    check::<u64, norx::V3, 6, 4>(header, text, trailer);
    check::<u32, norx::V3, 4, 1>(header, text, trailer);
    check::<u32, norx::V2, 4, 4>(header, text, trailer);
    check::<u32, norx::V1, 6, 1>(header, text, trailer);
});
