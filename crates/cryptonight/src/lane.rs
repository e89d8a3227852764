//! One hash on its way: its state, its scratchpad, and what its loop begins with.

/// A hash between filling and reading its scratchpad.
pub(crate) struct Lane {
    /// Keccak's state.
    pub(crate) state: [u64; 25],
    pub(crate) pad: *mut u8,
    /// What cn/1 adds to each line; 0 elsewhere.
    pub(crate) tweak: u64,
}

impl Lane {
    pub(crate) fn a(&self) -> (u64, u64) {
        (self.state[0] ^ self.state[4], self.state[1] ^ self.state[5])
    }

    pub(crate) fn b(&self) -> (u64, u64) {
        (self.state[2] ^ self.state[6], self.state[3] ^ self.state[7])
    }

    /// What `b` was before, for variants from 2 on.
    pub(crate) fn b_before(&self) -> (u64, u64) {
        (self.state[8] ^ self.state[10], self.state[9] ^ self.state[11])
    }

    /// The first four registers of cn/r.
    pub(crate) fn registers(&self) -> [u32; 4] {
        let (first, second) = (self.state[12], self.state[13]);
        [first as u32, (first >> 32) as u32, second as u32, (second >> 32) as u32]
    }
}
