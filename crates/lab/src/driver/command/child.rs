//! One run of a program: started as cheaply as the system can, waited for, and what it cost.
//!
//! In: words, and where its streams go; out: time, resources, how it ended. It keeps nothing.

use std::ffi::CString;
use std::io::{Error, Result};
use std::mem::MaybeUninit;
use std::os::fd::RawFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::process::ExitStatus;
use std::ptr;

use libc::{c_char, c_int};

use crate::driver::keeper::{ns, resident_bytes, wait_for};
use crate::driver::language::find_program::find_along;

/// How far the environment grows and shrinks from run to run: it moves the stack, which is then no
/// property of one command but chance for all.
const PADDING: usize = 4096;

/// On macOS the other clock moves in whole microseconds, and goes on while the machine sleeps.
#[cfg(target_os = "macos")]
pub(super) const CLOCK: (libc::clockid_t, &str) = (libc::CLOCK_UPTIME_RAW, "CLOCK_UPTIME_RAW");
#[cfg(not(target_os = "macos"))]
pub(super) const CLOCK: (libc::clockid_t, &str) = (libc::CLOCK_MONOTONIC, "CLOCK_MONOTONIC");

const PADDING_NAME: &str = "PARAGONE_PADDING=";

/// What a run came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ended {
    /// From before the start to after the wait.
    pub(super) wall_ns: u64,
    pub(super) user_ns: u64,
    pub(super) system_ns: u64,
    /// Most memory that was resident at once, of the largest process among it and its children.
    pub(super) peak_bytes: u64,
    pub(super) how: ExitStatus,
}

/// Where a program's streams go: its input, its output and its errors, as they are numbered.
pub(super) type Streams = [RawFd; 3];

/// The environment of all runs, of another length for each.
#[derive(Debug)]
pub(super) struct Environment {
    variables: Vec<CString>,
    padding: Vec<u8>,
    run: usize,
}

impl Environment {
    /// This process's own.
    pub(super) fn inherited() -> Environment {
        let all = std::env::vars_os().filter(|(name, _)| name.as_bytes() != b"PARAGONE_PADDING");
        let variable = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            CString::new([name.into_vec(), b"=".to_vec(), value.into_vec()].concat()).ok()
        };
        let padding = [PADDING_NAME.as_bytes(), &[b'x'; PADDING], &[0]].concat();
        Environment { variables: all.filter_map(variable).collect(), padding, run: 0 }
    }

    /// Pointers to the variables; the padding ends somewhere else each time.
    fn pointers(&mut self) -> Vec<*mut c_char> {
        let first = PADDING_NAME.len();
        self.padding[first + self.run % PADDING] = b'x';
        // A step without a common factor with the length comes to every place before it comes again.
        self.run = (self.run + 1619) % PADDING;
        self.padding[first + self.run] = 0;
        let mut pointers: Vec<*mut c_char> = self.variables.iter().map(|one| one.as_ptr().cast_mut()).collect();
        pointers.push(self.padding.as_mut_ptr().cast());
        pointers.push(ptr::null_mut());
        pointers
    }
}

/// A program that has been found, with its words ready for the system.
#[derive(Debug)]
pub(super) struct ReadyChild {
    program: CString,
    words: Vec<CString>,
}

impl ReadyChild {
    /// Looks for the program once, so that no run has to.
    pub(super) fn new(words: &[String]) -> std::result::Result<ReadyChild, String> {
        let first = words.first().ok_or("the command is empty")?;
        let program =
            find(first).ok_or_else(|| format!("`{first}` is no program: not found on PATH, or not executable"))?;
        let text = |bytes: &[u8]| CString::new(bytes).map_err(|_| "a word of the command holds a zero byte".to_owned());
        Ok(ReadyChild {
            program: text(program.as_os_str().as_bytes())?,
            words: words.iter().map(|word| text(word.as_bytes())).collect::<std::result::Result<_, _>>()?,
        })
    }

    /// Runs it to its end.
    pub(super) fn run(&self, streams: Streams, environment: &mut Environment) -> Result<Ended> {
        let mut argv: Vec<*mut c_char> = self.words.iter().map(|word| word.as_ptr().cast_mut()).collect();
        argv.push(ptr::null_mut());
        let variables = environment.pointers();
        let plan = SpawnPlan::new(streams)?;
        let mut pid = 0;
        let began = now_ns();
        // SAFETY: program, words and variables are live C strings, both lists end with null, and the plan's
        // structures are initialised for as long as they live. posix_spawn shares memory with the new process until it starts the program,
        // instead of copying this process for it.
        let failed = unsafe {
            libc::posix_spawn(
                &raw mut pid,
                self.program.as_ptr(),
                &raw const plan.actions.it,
                &raw const plan.attributes.it,
                argv.as_ptr(),
                variables.as_ptr(),
            )
        };
        checked(failed)?;
        let (how, usage) = wait_for(pid)?;
        let wall_ns = now_ns() - began;
        let peak_bytes = resident_bytes(&usage);
        Ok(Ended { wall_ns, user_ns: ns(usage.ru_utime), system_ns: ns(usage.ru_stime), peak_bytes, how })
    }
}

/// What posix_spawn is to do between the new process and the new program.
struct SpawnPlan {
    actions: Initialised<libc::posix_spawn_file_actions_t>,
    attributes: Initialised<libc::posix_spawnattr_t>,
}

