//! What holds for every key, nonce, header, text and trailer, on every path that can be taken here.
//!
//! In: random bytes and lengths; out: a failed test with the smallest example that was found.

use norx::{Bytes, Forged, Norx, Path, Version, Word};
use proptest::collection::vec;
use proptest::prelude::*;

/// A message and what goes with it, as long bytes of which each cipher takes what it needs.
#[derive(Clone, Debug)]
struct Given {
    key: [u8; 32],
    nonce: [u8; 32],
    header: Vec<u8>,
    text: Vec<u8>,
    trailer: Vec<u8>,
}

fn given() -> impl Strategy<Value = Given> {
    let bytes = || vec(any::<u8>(), 0..420);
    (any::<[u8; 32]>(), any::<[u8; 32]>(), bytes(), vec(any::<u8>(), 0..1300), bytes())
        .prop_map(|(key, nonce, header, text, trailer)| Given { key, nonce, header, text, trailer })
}

fn start<B: Bytes>(bytes: &[u8; 32]) -> B {
    let mut array = B::default();
    array.as_mut().copy_from_slice(&bytes[..B::LENGTH]);
    array
}

fn encrypted<W: Word, V: Version, const R: usize, const L: usize>(path: Path, given: &Given) -> (Vec<u8>, Vec<u8>) {
    let norx = Norx::<W, V, R, L>::with_path(&start(&given.key), path).expect("the path is there");
    let mut buffer = given.text.clone();
    let tag = norx.encrypt_in_place(&start(&given.nonce), &given.header, &mut buffer, &given.trailer);
    (buffer, tag.as_ref().to_vec())
}

fn decrypted<W: Word, V: Version, const R: usize, const L: usize>(
    path: Path,
    given: &Given,
    tag: &[u8],
) -> (Result<(), Forged>, Vec<u8>) {
    let norx = Norx::<W, V, R, L>::with_path(&start(&given.key), path).expect("the path is there");
    let mut buffer = given.text.clone();
    let mut expected = W::Quad::default();
    expected.as_mut().copy_from_slice(tag);
    let nonce = start(&given.nonce);
    let result = norx.decrypt_in_place(&nonce, &given.header, &mut buffer, &given.trailer, &expected);
    (result, buffer)
}

/// All paths give the same, each takes back what another gave, and slices give what buffers give.
fn agree<W: Word, V: Version, const R: usize, const L: usize>(given: &Given) -> Result<(), TestCaseError> {
    let (text, tag) = encrypted::<W, V, R, L>(Path::Portable, given);
    for path in Norx::<W, V, R, L>::paths() {
        let got = encrypted::<W, V, R, L>(path, given);
        prop_assert_eq!((&got.0, &got.1), (&text, &tag), "{}", path);
        let sealed = Given { text: text.clone(), ..given.clone() };
        let (result, back) = decrypted::<W, V, R, L>(path, &sealed, &tag);
        prop_assert_eq!(result, Ok(()), "{}", path);
        prop_assert_eq!(&back, &given.text, "{}", path);
    }
    let norx = Norx::<W, V, R, L>::new(&start(&given.key));
    let nonce = start(&given.nonce);
    let mut out = vec![0xaa; given.text.len()];
    let out_tag = norx.encrypt(&nonce, &given.header, &given.text, &mut out, &given.trailer);
    prop_assert_eq!((&out[..], out_tag.as_ref()), (&text[..], &tag[..]));
    let mut back = vec![0xaa; out.len()];
    prop_assert_eq!(norx.decrypt(&nonce, &given.header, &out, &mut back, &given.trailer, &out_tag), Ok(()));
    prop_assert_eq!(back, given.text.clone());
    Ok(())
}

/// Any one bit changed, anywhere, is noticed, and nothing of the text is left.
fn refuse<W: Word, V: Version, const R: usize, const L: usize>(
    given: &Given,
    part: usize,
    at: usize,
) -> Result<(), TestCaseError> {
    let (text, mut tag) = encrypted::<W, V, R, L>(Path::Portable, given);
    let mut changed = Given { text, ..given.clone() };
    let (key, nonce) = (W::Quad::LENGTH, <V::Nonce<W> as Bytes>::LENGTH);
    let bytes = match part {
        0 => &mut changed.key[..key],
        1 => &mut changed.nonce[..nonce],
        2 => &mut changed.header[..],
        3 => &mut changed.text[..],
        4 => &mut changed.trailer[..],
        _ => &mut tag[..],
    };
    if bytes.is_empty() {
        return Ok(());
    }
    let bit = at % (8 * bytes.len());
    bytes[bit / 8] ^= 1 << (bit % 8);
    for path in Norx::<W, V, R, L>::paths() {
        let (result, buffer) = decrypted::<W, V, R, L>(path, &changed, &tag);
        prop_assert_eq!(result, Err(Forged), "{}", path);
        prop_assert!(buffer.iter().all(|byte| *byte == 0), "{} left something", path);
    }
    Ok(())
}

