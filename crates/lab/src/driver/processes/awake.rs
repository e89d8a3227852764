//! The machine is kept awake while something is measured: a wish in, and whoever was asked for it out.
//!
//! The system's own program is asked, and it keeps its word for as long as it runs. It waits for a pipe that
//! this process holds, so it ends when this process ends, however that ends.

use std::ffi::OsStr;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::driver::language::find_program::find_program;
use crate::model::Unknown;

/// The program that is asked. Dropping it ends it, and the machine may sleep again.
#[derive(Debug)]
pub struct Awake(Child);

impl Awake {
    /// Asks, and does not wait for the answer: a run begins no later for it.
    pub fn ask() -> Result<Awake, Unknown> {
        let (name, arguments) = words();
        let missing = || Unknown::unless(format!("`{name}` is not on PATH"), REMEDY);
        Awake::start(&find_program(name).ok_or_else(missing)?, &arguments)
    }

    fn start(program: &Path, arguments: &[String]) -> Result<Awake, Unknown> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        // Ctrl-C is Paragone's, and whom the system's bus knows is no matter of the user's environment.
        command.process_group(0).env_clear();
        for name in ["PATH", "DBUS_SYSTEM_BUS_ADDRESS"] {
            command.envs(std::env::var_os(name).map(|value| (OsStr::new(name), value)));
        }
        let started = command.spawn();
        started.map(Awake).map_err(|err| Unknown::because(format!("failed to start `{}`: {err}", program.display())))
    }

    /// Why the machine may sleep all the same, once the answer has come.
    pub fn refused(&mut self) -> Option<Unknown> {
        let status = self.0.try_wait().ok()??;
        let mut said = String::new();
        if let Some(errors) = &mut self.0.stderr {
            let _ = errors.read_to_string(&mut said);
        }
        let said = said.lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned);
        Some(Unknown::because(said.unwrap_or_else(|| format!("it ended by itself: {status}"))))
    }
}

impl Drop for Awake {
    fn drop(&mut self) {
        // SAFETY: the process leads a group of its own and has not been waited for, so the number is its own.
        // Its own child, that reads the pipe, is in that group too.
        unsafe { libc::kill(-(self.0.id() as i32), libc::SIGKILL) };
        let _ = self.0.wait();
    }
}

#[cfg(target_os = "linux")]
const REMEDY: &str = "it comes with systemd; elsewhere keep the machine awake yourself";
#[cfg(not(target_os = "linux"))]
const REMEDY: &str = "keep the machine awake yourself";

/// `cat` ends with the pipe, and the program with `cat`; that of macOS watches this process instead of a pipe.
fn words() -> (&'static str, Vec<String>) {
    if cfg!(target_os = "macos") {
        return ("caffeinate", vec!["-i".to_owned(), "-w".to_owned(), std::process::id().to_string()]);
    }
    let words = ["--what=idle:sleep", "--who=paragone", "--why=a benchmark is being measured", "--mode=block", "cat"];
    ("systemd-inhibit", words.map(str::to_owned).to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Awake {
        Awake::start(&find_program("sh").unwrap(), &["-c".to_owned(), script.to_owned()]).unwrap()
    }

    #[test]
    fn who_refuses_says_why() {
        let mut awake = shell("echo; echo 'Access denied' >&2; exit 1");
        awake.0.wait().unwrap();
        assert_eq!(awake.refused().unwrap().why, "Access denied");
        let mut awake = shell("exit 3");
        awake.0.wait().unwrap();
        assert!(awake.refused().unwrap().why.contains('3'));
    }

    #[test]
    fn it_lasts_as_long_as_it_is_held() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        // Opening a pipe waits for the other end: by then the shell's own child is running.
        let mut awake = shell(&format!("(echo up; exec cat) > '{}'; exit 0", pipe.display()));
        let mut output = std::fs::File::open(&pipe).unwrap();
        let mut up = [0; 3];
        output.read_exact(&mut up).unwrap();
        assert_eq!((&up, awake.refused()), (b"up\n", None));
        drop(awake);
        // The pipe ends when the last one of the group has let go of it.
        assert_eq!(output.read(&mut up).unwrap(), 0);
    }

    #[test]
    fn what_cannot_be_started_is_told() {
        let unknown = Awake::start(Path::new("/nowhere/at-all"), &[]).unwrap_err();
        assert!(unknown.why.contains("/nowhere/at-all"), "{unknown:?}");
    }
}
