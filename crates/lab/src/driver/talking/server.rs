//! A server of a suite's own: started, heard once, looked at now and then, ended. It knows no address and no input.
//!
//! In: a program and the folder that it serves; out: a port of this machine, or why there is none. docs/own-driver.md
//! says what such a program has to do.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::driver::building::kept::{GRACE, Heard, Kept, LATE, described};
use crate::driver::keeper::KeeperOrders;
use crate::driver::processes::process::{Program, Surroundings};

/// The line that it begins with: this, the contract's version, and its port.
const WORD: &str = "paragone-server";
const VERSION: &str = "1";

/// No such line is longer.
const LONGEST: usize = 100;

/// A driver that fails because its server has died may say so before the server's end is seen.
const AFTER: Duration = Duration::from_millis(200);

/// A living server. Dropping it kills it, and all that it started.
#[derive(Debug)]
pub struct Server {
    kept: Kept,
    port: u16,
    /// How it ended; it is told as often as it is asked for.
    ended: Option<String>,
}

impl Server {
    /// Starts a program that serves a folder, and waits until it has told its port.
    pub fn start(program: &Program, folder: &Path, around: &Surroundings) -> Result<Server, String> {
        program.is_as_built().map_err(|text| format!("could not be started: {text}"))?;
        let mut argv = program.argv.clone();
        argv.push(folder.to_str().ok_or("cannot be told of a folder whose path is not UTF-8")?.to_owned());
        let orders = KeeperOrders { leash: -1, cores: apart(around), memory: around.memory, env: Vec::new() };
        let started = program.kept(&argv, orders, &around.keeper, 0);
        let mut kept = started.map_err(|err| format!("could not be started: {err}"))?;
        match port(&mut kept, around.deadline) {
            Ok(port) => Ok(Server { kept, port, ended: None }),
            Err(why) => {
                kept.kill();
                Err(with_last_words(why, &mut kept))
            }
        }
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// How it ended, or left its port, if it did. `failed` where somebody has just failed, and this may be why.
    pub fn ended(&mut self, failed: bool) -> Option<String> {
        if self.ended.is_none() {
            let mut status = self.kept.ended_within(if failed { AFTER } else { Duration::ZERO });
            let is_deaf = failed && status.is_none() && refuses(self.port);
            if is_deaf {
                // It is about to end, as a rule.
                status = self.kept.ended_within(LATE);
            }
            let how = match status {
                Some(status) => format!("died: {}", described(status)),
                None if is_deaf => "takes no connections any more, though it has not ended".to_owned(),
                None => return None,
            };
            self.ended = Some(with_last_words(how, &mut self.kept));
        }
        self.ended.clone()
    }

    /// Why it has ended, asked of one that nobody has failed with: an answer that it died over may look like any other.
    pub fn is_gone(&mut self) -> Option<String> {
        let may_be = self.ended(false).is_some() || refuses(self.port);
        if may_be { self.ended(true) } else { None }
    }

    /// Takes what it has printed, or it would wait for room some day.
    pub fn listen(&mut self) {
        self.kept.printed();
    }

    /// Closes its standard input, which tells it to end, and ends it where it does not.
    pub fn end(mut self) {
        self.kept.close(GRACE);
    }
}

/// The cores that drivers of one core leave: what the server does must not stand in their way. Where there is one
/// core, everybody shares it.
fn apart(around: &Surroundings) -> Vec<u32> {
    let others: Vec<u32> = around.cores.iter().copied().filter(|core| Some(*core) != around.core).collect();
    if others.is_empty() { around.cores.clone() } else { others }
}

/// Whether nobody listens at a port. A process lets go of its ports before anybody learns of its end.
fn refuses(port: u16) -> bool {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    TcpStream::connect_timeout(&address, AFTER).is_err_and(|err| err.kind() == ErrorKind::ConnectionRefused)
}

fn port(kept: &mut Kept, deadline: Duration) -> Result<u16, String> {
    let until = Instant::now() + deadline;
    let mut said = Vec::new();
    loop {
        if let Some(end) = said.iter().position(|byte| *byte == b'\n') {
            return parse(&said[..end]);
        }
        if said.len() > LONGEST {
            return parse(&said);
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            let seconds = (deadline.as_secs_f64() * 10.0).round() / 10.0;
            return Err(format!("did not tell its port within {seconds} s (--deadline gives it longer)"));
        }
        let is_there = kept.wait(left, false).map_err(|err| format!("cannot be waited for: {err}"))?;
        let mut buffer = [0; LONGEST];
        match is_there.then(|| kept.receive(&mut buffer)) {
            None | Some(Ok(Heard::Nothing)) => {}
            Some(Ok(Heard::Bytes(count))) => said.extend(&buffer[..count]),
            Some(Ok(Heard::End)) => {
                let died = kept.ended_if_over().map(|status| format!("died ({})", described(status)));
                let how = died.unwrap_or_else(|| "closed its standard output".to_owned());
                return Err(format!("{how} before it told its port"));
            }
            Some(Err(err)) => return Err(format!("cannot be heard: {err}")),
        }
    }
}

fn parse(line: &[u8]) -> Result<u16, String> {
    let text = String::from_utf8_lossy(line);
    let words: Vec<&str> = text.trim_end_matches('\r').split(' ').collect();
    let told = match words[..] {
        [WORD, VERSION, port] if port.bytes().all(|byte| byte.is_ascii_digit()) => port.parse().ok(),
        _ => None,
    };
    told.filter(|port| *port > 0).ok_or_else(|| {
        let shown: String = text.chars().take(LONGEST).collect();
        format!("said `{shown}` where `{WORD} {VERSION} PORT` was expected")
    })
}

fn with_last_words(text: String, kept: &mut Kept) -> String {
    match kept.last_words() {
        words if words.is_empty() => text,
        words => format!("{text}; its last words: {words}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_told_in_one_form() {
        assert_eq!(parse(b"paragone-server 1 40123"), Ok(40123));
        assert_eq!(parse(b"paragone-server 1 40123\r"), Ok(40123));
        for wrong in [
            "paragone-server 1 0",
            "paragone-server 1 65536",
            "paragone-server 1 +1",
            "paragone-server 2 80",
            "paragone-server 1 80 81",
            "paragone-server 1",
            "listening on 80",
            "",
        ] {
            let why = parse(wrong.as_bytes()).unwrap_err();
            assert!(why.contains("`paragone-server 1 PORT` was expected") && why.contains(wrong), "{why}");
        }
    }

    #[test]
    fn a_server_leaves_the_drivers_core_alone_where_it_can() {
        let around = |core, cores: &[u32]| Surroundings {
            keeper: "paragone".into(),
            core,
            cores: cores.to_vec(),
            memory: 0,
            deadline: Duration::ZERO,
            limits: paragone_wire::Limits::default(),
            env: Vec::new(),
        };
        assert_eq!(apart(&around(Some(1), &[0, 1, 2])), [0, 2]);
        assert_eq!(apart(&around(Some(1), &[1])), [1]);
        assert_eq!(apart(&around(None, &[0, 1])), [0, 1]);
    }
}
