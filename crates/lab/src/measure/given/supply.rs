//! What drivers of a contest are handed for an input: its bytes, where it lies, or where a server of the suite's own has
//! it; and who is to blame where somebody failed who had it: the driver, the server, or whoever changed the input.
//!
//! In: files; out: files, of which a driver reads a few bytes at most where the job is to read the rest. Servers are
//! started when they are first needed, and again when they have died and somebody has looked.

use std::path::{Path, PathBuf};

use crate::driver::{Program, Server};
use crate::measure::given::inputs::InputPlace;
use crate::measure::given::stored::{StoredCheck, StoredSource};
use crate::measure::lane::{CellResult, Supply};
use crate::measure::state::RunInProgress;
use crate::model::{Event, Fault};

impl RunInProgress<'_> {
    /// What drivers of a contest are handed for the inputs of one size; its server is the one that others were given,
    /// unless `look_at_server` was called since.
    pub(crate) fn inputs(&mut self, contest: usize, size: u64) -> CellResult<Vec<PathBuf>> {
        let files = self.inputs.files(&self.entries[contest].input, size, self.place(contest))?;
        self.handed(contest, files)
    }

    /// Where inputs of a contest have to be: on the disk where jobs, servers or commands read them.
    pub(crate) fn place(&self, contest: usize) -> InputPlace {
        let read_paths = self.plan.contests[contest].lanes.iter().any(|lane| lane.program().call_kind().reads_paths());
        match &self.entries[contest].given {
            Supply::Bytes if !read_paths => InputPlace::Anywhere,
            _ => InputPlace::Disk,
        }
    }

    /// What stands in `prepare` for files that have been made.
    pub(crate) fn handed(&mut self, contest: usize, files: Vec<PathBuf>) -> CellResult<Vec<PathBuf>> {
        for text in self.inputs.notices() {
            self.listener.hear(&Event::Notice { text })?;
        }
        let texts: Vec<String> = match &self.entries[contest].given {
            Supply::Bytes => return Ok(Ok(files)),
            Supply::Paths => files.iter().map(|file| file.display().to_string()).collect(),
            Supply::Server { name, address, program } => match self.port(contest, program) {
                Ok(port) => files.iter().map(|file| filled(address, port, file)).collect(),
                Err(text) => return Ok(Err(Fault::Server { name: name.clone(), text })),
            },
        };
        let put = |text| self.inputs.put(StoredSource::Text(text), InputPlace::Anywhere);
        texts.into_iter().map(put).collect::<anyhow::Result<_>>().map(Ok)
    }

    fn port(&mut self, contest: usize, program: &Result<Box<Program>, Fault>) -> Result<u16, String> {
        if let Some(server) = self.servers.get(&contest) {
            return Ok(server.port());
        }
        let program = program.as_ref().map_err(Fault::to_string)?;
        let server = Server::start(program, &self.inputs.folder, self.around)?;
        Ok(self.servers.entry(contest).or_insert(server).port())
    }

    /// Lets go of a server that has ended, so that whoever needs one next is given another.
    pub(crate) fn look_at_server(&mut self, contest: usize) {
        self.servers.retain(|of, server| *of != contest || server.ended(false).is_none());
    }

    /// Nobody needs it any more, for now.
    pub(crate) fn end_server(&mut self, contest: usize) {
        if let Some(server) = self.servers.remove(&contest) {
            server.end();
        }
    }

    /// What somebody gave who alone was at work, unless the server of the inputs has died over it, or inputs have
    /// changed; else why they failed.
    pub(crate) fn served<T>(&mut self, contest: usize, given: Result<T, Fault>) -> Result<T, Fault> {
        match given {
            Ok(given) => {
                let given = self.fault_of_server(contest, Server::is_gone).map_or(Ok(given), Err);
                self.inputs.after_look(given, StoredCheck::Thorough)
            }
            Err(fault) => Err(self.blamed(contest, fault)),
        }
    }

    /// Why somebody of a contest failed: the server's end, where it has ended, and else what they said.
    pub(crate) fn blamed(&mut self, contest: usize, fault: Fault) -> Fault {
        let fault = self.fault_of_server(contest, |server| server.ended(true)).unwrap_or(fault);
        self.inputs.after(Err::<(), Fault>(fault.clone())).err().unwrap_or(fault)
    }

    fn fault_of_server(&mut self, contest: usize, said: fn(&mut Server) -> Option<String>) -> Option<Fault> {
        let Supply::Server { name, .. } = &self.entries[contest].given else { return None };
        self.servers.get_mut(&contest).and_then(said).map(|text| Fault::Server { name: name.clone(), text })
    }
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
