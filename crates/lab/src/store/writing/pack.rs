//! Samples and readings of one lane and block, to a few bytes and back. Knows no SQL and no plan.
//!
//! Bytes, format 1: the byte 1; the number of samples; then for each sample three numbers: calls
//! less the calls before, wall ns less the wall ns before, CPU ns less this sample's wall ns
//! (before the first sample: 0). Numbers are LEB128; differences are taken modulo 2^64 and folded
//! (0, -1, 1, -2 … become 0, 1, 2, 3 …). Format 2, where there are readings: the byte 2; the same;
//! the number of readings; then for each the bytes of its name with their number before them, the
//! number of samples that told it, and sum, least and most as IEEE 754 doubles, little-endian.

use thiserror::Error;

use crate::model::{Readings, Sample, Tally};

/// The formats: without readings, and with them.
const PLAIN: u8 = 1;
const WITH_READINGS: u8 = 2;
/// A sample takes at least one byte for each of its three numbers.
const LEAST_BYTES: usize = 3;

/// Bytes that are no packed samples.
#[derive(Debug, PartialEq, Eq, Error)]
pub(in crate::store) enum UnpackError {
    #[error("packed samples are cut short")]
    Short,
    #[error("packed samples are of format {0}, and only formats {PLAIN} and {WITH_READINGS} are known")]
    Format(u8),
    #[error("packed samples hold a number beyond 64 bits")]
    Number,
    #[error("packed samples hold a reading whose name is no text")]
    Name,
    #[error("packed samples are followed by {0} bytes too many")]
    Long(usize),
}

pub(in crate::store) fn pack(samples: &[Sample], readings: &Readings) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 + samples.len() * 8);
    bytes.push(if readings.is_empty() { PLAIN } else { WITH_READINGS });
    put(&mut bytes, samples.len() as u64);
    let (mut calls, mut wall) = (0, 0);
    for sample in samples {
        put(&mut bytes, fold(sample.calls.wrapping_sub(calls)));
        put(&mut bytes, fold(sample.wall_ns.wrapping_sub(wall)));
        put(&mut bytes, fold(sample.cpu_ns.wrapping_sub(sample.wall_ns)));
        (calls, wall) = (sample.calls, sample.wall_ns);
    }
    if !readings.is_empty() {
        put_readings(&mut bytes, readings);
    }
    bytes
}

fn put_readings(bytes: &mut Vec<u8>, readings: &Readings) {
    put(bytes, readings.len() as u64);
    for (name, tally) in readings {
        put(bytes, name.len() as u64);
        bytes.extend_from_slice(name.as_bytes());
        put(bytes, tally.samples);
        for value in [tally.sum, tally.least, tally.most] {
            bytes.extend_from_slice(&value.to_le_bytes());
        }
    }
}

pub(in crate::store) fn unpack(bytes: &[u8]) -> Result<(Vec<Sample>, Readings), UnpackError> {
    let (&format, mut bytes) = bytes.split_first().ok_or(UnpackError::Short)?;
    if format != PLAIN && format != WITH_READINGS {
        return Err(UnpackError::Format(format));
    }
    let count = take(&mut bytes)?;
    // A count that the bytes cannot hold must not size an allocation.
    if count > (bytes.len() / LEAST_BYTES) as u64 {
        return Err(UnpackError::Short);
    }
    let mut samples = Vec::with_capacity(count as usize);
    let (mut calls, mut wall_ns) = (0u64, 0u64);
    for _ in 0..count {
        calls = calls.wrapping_add(unfold(take(&mut bytes)?));
        wall_ns = wall_ns.wrapping_add(unfold(take(&mut bytes)?));
        let cpu_ns = wall_ns.wrapping_add(unfold(take(&mut bytes)?));
        samples.push(Sample { calls, wall_ns, cpu_ns });
    }
    let readings = if format == WITH_READINGS { take_readings(&mut bytes)? } else { Readings::new() };
    if bytes.is_empty() { Ok((samples, readings)) } else { Err(UnpackError::Long(bytes.len())) }
}

fn take_readings(bytes: &mut &[u8]) -> Result<Readings, UnpackError> {
    let mut readings = Readings::new();
    for _ in 0..take(bytes)? {
        let length = usize::try_from(take(bytes)?).map_err(|_| UnpackError::Short)?;
        let (name, rest) = bytes.split_at_checked(length).ok_or(UnpackError::Short)?;
        let name = std::str::from_utf8(name).map_err(|_| UnpackError::Name)?.to_owned();
        *bytes = rest;
        let samples = take(bytes)?;
        let (sum, least, most) = (take_double(bytes)?, take_double(bytes)?, take_double(bytes)?);
        readings.insert(name, Tally { samples, sum, least, most });
    }
    Ok(readings)
}

