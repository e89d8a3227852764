//! The memory-hard loop, for every variant, every way of doing AES, and one to three hashes side by side.
//! Filled scratchpads come in; what the loop made of them goes out. Knows no processor.
//!
//! Each turn waits twice for memory: for the line that `a` points at, and for the line that the result of the AES round
//! points at. Several lanes in one loop do not wait for one another, and so share that time.

use crate::lane::Lane;
use crate::path::{Path, Work};
use crate::root::root;

/// cn/0, cn/1, cn/2 and cn/r, as constants: the loop is compiled for each.
pub(crate) const V0: u8 = 0;
pub(crate) const V1: u8 = 1;
pub(crate) const V2: u8 = 2;
pub(crate) const R: u8 = 4;

/// What a lane carries from turn to turn.
struct Carried<P: Path, const KIND: u8> {
    pad: *mut u8,
    a: (u64, u64),
    b: P::Block,
    /// `b` of the turn before.
    b_before: P::Block,
    division: u64,
    root: u64,
    tweak: u64,
    registers: [u32; 4],
}

/// What the first half of a turn leaves to the second.
struct Half<P: Path> {
    /// The block of the turn's beginning: `a` as it was, for shuffling.
    a: P::Block,
    c: P::Block,
    c_low: u64,
    at: usize,
}

impl<P: Path, const KIND: u8> Carried<P, KIND> {
    #[inline(always)]
    unsafe fn of(lane: &Lane) -> Self {
        let (b, b_before) = (lane.b(), lane.b_before());
        // SAFETY: blocks are made of numbers; the caller has checked the processor.
        let (b, b_before) = unsafe { (P::of(b.0, b.1), P::of(b_before.0, b_before.1)) };
        Carried {
            pad: lane.pad,
            a: lane.a(),
            b,
            b_before,
            division: lane.state[12],
            root: lane.state[13],
            tweak: lane.tweak,
            registers: lane.registers(),
        }
    }

    /// To the AES round and the store of its result.
    #[inline(always)]
    unsafe fn first<const PREFETCH: bool>(&mut self, mask: u64) -> Half<P> {
        self.a = (P::number(self.a.0), P::number(self.a.1));
        let at = (self.a.0 & mask) as usize;
        // SAFETY: `mask` leaves multiples of 16 within the scratchpad, which this lane alone has; the caller has checked
        // the processor.
        unsafe {
            let line = self.pad.add(at);
            let a = P::of(self.a.0, self.a.1);
            let mut c = P::round(P::load(line), a);
            if KIND == V2 || KIND == R {
                c = self.shuffle(at, a, c);
            }
            let c_low = P::low(c);
            let next = (c_low & mask) as usize;
            if PREFETCH {
                P::prefetch(self.pad.add(next));
            }
            P::store(line, P::xor(self.b, c));
            if KIND == V1 {
                tweak_byte(line.add(11));
            }
            Half { a, c, c_low, at: next }
        }
    }

    /// From the second line to the next address.
    #[inline(always)]
    unsafe fn second<const PREFETCH: bool>(&mut self, half: Half<P>, work: &Work) {
        let Half { a, mut c, c_low, at } = half;
        // SAFETY: as in `first`; `at` was masked there.
        unsafe {
            let line = self.pad.add(at);
            let words = line.cast::<u64>();
            let (mut d_low, d_high) = (u64::from_le(words.read()), u64::from_le(words.add(1).read()));
            if KIND == V2 {
                d_low ^= self.divide(c_low, P::high(c));
            }
            if KIND == R {
                d_low ^= self.randomise(work);
            }
            let product = u128::from(c_low) * u128::from(d_low);
            let (mut low, mut high) = (product as u64, (product >> 64) as u64);
            if KIND == V2 {
                let other = self.pad.add(at ^ 0x10);
                P::store(other, P::xor(P::load(other), P::of(high, low)));
                let other = P::load(self.pad.add(at ^ 0x20));
                high ^= P::low(other);
                low ^= P::high(other);
            }
            if KIND == V2 || KIND == R {
                c = self.shuffle(at, a, c);
            }
            let sum = (P::number(self.a.0.wrapping_add(high)), P::number(self.a.1.wrapping_add(low)));
            self.a = (P::number(sum.0 ^ d_low), P::number(sum.1 ^ d_high));
            if PREFETCH {
                P::prefetch(self.pad.add((self.a.0 & work.mask) as usize));
            }
            words.write(sum.0.to_le());
            words.add(1).write((if KIND == V1 { sum.1 ^ self.tweak } else { sum.1 }).to_le());
            self.b_before = self.b;
            self.b = c;
        }
    }

