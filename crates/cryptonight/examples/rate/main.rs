//! Hashes per second of cn/0, by path, interleave, prefetch and pages, each also scaled by the machine's own ruler: a
//! chain of dependent multiplications, which takes four cycles of the core for each step. Everything is timed in turn,
//! round after round, and the best of all rounds counts: noise only adds. `rate [ROUNDS] [VARIANT]`, such as `rate 20`
//! or `rate 20 cn/2`; a third argument chooses rows that contain it, such as `rate 20 cn/0 'ni x'`.
//!
//! A scaled rate is that of a machine whose step takes 1.066 ns, where the targets were taken.

mod latency;
mod pages;

use std::hint::black_box;
use std::sync::Barrier;
use std::thread;

use cryptonight::{Aes, Ask, CryptoNight, Options, Variant};

/// Nanoseconds for a step of the chain, where the targets were taken.
const STEP_NS: f64 = 1.066;
/// Short, so that some of many are undisturbed: a ruler that is too long would flatter.
const STEPS: u64 = 500_000;
/// Hashes of each thread at a time, where two threads work.
const TOGETHER: usize = 8;

/// What is timed, with its best so far.
struct Row {
    name: String,
    hasher: CryptoNight,
    best_s: f64,
    target: Option<f64>,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let rounds = arguments.next().map_or(10, |text| text.parse().expect("a number of rounds"));
    let variant = match arguments.next().as_deref() {
        None | Some("cn/0") => Variant::V0,
        Some("cn/1") => Variant::V1,
        Some("cn/2") => Variant::V2,
        Some("cn/r") => Variant::R { height: 1_806_260 },
        Some(other) => panic!("no variant of this name: {other}"),
    };
    let chosen = arguments.next().unwrap_or_default();
    let mut rows = rows(variant);
    rows.retain(|row| row.name.contains(&chosen));
    let mut step_ns = f64::INFINITY;
    let mut blob = [0_u8; 76];
    for round in 0..rounds {
        blob[39] = round;
        for row in &mut rows {
            step_ns = step_ns.min(
                seconds(|| {
                    black_box(chain(STEPS));
                }) * 1e9
                    / STEPS as f64,
            );
            let hashes = row.hasher.options().interleave;
            // The row before has used other memory; who hashes one after the other finds his own in the caches.
            hash(&mut row.hasher, &blob);
            let taken = seconds(|| hash(&mut row.hasher, &blob)) / hashes as f64;
            row.best_s = row.best_s.min(taken);
        }
    }
    println!("{variant}, best of {rounds}; a step of the chain takes {step_ns:.4} ns here, {STEP_NS} there");
    println!("{:<44} {:>8} {:>9} {:>7}", "", "H/s", "scaled", "target");
    for row in &rows {
        let rate = 1.0 / row.best_s;
        let scaled = rate * step_ns / STEP_NS;
        let target = row.target.filter(|_| variant == Variant::V0).map_or(String::new(), |target| target.to_string());
        println!("{:<44} {rate:>8.1} {scaled:>9.1} {target:>7}", row.name);
    }
    latencies(rounds, step_ns);
    together(rounds, variant);
}

fn rows(variant: Variant) -> Vec<Row> {
    let mut rows = Vec::new();
    for aes in Aes::ALL.into_iter().filter(|aes| aes.is_available()) {
        for pages in [Ask::Huge, Ask::Small] {
            for prefetch in [true, false] {
                for interleave in 1..=3 {
                    let hasher = CryptoNight::new(variant, Options { aes, prefetch, pages, interleave }).unwrap();
                    let fetch = if prefetch { "prefetch" } else { "no prefetch" };
                    let name = format!("{aes} x{interleave}, {fetch}, {}", hasher.pages());
                    let target = match (aes, interleave) {
                        (Aes::Ni | Aes::Arm, 1) => Some(68.0),
                        (Aes::Ni | Aes::Arm, 2) => Some(111.0),
                        (Aes::Ni | Aes::Arm, _) => Some(138.0),
                        (Aes::Permute | Aes::Tables, 1) => Some(34.0),
                        _ => None,
                    };
                    rows.push(Row { name, hasher, best_s: f64::INFINITY, target });
                }
            }
        }
    }
    rows
}

