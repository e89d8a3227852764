//! Makes a program a driver: register jobs with [`Driver::bench`], then [`Driver::serve`].
//!
//! In: protocol 2 on standard input, and the input files that `prepare` names; out: answers and
//! times. It parses no flag, does no statistics and knows no benchmark. Standard library only.
//!
//! ```no_run
//! let mut driver = paragone_sdk::Driver::new();
//! driver.bench("sum", "loop", |_cell| {
//!     |input: &[u8]| input.iter().map(|&byte| u64::from(byte)).sum::<u64>()
//! });
//! driver.serve();
//! ```

use std::cell::RefCell;
use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// Keeps a value from being optimised away, also by an optimiser that sees the whole program.
pub use std::hint::black_box as keep;

/// What a request may measure: bytes of one line, and lines between `prepare` and `end`.
const MOST_LINE: u64 = 4096;
const MOST_LINES: usize = 4096;
/// Names of readings, of one request.
const MOST_READINGS: usize = 16;

/// The result of a call, as the bytes that Paragone compares: integers are 8 bytes little-endian.
pub trait Answer {
    fn answer(&self) -> Vec<u8>;
}

macro_rules! answers {
    ($($name:ty)*, $bytes:expr) => {$(impl Answer for $name {
        fn answer(&self) -> Vec<u8> {
            let bytes: fn(&$name) -> Vec<u8> = $bytes;
            bytes(self)
        }
    })*};
}
answers!((), |_| Vec::new());
answers!(Vec<u8>, |bytes| bytes.clone());
answers!(String, |text| text.as_bytes().to_vec());
// `as` widens or reinterprets: an answer is compared as bits, in any language.
answers!(bool u8 u16 u32 usize i32 i64, |number| (*number as u64).to_le_bytes().to_vec());
answers!(u64, |number| number.to_le_bytes().to_vec());

impl<const N: usize> Answer for [u8; N] {
    fn answer(&self) -> Vec<u8> {
        self.to_vec()
    }
}

thread_local! {
    static READINGS: RefCell<Vec<(String, f64)>> = const { RefCell::new(Vec::new()) };
}

/// Tells a number beside the time, from within a call and from the thread that was called: it goes with the sample,
/// under a name of `a-z 0-9 _ + -`.
///
/// A sample has many calls, and each name once, with the value that was told last: a job that wants a total adds it
/// up and tells it at any call. What an untimed call tells is forgotten.
///
/// # Panics
///
/// Where one request tells more than 16 names, which fails it.
pub fn reading(name: &str, value: f64) {
    READINGS.with_borrow_mut(|readings| match readings.iter().position(|(told, _)| told == name) {
        Some(index) => readings[index].1 = value,
        None if readings.len() == MOST_READINGS => panic!("readings of more than {MOST_READINGS} names in one request"),
        None => readings.push((name.to_owned(), value)),
    });
}

/// What `prepare` said: the inputs, already in memory, and the parameters.
pub struct Cell {
    inputs: Vec<Input>,
    params: Vec<(String, String)>,
}

impl Cell {
    /// The inputs, one of which each call gets.
    pub fn inputs(&self) -> impl Iterator<Item = &[u8]> {
        self.inputs.iter().map(Input::bytes)
    }

    /// The value of a parameter; a parameter that the suite does not set fails the cell by name.
    pub fn param(&self, name: &str) -> &str {
        let found = self.params.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_else(|| panic!("no parameter `{name}`"))
    }
}

/// Bytes of a file in a buffer of this process, aligned to 64 so that no language is luckier.
struct Input {
    storage: Vec<u8>,
    start: usize,
}

impl Input {
    fn read(path: &str) -> std::io::Result<Input> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len() as usize;
        let mut storage: Vec<u8> = Vec::new();
        storage.try_reserve_exact(length.saturating_add(64))?;
        let start = storage.as_ptr().align_offset(64);
        storage.resize(start + length, 0);
        file.read_exact(&mut storage[start..])?;
        Ok(Input { storage, start })
    }

    fn bytes(&self) -> &[u8] {
        &self.storage[self.start..]
    }
}

