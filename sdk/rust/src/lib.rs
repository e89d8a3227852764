//! Makes a program a driver: register jobs with [`Driver::bench`], then [`Driver::serve`].
//!
//! In: protocol 1 on standard input, and the input files that `prepare` names; out: answers and
//! times. It parses no flag, does no statistics and knows no benchmark. Standard library only.
//!
//! ```no_run
//! let mut driver = paragone_sdk::Driver::new();
//! driver.bench("sum", "loop", |_cell| {
//!     |input: &[u8]| input.iter().map(|&byte| u64::from(byte)).sum::<u64>()
//! });
//! driver.serve();
//! ```

use std::fs::File;
use std::io::{BufRead, BufReader, IsTerminal, Read, Write};
use std::os::fd::FromRawFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

pub use std::hint::black_box as keep;

/// The result of a call, as the bytes that the lab compares: integers are 8 bytes little-endian.
pub trait Answer {
    fn answer(&self) -> Vec<u8>;
}

impl Answer for () {
    fn answer(&self) -> Vec<u8> {
        Vec::new()
    }
}
impl Answer for Vec<u8> {
    fn answer(&self) -> Vec<u8> {
        self.clone()
    }
}
impl<const N: usize> Answer for [u8; N] {
    fn answer(&self) -> Vec<u8> {
        self.to_vec()
    }
}
impl Answer for String {
    fn answer(&self) -> Vec<u8> {
        self.clone().into_bytes()
    }
}
macro_rules! integers {
    ($($name:ty)*) => {$(impl Answer for $name {
        fn answer(&self) -> Vec<u8> {
            // `as` widens or reinterprets: an answer is compared as bits, in any language.
            (*self as u64).to_le_bytes().to_vec()
        }
    })*};
}
integers!(bool u8 u16 u32 u64 usize i32 i64);

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
    fn read(path: &str) -> Result<Input, String> {
        let fault = |err: std::io::Error| format!("failed to read input `{path}`: {err}");
        let file = File::open(path).map_err(fault)?;
        let length = file.metadata().map_err(fault)?.len() as usize;
        let mut storage: Vec<u8> = Vec::with_capacity(length + 64);
        let start = storage.as_ptr().align_offset(64);
        storage.resize(start, 0);
        // `take` keeps the file from outgrowing the buffer, which would move it off its alignment.
        (&file).take(length as u64).read_to_end(&mut storage).map_err(fault)?;
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
        if let Some(reset) = &mut self.reset {
            reset(&mut self.state, input);
        }
        // `last` speaks of timed calls alone.
        self.last = None;
        (self.call)(&mut self.state, input).answer()
    }

    // Never inlined, so that what surrounds the loop cannot change its code.
    #[inline(never)]
    fn time(&mut self, calls: u64, inputs: &[Input]) -> (u64, u64) {
        const NONE: &[u8] = &[];
        let inputs: Vec<&[u8]> = if inputs.is_empty() { vec![NONE] } else { inputs.iter().map(Input::bytes).collect() };
        let mut last = self.last.take();
        let mut next = 0;
        let cpu = cpu_ns();
        let mut wall = 0;
        if let Some(reset) = &mut self.reset {
            for _ in 0..calls {
                let input = inputs[next];
                next = if next + 1 == inputs.len() { 0 } else { next + 1 };
                reset(&mut self.state, input);
                let start = Instant::now();
                let result = (self.call)(&mut self.state, keep(input));
                keep(&result);
                wall += start.elapsed().as_nanos() as u64;
                last = Some(result);
            }
        } else {
            // The first reading brings the clock's own code and data into the cache.
            keep(Instant::now());
            let start = Instant::now();
            for _ in 0..calls {
                let input = inputs[next];
                next = if next + 1 == inputs.len() { 0 } else { next + 1 };
                let result = (self.call)(&mut self.state, keep(input));
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

/// The jobs of this program.
#[derive(Default)]
pub struct Driver {
    jobs: Vec<(String, String, Setup)>,
}

impl Driver {
    /// A driver with the one job that every driver has: the empty call, whose time is what a call costs.
    pub fn new() -> Driver {
        let mut driver = Driver::default();
        driver.bench("paragone", "empty", |_| |_: &[u8]| ());
        driver
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
        self.jobs.push((benchmark.to_owned(), implementation.to_owned(), setup));
    }

    /// The same for a job that changes its state: `reset` runs untimed before each call.
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
        self.jobs.push((benchmark.to_owned(), implementation.to_owned(), setup));
    }

    /// Talks with the lab until it says `quit`; does not return.
    pub fn serve(self) -> ! {
        if std::io::stdin().is_terminal() {
            eprintln!("this is a benchmark driver: it is started by `paragone run`, not by hand");
            std::process::exit(2);
        }
        let (input, output) = private_streams();
        let conversation = Conversation { jobs: self.jobs, input: BufReader::new(input), output, cell: None };
        let code = match conversation.hold() {
            Ok(()) => 0,
            Err(err) => {
                eprintln!("driver: {err}");
                1
            }
        };
        std::process::exit(code)
    }
}

struct Conversation {
    jobs: Vec<(String, String, Setup)>,
    input: BufReader<File>,
    output: File,
    cell: Option<(Cell, Box<dyn Prepared>)>,
}

impl Conversation {
    fn hold(mut self) -> std::io::Result<()> {
        while let Some(line) = self.line()? {
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            // A panic of an implementation fails its request, not the conversation.
            let reply = match word {
                "quit" => return Ok(()),
                "prepare" => self.prepare(rest)?,
                _ => {
                    catch_unwind(AssertUnwindSafe(|| self.reply(word, rest))).unwrap_or_else(|panic| Err(said(&*panic)))
                }
            };
            let reply =
                reply.unwrap_or_else(|text| format!("error {}\n", text.replace(['\n', '\r'], " ")).into_bytes());
            self.output.write_all(&reply)?;
        }
        Ok(())
    }

    fn line(&mut self) -> std::io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if (&mut self.input).take(1 << 20).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.pop() != Some(b'\n') {
            return Err(std::io::Error::other("a line that does not end"));
        }
        Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn reply(&mut self, word: &str, rest: &str) -> Result<Vec<u8>, String> {
        let number = || rest.parse::<u64>().map_err(|_| format!("expected `{word} NUMBER`, got `{word} {rest}`"));
        match word {
            "paragone" => number().map(|version| self.greeting(version)),
            "answer" => {
                let (cell, job) = self.cell.as_mut().ok_or("nothing is prepared")?;
                let index = number()?;
                let none = index == 0 && cell.inputs.is_empty();
                let input = cell.inputs.get(index as usize).map(Input::bytes).or(none.then_some(&[][..]));
                Ok(counted(job.answer(input.ok_or_else(|| format!("no input {index}"))?)))
            }
            "time" => {
                let (cell, job) = self.cell.as_mut().ok_or("nothing is prepared")?;
                let calls = number()?.max(1);
                let (wall, cpu) = job.time(calls, &cell.inputs);
                Ok(format!("time {wall} {cpu}\n").into_bytes())
            }
            "last" => {
                let last = self.cell.as_ref().and_then(|(_, job)| job.last());
                last.map(counted).ok_or_else(|| "nothing was timed".to_owned())
            }
            _ => Err(format!("unknown request `{word}`")),
        }
    }

    fn greeting(&self, version: u64) -> Vec<u8> {
        if version == 0 {
            return b"error this driver speaks protocol 1\n".to_vec();
        }
        let runtime = option_env!("PARAGONE_RUSTC").unwrap_or("rustc");
        let mut text = format!("paragone 1\nlanguage rust\nruntime {runtime}\nclock {CLOCK} {}\n", resolution_ns());
        for (benchmark, implementation, _) in &self.jobs[1..] {
            text += &format!("implementation {benchmark} {implementation}\n");
        }
        (text + "ready\n").into_bytes()
    }

    /// Reads up to `end` whatever is wrong, so that the next request is read as a request.
    fn prepare(&mut self, rest: &str) -> std::io::Result<Result<Vec<u8>, String>> {
        self.cell = None;
        let mut cell = Cell { inputs: Vec::new(), params: Vec::new() };
        let mut fault = None;
        loop {
            let line = self.line()?.ok_or_else(|| std::io::Error::other("the lab went away within `prepare`"))?;
            match line.split_once(' ') {
                None if line == "end" => break,
                Some(("input", path)) => match Input::read(path) {
                    Ok(input) => cell.inputs.push(input),
                    Err(text) => fault = fault.or(Some(text)),
                },
                Some(("param", pair)) => {
                    let (name, value) = pair.split_once(' ').unwrap_or((pair, ""));
                    cell.params.push((name.to_owned(), value.to_owned()));
                }
                _ => fault = fault.or(Some(format!("unknown line `{line}` in `prepare`"))),
            }
        }
        if let Some(fault) = fault {
            return Ok(Err(fault));
        }
        let name = |benchmark: &str, implementation: &str| format!("{benchmark} {implementation}") == rest;
        let Some((_, _, setup)) = self.jobs.iter().find(|(b, i, _)| name(b, i)) else {
            return Ok(Err(format!("unknown implementation `{rest}`")));
        };
        Ok(match catch_unwind(AssertUnwindSafe(|| setup(&cell))) {
            Ok(job) => {
                self.cell = Some((cell, job));
                Ok(b"ok\n".to_vec())
            }
            Err(panic) => Err(said(&*panic)),
        })
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
    let mut least = u64::MAX;
    let mut before = Instant::now();
    for _ in 0..1000 {
        let now = Instant::now();
        let step = (now - before).as_nanos() as u64;
        least = if step > 0 { least.min(step) } else { least };
        before = now;
    }
    least
}

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

#[cfg(target_vendor = "apple")]
const PROCESS_CPU: i32 = 12;
#[cfg(not(target_vendor = "apple"))]
const PROCESS_CPU: i32 = 2;
#[cfg(target_vendor = "apple")]
const CLOCK: &str = "CLOCK_UPTIME_RAW";
#[cfg(not(target_vendor = "apple"))]
const CLOCK: &str = "CLOCK_MONOTONIC";

unsafe extern "C" {
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
    fn dup2(from: i32, to: i32) -> i32;
    fn fcntl(fd: i32, command: i32, ...) -> i32;
}

fn cpu_ns() -> u64 {
    let mut time = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: the pointer is to a live value of the layout that 64-bit Unix expects.
    unsafe { clock_gettime(PROCESS_CPU, &raw mut time) };
    time.seconds as u64 * 1_000_000_000 + time.nanoseconds as u64
}

/// Takes the streams for the conversation alone: what an implementation prints goes to standard
/// error, and what it reads is empty. The copies are closed in child processes.
fn private_streams() -> (File, File) {
    let duplicate: i32 = if cfg!(target_vendor = "apple") { 67 } else { 1030 };
    let nothing = File::open("/dev/null").expect("failed to open `/dev/null`");
    // SAFETY: plain system calls on descriptors 0 to 2; each new descriptor has this one owner.
    unsafe {
        let (input, output) = (fcntl(0, duplicate, 3), fcntl(1, duplicate, 3));
        assert!(input >= 0 && output >= 0, "failed to duplicate standard input and output");
        assert!(dup2(2, 1) == 1, "failed to point standard output at standard error");
        assert!(dup2(std::os::fd::AsRawFd::as_raw_fd(&nothing), 0) == 0, "failed to close standard input");
        (File::from_raw_fd(input), File::from_raw_fd(output))
    }
}
