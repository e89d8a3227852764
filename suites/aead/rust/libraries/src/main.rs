//! Authenticated ciphers of well-known crates, each by the traits of its own.

use aes_gcm::Aes256Gcm;
use aes_gcm::aead::generic_array::typenum::Unsigned;
use aes_gcm::aead::{AeadCore, AeadInPlace, KeyInit, Nonce, Tag};
use ascon_aead::Ascon128;
use chacha20poly1305::ChaCha20Poly1305;
use paragone_sdk::{Cell, Driver};
use paragone_suite_aead::{Aead, array_of, bench_both, bench_open, bench_seal, bytes_of};
use ring::aead::{Aad, LessSafeKey, UnboundKey};

/// A cipher of the RustCrypto crates.
struct RustCrypto<C: AeadCore, const TAG: usize> {
    cipher: C,
    nonce: Nonce<C>,
    header: Vec<u8>,
}

fn rustcrypto<C: AeadInPlace + KeyInit, const KEY: usize, const NONCE: usize>(cell: &Cell) -> RustCrypto<C, 16> {
    assert_eq!(C::TagSize::USIZE, 16, "every cipher here has tags of 16 bytes");
    let cipher = C::new_from_slice(&array_of::<KEY>(cell, "key")).expect("the key is as long as it takes");
    let nonce = Nonce::<C>::clone_from_slice(&array_of::<NONCE>(cell, "nonce"));
    RustCrypto { cipher, nonce, header: bytes_of(cell, "header") }
}

impl<C: AeadInPlace + 'static> Aead for RustCrypto<C, 16> {
    const TAG: usize = 16;

    fn seal(&mut self, text: &mut [u8], tag: &mut [u8]) {
        let sealed = self.cipher.encrypt_in_place_detached(&self.nonce, &self.header, text);
        tag.copy_from_slice(&sealed.expect("the text is not too long"));
    }

    fn open(&mut self, text: &mut [u8], tag: &[u8]) -> bool {
        let tag = Tag::<C>::from_slice(tag);
        self.cipher.decrypt_in_place_detached(&self.nonce, &self.header, text, tag).is_ok()
    }
}

/// A cipher of ring.
struct Ring {
    key: LessSafeKey,
    nonce: [u8; 12],
    header: Vec<u8>,
}

fn ring(cell: &Cell, algorithm: &'static ring::aead::Algorithm) -> Ring {
    let key = UnboundKey::new(algorithm, &array_of::<32>(cell, "key")).expect("the key is as long as it takes");
    let (nonce, header) = (array_of(cell, "nonce"), bytes_of(cell, "header"));
    Ring { key: LessSafeKey::new(key), nonce, header }
}

impl Aead for Ring {
    const TAG: usize = 16;

    fn seal(&mut self, text: &mut [u8], tag: &mut [u8]) {
        let nonce = ring::aead::Nonce::assume_unique_for_key(self.nonce);
        let sealed = self.key.seal_in_place_separate_tag(nonce, Aad::from(&self.header), text);
        tag.copy_from_slice(sealed.expect("the text is not too long").as_ref());
    }

    fn open(&mut self, text: &mut [u8], tag: &[u8]) -> bool {
        let nonce = ring::aead::Nonce::assume_unique_for_key(self.nonce);
        let tag = tag.try_into().expect("a tag of 16 bytes");
        self.key.open_in_place_separate_tag(nonce, Aad::from(&self.header), tag, text, 0..).is_ok()
    }
}

/// AEGIS-128L, which takes its nonce and key anew for each text.
struct Aegis {
    key: [u8; 16],
    nonce: [u8; 16],
    header: Vec<u8>,
}

impl Aead for Aegis {
    const TAG: usize = 16;

    fn seal(&mut self, text: &mut [u8], tag: &mut [u8]) {
        let cipher = aegis::aegis128l::Aegis128L::<16>::new(&self.key, &self.nonce);
        tag.copy_from_slice(&cipher.encrypt_in_place(text, &self.header));
    }

    fn open(&mut self, text: &mut [u8], tag: &[u8]) -> bool {
        let tag: [u8; 16] = tag.try_into().expect("a tag of 16 bytes");
        let cipher = aegis::aegis128l::Aegis128L::<16>::new(&self.key, &self.nonce);
        cipher.decrypt_in_place(text, &tag, &self.header).is_ok()
    }
}

fn aegis(cell: &Cell) -> Aegis {
    Aegis { key: array_of(cell, "key"), nonce: array_of(cell, "nonce"), header: bytes_of(cell, "header") }
}

fn main() {
    let mut driver = Driver::new();
    let (aes, chacha) = (rustcrypto::<Aes256Gcm, 32, 12>, rustcrypto::<ChaCha20Poly1305, 32, 12>);
    let ring_aes = |cell: &Cell| ring(cell, &ring::aead::AES_256_GCM);
    let ring_chacha = |cell: &Cell| ring(cell, &ring::aead::CHACHA20_POLY1305);
    bench_seal(&mut driver, "aes-256-gcm", "rustcrypto", aes);
    bench_seal(&mut driver, "aes-256-gcm", "ring", ring_aes);
    bench_open(&mut driver, "aes-256-gcm-open", "rustcrypto", aes);
    bench_open(&mut driver, "aes-256-gcm-open", "ring", ring_aes);
    bench_seal(&mut driver, "chacha20-poly1305", "rustcrypto", chacha);
    bench_seal(&mut driver, "chacha20-poly1305", "ring", ring_chacha);
    bench_open(&mut driver, "chacha20-poly1305-open", "rustcrypto", chacha);
    bench_open(&mut driver, "chacha20-poly1305-open", "ring", ring_chacha);
    bench_seal(&mut driver, "ascon-128", "ascon-aead", rustcrypto::<Ascon128, 16, 16>);
    bench_seal(&mut driver, "aegis-128l", "aegis", aegis);
    bench_both(&mut driver, "any", "aes-256-gcm", ring_aes);
    bench_both(&mut driver, "any", "chacha20-poly1305", ring_chacha);
    bench_both(&mut driver, "any", "ascon-128", rustcrypto::<Ascon128, 16, 16>);
    bench_both(&mut driver, "any", "aegis-128l", aegis);
    driver.serve()
}
