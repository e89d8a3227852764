//! What drivers of a contest are handed for their inputs, and who is to blame where somebody failed who had them: the
//! driver, the server of the inputs, or whoever changed them.

use std::path::PathBuf;

use crate::measure::given::inputs::InputPlace;
use crate::measure::lane::{CellResult, Supply};
use crate::measure::state::RunInProgress;
use crate::model::{Event, Fault};

impl RunInProgress<'_> {
    /// What drivers of a contest are handed for the inputs of one size; its server is the one that others were given,
    /// unless `Servers::look` was called since.
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

    /// What stands for files that have been made.
    pub(crate) fn handed(&mut self, contest: usize, files: Vec<PathBuf>) -> CellResult<Vec<PathBuf>> {
        for text in self.inputs.notices() {
            self.listener.hear(&Event::Notice { text })?;
        }
        self.servers.handed(contest, &self.entries[contest], (self.inputs, self.around), files)
    }

    /// What somebody gave who alone was at work, unless the server of the inputs has died over it, or inputs have
    /// changed; else why they failed.
    pub(crate) fn served<T>(&mut self, contest: usize, given: Result<T, Fault>) -> Result<T, Fault> {
        match given {
            Ok(given) => {
                let given = self.servers.gone(contest, &self.entries[contest]).map_or(Ok(given), Err);
                self.inputs.well_after(given)
            }
            Err(fault) => Err(self.blamed(contest, fault)),
        }
    }

    /// Why somebody of a contest failed.
    pub(crate) fn blamed(&mut self, contest: usize, fault: Fault) -> Fault {
        let fault = self.servers.blamed(contest, &self.entries[contest], fault);
        self.inputs.after(Err::<(), Fault>(fault.clone())).err().unwrap_or(fault)
    }
}