macro_rules! each_cipher {
    ($function:ident($($argument:expr),*)) => {
        $function::<u64, norx::V3, 4, 1>($($argument),*)?;
        $function::<u64, norx::V3, 6, 1>($($argument),*)?;
        $function::<u64, norx::V3, 4, 4>($($argument),*)?;
        $function::<u32, norx::V3, 4, 1>($($argument),*)?;
        $function::<u32, norx::V3, 6, 4>($($argument),*)?;
        $function::<u64, norx::V2, 4, 1>($($argument),*)?;
        $function::<u32, norx::V2, 4, 4>($($argument),*)?;
        $function::<u64, norx::V1, 4, 1>($($argument),*)?;
        $function::<u64, norx::V1, 4, 4>($($argument),*)?;
        $function::<u32, norx::V1, 6, 1>($($argument),*)?;
        $function::<u32, norx::V1, 4, 4>($($argument),*)?;
    };
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn paths_agree_and_what_was_encrypted_comes_back(given in given()) {
        each_cipher!(agree(&given));
    }

    #[test]
    fn a_changed_bit_is_refused_and_the_buffer_is_wiped(given in given(), part in 0_usize..6, at in any::<usize>()) {
        each_cipher!(refuse(&given, part, at));
    }
}

/// Lengths around every edge of one and of four blocks.
fn edges<W: Word, V: Version, const R: usize, const L: usize>() -> Result<(), TestCaseError> {
    let rate = Norx::<W, V, R, L>::RATE_BYTES;
    let counted = |length: usize, factor: usize| (0..length).map(|i| (i * factor + 7) as u8).collect::<Vec<u8>>();
    for blocks in 0..=9 {
        for length in (blocks * rate).saturating_sub(2)..=blocks * rate + 2 {
            for (header, trailer) in [(length % 100, 0), (0, rate), (rate, rate + 1), (rate - 1, 2 * rate - 1)] {
                let key = [length as u8; 32];
                let (header, trailer) = (counted(header, 3), counted(trailer, 5));
                agree::<W, V, R, L>(&Given { key, nonce: key, header, text: counted(length, 11), trailer })?;
            }
        }
    }
    Ok(())
}

#[test]
fn lengths_around_every_edge_of_a_block() -> Result<(), TestCaseError> {
    each_cipher!(edges());
    Ok(())
}

/// One text at sixteen and more places gives one result, and nothing beside it is touched.
fn anywhere<W: Word, V: Version, const R: usize, const L: usize>() -> Result<(), TestCaseError> {
    let text: Vec<u8> = (0..900).map(|i| (i * 7) as u8).collect();
    for path in Norx::<W, V, R, L>::paths() {
        let norx = Norx::<W, V, R, L>::with_path(&start(&[3; 32]), path).expect("the path is there");
        let mut first = text.clone();
        let tag = norx.encrypt_in_place(&start(&[4; 32]), &text[1..98], &mut first, b"t");
        for shift in 1..40 {
            let mut place = vec![0x5a; text.len() + 80];
            place[shift..shift + text.len()].copy_from_slice(&text);
            let header = [&[0; 33][..shift % 32], &text[1..98]].concat();
            let buffer = &mut place[shift..shift + text.len()];
            let same = norx.encrypt_in_place(&start(&[4; 32]), &header[shift % 32..], buffer, b"t");
            prop_assert_eq!(same, tag);
            prop_assert_eq!(&place[shift..shift + text.len()], &first[..]);
            prop_assert!(place[..shift].iter().chain(&place[shift + text.len()..]).all(|byte| *byte == 0x5a));
        }
    }
    Ok(())
}

#[test]
fn buffers_need_not_be_aligned() -> Result<(), TestCaseError> {
    each_cipher!(anywhere());
    Ok(())
}