/// A cell that is ready to be called.
trait Prepared {
    fn answer(&mut self, input: &[u8]) -> Vec<u8>;
    fn time(&mut self, calls: u64, inputs: &[Input]) -> (u64, u64);
    fn last(&self) -> Option<Vec<u8>>;
}

struct Job<S, R, C, T> {
    state: S,
    reset: Option<R>,
    call: C,
    last: Option<T>,
}

impl<S, R: FnMut(&mut S, &[u8]), C: FnMut(&mut S, &[u8]) -> T, T: Answer> Prepared for Job<S, R, C, T> {
    fn answer(&mut self, input: &[u8]) -> Vec<u8> {
        // `last` speaks of timed calls alone.
        self.last = None;
        if let Some(reset) = &mut self.reset {
            reset(&mut self.state, input);
        }
        (self.call)(&mut self.state, input).answer()
    }

    // Never inlined, so that what surrounds the loop cannot change its code. The job itself is kept
    // before each call, or what depends on its own values alone would be computed once for all calls.
    #[inline(never)]
    fn time(&mut self, calls: u64, inputs: &[Input]) -> (u64, u64) {
        let nothing = inputs.is_empty().then_some(&[][..]);
        let inputs: Vec<&[u8]> = inputs.iter().map(Input::bytes).chain(nothing).collect();
        let mut last = self.last.take();
        let mut next = 0;
        // The first reading brings the clock's own code and data into the cache.
        keep(Instant::now());
        let mut wall = 0;
        let cpu = cpu_ns();
        if let Some(reset) = &mut self.reset {
            for _ in 0..calls {
                let input = inputs[next];
                next = if next + 1 == inputs.len() { 0 } else { next + 1 };
                reset(&mut self.state, input);
                let (call, state, input) = keep((&mut self.call, &mut self.state, input));
                let start = Instant::now();
                let result = call(state, input);
                keep(&result);
                // Giving back the result before is a part of the call, as below.
                last = Some(result);
                wall += start.elapsed().as_nanos() as u64;
            }
        } else {
            let start = Instant::now();
            for _ in 0..calls {
                let (call, state, input) = keep((&mut self.call, &mut self.state, inputs[next]));
                next = if next + 1 == inputs.len() { 0 } else { next + 1 };
                let result = call(state, input);
                keep(&result);
                last = Some(result);
            }
            wall = start.elapsed().as_nanos() as u64;
        }
        let cpu = cpu_ns() - cpu;
        self.last = last;
        (wall, cpu)
    }

    fn last(&self) -> Option<Vec<u8>> {
        self.last.as_ref().map(Answer::answer)
    }
}

type Setup = Box<dyn Fn(&Cell) -> Box<dyn Prepared>>;

/// What a program registered.
struct Registered {
    benchmark: String,
    implementation: String,
    has_reset: bool,
    setup: Setup,
}

/// The jobs of this program.
#[derive(Default)]
pub struct Driver {
    jobs: Vec<Registered>,
}

impl Driver {
    pub fn new() -> Driver {
        Driver::default()
    }