fn take_double(bytes: &mut &[u8]) -> Result<f64, UnpackError> {
    let (double, rest) = bytes.split_first_chunk().ok_or(UnpackError::Short)?;
    *bytes = rest;
    Ok(f64::from_le_bytes(*double))
}

/// Small differences of either sign become small numbers.
fn fold(difference: u64) -> u64 {
    let signed = difference as i64;
    ((signed << 1) ^ (signed >> 63)) as u64
}

fn unfold(folded: u64) -> u64 {
    (folded >> 1) ^ (folded & 1).wrapping_neg()
}

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> Result<u64, UnpackError> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or(UnpackError::Short)?;
        *bytes = rest;
        let digits = u64::from(byte & 0x7f);
        // The tenth byte has room for one bit only.
        if shift == 63 && digits > 1 {
            return Err(UnpackError::Number);
        }
        number |= digits << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err(UnpackError::Number)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn samples() -> impl Strategy<Value = Vec<Sample>> {
        let number = || prop_oneof![any::<u64>(), 0u64..1_000_000, Just(0), Just(u64::MAX)];
        let sample =
            (number(), number(), number()).prop_map(|(calls, wall_ns, cpu_ns)| Sample { calls, wall_ns, cpu_ns });
        prop::collection::vec(sample, 0..40)
    }

    fn readings() -> impl Strategy<Value = Readings> {
        let tally = (any::<u64>(), -1e300..1e300f64, -1e9..1e9f64).prop_map(|(samples, sum, least)| Tally {
            samples,
            sum,
            least,
            most: least + 1.0,
        });
        prop::collection::btree_map("[a-z-]{0,12}", tally, 0..4)
    }

    proptest! {
        #[test]
        fn samples_and_readings_come_back(samples in samples(), readings in readings()) {
            prop_assert_eq!(unpack(&pack(&samples, &readings)), Ok((samples, readings)));
        }

        #[test]
        fn a_cut_or_a_tail_is_seen(samples in samples(), readings in readings(), cut in any::<prop::sample::Index>()) {
            let bytes = pack(&samples, &readings);
            prop_assert_eq!(unpack(&bytes[..cut.index(bytes.len())]), Err(UnpackError::Short));
            prop_assert_eq!(unpack(&[&bytes[..], &[0]].concat()), Err(UnpackError::Long(1)));
        }

        #[test]
        fn any_bytes_are_samples_or_an_error(format in 1u8..3, tail in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Ok((samples, readings)) = unpack(&[&[format], &tail[..]].concat()) {
                prop_assert!(samples.len() <= tail.len() / LEAST_BYTES);
                // A reading may be no number here, which equals nothing.
                let again = unpack(&pack(&samples, &readings));
                prop_assert_eq!(format!("{again:?}"), format!("{:?}", Ok::<_, UnpackError>((samples, readings))));
            }
        }
    }

    #[test]
    fn the_bytes_are_as_described() {
        let samples = [Sample { calls: 3, wall_ns: 300, cpu_ns: 299 }, Sample { calls: 2, wall_ns: 200, cpu_ns: 200 }];
        // 300 folds to 600, -100 to 199; LEB128 puts the low seven bits first.
        assert_eq!(pack(&samples, &Readings::new()), [1, 2, 6, 0xd8, 0x04, 1, 1, 0xc7, 0x01, 0]);
        let readings = Readings::from([("gc".to_owned(), Tally::of(1.0))]);
        let one = [0, 0, 0, 0, 0, 0, 0xf0, 0x3f];
        let expected = [&[2, 1, 6, 0xd8, 0x04, 1, 1, 2, b'g', b'c', 1][..], &one, &one, &one].concat();
        assert_eq!(pack(&samples[..1], &readings), expected);
    }

    #[test]
    fn a_great_count_allocates_nothing() {
        let bytes = [PLAIN, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
        assert_eq!(unpack(&bytes), Err(UnpackError::Short));
        let bytes = [PLAIN, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02];
        assert_eq!(unpack(&bytes), Err(UnpackError::Number));
        assert_eq!(unpack(&[3, 0]), Err(UnpackError::Format(3)));
    }

    #[test]
    fn a_usual_sample_takes_few_bytes() {
        let sample = |n: u64| Sample { calls: 1000 + 37 * n, wall_ns: 250_000 + 997 * n, cpu_ns: 249_100 + 990 * n };
        let samples: Vec<Sample> = (0..8).map(sample).collect();
        let length = pack(&samples, &Readings::new()).len();
        assert!(length <= 2 + 8 * 6, "{length} bytes");
    }
}
