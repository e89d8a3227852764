//! Every published answer, on every path that can be taken here.
//!
//! In: the files in `tests/vectors`; out: a failed test where a path gives something else.

use norx::{Norx, Path, Version, Word};
use serde_json::Value;

/// Miri takes a minute for what otherwise takes a millisecond, so that it goes through every 17th length alone, to the
/// last.
const STEP: usize = if cfg!(miri) { 17 } else { 1 };

fn hex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).expect("hexadecimal")).collect()
}

fn fixed<B: norx::Bytes>(bytes: &[u8]) -> B {
    let mut array = B::default();
    array.as_mut().copy_from_slice(bytes);
    array
}

fn counted(length: usize, factor: usize) -> Vec<u8> {
    (0..length).map(|i| (i * factor + 123) as u8).collect()
}

fn check<W: Word, V: Version, const ROUNDS: usize, const LANES: usize>(file: &str) {
    let file: Value = serde_json::from_str(file).expect("a file of vectors is JSON");
    let bytes = |name: &str| hex(file[name].as_str().expect("a string"));
    assert_eq!(file["word_bits"], W::BITS);
    assert_eq!(file["rounds"], ROUNDS);
    assert_eq!(file["parallelism"], LANES);
    assert_eq!(file["rate_bytes"], Norx::<W, V, ROUNDS, LANES>::RATE_BYTES);
    let answers = file["ciphertext_and_tag"].as_array().expect("a list");
    assert_eq!(answers.len(), 256);
    let key: W::Quad = fixed(&bytes("key"));
    let nonce: V::Nonce<W> = fixed(&bytes("nonce"));
    let mut paths = 0;
    for path in Norx::<W, V, ROUNDS, LANES>::paths() {
        let norx = Norx::<W, V, ROUNDS, LANES>::with_path(&key, path).expect("the path is there");
        assert_eq!(norx.path(), path);
        for (n, answer) in answers.iter().enumerate().step_by(STEP) {
            let answer = hex(answer.as_str().expect("a string"));
            let (header, text) = (counted(n, 193), counted(n, 197));
            let mut buffer = text.clone();
            let tag = norx.encrypt_in_place(&nonce, &header, &mut buffer, b"");
            assert_eq!(buffer, answer[..n], "{} on {path}, text of {n} bytes", file["algorithm"]);
            assert_eq!(tag.as_ref(), &answer[n..], "{} on {path}, tag for {n} bytes", file["algorithm"]);
            norx.decrypt_in_place(&nonce, &header, &mut buffer, b"", &tag).expect("the tag is right");
            assert_eq!(buffer, text, "{} on {path}, {n} bytes decrypted", file["algorithm"]);
        }
        paths += 1;
    }
    assert!(paths >= 1);
    let there: Vec<Path> = Norx::<W, V, ROUNDS, LANES>::paths().collect();
    for path in Path::ALL.into_iter().filter(|path| !there.contains(path)) {
        eprintln!("skipped: this processor, or this cipher, has no path {path}");
    }
}

macro_rules! files {
    ($($test:ident: $file:literal, $word:ty, $version:ty, $rounds:literal, $lanes:literal;)*) => {
        $(
            #[test]
            fn $test() {
                check::<$word, $version, $rounds, $lanes>(include_str!(concat!("../vectors/", $file)));
            }
        )*
    };
}

files! {
    norx6441_v1: "norx6441-v1.0.json", u64, norx::V1, 4, 1;
    norx6441_v2: "norx6441-v2.0.json", u64, norx::V2, 4, 1;
    norx6441_v3: "norx6441-v3.0.json", u64, norx::V3, 4, 1;
    norx6461_v3: "norx6461-v3.0.json", u64, norx::V3, 6, 1;
    norx6444_v3: "norx6444-v3.0.json", u64, norx::V3, 4, 4;
    norx3241_v1: "norx3241-v1.0.json", u32, norx::V1, 4, 1;
    norx3241_v2: "norx3241-v2.0.json", u32, norx::V2, 4, 1;
    norx3241_v3: "norx3241-v3.0.json", u32, norx::V3, 4, 1;
    norx3261_v3: "norx3261-v3.0.json", u32, norx::V3, 6, 1;
}

#[test]
fn what_is_not_available_is_refused() {
    for path in Path::ALL {
        let there = norx::Norx6441V3::paths().any(|had| had == path);
        assert_eq!(norx::Norx6441V3::with_path(&[0; 32], path).is_ok(), there, "{path}");
    }
}
