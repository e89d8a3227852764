//! Conversations as no lab would hold them, the same in every run.
//!
//! In: a driver and how many conversations; out: the first one after which the driver crashed, hung,
//! grew, or said what is no reply. Whatever it hears, a driver ends with exit code 0 or 1.

use std::fs;
use std::iter::{once, repeat_n};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use paragone_wire::{Decoder, Limits};
use rand_xoshiro::Xoshiro256PlusPlus as Rng;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

use crate::drivers::folder;
use crate::process::ConformProcess;

/// What a driver may need for noise, whose inputs are small.
pub(crate) const MOST_MEMORY: u64 = 64 << 20;

/// What is said, a piece at a time, since some of it is far larger than what a driver may keep.
type Pieces = Box<dyn Iterator<Item = Vec<u8>> + Send>;

pub(crate) fn bears(driver: &Path, conversations: u64, deadline: Duration, most_memory: Option<u64>) {
    let input = folder().join("noise input");
    fs::write(&input, b"some bytes").expect("the tests' folder can be written");
    for seed in 0..conversations {
        let mut process =
            ConformProcess::start(Command::new(driver), deadline).unwrap_or_else(|fault| panic!("{fault}"));
        process.say_all(conversation(seed, &input));
        if let Err(fault) = borne(&mut process, most_memory) {
            panic!("{}, seed {seed}: {fault}", driver.display());
        }
    }
}

fn borne(process: &mut ConformProcess, most_memory: Option<u64>) -> Result<(), String> {
    let said = process.rest()?;
    let end = process.end()?;
    if !matches!(end.status.code(), Some(0 | 1)) {
        return Err(format!("ended with {}: {}", end.status, process.errors()));
    }
    if most_memory.is_some_and(|most| end.memory > most) {
        return Err(format!("grew to {} bytes", end.memory));
    }
    only_replies(&said)
}

fn only_replies(said: &[u8]) -> Result<(), String> {
    let mut decoder = Decoder::new(Limits::default());
    decoder.push(said);
    while decoder.next_reply().map_err(|fault| fault.to_string())?.is_some() {}
    if decoder.pending() > 0 { Err(format!("half a reply: `{}`", decoder.rest())) } else { Ok(()) }
}

fn conversation(seed: u64, input: &Path) -> Pieces {
    let mut rng = Rng::seed_from_u64(seed);
    match seed % 100 {
        // More than the memory that a driver may take, without a line end, or without an `end`.
        7 => Box::new(once(b"prepare ".to_vec()).chain(repeat_n(vec![b'x'; 1 << 16], 1500))),
        17 => Box::new(once(b"prepare echo bytes\n".to_vec()).chain(repeat_n(long_param(), 30_000))),
        27 => Box::new(once(b"prepare echo bytes\n".to_vec()).chain(repeat_n(b"input /dev/null\n".to_vec(), 100_000))),
        37 => Box::new(repeat_n(b"\n\n\n\n".to_vec(), 2000)),
        _ => Box::new(once(match seed % 4 {
            0 => binary(&mut rng),
            1 => cut(&mut rng, sound(seed, input)),
            2 => mutated(&mut rng, sound(seed, input)),
            _ => words(&mut rng),
        })),
    }
}

fn long_param() -> Vec<u8> {
    [b"param x ".as_slice(), &[b'y'; 4000], b"\n"].concat()
}

fn below(rng: &mut Rng, most: usize) -> usize {
    // The remainder is a little uneven, which noise may be.
    (rng.next_u64() % most as u64) as usize
}

fn binary(rng: &mut Rng) -> Vec<u8> {
    let mut bytes = vec![0; below(rng, 5000)];
    rng.fill_bytes(&mut bytes);
    bytes
}

/// A conversation in order, over all the jobs.
fn sound(seed: u64, input: &Path) -> Vec<u8> {
    let jobs = ["echo bytes", "sum bytes", "count calls", "reset inplace", "param value", "fail call", "fail setup"];
    let jobs = [jobs[seed as usize / 4 % 7], "print noise", "inputs count", "paragone empty", "fail verbose"];
    let mut text = "paragone 2\n".to_owned();
    for job in jobs {
        let input = input.display();
        text += &format!(
            "prepare {job}\ninput {input}\ninput {input}\nparam value 7\nend\nanswer 0\ntime 12\nlast\naudit 5\n"
        );
    }
    (text + "quit\n").into_bytes()
}

fn cut(rng: &mut Rng, mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.truncate(below(rng, bytes.len()));
    bytes
}

fn mutated(rng: &mut Rng, mut bytes: Vec<u8>) -> Vec<u8> {
    for _ in 0..=below(rng, 12) {
        let at = below(rng, bytes.len());
        match below(rng, 4) {
            0 => bytes[at] ^= 1 << below(rng, 8),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, b" \n\0\r\xff%"[below(rng, 6)]),
            _ => {
                let end = bytes.len().min(at + below(rng, 40));
                bytes.extend_from_within(at..end);
            }
        }
    }
    bytes
}

/// Right words in no order, with numbers so long that no slip of theirs makes a long sample.
fn words(rng: &mut Rng) -> Vec<u8> {
    let starts = [
        "paragone",
        "prepare",
        "prepare count",
        "prepare echo bytes",
        "prepare count calls",
        "input",
        "input /",
        "param",
        "param value",
        "end",
        "end",
        "end",
        "answer",
        "answer 0",
        "time",
        "time 3",
        "audit",
        "audit 3",
        "last",
        "last 0",
        "quitter",
        "",
    ];
    let rests = [
        "",
        "",
        "",
        "",
        " ",
        " 1",
        " -1",
        " 99999999999999999999999999",
        " 0x10",
        " %s%n%s",
        " é",
        " \t",
        "/",
        " \u{1b}[2J",
    ];
    let mut text = String::new();
    for _ in 0..below(rng, 200) {
        text += starts[below(rng, starts.len())];
        text += rests[below(rng, rests.len())];
        text += "\n";
    }
    text.into_bytes()
}

#[test]
fn what_is_no_reply_is_seen() {
    assert!(only_replies(b"ok\nanswer 2\nabtime 1 2\nerror x\n").is_ok());
    assert!(only_replies(b"ok\nanswer 2\na").is_err());
    assert!(only_replies(b"ok\nhello\n").is_err());
}
