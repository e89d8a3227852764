//! CryptonightR's random program: a height comes in, 60 to 70 instructions on 32-bit registers go out.
//! Knows nothing of the loop that will run it.
//!
//! The generator simulates two machines, an ordinary core and an imagined chip with as many units as it likes, and draws
//! until every one of four registers is busy for 45 cycles on the first, and one of them on the second.
//! Source: Monero's change notes for protocol version 10, and its generator's definition.

use crate::components::blake256;

/// Cycles that a program has to take at least: 15 multiplications one after another.
const LATENCY: usize = 45;
const LEAST: usize = 60;
const MOST: usize = 70;
/// Units of the imagined core; only the first can multiply.
const UNITS: usize = 3;
/// A register that never changes may not be left alone for longer, in cycles.
const IDLE: usize = 7;

/// What an instruction does with its destination `a` and its source `b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Mul,
    /// `a + b + constant`.
    Add,
    Sub,
    Ror,
    Rol,
    Xor,
}

impl Op {
    fn latency(self) -> usize {
        match self {
            Op::Mul => 3,
            Op::Add | Op::Ror | Op::Rol => 2,
            Op::Sub | Op::Xor => 1,
        }
    }

    fn chip_latency(self) -> usize {
        if self == Op::Mul { 3 } else { 1 }
    }

    fn units(self) -> usize {
        if self == Op::Mul { 1 } else { UNITS }
    }

    fn turns(self) -> bool {
        matches!(self, Op::Ror | Op::Rol)
    }
}

/// One step of a program: registers 0 to 3 are written, 0 to 8 are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instruction {
    pub(crate) op: Op,
    pub(crate) a: u8,
    pub(crate) b: u8,
    pub(crate) constant: u32,
}

/// The program of one height.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    steps: Vec<Instruction>,
}

impl Program {
    pub(crate) fn of_height(height: u64) -> Program {
        let mut chance = Chance::new(height);
        loop {
            let steps = Draft::new().write(&mut chance);
            // A program that leaves register 8 out would let part of the loop be left out.
            if (LEAST..=MOST).contains(&steps.len()) && steps.iter().any(|step| step.b == 8) {
                return Program { steps };
            }
        }
    }

    /// Runs it once. The first four registers are changed, the other five are only read.
    #[inline(always)]
    pub(crate) fn run(&self, registers: &mut [u32; 9]) {
        // Masks keep every index within 16, so that no bounds are checked in the loop.
        let mut r = [0_u32; 16];
        r[..9].copy_from_slice(registers);
        for step in &self.steps {
            let b = r[usize::from(step.b & 15)];
            let a = &mut r[usize::from(step.a & 3)];
            *a = match step.op {
                Op::Mul => a.wrapping_mul(b),
                Op::Add => a.wrapping_add(b).wrapping_add(step.constant),
                Op::Sub => a.wrapping_sub(b),
                Op::Ror => a.rotate_right(b & 31),
                Op::Rol => a.rotate_left(b & 31),
                Op::Xor => *a ^ b,
            };
        }
        registers[..4].copy_from_slice(&r[..4]);
    }
}

/// Bytes by chance: BLAKE-256 of the height, then of itself, as far as they are needed.
struct Chance {
    bytes: [u8; 32],
    next: usize,
}

impl Chance {
    fn new(height: u64) -> Chance {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&height.to_le_bytes());
        // The definition's own salt, -38 as a signed byte.
        bytes[20] = 0xda;
        Chance { bytes, next: 32 }
    }

    fn take<const N: usize>(&mut self) -> [u8; N] {
        if self.next + N > self.bytes.len() {
            self.bytes = blake256(&self.bytes);
            self.next = 0;
        }
        let taken = std::array::from_fn(|i| self.bytes[self.next + i]);
        self.next += N;
        taken
    }

    fn byte(&mut self) -> u8 {
        let [byte] = self.take();
        byte
    }
}

/// A program that is being written, with both machines.
struct Draft {
    steps: Vec<Instruction>,
    /// When each register is ready on the core, in cycles.
    ready: [usize; 9],
    /// When each register is ready on the chip, in cycles.
    chip_ready: [usize; 9],
    busy: [[bool; UNITS]; LATENCY + 1],
    /// Whether a register was turned last.
    turned: [bool; 4],
    turns: usize,
    /// What each register's value is: which value it was made of, and how. Constant registers all count as one.
    value: [(u8, Option<(Op, u8)>); 9],
}

impl Draft {
    fn new() -> Draft {
        let mut value = [(u8::MAX, None); 9];
        for (register, value) in value.iter_mut().enumerate().take(4) {
            value.0 = register as u8;
        }
        Draft {
            steps: Vec::with_capacity(MOST),
            ready: [0; 9],
            chip_ready: [0; 9],
            busy: [[false; UNITS]; LATENCY + 1],
            turned: [false; 4],
            turns: 0,
            value,
        }
    }

