//! Who else is at work on the machine: every process but this one and what descends from it. Two looks in, who
//! was busy between them out. The system counts in hundredths of a second, so looks stand far apart.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::environment::files;
use crate::environment::now::ticks::{self, CoreTicks, TicksFile};
use crate::model::Others;

/// A number may belong to another process later, which began later.
pub(crate) type Id = (u32, u64);

/// Processor time of one process, whatever system tells it.
pub(crate) struct Used {
    pub(crate) name: String,
    /// Of processor time, by all its threads.
    pub(crate) seconds: f64,
}

/// Less than this share of a core is what every system does.
const WORTH: f64 = 0.05;

/// So many are named.
const NAMED: usize = 5;

/// All processes at one moment.
pub(crate) struct ProcessList {
    at_ns: u64,
    processes: HashMap<Id, OtherProcess>,
    /// Ticks of this process, its descendants, and those of them that have ended.
    own: u64,
    core: Option<CoreTicks>,
    machine: Option<CoreTicks>,
}

pub(crate) struct OtherProcess {
    pub(crate) name: String,
    parent: u32,
    pub(crate) ticks: u64,
    /// Ticks of its children that it has waited for.
    children: u64,
}

impl ProcessList {
    /// `me` is the process that is not among the others; `core` the one that it measures on.
    pub(crate) fn take(root: &Path, core: Option<u32>, me: u32, at_ns: u64) -> ProcessList {
        let (stat, mut processes) = (TicksFile::read(root), processes(root));
        let own = own(&processes, me);
        let ticks = processes.iter().filter(|((pid, _), _)| own.contains(pid));
        let ticks = ticks.map(|(_, process)| process.ticks + process.children).sum();
        processes.retain(|(pid, _), _| !own.contains(pid));
        let (machine, core) =
            (stat.as_ref().and_then(TicksFile::machine), stat.as_ref().and_then(|stat| stat.core(core?)));
        ProcessList { at_ns, processes, own: ticks, core, machine }
    }

    /// `None` where no time has passed, or the system does not tell.
    pub(crate) fn since(&self, before: &ProcessList) -> Option<Others> {
        let elapsed_ns = self.at_ns.checked_sub(before.at_ns).filter(|elapsed| *elapsed > 0)?;
        let per_core = ticks::per_second() * elapsed_ns as f64 / 1e9;
        let own = self.own.saturating_sub(before.own);
        let but_own = |now: Option<CoreTicks>, then: Option<CoreTicks>| {
            let since = now?.since(&then?)?;
            Some((since, since.busy.saturating_sub(own)))
        };
        let (_, others) = but_own(self.machine, before.machine)?;
        let of_core = but_own(self.core, before.core).map(|(since, others)| since.share(others));
        Some(Others {
            since_ns: before.at_ns,
            cores: others as f64 / per_core,
            of_measuring_core: of_core,
            busiest: self.busiest(before, per_core),
        })
    }

    fn busiest(&self, before: &ProcessList, per_core: f64) -> Vec<(String, f64)> {
        let mut by_name: HashMap<&str, f64> = HashMap::new();
        for (id, process) in &self.processes {
            let ticks = process.ticks.saturating_sub(before.processes.get(id).map_or(0, |before| before.ticks));
            *by_name.entry(&process.name).or_default() += ticks as f64 / per_core;
        }
        let mut busiest = ranked(by_name.into_iter().map(|(name, cores)| (name.to_owned(), cores)));
        busiest.truncate(NAMED);
        busiest
    }
}

/// Names with the cores that they kept busy, most first, without those that are worth no word.
pub(crate) fn ranked(shares: impl Iterator<Item = (String, f64)>) -> Vec<(String, f64)> {
    let mut ranked: Vec<(String, f64)> = shares.filter(|(_, cores)| *cores >= WORTH).collect();
    ranked.sort_by(|(a, one), (b, other)| other.total_cmp(one).then_with(|| a.cmp(b)));
    ranked
}