    /// Registers an implementation of a benchmark. `setup` runs untimed at each `prepare`; the
    /// closure that it returns is what is timed.
    pub fn bench<C, T>(&mut self, benchmark: &str, implementation: &str, setup: impl Fn(&Cell) -> C + 'static)
    where
        C: FnMut(&[u8]) -> T + 'static,
        T: Answer + 'static,
    {
        let setup: Setup = Box::new(move |cell| {
            let mut call = setup(cell);
            let call = move |(): &mut (), input: &[u8]| call(input);
            Box::new(Job { state: (), reset: None::<fn(&mut (), &[u8])>, call, last: None })
        });
        self.add(benchmark, implementation, false, setup);
    }

    /// Times a job that changes its state: `reset` runs untimed before each call.
    pub fn bench_with_reset<S: 'static, T: Answer + 'static>(
        &mut self,
        benchmark: &str,
        implementation: &str,
        setup: impl Fn(&Cell) -> S + 'static,
        reset: fn(&mut S, &[u8]),
        call: fn(&mut S, &[u8]) -> T,
    ) {
        let setup: Setup =
            Box::new(move |cell| Box::new(Job { state: setup(cell), reset: Some(reset), call, last: None }));
        self.add(benchmark, implementation, true, setup);
    }

    fn add(&mut self, benchmark: &str, implementation: &str, has_reset: bool, setup: Setup) {
        let (benchmark, implementation) = (benchmark.to_owned(), implementation.to_owned());
        self.jobs.push(Registered { benchmark, implementation, has_reset, setup });
    }

    /// Talks with Paragone until it says `quit`; does not return.
    pub fn serve(mut self) -> ! {
        if std::io::stdin().is_terminal() {
            eprintln!("this is a benchmark driver: it is started by `paragone run`, not by hand");
            std::process::exit(2);
        }
        // The one job that every driver has: its time is what a call costs.
        self.bench("paragone", "empty", |_| |_: &[u8]| ());
        let held = private_streams().and_then(|(input, output)| {
            Conversation { jobs: self.jobs, input: BufReader::new(input), output, cell: None, samples: 0 }.hold()
        });
        if let Err(err) = &held {
            eprintln!("driver: {err}");
        }
        std::process::exit(i32::from(held.is_err()))
    }
}

struct Conversation {
    jobs: Vec<Registered>,
    input: BufReader<File>,
    output: File,
    cell: Option<(Cell, Box<dyn Prepared>)>,
    /// Timed so far.
    samples: usize,
}

/// Places of the stack that samples take in turn: sixteen of 272 bytes cross a page of 4 KiB, at
/// every alignment to 16 within a cache line.
const PLACES: usize = 16;

/// Does something so many places lower on the stack.
///
/// Where the stack lies beside other data can cost ten percent, and one process has one such luck
/// for its whole life; samples at several places average over it.
#[inline(never)]
fn lower(places: usize, work: &mut dyn FnMut()) {
    let room = [0u8; 240];
    keep(&room);
    if places == 0 {
        work()
    } else {
        lower(places - 1, work)
    }
    keep(&room);
}

impl Conversation {
    fn hold(mut self) -> std::io::Result<()> {
        while let Some(line) = self.line()? {
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let details = match word {
                "quit" => break,
                "prepare" => self.details()?,
                _ => Vec::new(),
            };
            // A panic of an implementation fails its request, not the conversation.
            let reply = catch_unwind(AssertUnwindSafe(|| self.reply(word, rest, &details)));
            let reply = reply.unwrap_or_else(|panic| Err(said(&*panic)));
            self.output.write_all(&reply.unwrap_or_else(|text| error(&text)))?;
        }
        Ok(())
    }

    fn line(&mut self) -> std::io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if (&mut self.input).take(MOST_LINE).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.pop() != Some(b'\n') {
            return Err(std::io::Error::other("a line that does not end, or not within 4096 bytes"));
        }
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    /// The lines up to `end`, read whatever is wrong, so that the next request is read as a request.
    fn details(&mut self) -> std::io::Result<Vec<String>> {
        let mut lines = Vec::new();
        while lines.len() <= MOST_LINES {
            match self.line()? {
                Some(line) if line == "end" => return Ok(lines),
                Some(line) => lines.push(line),
                None => break,
            }
        }
        Err(std::io::Error::other("`prepare` without an `end`"))
    }

