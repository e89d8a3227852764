//! Runs beside each other as data: what is told and drawn of them, before any pen has it in hand.

use serde::Serialize;

use crate::model::{Across, RunBeside};
use crate::report::words::paragraph::clean;
use crate::report::words::quantity::date;

use super::board::Board;
use super::letter::letter;
use super::lost::lost;
use super::moves::Moves;

/// A comparison of runs.
#[derive(Clone, Debug, Serialize)]
pub struct Beside {
    pub title: String,
    /// Version of the lab that made it.
    pub lab: &'static str,
    pub runs: Vec<RunHead>,
    /// What the reader must know of the runs before any number.
    pub notices: Vec<String>,
    /// Benchmark by benchmark, the overview of each before its sizes.
    pub boards: Vec<Board>,
    pub moves: Vec<Moves>,
}

/// One of the runs.
#[derive(Clone, Debug, Serialize)]
pub struct RunHead {
    /// `A`: what it is called in every table.
    pub letter: String,
    pub id: String,
    pub began: String,
    pub mode: &'static str,
    pub machine: String,
    /// As it is stored; `unknown` where nobody knows.
    pub fingerprint: String,
    pub note: String,
    /// Whether another tool measured it, so that nothing in it is beside anything.
    pub unpaired: bool,
}

impl Beside {
    /// What all pens say first.
    pub const UNPAIRED: &str = "Runs were not measured side by side: whatever changed between them, and is not known \
                                here, is in their differences.";

    pub fn of(found: &Across) -> Beside {
        let boards: Vec<Board> = found.machines.iter().flat_map(Board::all).collect();
        let moves: Vec<Moves> = found.shifts.iter().map(Moves::of).collect();
        Beside {
            title: title(&boards, &moves, found.runs.len()),
            lab: env!("CARGO_PKG_VERSION"),
            runs: found.runs.iter().enumerate().map(|(place, run)| RunHead::of(place, run)).collect(),
            notices: found.notices.iter().chain(&lost(found)).map(|text| clean(text)).collect(),
            boards,
            moves,
        }
    }

    /// Benchmarks that there are boards of, each once.
    pub fn benchmarks(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for board in &self.boards {
            if !names.contains(&board.name.as_str()) {
                names.push(&board.name);
            }
        }
        names
    }

    /// Whether nothing in these runs can be put beside anything.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty() && self.moves.is_empty()
    }
}

impl RunHead {
    fn of(place: usize, run: &RunBeside) -> RunHead {
        RunHead {
            letter: letter(place),
            id: clean(&run.id),
            began: date(run.began),
            mode: run.mode.word(),
            machine: if run.machine.is_empty() { "unknown processor".to_owned() } else { clean(&run.machine) },
            fingerprint: if run.fingerprint.is_empty() { "unknown".to_owned() } else { clean(&run.fingerprint) },
            note: clean(&run.note),
            unpaired: run.is_unpaired(),
        }
    }

    /// Enough of the fingerprint to tell machines of one kind apart.
    pub fn short_fingerprint(&self) -> String {
        let is_digest = self.fingerprint.bytes().all(|byte| byte.is_ascii_hexdigit());
        self.fingerprint.chars().take(if is_digest { 8 } else { 24 }).collect()
    }
}

fn title(boards: &[Board], moves: &[Moves], runs: usize) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in boards.iter().map(|board| &board.name).chain(moves.iter().map(|moves| &moves.name)) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let of = match names.as_slice() {
        [] => "nothing in common".to_owned(),
        [only] => (*only).to_owned(),
        [first, second] => format!("{first} and {second}"),
        [first, rest @ ..] => format!("{first} and {} more", rest.len()),
    };
    format!("{runs} runs beside each other: {of}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::beside_specimen;

    #[test]
    fn the_overview_stands_before_its_sizes_and_one_size_is_its_own_overview() {
        let found = beside_specimen::machines("c.b");
        let sheet = Beside::of(&found);
        let places: Vec<(&str, bool)> = sheet.boards.iter().map(|it| (it.place.as_str(), it.overview)).collect();
        assert_eq!(places, [("mean over sizes", true), ("64 B", false), ("1 KiB", false)]);
        assert_eq!(sheet.title, "3 runs beside each other: s/b");
        let mut one = found.clone();
        one.machines[0].sizes.truncate(1);
        let sheet = Beside::of(&one);
        assert_eq!((sheet.boards.len(), sheet.boards[0].overview, sheet.boards[0].is_mean), (1, true, false));
        // Where nobody has a ratio, every size says why.
        let mut none = found.clone();
        none.machines[0].rows.clear();
        assert!(Beside::of(&none).boards.iter().all(|board| board.overview && !board.is_mean));
    }

    #[test]
    fn the_same_comparison_makes_the_same_sheet() {
        let made = || serde_json::to_string(&Beside::of(&beside_specimen::both("c.b"))).unwrap();
        assert_eq!(made(), made());
    }
}