/// The numbers of a process and of all that descend from it.
fn own(processes: &HashMap<Id, OtherProcess>, me: u32) -> HashSet<u32> {
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for ((pid, _), process) in processes {
        children.entry(process.parent).or_default().push(*pid);
    }
    let (mut own, mut next) = (HashSet::new(), vec![me]);
    while let Some(pid) = next.pop() {
        if own.insert(pid) {
            next.extend(children.get(&pid).into_iter().flatten());
        }
    }
    own
}

pub(crate) fn processes(root: &Path) -> HashMap<Id, OtherProcess> {
    let numbers = files::names(root, "proc");
    numbers.iter().filter_map(|name| process(root, name.parse().ok()?)).collect()
}

fn process(root: &Path, pid: u32) -> Option<(Id, OtherProcess)> {
    let stat = files::text(root, &format!("proc/{pid}/stat"))?;
    // A process may have any name, brackets too: the last one ends it.
    let (name, rest) = stat.split_once('(')?.1.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    // Counted from the state, the third field of proc(5).
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    let process = OtherProcess {
        name: name.to_owned(),
        parent: field(4)? as u32,
        ticks: field(14)? + field(15)?,
        children: field(16)? + field(17)?,
    };
    Some(((pid, field(22)?), process))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::environment::copies::Copies;

    /// User ticks, and those of children.
    fn stat(pid: u32, name: &str, parent: u32, user: u64, children: u64) -> (String, String) {
        let text = format!("{pid} ({name}) R {parent} 1 1 0 -1 0 1 2 3 4 {user} 0 {children} 0 20 0 1 0 {pid} 11 12\n");
        (format!("proc/{pid}/stat"), text)
    }

    /// A look after so many seconds, in which two cores were so many ticks busy.
    fn look(seconds: u64, busy: [u64; 2], processes: &[(String, String)]) -> ProcessList {
        let copies = Copies::of(&[]);
        for (path, text) in processes {
            copies.write(path, text);
        }
        let line = |name: &str, busy: u64, all: u64| format!("{name} {busy} 0 0 {} 0 0 0 0 0 0\n", all - busy);
        let all = 1000 + seconds * ticks::per_second() as u64;
        let text = line("cpu", busy[0] + busy[1], 2 * all) + &line("cpu0", busy[0], all) + &line("cpu1", busy[1], all);
        copies.write("proc/stat", &text);
        ProcessList::take(copies.root(), Some(1), 20, seconds * 1_000_000_000)
    }

    #[test]
    fn what_descends_from_the_lab_is_nobody_else() {
        let second = ticks::per_second() as u64;
        let before = look(0, [0, 0], &[stat(5, "cc1", 1, 70, 0), stat(20, "paragone", 1, 10, 0)]);
        let after = look(
            10,
            [4 * second, 9 * second],
            &[
                stat(5, "cc1", 1, 70 + 2 * second, 0),
                stat(6, "a (b) c", 1, second, 0),
                stat(7, "quiet", 1, 1, 0),
                stat(20, "paragone", 1, 10 + second, 2 * second),
                stat(21, "paragone", 20, 0, 0),
                stat(22, "driver", 21, 5 * second, 0),
            ],
        );
        let others = after.since(&before).unwrap();
        assert_eq!(others.busiest, [("cc1".to_owned(), 0.2), ("a (b) c".to_owned(), 0.1)]);
        // 13 s of two cores, of which 8 are Paragone's; 9 s of the measuring core.
        assert!((others.cores - 0.5).abs() < 1e-9 && (others.of_measuring_core.unwrap() - 0.1).abs() < 1e-9);
        assert_eq!(others.since_ns, 0);
    }

    #[test]
    fn many_of_one_name_are_one() {
        let second = ticks::per_second() as u64;
        let before = look(0, [0, 0], &[]);
        let after = look(1, [second, 0], &[stat(5, "cc1", 1, second / 2, 0), stat(6, "cc1", 1, second / 4, 0)]);
        assert_eq!(after.since(&before).unwrap().busiest, [("cc1".to_owned(), 0.75)]);
    }

    #[test]
    fn without_time_or_files_nothing_is_known() {
        let now = look(1, [0, 0], &[]);
        assert_eq!(now.since(&now), None);
        let nowhere = |at_ns| ProcessList::take(Path::new("/nowhere"), None, 1, at_ns);
        assert_eq!(nowhere(5).since(&nowhere(1)), None);
    }
}