    fn reply(&mut self, word: &str, rest: &str, details: &[String]) -> Result<Vec<u8>, String> {
        let number = |least: u64| {
            // `parse` takes a sign, which the protocol does not have.
            let number = rest.parse().ok().filter(|number| *number >= least && !rest.starts_with('+'));
            number.ok_or_else(|| format!("expected `{word} NUMBER`, got `{word} {rest}`"))
        };
        READINGS.with_borrow_mut(Vec::clear);
        match word {
            "paragone" => match number(0)? {
                0 => Err("this driver speaks protocol 1 and 2".to_owned()),
                version => Ok(self.greeting(version.min(2))),
            },
            "prepare" => self.prepare(rest, details),
            "answer" => {
                let index = number(0)?;
                let (cell, job) = self.cell.as_mut().ok_or("nothing is prepared")?;
                let none = index == 0 && cell.inputs.is_empty();
                let input = cell.inputs.get(index as usize).map(Input::bytes).or(none.then_some(&[][..]));
                Ok(counted(job.answer(input.ok_or_else(|| format!("no input {index}"))?)))
            }
            "time" => {
                let calls = number(1)?;
                let (cell, job) = self.cell.as_mut().ok_or("nothing is prepared")?;
                let (mut wall, mut cpu) = (0, 0);
                lower(self.samples % PLACES, &mut || (wall, cpu) = job.time(calls, &cell.inputs));
                self.samples += 1;
                let line = |(name, value): &(String, f64)| format!("reading {name} {value}\n");
                let told: String = READINGS.with_borrow(|readings| readings.iter().map(line).collect());
                Ok((told + &format!("time {wall} {cpu}\n")).into_bytes())
            }
            "audit" => {
                let calls = number(1)?;
                let (cell, job) = self.cell.as_mut().ok_or("nothing is prepared")?;
                let nothing = cell.inputs.is_empty().then_some(&[][..]);
                let mut inputs = cell.inputs.iter().map(Input::bytes).chain(nothing).cycle();
                let mut digest = Digest::new();
                for _ in 0..calls {
                    digest.add(&job.answer(inputs.next().unwrap_or_default()));
                }
                Ok(format!("audit {}\n", digest.crc).into_bytes())
            }
            "last" => {
                let last = self.cell.as_ref().and_then(|(_, job)| job.last());
                last.map(counted).ok_or_else(|| "nothing was timed".to_owned())
            }
            _ => Err(format!("unknown request `{word}`")),
        }
    }

    fn greeting(&self, version: u64) -> Vec<u8> {
        let runtime = option_env!("PARAGONE_TOOLCHAIN").unwrap_or("rustc");
        let step = resolution_ns();
        let mut text = format!("paragone {version}\nlanguage rust\nruntime {runtime}\nclock {CLOCK} {step}\n");
        for job in self.jobs.iter().filter(|job| job.benchmark != "paragone") {
            let reset = if job.has_reset && version > 1 { " reset" } else { "" };
            text += &format!("implementation {} {}{reset}\n", job.benchmark, job.implementation);
        }
        (text + "ready\n").into_bytes()
    }

    fn prepare(&mut self, wanted: &str, details: &[String]) -> Result<Vec<u8>, String> {
        self.cell = None;
        let mut cell = Cell { inputs: Vec::new(), params: Vec::new() };
        for line in details {
            match line.split_once(' ').unwrap_or((line, "")) {
                ("input", path) => {
                    let input = Input::read(path);
                    cell.inputs.push(input.map_err(|err| format!("failed to read input `{path}`: {err}"))?);
                }
                ("param", pair) => {
                    let (name, value) = pair.split_once(' ').unwrap_or((pair, ""));
                    cell.params.push((name.to_owned(), value.to_owned()));
                }
                _ => return Err(format!("unknown line `{line}` in `prepare`")),
            }
        }
        let names = wanted.split_once(' ');
        let job = self.jobs.iter().find(|job| names == Some((&job.benchmark, &job.implementation)));
        let job = job.ok_or_else(|| format!("unknown implementation `{wanted}`"))?;
        let job = (job.setup)(&cell);
        self.cell = Some((cell, job));
        Ok(b"ok\n".to_vec())
    }
}

/// One line, and not a long one, whatever an implementation said.
fn error(text: &str) -> Vec<u8> {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(500).collect();
    format!("error {text}\n").into_bytes()
}

/// CRC-32 as IEEE 802.3 and zlib have it, of answers in their order: the length of each, 8 bytes, and its bytes.
struct Digest {
    table: [u32; 256],
    crc: u32,
}

impl Digest {
    fn new() -> Digest {
        let of_byte = |byte| (0..8).fold(byte, |crc: u32, _| crc >> 1 ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 });
        Digest { table: std::array::from_fn(|byte| of_byte(byte as u32)), crc: 0 }
    }

