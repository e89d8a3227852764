//! One function for each path, which enables its instructions for everything that is inlined into it.
//!
//! In: a message; out: its tag. Only paths that were found to be there may lead here.

use crate::rows::Rows;
use crate::sponge::{Message, run};
use crate::version::Version;
use crate::x86::avx2::Avx2x64;
use crate::x86::avx512::{Avx512x32, Avx512x64};
use crate::x86::pair::Ssse3x64;
use crate::x86::sse::{Avx2x32, Sse2x32, Ssse3x32};

macro_rules! entries {
    ($($name:ident: $vector:ty, $word:ty, $features:literal;)*) => {
        $(
            #[target_feature(enable = $features)]
            pub(crate) fn $name<V: Version, const ROUNDS: usize, const LANES: usize, const OPEN: bool>(
                message: Message<'_, $word, V>,
            ) -> [$word; 4] {
                run::<Rows<$vector>, V, ROUNDS, LANES, OPEN>(message)
            }
        )*
    };
}

entries! {
    sse2_32: Sse2x32, u32, "sse2";
    ssse3_32: Ssse3x32, u32, "ssse3";
    avx2_32: Avx2x32, u32, "avx2";
    avx512_32: Avx512x32, u32, "avx512f,avx512vl";
    ssse3_64: Ssse3x64, u64, "ssse3";
    avx2_64: Avx2x64, u64, "avx2";
    avx512_64: Avx512x64, u64, "avx512f,avx512vl";
}
