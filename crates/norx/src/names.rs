//! The ciphers' names.
//!
//! In: nothing; out: an alias for each set of parameters.

use crate::cipher::Norx;
use crate::version::{V1, V2, V3};

macro_rules! names {
    ($($name:ident = $word:ty, $version:ty, $rounds:literal, $lanes:literal, $said:literal;)*) => {
        $(
            #[doc = concat!("The cipher NORX", $said, ".")]
            pub type $name = Norx<$word, $version, $rounds, $lanes>;
        )*
    };
}

names! {
    Norx6441V3 = u64, V3, 4, 1, "64 of version 3.0, with 4 rounds and one lane: the first choice of its authors";
    Norx6461V3 = u64, V3, 6, 1, "64 of version 3.0, with 6 rounds and one lane";
    Norx6444V3 = u64, V3, 4, 4, "64 of version 3.0, with 4 rounds and four lanes";
    Norx6464V3 = u64, V3, 6, 4, "64 of version 3.0, with 6 rounds and four lanes";
    Norx3241V3 = u32, V3, 4, 1, "32 of version 3.0, with 4 rounds and one lane";
    Norx3261V3 = u32, V3, 6, 1, "32 of version 3.0, with 6 rounds and one lane";
    Norx3244V3 = u32, V3, 4, 4, "32 of version 3.0, with 4 rounds and four lanes";
    Norx3264V3 = u32, V3, 6, 4, "32 of version 3.0, with 6 rounds and four lanes";
    Norx6441V2 = u64, V2, 4, 1, "64 of version 2.0, with 4 rounds and one lane";
    Norx6461V2 = u64, V2, 6, 1, "64 of version 2.0, with 6 rounds and one lane";
    Norx6444V2 = u64, V2, 4, 4, "64 of version 2.0, with 4 rounds and four lanes";
    Norx6464V2 = u64, V2, 6, 4, "64 of version 2.0, with 6 rounds and four lanes";
    Norx3241V2 = u32, V2, 4, 1, "32 of version 2.0, with 4 rounds and one lane";
    Norx3261V2 = u32, V2, 6, 1, "32 of version 2.0, with 6 rounds and one lane";
    Norx3244V2 = u32, V2, 4, 4, "32 of version 2.0, with 4 rounds and four lanes";
    Norx3264V2 = u32, V2, 6, 4, "32 of version 2.0, with 6 rounds and four lanes";
    Norx6441V1 = u64, V1, 4, 1, "64 of version 1.0, with 4 rounds and one lane";
    Norx6461V1 = u64, V1, 6, 1, "64 of version 1.0, with 6 rounds and one lane";
    Norx6444V1 = u64, V1, 4, 4, "64 of version 1.0, with 4 rounds and four lanes";
    Norx6464V1 = u64, V1, 6, 4, "64 of version 1.0, with 6 rounds and four lanes";
    Norx3241V1 = u32, V1, 4, 1, "32 of version 1.0, with 4 rounds and one lane";
    Norx3261V1 = u32, V1, 6, 1, "32 of version 1.0, with 6 rounds and one lane";
    Norx3244V1 = u32, V1, 4, 4, "32 of version 1.0, with 4 rounds and four lanes";
    Norx3264V1 = u32, V1, 6, 4, "32 of version 1.0, with 6 rounds and four lanes";
}