    fn add(&mut self, answer: &[u8]) {
        let length = (answer.len() as u64).to_le_bytes();
        let step = |crc: u32, byte: &u8| crc >> 8 ^ self.table[usize::from(crc as u8 ^ byte)];
        self.crc = !length.iter().chain(answer).fold(!self.crc, step);
    }
}

fn counted(answer: Vec<u8>) -> Vec<u8> {
    let mut bytes = format!("answer {}\n", answer.len()).into_bytes();
    bytes.extend(answer);
    bytes
}

fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or("(no text)"))
}

fn resolution_ns() -> u64 {
    let step = |_| {
        let before = Instant::now();
        // Readings until one differs.
        std::iter::repeat_with(|| before.elapsed().as_nanos() as u64).find(|step| *step > 0)
    };
    (0..1000).filter_map(step).min().unwrap_or(0)
}

const APPLE: bool = cfg!(target_vendor = "apple");
/// What `Instant` reads there.
const CLOCK: &str = if APPLE { "CLOCK_UPTIME_RAW" } else { "CLOCK_MONOTONIC" };
const CLOCK_PROCESS_CPUTIME_ID: i32 = if APPLE { 12 } else { 2 };

unsafe extern "C" {
    fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    fn dup2(from: i32, to: i32) -> i32;
}

fn cpu_ns() -> u64 {
    let mut time = [0; 2];
    // SAFETY: on 64-bit Unix a timespec is two of these: seconds and nanoseconds.
    unsafe { clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    time[0] as u64 * 1_000_000_000 + time[1] as u64
}

/// Takes the streams for the conversation alone: what an implementation prints goes to standard
/// error, and what it reads is empty. The copies are closed in child processes.
fn private_streams() -> std::io::Result<(File, File)> {
    let input = std::io::stdin().as_fd().try_clone_to_owned()?;
    let output = std::io::stdout().as_fd().try_clone_to_owned()?;
    let nothing = File::open("/dev/null")?;
    // SAFETY: plain system calls on open descriptors; 0 and 1 stay open, so whoever holds them may go on.
    if unsafe { dup2(nothing.as_raw_fd(), 0) } != 0 || unsafe { dup2(2, 1) } != 1 {
        return Err(std::io::Error::last_os_error());
    }
    Ok((input.into(), output.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_readings_of_one_name_the_last_counts_and_too_many_names_fail() {
        for call in 0..1000 {
            reading("bytes", f64::from(call));
            reading(if call % 2 == 0 { "even" } else { "odd" }, 1.0);
        }
        let told = READINGS.take();
        assert_eq!(told.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["bytes", "even", "odd"]);
        assert_eq!(told[0].1, 999.0);
        let names: Vec<String> = (0..=MOST_READINGS).map(|number| format!("name-{number}")).collect();
        let tell = |count: usize| names[..count].iter().for_each(|name| reading(name, 1.0));
        tell(MOST_READINGS);
        let panic = catch_unwind(|| tell(MOST_READINGS + 1)).unwrap_err();
        assert_eq!(said(&*panic), "panicked: readings of more than 16 names in one request");
    }

    /// Worked out with Python's `zlib.crc32`.
    #[test]
    fn a_digest_has_the_lengths_and_bytes_of_answers_in_order() {
        let of = |answers: &[&[u8]]| {
            let mut digest = Digest::new();
            answers.iter().for_each(|answer| digest.add(answer));
            digest.crc
        };
        assert_eq!((of(&[]), of(&[b""]), of(&[b"ab", b"c"])), (0, 1_696_784_233, 691_304_074));
    }
}
