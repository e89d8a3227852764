//! Every published hash, on every path that this processor has, one, two and three at a time; in software, a few of them two
//! and three at a time.

mod known;

use cryptonight::{Aes, Ask, CryptoNight, Options, Variant};

use known::{Known, hashes, of_component};

/// The vectors, grouped by variant (and so, for cn/r, by height).
fn by_variant() -> Vec<(Variant, Vec<Known>)> {
    let mut groups: Vec<(Variant, Vec<Known>)> = Vec::new();
    for (variant, known) in hashes() {
        match groups.iter_mut().find(|group| group.0 == variant) {
            Some(group) => group.1.push(known),
            None => groups.push((variant, vec![known])),
        }
    }
    groups
}

/// All of them, in groups of `interleave`; the last group begins again with the first vectors.
fn hold(aes: Aes, interleave: usize, prefetch: bool, pages: Ask) {
    hold_groups(Options { aes, prefetch, pages, interleave }, &by_variant());
}

/// The first of each variant, of cn/r at one height: in software, where each takes a tenth of a second.
fn hold_some(aes: Aes, interleave: usize) {
    let mut some = by_variant();
    some.dedup_by_key(|(variant, _)| std::mem::discriminant(variant));
    some.iter_mut().for_each(|(_, all)| all.truncate(interleave));
    hold_groups(Options { aes, prefetch: true, pages: Ask::Huge, interleave }, &some);
}

fn hold_groups(options: Options, groups: &[(Variant, Vec<Known>)]) {
    let Options { aes, interleave, .. } = options;
    if !aes.is_available() {
        eprintln!("skipped: this processor has no {aes}");
        return;
    }
    for (variant, all) in groups {
        let mut hasher = CryptoNight::new(*variant, options).unwrap();
        for first in (0..all.len()).step_by(interleave) {
            let known = |i: usize| &all[(first + i) % all.len()];
            let made: Vec<[u8; 32]> = match interleave {
                1 => vec![hasher.hash(&known(0).input).unwrap()],
                2 => hasher.hash_many([&known(0).input, &known(1).input]).unwrap().to_vec(),
                _ => hasher.hash_many([&known(0).input, &known(1).input, &known(2).input]).unwrap().to_vec(),
            };
            for (i, made) in made.into_iter().enumerate() {
                assert_eq!(made.as_slice(), known(i).hash, "{variant:?} {aes} {i} of {interleave}");
            }
        }
    }
}

#[test]
fn aes_instructions_of_x86_64() {
    hold(Aes::Ni, 1, false, Ask::Small);
    hold(Aes::Ni, 2, false, Ask::Transparent);
    hold(Aes::Ni, 3, false, Ask::Huge);
}

#[test]
fn aes_instructions_of_x86_64_with_prefetch() {
    for interleave in 1..=3 {
        hold(Aes::Ni, interleave, true, Ask::Huge);
    }
}

#[test]
fn aes_instructions_of_arm() {
    for (interleave, prefetch) in [(1, false), (1, true), (2, true), (3, false)] {
        hold(Aes::Arm, interleave, prefetch, Ask::Huge);
    }
}

#[test]
fn permutations() {
    hold(Aes::Permute, 1, false, Ask::Huge);
    hold_some(Aes::Permute, 2);
    hold_some(Aes::Permute, 3);
}

#[test]
fn tables() {
    hold(Aes::Tables, 1, false, Ask::Huge);
    hold_some(Aes::Tables, 2);
    hold_some(Aes::Tables, 3);
}

#[test]
fn components() {
    use cryptonight::components::{blake256, groestl256, jh256, keccak256, skein256};
    type Hash = fn(&[u8]) -> [u8; 32];
    let all: [(&str, Hash); 5] = [
        ("keccak256", keccak256),
        ("BLAKE-256", blake256),
        ("Groestl-256", groestl256),
        ("JH-256", jh256),
        ("Skein-512-256", skein256),
    ];
    for (name, hash) in all {
        let known = of_component(name);
        assert_eq!(known.len(), 69, "{name}");
        for known in known {
            assert_eq!(hash(&known.input).as_slice(), known.hash, "{name} of {} bytes", known.input.len());
        }
    }
}
