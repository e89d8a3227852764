//! A lab of a test's own: store, cache and folders in a place that goes away with it.
//!
//! In: the words of a command line; out: what was said and how it ended. It knows no command.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::Value;

/// Long enough for the slowest machine; what takes longer hangs.
pub(crate) const PATIENCE: Duration = Duration::from_secs(240);

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_paragone");

pub(crate) struct Lab {
    pub(crate) folder: tempfile::TempDir,
    environment: Vec<(OsString, OsString)>,
}

/// What a command said, and how it ended.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// The suites that are there for tests.
pub(crate) fn suites() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suites")
}

impl Lab {
    pub(crate) fn new() -> Lab {
        let folder = tempfile::tempdir().unwrap();
        let mut lab = Lab { folder, environment: Vec::new() };
        for (name, place) in [
            ("PARAGONE_STORE", "runs.sqlite"),
            ("PARAGONE_CACHE", "cache"),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_DATA_HOME", "data"),
            ("XDG_CACHE_HOME", "cache"),
            ("HOME", "home"),
        ] {
            lab.set(name, lab.path(place));
        }
        lab.set("PARAGONE_SUITES", suites());
        lab.set("LC_ALL", "C.UTF-8");
        lab.set("RUST_BACKTRACE", "0");
        lab
    }

    /// A lab that finds the drivers of the suites for tests built already: their builds are shared by all tests, and
    /// kept below `target`. For tests that neither change a suite nor look into the cache.
    pub(crate) fn with_builds() -> Lab {
        let mut lab = Lab::new();
        lab.set("PARAGONE_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("builds-of-tests"));
        lab
    }

    /// A place in Paragone's own folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.path("runs.sqlite")
    }

    pub(crate) fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.environment.push((name.into(), value.into()));
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// A copy of a suite that the test may change; Paragone has no other suite from then on.
    pub(crate) fn own_suite(&mut self, name: &str) -> PathBuf {
        let (from, to) = (suites().join(name), self.path("own").join(name));
        fs::create_dir_all(&to).unwrap();
        for entry in fs::read_dir(&from).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
        self.set("PARAGONE_SUITES", self.path("own"));
        to
    }

    /// The program with these words, still to be started; its environment is Paragone's alone.
    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.args(words).current_dir(self.folder.path()).stdin(Stdio::null());
        for name in ["PARAGONE_SDK", "PARAGONE_CONFIG", "NO_COLOR", "COLUMNS", "LANG", "LC_CTYPE"] {
            command.env_remove(name);
        }
        // In an empty cache Go would build its own library anew, which takes a minute.
        command
            .env("CARGO_HOME", of_home("CARGO_HOME", ".cargo"))
            .env("GOCACHE", of_home("GOCACHE", ".cache/go-build"));
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs a command to its end.
    pub(crate) fn run(&self, words: &[&str]) -> Said {
        finished(self.command(words))
    }

    /// Runs a command that must end with code 0, and gives what it printed.
    pub(crate) fn out(&self, words: &[&str]) -> String {
        let said = self.run(words);
        assert_eq!(said.code, Some(0), "`paragone {}`: {said:#?}", words.join(" "));
        said.out
    }

    /// The same for a command that prints JSON.
    pub(crate) fn json(&self, words: &[&str]) -> Value {
        let out = self.out(words);
        serde_json::from_str(&out).unwrap_or_else(|err| panic!("`paragone {}`: {err} in {out}", words.join(" ")))
    }

    /// Runs a command that must end with this code, and gives what it said on standard error.
    pub(crate) fn fails(&self, code: i32, words: &[&str]) -> String {
        let said = self.run(words);
        assert_eq!(said.code, Some(code), "`paragone {}`: {said:#?}", words.join(" "));
        said.err
    }

