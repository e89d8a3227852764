//! A program that can be linked again: a seed in, the program out whose code lies as that seed has it.
//!
//! Each is made once, below the folder of its build, and appears whole or not at all. It knows files and linkers, not
//! what is measured.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{ScopedJoinHandle, available_parallelism};
use std::{fs, io};

use crate::driver::building::digest::{Digest, of_file};
use crate::driver::building::lock::{LOCK, Lock, lock};
use crate::driver::building::unchanged::{Seen, Unchanged};
use crate::driver::language::fill::fill_late;
use crate::driver::layout::kept_link::KeptLink;
use crate::driver::layout::order::{FunctionOrder, symbol_sizes};
use crate::driver::layout::shuffler::Shuffler;
use crate::driver::pin::stay_on;
use crate::driver::processes::process::Program;

/// Everything that a link needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// The folder of the build whose objects are linked.
    pub(super) out: PathBuf,
    /// What its programs are called.
    pub(super) name: PathBuf,
    /// Which of the words that start a driver is the program: not the first where Paragone itself drives it.
    pub(super) place: usize,
    /// Digest of what decides how a link comes out, beside its seed.
    pub(super) digest: String,
    pub(super) how: How,
    pub aligned: bool,
    /// Libraries that it loads, beside the system's own.
    pub shared: Vec<String>,
}

/// Who links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// A linker with arguments that were kept; with an order where another version has the same functions and data.
    Kept { link: KeptLink, shuffler: Shuffler, order: Option<FunctionOrder> },
    /// A command of the toolchain, which compiles its sources again where they are not in a cache of its own.
    Command { words: Vec<String>, env: Vec<(String, String)>, folder: PathBuf, sources: Sources },
}

/// What a linker is told for a seed.
fn linker_words(
    shuffler: &Shuffler,
    order: Option<&FunctionOrder>,
    seed: u32,
    into: &Path,
) -> Result<Vec<String>, String> {
    let file = into.with_file_name("order");
    let ordered = order.and_then(|order| Some((order, shuffler.ordered(&file, seed)?)));
    let Some((order, words)) = ordered else { return Ok(shuffler.words(seed)) };
    order.write(seed, &file).map_err(|err| format!("failed to write `{}`: {err}", file.display()))?;
    Ok(words)
}

/// Files and folders, as they were when the usual program was built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sources {
    parts: Vec<PathBuf>,
    digest: String,
}

impl Sources {
    pub(super) fn of(parts: &[PathBuf]) -> io::Result<Sources> {
        let mut digest = Digest::default();
        parts.iter().try_for_each(|part| digest.all_of(part))?;
        Ok(Sources { parts: parts.to_vec(), digest: digest.hex() })
    }

    /// An error where a link would be of other code than what is measured elsewhere in the run.
    fn are_the_same(&self) -> Result<(), String> {
        match Sources::of(&self.parts) {
            Ok(now) if now == *self => Ok(()),
            _ => Err("its sources have changed since it was built; run it again when they are at rest".to_owned()),
        }
    }
}

/// How many layouts of a program are linked before any run measures it. They are the same in every run, so that a later
/// one links nothing; which of them a launch gets is the run's own chance.
pub const LAYOUTS: u32 = 16;

/// Beside each linked program: the digest of what decided it, and its own.
const STAMP: &str = "stamp";
const LAID_OUT: &str = "layouts";

/// The last lines of what a linker says.
const TAIL: usize = 5;

impl Links {
    /// The program in another layout; a linker may use all these cores, whatever Paragone has pinned itself to.
    pub fn program(&self, of: &Program, seed: u32, cores: &[u32]) -> Result<Program, String> {
        let (path, digest) = (self.place_of(seed), self.linked(seed, cores)?);
        let mut argv = of.argv.clone();
        let mut others = argv.clone();
        if let Some(word) = argv.get_mut(self.place) {
            *word = path.display().to_string();
            others.remove(self.place);
        }
        let files = Unchanged::named_by(&others).and_known(path, digest);
        Ok(Program { files, argv, ..of.clone() })
    }

    /// Gives the functions and data that another version has, too, the addresses that they have there in each layout,
    /// where the linker can do that and both programs have a symbol table. Layouts that were linked beside yet another
    /// version are linked again.
    pub(super) fn share_addresses_with(&mut self, beside: &Links) {
        let (How::Kept { link, shuffler, order }, How::Kept { link: other, .. }) = (&mut self.how, &beside.how) else {
            return;
        };
        let [mine, theirs] = [link.made(), other.made()].map(|program| symbol_sizes(&program));
        let Some(words) = shuffler.ordered(Path::new(""), 0).filter(|_| !mine.is_empty() && !theirs.is_empty()) else {
            return;
        };
        let laid = FunctionOrder::of(&mine, &theirs);
        let mut digest = Digest::default();
        digest.value(self.digest.as_bytes()).values(&words);
        laid.add_to(&mut digest);
        self.digest = digest.hex();
        *order = Some(laid);
    }

