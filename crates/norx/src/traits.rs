//! The traits of RustCrypto's `aead`, for code that is generic over ciphers.
//!
//! In: what those traits hand over; out: the same texts and tags as from the crate's own functions, with the
//! associated data as header and no trailer.

use aead::consts::{U0, U8, U16, U32};
use aead::{AeadCore, AeadInPlace, Error, Key, KeyInit, KeySizeUser, Nonce, Tag};

use crate::cipher::Norx;
use crate::version::{V1, V2, V3};

/// Sizes are types of another kind there, which have to be named for each word and version.
macro_rules! traits {
    ($($word:ty, $version:ty: $key:ty, $nonce:ty;)*) => {
        $(
            impl<const ROUNDS: usize, const LANES: usize> KeySizeUser for Norx<$word, $version, ROUNDS, LANES> {
                type KeySize = $key;
            }

            impl<const ROUNDS: usize, const LANES: usize> KeyInit for Norx<$word, $version, ROUNDS, LANES> {
                fn new(key: &Key<Self>) -> Self {
                    Norx::new(key.as_ref())
                }
            }

            impl<const ROUNDS: usize, const LANES: usize> AeadCore for Norx<$word, $version, ROUNDS, LANES> {
                type NonceSize = $nonce;
                type TagSize = $key;
                type CiphertextOverhead = U0;
            }

            impl<const ROUNDS: usize, const LANES: usize> AeadInPlace for Norx<$word, $version, ROUNDS, LANES> {
                fn encrypt_in_place_detached(
                    &self,
                    nonce: &Nonce<Self>,
                    associated_data: &[u8],
                    buffer: &mut [u8],
                ) -> Result<Tag<Self>, Error> {
                    Ok(Norx::encrypt_in_place(self, nonce.as_ref(), associated_data, buffer, b"").into())
                }

                fn decrypt_in_place_detached(
                    &self,
                    nonce: &Nonce<Self>,
                    associated_data: &[u8],
                    buffer: &mut [u8],
                    tag: &Tag<Self>,
                ) -> Result<(), Error> {
                    Norx::decrypt_in_place(self, nonce.as_ref(), associated_data, buffer, b"", tag.as_ref())
                        .map_err(|_| Error)
                }
            }
        )*
    };
}

traits! {
    u32, V1: U16, U8;
    u32, V2: U16, U8;
    u32, V3: U16, U16;
    u64, V1: U32, U16;
    u64, V2: U32, U16;
    u64, V3: U32, U32;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Norx6441V3;

    /// One who knows only the traits.
    fn there_and_back<A: KeyInit + AeadInPlace>(text: &mut [u8]) -> Tag<A> {
        let cipher = A::new(&Key::<A>::default());
        let tag = cipher.encrypt_in_place_detached(&Nonce::<A>::default(), b"h", text).expect("it is encrypted");
        let mut copy = [0; 100];
        copy.copy_from_slice(text);
        cipher.decrypt_in_place_detached(&Nonce::<A>::default(), b"h", &mut copy, &tag).expect("the tag is right");
        assert_eq!(copy, [5; 100]);
        cipher.decrypt_in_place_detached(&Nonce::<A>::default(), b"i", &mut copy, &tag).expect_err("it is wrong");
        tag
    }

    #[test]
    fn the_traits_give_what_the_functions_give() {
        let mut text = [5; 100];
        let tag = there_and_back::<Norx6441V3>(&mut text);
        let mut same = [5; 100];
        let same_tag = Norx6441V3::new(&[0; 32]).encrypt_in_place(&[0; 32], b"h", &mut same, b"");
        assert_eq!((text, &tag[..]), (same, &same_tag[..]));
    }
}
