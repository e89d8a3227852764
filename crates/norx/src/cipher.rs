//! The ciphers as a user meets them: a key, encryption and decryption.
//!
//! In: keys, nonces, texts; out: texts and tags, or a refusal. What is computed is left to the path.

use core::marker::PhantomData;

use subtle::ConstantTimeEq;
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::path::Path;
use crate::sponge::Message;
use crate::version::{Version, words};
use crate::word::{Bytes, Word};

/// The key of a cipher `C`, such as `Key<Norx6441V3>`: 32 bytes for NORX64, 16 for NORX32.
pub type Key<C> = <C as Sizes>::Key;
/// The nonce of a cipher `C`: in version 3.0 as long as its key, in versions 1.0 and 2.0 half as long.
pub type Nonce<C> = <C as Sizes>::Nonce;
/// The tag of a cipher `C`, as long as its key.
pub type Tag<C> = <C as Sizes>::Tag;

/// The sizes of a cipher, as types. [`Key`], [`Nonce`] and [`Tag`] are shorter names for them.
pub trait Sizes {
    /// The key, a byte array.
    type Key: Bytes;
    /// The nonce, a byte array.
    type Nonce: Bytes;
    /// The tag, a byte array.
    type Tag: Bytes;
}

/// NORX over words `W`, in version `V`, with `ROUNDS` rounds (4 or 6) and `LANES` lanes (1 or 4), under a key.
///
/// Its names, such as [`Norx6441V3`](crate::Norx6441V3), tell these in the specification's order: bits of a
/// word, rounds, lanes; then the version. The key is wiped when it is dropped.
#[derive(Clone)]
pub struct Norx<W: Word, V: Version, const ROUNDS: usize, const LANES: usize> {
    key: [W; 4],
    path: Path,
    version: PhantomData<V>,
}

/// The error of a text whose tag is wrong: text, header, trailer, nonce or key are not those with which it was
/// encrypted. Which of them is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forged;

/// The error of a [`Path`] that cannot be taken: the processor lacks its instructions, or the cipher has no such path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchPath(pub Path);

impl<W: Word, V: Version, const ROUNDS: usize, const LANES: usize> Sizes for Norx<W, V, ROUNDS, LANES> {
    type Key = W::Quad;
    type Nonce = V::Nonce<W>;
    type Tag = W::Quad;
}

impl<W: Word, V: Version, const ROUNDS: usize, const LANES: usize> Norx<W, V, ROUNDS, LANES> {
    /// The length of a key, in bytes: 32 for NORX64, 16 for NORX32.
    pub const KEY_BYTES: usize = W::Quad::LENGTH;
    /// The length of a nonce, in bytes: that of a key in version 3.0, half of it in versions 1.0 and 2.0.
    pub const NONCE_BYTES: usize = <V::Nonce<W> as Bytes>::LENGTH;
    /// The length of a tag, in bytes: that of a key.
    pub const TAG_BYTES: usize = W::Quad::LENGTH;
    /// The rate, which is what one permutation takes in, in bytes: 96 for NORX64 and 48 for NORX32, in version 1.0 80
    /// and 40.
    pub const RATE_BYTES: usize = V::RATE_WORDS * W::BYTES;

    const CHECKED: () = {
        assert!(ROUNDS == 4 || ROUNDS == 6, "NORX is here with 4 or 6 rounds");
        assert!(LANES == 1 || LANES == 4, "NORX is here with 1 or 4 lanes");
    };

    /// A cipher under `key`, on the fastest path that this processor can take.
    #[inline]
    pub fn new(key: &W::Quad) -> Self {
        let () = Self::CHECKED;
        Self { key: words::<W>(key), path: W::best(), version: PhantomData }
    }

    /// A cipher under `key`, on the path that is asked for: to test or to compare paths.
    ///
    /// # Errors
    ///
    /// [`NoSuchPath`], if the processor or the cipher has no such path; [`paths`](Self::paths) tells those that there
    /// are.
    pub fn with_path(key: &W::Quad, path: Path) -> Result<Self, NoSuchPath> {
        if !W::PATHS.contains(&path) || !path.is_available() {
            return Err(NoSuchPath(path));
        }
        Ok(Self { path, ..Self::new(key) })
    }

    /// The paths of this cipher that can be taken here, slower ones first; there is always one.
    pub fn paths() -> impl Iterator<Item = Path> {
        W::PATHS.iter().copied().filter(|path| path.is_available())
    }

    /// The path that this cipher takes.
    pub fn path(&self) -> Path {
        self.path
    }