    /// Makes the layouts that every run draws from, unless they are there; as many at once as there are cores.
    pub(super) fn make_all(&self) -> Result<(), String> {
        let is_missing = |seed: &u32| self.found(*seed).is_none();
        if !(1..=LAYOUTS).any(|seed| is_missing(&seed)) {
            return Ok(());
        }
        let _lock = self.locked()?;
        let missing: Vec<u32> = (1..=LAYOUTS).filter(is_missing).collect();
        let (next, threads) = (AtomicUsize::new(0), available_parallelism().map_or(1, usize::from));
        let work = || {
            let mut mine = std::iter::from_fn(|| missing.get(next.fetch_add(1, Ordering::Relaxed)));
            mine.try_for_each(|seed| self.made(*seed, &[]).map(drop))
        };
        std::thread::scope(|scope| {
            let working: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let ended = |thread: ScopedJoinHandle<'_, Result<(), String>>| {
                thread.join().unwrap_or_else(|_| Err("a thread died".to_owned()))
            };
            working.into_iter().try_for_each(ended)
        })
    }

    /// The digest of the program in a layout, which is linked unless it is there.
    fn linked(&self, seed: u32, cores: &[u32]) -> Result<String, String> {
        if let Some(digest) = self.found(seed) {
            return Ok(digest);
        }
        let _lock = self.locked()?;
        self.found(seed).map_or_else(|| self.made(seed, cores), Ok)
    }

    fn locked(&self) -> Result<Lock, String> {
        let failed = |err: io::Error| format!("failed to lock `{}`: {err}", self.out.display());
        lock(&self.out.join(LOCK), &mut || {}).map_err(failed)
    }

    /// Where the program of a layout lies: each in a folder of its own.
    fn place_of(&self, seed: u32) -> PathBuf {
        self.out.join(LAID_OUT).join(seed.to_string()).join(&self.name)
    }

    /// The same, linked by whoever has the lock.
    fn made(&self, seed: u32, cores: &[u32]) -> Result<String, String> {
        let program = self.place_of(seed);
        let folder = program.parent().unwrap_or(&self.out);
        let failed = |err: io::Error| format!("failed to link its layout {seed} in `{}`: {err}", folder.display());
        fs::create_dir_all(folder).map_err(failed)?;
        let draft = folder.join("draft");
        self.link_into(seed, &draft, cores).map_err(|why| format!("its layout {seed} could not be linked: {why}"))?;
        let digest = of_file(&draft).map_err(failed)?;
        fs::rename(&draft, &program).map_err(failed)?;
        // Last: a program without it is linked again.
        self.seal(&program, &digest).map_err(failed)?;
        Ok(digest)
    }

    /// The digest of the program, where it is there and is what was linked. It is read only where the folder knows of a
    /// change: programs have tens of megabytes, and each launch looks for one of every lane.
    fn found(&self, seed: u32) -> Option<String> {
        let program = self.place_of(seed);
        let stamp = fs::read_to_string(program.with_file_name(STAMP)).ok()?;
        let digest = stamp.lines().nth(1)?;
        let is_as_seen = stamp == self.stamp(digest, &Seen::of(&program).ok()?);
        let has_its_bytes =
            || stamp.lines().next() == Some(&self.digest) && of_file(&program).is_ok_and(|own| own == digest);
        if !is_as_seen {
            if !has_its_bytes() {
                return None;
            }
            // As of a cache that was copied, or is of an older version: next time it need not be read.
            let _ = self.seal(&program, digest);
        }
        Some(digest.to_owned())
    }

    /// Leaves beside a program what tells that it is whole, and is the one that was linked.
    fn seal(&self, program: &Path, digest: &str) -> io::Result<()> {
        let draft = program.with_file_name("stamp.draft");
        fs::write(&draft, self.stamp(digest, &Seen::of(program)?))?;
        fs::rename(&draft, program.with_file_name(STAMP))
    }

    fn stamp(&self, program: &str, seen: &Seen) -> String {
        format!("{}\n{program}\n{}\n", self.digest, seen.line())
    }

    fn link_into(&self, seed: u32, into: &Path, cores: &[u32]) -> Result<(), String> {
        let mut command = match &self.how {
            How::Kept { link, shuffler, order } => {
                link.again(&shuffler.command, into, &linker_words(shuffler, order.as_ref(), seed, into)?)
            }
            How::Command { words, env, folder, sources } => {
                sources.are_the_same()?;
                let late = [("linked", into.display().to_string()), ("seed", seed.to_string())];
                let late = late.map(|(name, value)| (name.to_owned(), vec![value]));
                let words = fill_late(words, &late);
                let (program, words) = words.split_first().ok_or("there is no command for it")?;
                let mut command = Command::new(program);
                command.args(words).envs(env.iter().map(|(name, value)| (name, value))).current_dir(folder);
                command
            }
        };
        let shown = command.get_program().to_string_lossy().into_owned();
        let cores = cores.to_vec();
        let spread = move || {
            stay_on(&cores);
            Ok(())
        };
        // SAFETY: between fork and exec it makes one system call, and takes no memory and no lock.
        unsafe { command.pre_exec(spread) };
        let output =
            command.stdin(Stdio::null()).output().map_err(|err| format!("failed to start `{shown}`: {err}"))?;
        if output.status.success() {
            // Whatever was written while it compiled may be in it or not.
            return if let How::Command { sources, .. } = &self.how { sources.are_the_same() } else { Ok(()) };
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let lines: Vec<&str> = said.trim_end().lines().collect();
        let tail = lines[lines.len().saturating_sub(TAIL)..].join("; ");
        Err(format!("`{shown}` failed ({}): {tail}", output.status))
    }
}
