//! What drivers are handed for an input: its bytes, where it lies, or where a server of the suite's own has it.
//!
//! In: files; out: files, of which a driver reads a few bytes at most where the job is to read the rest. Servers are
//! started when they are first needed, and again when they have died and somebody has looked.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::driver::{Program, Server, Surroundings};
use crate::measure::given::inputs::{InputPlace, Inputs};
use crate::measure::lane::{CellResult, ContestPrograms, Supply};
use crate::model::Fault;

/// The servers of a run, by contest.
#[derive(Debug, Default)]
pub(crate) struct Servers(BTreeMap<usize, Server>);

impl Servers {
    /// What stands for these files in `prepare`.
    pub(crate) fn handed(
        &mut self,
        contest: usize,
        entry: &ContestPrograms,
        (inputs, around): (&Inputs, &Surroundings),
        files: Vec<PathBuf>,
    ) -> CellResult<Vec<PathBuf>> {
        let texts: Vec<String> = match &entry.given {
            Supply::Bytes => return Ok(Ok(files)),
            Supply::Paths => files.iter().map(|file| file.display().to_string()).collect(),
            Supply::Server { name, address, program } => {
                let port = match self.port(contest, name, program, (inputs.folder(), around)) {
                    Ok(port) => port,
                    Err(fault) => return Ok(Err(fault)),
                };
                files.iter().map(|file| filled(address, port, file)).collect()
            }
        };
        texts.iter().map(|text| inputs.text(text, InputPlace::Anywhere)).collect::<anyhow::Result<_>>().map(Ok)
    }

    /// Lets go of a server that has ended, so that whoever needs one next is given another.
    pub(crate) fn look(&mut self, contest: usize) {
        let is_dead = self.0.get_mut(&contest).is_some_and(|server| server.ended(false).is_some());
        if is_dead {
            self.0.remove(&contest);
        }
    }

    fn port(
        &mut self,
        contest: usize,
        name: &str,
        program: &Result<Box<Program>, Fault>,
        (folder, around): (&Path, &Surroundings),
    ) -> Result<u16, Fault> {
        if let Some(server) = self.0.get(&contest) {
            return Ok(server.port());
        }
        let program = program.as_ref().map_err(|fault| of(name, fault.to_string()))?;
        let server = Server::start(program, folder, around).map_err(|text| of(name, text))?;
        let port = server.port();
        self.0.insert(contest, server);
        Ok(port)
    }

    /// Why somebody failed: the server's end, where it has ended, and else what they said.
    pub(crate) fn blamed(&mut self, contest: usize, entry: &ContestPrograms, fault: Fault) -> Fault {
        let Supply::Server { name, .. } = &entry.given else { return fault };
        match self.0.get_mut(&contest).and_then(|server| server.ended(true)) {
            Some(text) => of(name, text),
            None => fault,
        }
    }

    /// Why the server of those who have just been answered is not there any more, if it is not.
    pub(crate) fn gone(&mut self, contest: usize, entry: &ContestPrograms) -> Option<Fault> {
        let Supply::Server { name, .. } = &entry.given else { return None };
        self.0.get_mut(&contest)?.is_gone().map(|text| of(name, text))
    }

    /// Takes what they have printed.
    pub(crate) fn listen(&mut self) {
        self.0.values_mut().for_each(Server::listen);
    }

    /// Nobody needs it any more, for now.
    pub(crate) fn end(&mut self, contest: usize) {
        if let Some(server) = self.0.remove(&contest) {
            server.end();
        }
    }

    pub(crate) fn end_all(&mut self) {
        std::mem::take(&mut self.0).into_values().for_each(Server::end);
    }
}

fn of(name: &str, text: String) -> Fault {
    Fault::Server { name: name.to_owned(), text }
}

fn filled(address: &str, port: u16, file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    address.replace("{port}", &port.to_string()).replace("{input}", &name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_the_port_and_the_file() {
        let address = "http://127.0.0.1:{port}/inputs/{input}";
        assert_eq!(filled(address, 4321, Path::new("/tmp/inputs/0a1b")), "http://127.0.0.1:4321/inputs/0a1b");
    }
}
