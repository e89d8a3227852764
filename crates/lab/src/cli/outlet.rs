//! Standard output and standard error, where nobody may be listening any more.
//!
//! In: text; out: the same to whoever reads. A reader that has seen enough (`| head`) ends neither a
//! run nor a command; any other fault of the output, such as a full disk, is an error.

use std::fmt::Display;
use std::io::{self, ErrorKind, StdoutLock, Write};

use serde::Serialize;

/// Standard output.
pub(super) struct Outlet(StdoutLock<'static>);

impl Outlet {
    pub(super) fn new() -> Outlet {
        Outlet(io::stdout().lock())
    }
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_nobody_listens(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_nobody_listens(self.0.flush(), ())
    }
}

fn unless_nobody_listens<T>(done: io::Result<T>, as_if: T) -> io::Result<T> {
    done.or_else(|err| if err.kind() == ErrorKind::BrokenPipe { Ok(as_if) } else { Err(err) })
}

/// A value as JSON, on lines of its own.
pub(super) fn write_json(out: &mut dyn Write, value: &(impl Serialize + ?Sized)) -> anyhow::Result<()> {
    writeln!(out, "{}", serde_json::to_string_pretty(value)?)?;
    Ok(())
}

/// A line on standard error; progress that nobody reads is no reason to end a run.
pub(super) fn say(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}
