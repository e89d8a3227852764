//! From samples to a ratio: a block's value, two implementations beside each other, what a few samples prove, and
//! what launches differ by. No margin, no verdict.

pub(super) mod block_value;
pub(super) mod pair;
pub(super) mod race;
pub(super) mod spread;
pub(super) mod times;
