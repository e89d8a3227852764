//! What every way of computing CryptoNight is given: a number of hashes, or one input. It knows no path.

use cryptonight::{CryptoNight, Options, Pages, Variant};
use paragone_sdk::{Cell, reading};

/// What a block's header looks like that is hashed: its bytes, and where the number is that is tried.
const BLOB: usize = 76;
const NONCE: usize = 39;

/// The variant that a cell is about: its parameter `variant`, with the height where that decides the program.
pub fn variant(cell: &Cell) -> Variant {
    match cell.param("variant") {
        "cn/0" => Variant::V0,
        "cn/1" => Variant::V1,
        "cn/2" => Variant::V2,
        "cn/r" => Variant::R { height: cell.param("height").parse().expect("a height is a number") },
        other => panic!("parameter `variant` is `{other}`, which is none of cn/0, cn/1, cn/2, cn/r"),
    }
}

/// Hashes of blobs whose numbers are `numbers`, so many at a time, each xored to the answer.
pub fn hash_all(hasher: &mut CryptoNight, numbers: impl Iterator<Item = u32>) -> [u8; 32] {
    let mut sum = [0; 32];
    let mut numbers = numbers.map(blob);
    let at_a_time = hasher.options().interleave;
    loop {
        let some: Vec<[u8; BLOB]> = numbers.by_ref().take(at_a_time).collect();
        let hashes: Result<Vec<[u8; 32]>, _> = match &some[..] {
            [] => return sum,
            [a] => hasher.hash(a).map(|hash| vec![hash]),
            [a, b] => hasher.hash_many([a, b]).map(Vec::from),
            [a, b, c, ..] => hasher.hash_many([a, b, c]).map(Vec::from),
        };
        for hash in hashes.expect("a blob is long enough") {
            sum.iter_mut().zip(hash).for_each(|(sum, byte)| *sum ^= byte);
        }
    }
}

fn blob(number: u32) -> [u8; BLOB] {
    let mut blob = std::array::from_fn(|place| place as u8);
    blob[NONCE..NONCE + 4].copy_from_slice(&number.to_le_bytes());
    blob
}

/// How many hashes an input asks for: the benchmark's are numbers of 8 bytes, known answers are inputs of other lengths.
pub fn wanted(input: &[u8]) -> Option<u32> {
    let bytes = input.try_into().ok()?;
    u32::try_from(u64::from_le_bytes(bytes)).ok()
}

/// A hasher, or the reason why there is none as the cell's failure.
pub fn hasher(variant: Variant, options: Options) -> CryptoNight {
    CryptoNight::new(variant, options).unwrap_or_else(|err| panic!("{err}"))
}

/// What part of the hashers' memory the system has put into huge pages, 0 to 1; nothing where it does not tell. It reads
/// a file, so it is asked before anything is timed.
pub fn in_huge_pages(hashers: &[CryptoNight]) -> Option<f64> {
    let share = |hasher: &CryptoNight| match hasher.pages() {
        Pages::Reserved | Pages::Transparent => Some(1.0),
        Pages::Partly { huge, of } => Some(huge as f64 / of as f64),
        Pages::Small => Some(0.0),
        _ => None,
    };
    let shares: Option<Vec<f64>> = hashers.iter().map(share).collect();
    shares.map(|shares| shares.iter().sum::<f64>() / hashers.len() as f64)
}

/// Tells that share beside the time of a call.
pub fn tell(in_huge_pages: Option<f64>) {
    if let Some(share) = in_huge_pages {
        reading("huge-pages", share);
    }
}