    /// Starts a command that the test will stop in its own way.
    pub(crate) fn start(&self, words: &[&str]) -> Child {
        self.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Starts a command that measures, and waits until the store holds some blocks of its run.
    pub(crate) fn start_measuring(&self, words: &[&str]) -> Child {
        let before = self.blocks();
        let child = self.start(words);
        wait_until("a block has been kept", || self.blocks() > before + 1);
        child
    }

    /// Kills what `start` started, and waits until its run is nobody's: a child of it that had not become another
    /// program yet holds the claim on it for a moment more.
    pub(crate) fn kill(&self, mut child: Child) {
        child.kill().unwrap();
        child.wait().unwrap();
        let is_live = |run: &Value| run["live"] == true;
        wait_until("no run is live", || !self.json(&["runs", "--json"]).as_array().unwrap().iter().any(is_live));
    }

    /// Gives every comparison so many seconds, so that who goes on with a run that had hours comes to its end.
    pub(crate) fn shorten(&self, seconds: f64) {
        let store = Connection::open(self.store()).unwrap();
        let changed = store.execute("UPDATE run SET plan = json_set(plan, '$.budget_s', ?1)", [seconds]);
        assert!(changed.unwrap() > 0, "no run is there");
    }

    /// The program once more, at a place of Paragone's own. A process of its own copies it: what another test starts
    /// meanwhile would hold a file open for writing that is written here, and no such file can be run.
    pub(crate) fn own_program(&self, name: &str) -> PathBuf {
        let program = self.path(name);
        fs::create_dir_all(program.parent().unwrap()).unwrap();
        assert!(Command::new("cp").arg(PROGRAM).arg(&program).status().unwrap().success());
        program
    }

    /// Blocks in the store, of all runs.
    pub(crate) fn blocks(&self) -> u64 {
        let runs = self.json(&["runs", "--json"]);
        runs.as_array().unwrap().iter().filter_map(|run| run["blocks"].as_u64()).sum()
    }

    /// Command lines of the processes that this lab has started, at any remove.
    #[cfg(target_os = "linux")]
    pub(crate) fn processes(&self) -> Vec<String> {
        self.pids().into_iter().map(command_line).collect()
    }

    /// Their numbers: they have its store in their environment, and are no mere shadows of the dead.
    #[cfg(target_os = "linux")]
    pub(crate) fn pids(&self) -> Vec<u32> {
        use std::os::unix::ffi::OsStrExt;
        let mark = self.store();
        let mark = mark.as_os_str().as_bytes();
        let has_mark = |bytes: &[u8]| bytes.windows(mark.len()).any(|window| window == mark);
        let listed = fs::read_dir("/proc").unwrap().flatten();
        let pids = listed.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        pids.filter(|pid: &u32| fs::read(format!("/proc/{pid}/environ")).is_ok_and(|bytes| has_mark(&bytes))).collect()
    }

    /// Systems without /proc do not tell.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn processes(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Processes below a child of the test, at any remove. To look through all processes of a machine that has hundreds takes
/// longer than some drivers live.
#[cfg(target_os = "linux")]
pub(crate) fn pids_below(child: &Child) -> Vec<u32> {
    paragone::driver::tree(Path::new("/"), child.id()).into_iter().skip(1).map(|member| member.pid).collect()
}

/// Nothing where it has ended.
#[cfg(target_os = "linux")]
pub(crate) fn command_line(pid: u32) -> String {
    let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&line).replace('\0', " ")
}

/// A tool's own folder, since Paragone has another home.
fn of_home(variable: &str, usual: &str) -> PathBuf {
    let usual = || Some(PathBuf::from(std::env::var_os("HOME")?).join(usual));
    std::env::var_os(variable).map(PathBuf::from).or_else(usual).unwrap_or_default()
}

/// Runs a command to its end, and kills it if that does not come.
pub(crate) fn finished(command: Command) -> Said {
    let output = assert_cmd::Command::from_std(command).timeout(PATIENCE).output().unwrap();
    Said {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Waits for the end of what `start` started.
pub(crate) fn ended(child: Child) -> Said {
    let output = child.wait_with_output().unwrap();
    Said {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

pub(crate) fn send(child: &Child, signal: i32) {
    // SAFETY: the process is a child of ours that has not been waited for, so its number is its own.
    assert_eq!(unsafe { libc::kill(child.id() as i32, signal) }, 0);
}

/// Asks again and again, for as long as anybody would.
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let until = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < until, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The rows of every comparison of a report in JSON, with their sizes.
pub(crate) fn rows(report: &Value) -> Vec<(u64, &Value)> {
    let contests = report["findings"]["contests"].as_array().unwrap();
    let comparisons = contests.iter().flat_map(|contest| contest["comparisons"].as_array().unwrap());
    comparisons
        .flat_map(|one| {
            let size = one["size"].as_u64().unwrap();
            one["rows"].as_array().unwrap().iter().map(move |row| (size, row))
        })
        .collect()
}

/// The verdict on an implementation at a size.
pub(crate) fn verdict<'a>(report: &'a Value, implementation: &str, size: u64) -> &'a Value {
    let found = rows(report).into_iter().find(|(at, row)| *at == size && row["implementation"] == implementation);
    &found.unwrap_or_else(|| panic!("no row of {implementation} at {size} in {report:#}")).1["verdict"]
}
