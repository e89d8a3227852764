//! Core cycles per byte of each cipher on each path, at five lengths.
//!
//! In: `cargo bench -p norx --bench cycles [-- WORDS]`, where the words choose ciphers and paths by parts
//! of their names; out: a table. A step of a chain of dependent multiplications and additions, four cycles of the
//! core on every x86-64 processor of the last ten years (3 for a 64-bit multiplication, 1 for an exclusive or), is
//! timed beside each call: its length is the unit, so that clocks that vary and turbo cancel. A neighbour on the same
//! core does not: it leaves a chain its pace, and takes units from a call that needs them all. So of the ratios over
//! many rounds the twentieth part is printed, and where there is such a neighbour, runs have to be repeated. On a
//! processor whose multiplication takes longer the figures are wrong by that ratio.
//!
//! The last column is the chain of dependent steps in four or six rounds, over the bytes that go into them: what no
//! order of the same steps can be faster than. A step of plain words takes a cycle, and one of vectors what it is found
//! to take on this machine, which stands below the table. `docs/bounds.md` derives it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use norx::{Norx, Path, Version, Word};

const LENGTHS: [usize; 5] = [64, 576, 1536, 4096, 65536];
const ROUNDS: usize = 600;
const CYCLES_OF_A_STEP: f64 = 4.0;
const STEPS: u32 = 4000;

fn main() {
    // Cargo adds `--bench` to what the user asks for.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    print!("{:<12} {:<9}", "cipher", "path");
    for length in LENGTHS {
        print!(" {length:>8}");
    }
    println!(" {:>8}  (core cycles per byte, encryption in place)", "chain");
    let vector_step = vector_step();
    macro_rules! each {
        ($($name:ident),*) => {
            $(show(&words, stringify!($name), rows_of(std::marker::PhantomData::<norx::$name>, vector_step));)*
        };
    }
    each!(Norx6441V3, Norx6461V3, Norx6444V3, Norx3241V3, Norx3261V3, Norx3244V3, Norx6441V2, Norx3241V2);
    each!(Norx6441V1, Norx3241V1, Norx6444V1);
    println!("a step of vectors takes {vector_step:.2} cycles");
}

type Timer = Box<dyn FnMut(usize, u32) -> Duration>;

/// A path of a cipher.
struct Row {
    path: &'static str,
    /// Cycles per byte of the chain.
    chain: f64,
    /// It encrypts so many bytes so many times.
    time: Timer,
}

/// Steps of `G` that wait for each other. Vectors of rows: four times `and`, addition and exclusive or, and rotations
/// of one step or two. Four lanes and plain words: an exclusive or more in each half, since `d ^ H(a, b)` is made of
/// `H(a, b)`.
fn steps_of_g(path: Path, lanes: usize) -> f64 {
    let rotations = match path {
        Path::Portable | Path::Avx512 => 4,
        Path::Sse2 => 8,
        _ => 6,
    };
    let logic = match path {
        Path::Portable => 4 * 4,
        // `(a & b) << 1` is `(a << 1) & rotl(b, 1)` there, with a rotation beside the first.
        Path::Avx512 if lanes == 1 => 4 * 2,
        _ if lanes == 1 => 4 * 3,
        _ => 4 * 4,
    };
    f64::from(rotations + logic)
}

fn rows_of<W: Word, V: Version, const R: usize, const L: usize>(
    _: std::marker::PhantomData<Norx<W, V, R, L>>,
    vector_step: f64,
) -> Vec<Row> {
    let row = |path: Path| {
        let norx = Norx::<W, V, R, L>::with_path(&W::Quad::default(), path).expect("the path is there");
        let mut buffer = vec![0; LENGTHS[LENGTHS.len() - 1]];
        // Always the same one: a part of it written just before it is read as a whole would stall the processor.
        let nonce = <V::Nonce<W> as Default>::default();
        let time = move |length: usize, calls: u32| {
            let begin = Instant::now();
            for _ in 0..calls {
                black_box(norx.encrypt_in_place(black_box(&nonce), b"", black_box(&mut buffer[..length]), b""));
            }
            begin.elapsed()
        };
        // Plain words permute lanes one after the other.
        let together = if path == Path::Portable { 1 } else { L };
        let step = if path == Path::Portable { 1.0 } else { vector_step };
        let chain = step * 2.0 * R as f64 * steps_of_g(path, L) / (together * Norx::<W, V, R, L>::RATE_BYTES) as f64;
        Row { path: path.name(), chain, time: Box::new(time) }
    };
    Norx::<W, V, R, L>::paths().map(row).collect()
}