    /// From cn/2 on: the other three blocks of the line change places, and something is added to each. cn/r also takes
    /// them into `c`.
    #[inline(always)]
    unsafe fn shuffle(&self, at: usize, a: P::Block, c: P::Block) -> P::Block {
        // SAFETY: as in `first`; the three offsets lie in the same line of 64 bytes.
        unsafe {
            let (p1, p2, p3) = (self.pad.add(at ^ 0x10), self.pad.add(at ^ 0x20), self.pad.add(at ^ 0x30));
            let (one, two, three) = (P::load(p1), P::load(p2), P::load(p3));
            P::store(p1, P::add(three, self.b_before));
            P::store(p2, P::add(one, self.b));
            P::store(p3, P::add(two, a));
            if KIND == R { P::xor(P::xor(c, three), P::xor(one, two)) } else { c }
        }
    }

    /// A division and a root, of which the next turn's depend.
    #[inline(always)]
    fn divide(&mut self, c_low: u64, c_high: u64) -> u64 {
        let taken = self.division ^ (self.root << 32);
        let divisor = u64::from((c_low as u32).wrapping_add((self.root << 1) as u32) | 0x8000_0001);
        self.division = u64::from((c_high / divisor) as u32).wrapping_add((c_high % divisor) << 32);
        self.root = root(c_low.wrapping_add(self.division));
        taken
    }

    /// cn/r's program, which also changes `a`.
    #[inline(always)]
    unsafe fn randomise(&mut self, work: &Work) -> u64 {
        let r = self.registers;
        let taken = u64::from(r[0].wrapping_add(r[1])) | u64::from(r[2].wrapping_add(r[3])) << 32;
        // SAFETY: the caller has checked the processor.
        let (b, before) = unsafe { (P::low(self.b), (P::low(self.b_before), P::high(self.b_before))) };
        let (a, b, before) = ((self.a.0 as u32, self.a.1 as u32), b as u32, (before.0 as u32, before.1 as u32));
        let mut r = [r[0], r[1], r[2], r[3], a.0, a.1, b, before.0, before.1];
        if let Some(program) = work.program {
            program.run(&mut r);
        }
        self.registers = [r[0], r[1], r[2], r[3]];
        self.a.0 ^= u64::from(r[2]) | u64::from(r[3]) << 32;
        self.a.1 ^= u64::from(r[0]) | u64::from(r[1]) << 32;
        taken
    }
}

/// cn/1's change of one byte of each line: bits 4 and 5 are turned by what bits 0, 4 and 5 were.
#[inline(always)]
unsafe fn tweak_byte(at: *mut u8) {
    // SAFETY: the caller gives a byte of its own scratchpad.
    unsafe {
        let byte = at.read();
        let index = ((byte >> 3 & 6) | (byte & 1)) << 1;
        at.write(byte ^ (0x7_5310_u32 >> index & 0x30) as u8);
    }
}

/// All turns of `N` lanes.
#[inline(always)]
pub(crate) unsafe fn turn<P: Path, const KIND: u8, const N: usize, const PREFETCH: bool>(
    lanes: &mut [Lane; N],
    work: &Work,
) {
    // SAFETY: what the caller has promised of processor and scratchpads, it has promised for this.
    unsafe {
        let mut carried: [Carried<P, KIND>; N] = std::array::from_fn(|i| Carried::of(&lanes[i]));
        for _ in 0..work.iterations {
            let halves: [Half<P>; N] = std::array::from_fn(|i| carried[i].first::<PREFETCH>(work.mask));
            for (lane, half) in carried.iter_mut().zip(halves) {
                lane.second::<PREFETCH>(half, work);
            }
        }
    }
}