fn hash(hasher: &mut CryptoNight, blob: &[u8]) {
    match hasher.options().interleave {
        1 => drop(black_box(hasher.hash(blob))),
        2 => drop(black_box(hasher.hash_many([blob; 2]))),
        _ => drop(black_box(hasher.hash_many([blob; 3]))),
    }
}

/// What the work takes of this thread's processor, so that somebody else's turn in between does not count.
#[cfg(target_os = "linux")]
fn seconds(work: impl FnOnce()) -> f64 {
    let now = || {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the clock exists on every Linux, and the time is ours to be written to.
        unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    };
    let start = now();
    work();
    now() - start
}

/// What the work takes.
#[cfg(not(target_os = "linux"))]
fn seconds(work: impl FnOnce()) -> f64 {
    let start = std::time::Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

#[inline(never)]
fn chain(steps: u64) -> u64 {
    let mut x = black_box(0x9e37_79b9_7f4a_7c15_u64);
    for _ in 0..steps {
        x = x.wrapping_mul(0xd134_2543_de82_ef95) ^ (x >> 32);
    }
    x
}

/// What a read costs that the next one waits for, in cycles of the core, by memory and pages.
fn latencies(rounds: u8, step_ns: f64) {
    let cycles = |seconds: f64| seconds * 1e9 / step_ns * 4.0;
    for (huge, pages) in [(true, "huge pages if there are any"), (false, "small pages")] {
        print!("cycles of a dependent read, {pages}: in a cycle through");
        for bytes in [16_usize << 10, 256 << 10, 512 << 10, 1 << 20, 2 << 20, 6 << 20] {
            print!(" {} KiB {:.1};", bytes >> 10, cycles(latency::in_a_cycle(bytes, huge, rounds)));
        }
        print!(" at random in");
        for pads in 1..=3 {
            print!(" {pads} x 2048 KiB {:.1};", cycles(latency::at_random(pads, huge, rounds)));
        }
        print!(" a line in each of");
        for pages in [32, 128] {
            print!(" {pages} pages {:.1};", cycles(latency::in_pages(pages, huge, rounds)));
        }
        println!();
    }
}

/// How much two threads do, held against how much two copies of the chain do.
fn together(rounds: u8, variant: Variant) {
    for interleave in 1..=3 {
        let options = Options { interleave, ..Options::default() };
        let one = rate_of(1, rounds, variant, options);
        let two = rate_of(2, rounds, variant, options);
        println!(
            "{} x{interleave}: 1 thread {:.1} H/s, 2 threads {:.1} H/s: {:.3} times; the chain {:.3} times; share {:.3}",
            options.aes,
            one.1,
            two.1,
            two.1 / one.1,
            two.0 / one.0,
            two.1 / one.1 / (two.0 / one.0),
        );
    }
}

/// Steps of the chain per second and hashes per second of so many threads, each the best of all rounds.
fn rate_of(threads: usize, rounds: u8, variant: Variant, options: Options) -> (f64, f64) {
    let barrier = Barrier::new(threads);
    let best = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut hasher = CryptoNight::new(variant, options).unwrap();
                    let (mut steps_s, mut hashes_s) = (Vec::new(), Vec::new());
                    for _ in 0..rounds {
                        barrier.wait();
                        steps_s.push(seconds(|| {
                            black_box(chain(160 * STEPS));
                        }));
                        barrier.wait();
                        hashes_s.push(seconds(|| (0..TOGETHER).for_each(|_| hash(&mut hasher, &[0; 76]))));
                    }
                    (steps_s, hashes_s)
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect::<Vec<_>>()
    });
    let sum_of = |pick: &dyn Fn(usize) -> f64| (0..usize::from(rounds)).map(pick).fold(0.0, f64::max);
    let steps = sum_of(&|round| best.iter().map(|(steps_s, _)| (160 * STEPS) as f64 / steps_s[round]).sum());
    let hashes = (TOGETHER * options.interleave) as f64;
    (steps, sum_of(&|round| best.iter().map(|(_, hashes_s)| hashes / hashes_s[round]).sum()))
}