    fn write(mut self, chance: &mut Chance) -> Vec<Instruction> {
        let mut too_late = 0;
        // Both bounds end a draft that comes to nothing.
        for _ in 0..256 {
            let done = self.ready[..4].iter().all(|&cycle| cycle >= LATENCY);
            if done || too_late >= 64 || self.steps.len() >= LEAST {
                break;
            }
            let (op, a, b) = draw(chance);
            let repeated = op != Op::Mul && self.value[a].1 == Some((op, self.value[b].0));
            if (op.turns() && self.turned[a]) || repeated {
                continue;
            }
            match self.place(op, a, b) {
                Place::Idle => {}
                Place::TooLate => too_late += 1,
                Place::At(cycle, unit) => self.put(op, a, b, cycle, unit, chance),
            }
        }
        self.lengthen();
        self.steps
    }

    /// Where on the core an instruction could begin.
    fn place(&self, op: Op, a: usize, b: usize) -> Place {
        let earliest = self.ready[a].max(self.ready[b]);
        let fits = |cycle: usize, unit: usize| {
            // An addition of three takes two cycles of its unit; turns wait for one another.
            let busy = self.busy[cycle][unit] || (op == Op::Add && self.busy[cycle + 1][unit]);
            let too_early = op.turns() && cycle < self.turns * op.latency();
            !busy && !too_early
        };
        let found = (earliest..LATENCY)
            .find_map(|cycle| (0..op.units()).rev().find(|&unit| fits(cycle, unit)).map(|unit| (cycle, unit)));
        let (cycle, unit) = found.unwrap_or((earliest.max(LATENCY), 0));
        if cycle > self.ready[a] + IDLE {
            Place::Idle
        } else if cycle + op.latency() > LATENCY {
            Place::TooLate
        } else {
            Place::At(cycle, unit)
        }
    }

    fn put(&mut self, op: Op, a: usize, b: usize, cycle: usize, unit: usize, chance: &mut Chance) {
        self.turns += usize::from(op.turns());
        self.turned[a] = op.turns();
        self.busy[cycle][unit] = true;
        self.ready[a] = cycle + op.latency();
        self.chip_ready[a] = self.chip_ready[a].max(self.chip_ready[b]) + op.chip_latency();
        self.value[a] = (self.steps.len() as u8, Some((op, self.value[b].0)));
        let mut constant = 0;
        if op == Op::Add {
            self.busy[cycle + 1][unit] = true;
            constant = u32::from_le_bytes(chance.take());
        }
        self.steps.push(Instruction { op, a: a as u8, b: b as u8, constant });
    }

    /// The chip does more at a time; so that it too takes its 45 cycles, turns and multiplications follow, from the
    /// register that is ready last to the one that is ready first.
    fn lengthen(&mut self) {
        for op in [Op::Ror, Op::Mul, Op::Mul].into_iter().cycle() {
            if self.steps.len() >= MOST || self.chip_ready[..4].iter().any(|&cycle| cycle >= LATENCY) {
                return;
            }
            let (mut first, mut last) = (0, 0);
            for register in 1..4 {
                if self.chip_ready[register] < self.chip_ready[first] {
                    first = register;
                }
                if self.chip_ready[register] > self.chip_ready[last] {
                    last = register;
                }
            }
            self.chip_ready[first] = self.chip_ready[last] + op.chip_latency();
            self.steps.push(Instruction { op, a: first as u8, b: last as u8, constant: 0 });
        }
    }
}

enum Place {
    /// It would leave its register alone for too long.
    Idle,
    /// It would end after the last cycle.
    TooLate,
    At(usize, usize),
}

/// An instruction by chance: three bits choose what, two the destination, three the source.
fn draw(chance: &mut Chance) -> (Op, usize, usize) {
    let byte = chance.byte();
    let op = match byte & 7 {
        0..=2 => Op::Mul,
        3 => Op::Add,
        4 => Op::Sub,
        5 if chance.byte() < 0x80 => Op::Ror,
        5 => Op::Rol,
        _ => Op::Xor,
    };
    let (a, b) = (usize::from(byte >> 3 & 3), usize::from(byte >> 5));
    // A register with itself would give nothing, or a shift: register 8 takes its place.
    let b = if a == b && matches!(op, Op::Add | Op::Sub | Op::Xor) { 8 } else { b };
    (op, a, b)
}

#[cfg(test)]
mod tests {
    use super::{LEAST, MOST, Op, Program};

    #[test]
    fn programs_keep_their_bounds() {
        for height in (0..2_000_000).step_by(9973) {
            let program = Program::of_height(height);
            assert!((LEAST..=MOST).contains(&program.steps.len()), "height {height}");
            assert!(program.steps.iter().any(|step| step.b == 8), "height {height}");
            assert!(program.steps.iter().all(|step| step.a < 4 && step.b < 9), "height {height}");
            assert!(program.steps.iter().all(|step| step.op == Op::Add || step.constant == 0), "height {height}");
        }
    }

    #[test]
    fn only_the_first_four_registers_change() {
        let before: [u32; 9] = std::array::from_fn(|i| 0x9e37_79b9_u32.wrapping_mul(i as u32 + 1));
        let mut after = before;
        Program::of_height(1_806_260).run(&mut after);
        assert_eq!(before[4..], after[4..]);
        assert_ne!(before[..4], after[..4]);
    }
}
