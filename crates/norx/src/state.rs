//! What the flow of a message asks of a state of sixteen words, and of four such states side by side.
//!
//! In: words and blocks; out: blocks. It knows neither versions' order of steps nor how words are kept.

use crate::version::Version;
use crate::word::Word;

/// The state of one sponge.
///
/// Those that are made of vectors may only be used below a function that enables their instructions.
pub(crate) trait State: Copy {
    type Word: Word;
    /// Four of them.
    type Wide: Wide<Single = Self>;

    fn new(rows: &[[Self::Word; 4]; 4]) -> Self;
    fn permute<const ROUNDS: usize>(&mut self);
    /// Adds a domain to the last word.
    fn mark(&mut self, domain: u32);
    fn add_to_last_row(&mut self, words: &[Self::Word; 4]);
    fn rows(&self) -> [[Self::Word; 4]; 4];
    /// Adds a block. Like the next two it takes exactly the bytes of `V`'s rate.
    fn absorb<V: Version>(&mut self, block: &[u8]);
    /// Adds a block, which becomes what the state then has in its place.
    fn encrypt<V: Version>(&mut self, block: &mut [u8]);
    /// Takes a block in its own place; the block becomes the difference.
    fn decrypt<V: Version>(&mut self, block: &mut [u8]);

    fn first_row(&self) -> [Self::Word; 4] {
        self.rows()[0]
    }

    fn last_row(&self) -> [Self::Word; 4] {
        self.rows()[3]
    }
}

/// Four states that are permuted together.
pub(crate) trait Wide: Copy {
    type Single: State;

    fn join(lanes: &[Self::Single; 4]) -> Self;
    fn split(&self) -> [Self::Single; 4];
    fn permute<const ROUNDS: usize>(&mut self);
    fn mark(&mut self, domain: u32);
    /// Four blocks one after the other, one for each state.
    fn encrypt<V: Version>(&mut self, blocks: &mut [u8]);
    fn decrypt<V: Version>(&mut self, blocks: &mut [u8]);
}