fn show(words: &[String], cipher: &str, rows: Vec<Row>) {
    for Row { path, chain, mut time } in rows {
        let name = format!("{cipher} {path}").to_lowercase();
        if !words.iter().all(|word| name.contains(&word.to_lowercase())) {
            continue;
        }
        print!("{cipher:<12} {path:<9}");
        for length in LENGTHS {
            print!(" {:>8.2}", cycles_per_byte(&mut time, length));
        }
        println!(" {chain:>8.2}");
    }
}

fn cycles_per_byte(time: &mut Timer, length: usize) -> f64 {
    // About as long as the chain is, so that what disturbs the one disturbs the other.
    let calls = (16_000 / (length * 3 + 800)).max(1) as u32;
    let mut ratios: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let before = chain(STEPS);
            let call = time(length, calls);
            let after = chain(STEPS);
            let step = before.min(after).as_secs_f64() / f64::from(STEPS);
            call.as_secs_f64() / f64::from(calls) / step
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ROUNDS / 20] * CYCLES_OF_A_STEP / length as f64
}

/// Cycles of one step of a chain of additions and exclusive ors of vectors.
fn vector_step() -> f64 {
    let mut ratios: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let (plain, vectors) = (chain(STEPS), vector_chain(STEPS));
            vectors.as_secs_f64() / plain.as_secs_f64() * CYCLES_OF_A_STEP / 2.0
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ROUNDS / 2]
}

/// So many additions, each with an exclusive or behind it.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
fn vector_chain(steps: u32) -> Duration {
    use std::arch::x86_64::{_mm_add_epi64, _mm_set1_epi64x, _mm_xor_si128};
    // SAFETY: SSE2 is part of every x86-64 processor, and these touch no memory.
    unsafe {
        let factor = black_box(_mm_set1_epi64x(0x1E37_79B9_7F4A_7C15));
        let mut x = black_box(_mm_set1_epi64x(1));
        let begin = Instant::now();
        for _ in 0..steps {
            x = _mm_xor_si128(_mm_add_epi64(x, factor), factor);
        }
        black_box(x);
        begin.elapsed()
    }
}

#[cfg(target_arch = "aarch64")]
#[inline(never)]
fn vector_chain(steps: u32) -> Duration {
    use std::arch::aarch64::{vaddq_u64, vdupq_n_u64, veorq_u64};
    // SAFETY: NEON is part of every processor that this target is for, and these touch no memory.
    unsafe {
        let factor = black_box(vdupq_n_u64(0x1E37_79B9_7F4A_7C15));
        let mut x = black_box(vdupq_n_u64(1));
        let begin = Instant::now();
        for _ in 0..steps {
            x = veorq_u64(vaddq_u64(x, factor), factor);
        }
        black_box(x);
        begin.elapsed()
    }
}

/// Where there are no paths but the portable one.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn vector_chain(steps: u32) -> Duration {
    chain(steps) / 2
}

/// Steps of which each needs the one before: a multiplication and an exclusive or.
#[inline(never)]
fn chain(steps: u32) -> Duration {
    let factor = black_box(0x9E37_79B9_7F4A_7C15_u64);
    let mut x = black_box(1_u64);
    let begin = Instant::now();
    for _ in 0..steps {
        x = x.wrapping_mul(factor) ^ factor;
    }
    black_box(x);
    begin.elapsed()
}