    /// Encrypts the text in `buffer`, and gives the tag over header, text and trailer, any of which may be empty.
    ///
    /// Header and trailer are authenticated and not encrypted. A nonce must never be used twice under a key.
    #[inline]
    pub fn encrypt_in_place(&self, nonce: &V::Nonce<W>, header: &[u8], buffer: &mut [u8], trailer: &[u8]) -> W::Quad {
        let tag = self.compute::<false>(nonce, header, buffer, trailer);
        bytes::<W>(&tag)
    }

    /// Decrypts the text in `buffer`, if `tag` is the one that was given when it was encrypted, under the same nonce
    /// and with the same header and trailer.
    ///
    /// # Errors
    ///
    /// [`Forged`], if the tag is wrong; `buffer` is then all zeros. Tags are compared in constant time.
    #[inline]
    pub fn decrypt_in_place(
        &self,
        nonce: &V::Nonce<W>,
        header: &[u8],
        buffer: &mut [u8],
        trailer: &[u8],
        tag: &W::Quad,
    ) -> Result<(), Forged> {
        let words = self.compute::<true>(nonce, header, buffer, trailer);
        let mut expected = bytes::<W>(&words);
        let same = bool::from(expected.as_ref().ct_eq(tag.as_ref()));
        // A tag that somebody tried to guess stays untold.
        expected.zeroize();
        if same {
            Ok(())
        } else {
            buffer.zeroize();
            Err(Forged)
        }
    }

    /// Encrypts `plaintext` into `ciphertext`, and gives the tag over header, text and trailer, any of which may be
    /// empty.
    ///
    /// A nonce must never be used twice under a key. The two texts may not overlap, which the compiler sees to:
    ///
    /// ```compile_fail,E0502
    /// let mut both = [0; 100];
    /// let norx = norx::Norx6441V3::new(&[0; 32]);
    /// norx.encrypt(&[0; 32], b"", &both[..50], &mut both[10..60], b"");
    /// ```
    ///
    /// # Panics
    ///
    /// If `plaintext` and `ciphertext` differ in length.
    pub fn encrypt(
        &self,
        nonce: &V::Nonce<W>,
        header: &[u8],
        plaintext: &[u8],
        ciphertext: &mut [u8],
        trailer: &[u8],
    ) -> W::Quad {
        ciphertext.copy_from_slice(plaintext);
        self.encrypt_in_place(nonce, header, ciphertext, trailer)
    }

    /// Decrypts `ciphertext` into `plaintext`, if `tag` is the one that was given when it was encrypted, under the same
    /// nonce and with the same header and trailer.
    ///
    /// # Errors
    ///
    /// [`Forged`], if the tag is wrong; `plaintext` is then all zeros. Tags are compared in constant time.
    ///
    /// # Panics
    ///
    /// If `plaintext` and `ciphertext` differ in length.
    pub fn decrypt(
        &self,
        nonce: &V::Nonce<W>,
        header: &[u8],
        ciphertext: &[u8],
        plaintext: &mut [u8],
        trailer: &[u8],
        tag: &W::Quad,
    ) -> Result<(), Forged> {
        plaintext.copy_from_slice(ciphertext);
        self.decrypt_in_place(nonce, header, plaintext, trailer, tag)
    }

    #[inline(always)]
    fn compute<const OPEN: bool>(
        &self,
        nonce: &V::Nonce<W>,
        header: &[u8],
        buffer: &mut [u8],
        trailer: &[u8],
    ) -> [W; 4] {
        let message = Message::<W, V> { key: &self.key, nonce, header, buffer, trailer };
        W::run::<V, ROUNDS, LANES, OPEN>(self.path, message)
    }
}

#[inline(always)]
fn bytes<W: Word>(words: &[W; 4]) -> W::Quad {
    let mut bytes = W::Quad::default();
    for (word, bytes) in words.iter().zip(bytes.as_mut().chunks_exact_mut(W::BYTES)) {
        word.write(bytes);
    }
    bytes
}

impl<W: Word, V: Version, const ROUNDS: usize, const LANES: usize> Drop for Norx<W, V, ROUNDS, LANES> {
    fn drop(&mut self) {
        self.key.zeroize();
    }
}

impl<W: Word, V: Version, const ROUNDS: usize, const LANES: usize> ZeroizeOnDrop for Norx<W, V, ROUNDS, LANES> {}

/// The key is not shown.
impl<W: Word, V: Version, const ROUNDS: usize, const LANES: usize> core::fmt::Debug for Norx<W, V, ROUNDS, LANES> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Norx{}-{ROUNDS}-{LANES} on the path {}", W::BITS, self.path)
    }
}

impl core::fmt::Display for Forged {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the tag is wrong: the text, or what goes with it, is not what was encrypted")
    }
}

impl core::error::Error for Forged {}

impl core::fmt::Display for NoSuchPath {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "the path `{}` is not to be had here: take one of those that `paths` names", self.0)
    }
}

impl core::error::Error for NoSuchPath {}