impl SpawnPlan {
    fn new(streams: Streams) -> Result<SpawnPlan> {
        let mut actions = Initialised::by(libc::posix_spawn_file_actions_init, libc::posix_spawn_file_actions_destroy)?;
        let mut attributes = Initialised::by(libc::posix_spawnattr_init, libc::posix_spawnattr_destroy)?;
        for (to, from) in (0..).zip(streams) {
            // SAFETY: the structure is initialised; the call refuses numbers that no file can have.
            checked(unsafe { libc::posix_spawn_file_actions_adddup2(&raw mut actions.it, from, to) })?;
        }
        let mut signals = MaybeUninit::uninit();
        // This process ignores SIGPIPE, as Rust programs do; commands expect it to end them.
        // SAFETY: `sigemptyset` initialises the set before anything else touches it; the attributes are initialised.
        unsafe {
            libc::sigemptyset(signals.as_mut_ptr());
            libc::sigaddset(signals.as_mut_ptr(), libc::SIGPIPE);
            checked(libc::posix_spawnattr_setsigdefault(&raw mut attributes.it, signals.as_ptr()))?;
            checked(libc::posix_spawnattr_setflags(&raw mut attributes.it, libc::POSIX_SPAWN_SETSIGDEF as _))?;
        }
        Ok(SpawnPlan { actions, attributes })
    }
}

/// A structure of the system's that is initialised for as long as this lives: what could not be initialised is never
/// made, and so never destroyed.
struct Initialised<T> {
    it: T,
    destroy: OnStructure<T>,
}

/// A function of the system's on such a structure.
type OnStructure<T> = unsafe extern "C" fn(*mut T) -> c_int;

impl<T> Initialised<T> {
    /// Takes the two functions that the system has for such structures, and no others.
    fn by(init: OnStructure<T>, destroy: OnStructure<T>) -> Result<Initialised<T>> {
        let mut it = MaybeUninit::uninit();
        // SAFETY: the system's own function initialises the structure, unless it fails; both callers pass the pair.
        unsafe {
            checked(init(it.as_mut_ptr()))?;
            Ok(Initialised { it: it.assume_init(), destroy })
        }
    }
}

impl<T> Drop for Initialised<T> {
    fn drop(&mut self) {
        // SAFETY: initialised by the function that goes with this one, and destroyed nowhere else.
        unsafe { (self.destroy)(&raw mut self.it) };
    }
}

/// What the functions around posix_spawn return, which do not set `errno`.
fn checked(code: c_int) -> Result<()> {
    if code == 0 { Ok(()) } else { Err(Error::from_raw_os_error(code)) }
}

fn now_ns() -> u64 {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: fills a live structure.
    unsafe { libc::clock_gettime(CLOCK.0, &raw mut now) };
    now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
}

/// The smallest step that the clock was seen to make.
pub(super) fn clock_step_ns() -> u64 {
    let step = (0..100).filter_map(|_| {
        let first = now_ns();
        (0..1000).map(|_| now_ns()).find(|next| *next > first).map(|next| next - first)
    });
    step.min().unwrap_or(1)
}

/// Where a program lies; without PATH, a name is looked for where the system does by itself.
pub(super) fn find(name: &str) -> Option<PathBuf> {
    find_along(name, std::env::var_os("PATH").or_else(|| Some("/usr/bin:/bin".into())))
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsRawFd;
    use std::os::unix::process::ExitStatusExt;

    use super::*;
    use crate::driver::command::spool::Spool;

    fn run(words: &[&str]) -> (Ended, String) {
        let nothing = std::fs::File::open("/dev/null").unwrap();
        let mut output = Spool::in_memory().unwrap();
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let streams = [nothing.as_raw_fd(), output.fd(), output.fd()];
        let ended = ReadyChild::new(&words).unwrap().run(streams, &mut Environment::inherited()).unwrap();
        (ended, String::from_utf8(output.read().unwrap()).unwrap())
    }

    #[test]
    fn a_program_says_its_word_and_how_it_ended() {
        let (ended, said) = run(&["sh", "-c", "cat; echo \"$0 $1\"; exit 7", "one", "two three"]);
        assert_eq!((ended.how.code(), said.as_str()), (Some(7), "one two three\n"));
        assert!(ended.wall_ns > 0 && ended.peak_bytes > 0);
        assert_eq!(run(&["sh", "-c", "kill -9 $$"]).0.how.signal(), Some(9));
    }

    #[test]
    fn a_broken_pipe_ends_a_command_as_in_a_shell() {
        let (_, said) = run(&["sh", "-c", "(yes; echo code $? >&2) | head -n 1"]);
        assert!(said.contains("code 141"), "{said}");
    }

    #[test]
    fn a_stream_that_cannot_be_is_an_error_and_frees_what_was_made() {
        let nothing = std::fs::File::open("/dev/null").unwrap();
        for place in 0..3 {
            let mut streams = [nothing.as_raw_fd(); 3];
            streams[place] = -1;
            let plan = SpawnPlan::new(streams);
            assert_eq!(plan.err().and_then(|err| err.raw_os_error()), Some(libc::EBADF));
        }
    }

    #[test]
    fn a_missing_program_is_named() {
        assert!(ReadyChild::new(&["no-such-program".to_owned()]).unwrap_err().contains("`no-such-program`"));
        assert!(ReadyChild::new(&[]).is_err());
        assert_eq!(find("/"), None);
    }

    #[test]
    fn the_environment_changes_its_length_and_nothing_else() {
        let mut environment = Environment::inherited();
        let mut lengths = std::collections::BTreeSet::new();
        for _ in 0..100 {
            let pointers = environment.pointers();
            let padding = pointers[pointers.len() - 2];
            // SAFETY: the padding is a live C string.
            let text = unsafe { std::ffi::CStr::from_ptr(padding) }.to_str().unwrap().to_owned();
            assert!(text[PADDING_NAME.len()..].bytes().all(|byte| byte == b'x'));
            lengths.insert(text.len());
        }
        assert_eq!(lengths.len(), 100);
    }
}
