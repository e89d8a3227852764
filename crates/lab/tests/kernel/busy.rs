//! The program that does exactly what it is told, built and started: lines in, what it says when it has done so out.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

/// Names the program where this test runs itself as another user.
pub(crate) const PROGRAM: &str = "PARAGONE_TEST_BUSY";

/// Built once for all tests.
pub(crate) fn program() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        if let Some(program) = std::env::var_os(PROGRAM) {
            return program.into();
        }
        let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let (program, fresh) = (place.join("busy"), place.join(format!("busy.{}", std::process::id())));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernel/busy.c");
        let built = Command::new("cc").args(["-O1", "-pthread", "-o"]).arg(&fresh).arg(source).status();
        assert!(built.expect("a C compiler, `cc`").success());
        // At once, so that another run of these tests never sees a part of it.
        std::fs::rename(&fresh, &program).unwrap();
        program
    })
}

/// The program at work; it ends when it is dropped.
pub(crate) struct Busy {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Busy {
    pub(crate) fn start() -> Busy {
        Busy::under(&[program().display().to_string()])
    }

    pub(crate) fn under(argv: &[String]) -> Busy {
        let mut command = Command::new(&argv[0]);
        command.args(&argv[1..]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let (input, output) = (process.stdin.take(), process.stdout.take().unwrap());
        let mut busy = Busy { process, input, output: BufReader::new(output) };
        // It has begun, and what belongs to its start is behind it.
        busy.does("call 0");
        busy
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }

    pub(crate) fn does(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it was not told to end");
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
        let mut reply = String::new();
        self.output.read_line(&mut reply).unwrap();
        assert_eq!(reply, "ok\n", "{line}");
        // Until it waits again, what is read of it has a call more or less.
        while self.is_at_work() {
            std::thread::sleep(Duration::from_micros(100));
        }
    }

    fn is_at_work(&self) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid())).unwrap();
        // The name stands in parentheses, and the state behind it.
        stat.rsplit_once(')').unwrap().1.trim_start().starts_with('R')
    }

    pub(crate) fn ends(mut self) {
        self.input = None;
        assert!(self.process.wait().unwrap().success());
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.process.wait();
    }
}
