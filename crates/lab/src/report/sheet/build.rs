//! Runs and their findings in, the sheet that every pen draws from out.
//!
//! One run is one machine's. Several runs of the same benchmarks make one sheet with a machine each.

use serde::Serialize;

use crate::model::names::at_most;
use crate::model::{ContestFinding, Findings, Run};
use crate::report::colour::order::ColourOrder;
use crate::words::clean;

use super::machine::{MachineSheet, tell_apart};
use super::section::Section;

/// A report as data.
#[derive(Clone, Debug, Serialize)]
pub struct Sheet {
    pub title: String,
    /// Version of Paragone that made it.
    pub lab: &'static str,
    pub machines: Vec<MachineSheet>,
    pub sections: Vec<Section>,
}

impl Sheet {
    /// `places` are the options that a command needs to find these runs again.
    pub fn of(runs: &[(&Run, &Findings)], places: &str) -> Sheet {
        let order = ColourOrder::of(runs.iter().copied());
        let mut machines: Vec<MachineSheet> =
            runs.iter().map(|(run, findings)| MachineSheet::of(run, findings, places)).collect();
        tell_apart(&mut machines, &runs.iter().map(|(run, _)| *run).collect::<Vec<_>>());
        let mut sections: Vec<Section> = Vec::new();
        for contest in runs.iter().flat_map(|(_, findings)| &findings.contests) {
            let title = contest.title();
            let name = clean(&title);
            if sections.iter().all(|section| section.name != name) {
                sections.push(Section::of(&of_machines(runs, &title), &order));
            }
        }
        Sheet { title: title(&sections), lab: env!("CARGO_PKG_VERSION"), machines, sections }
    }
}

/// Who measured a benchmark: places of machines, and what was found there.
fn of_machines<'a>(runs: &[(&Run, &'a Findings)], title: &str) -> Vec<(usize, &'a ContestFinding)> {
    let found = |findings: &'a Findings| findings.contests.iter().find(|contest| contest.title() == title);
    let machines = runs.iter().enumerate();
    machines.filter_map(|(machine, (_, findings))| Some((machine, found(findings)?))).collect()
}

fn title(sections: &[Section]) -> String {
    let names: Vec<&str> = sections.iter().map(|section| section.name.as_str()).collect();
    if names.is_empty() { "nothing was measured".to_owned() } else { at_most(&names, 2) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Lane, Role};
    use crate::report::specimen::made_up;

    #[test]
    fn two_machines_share_a_section_and_its_colours() {
        let (run, findings) = (made_up::run(), made_up::findings(vec![made_up::ladder(&[64, 1024])]));
        let sheet = Sheet::of(&[(&run, &findings), (&run, &findings)], "");
        assert_eq!((sheet.machines.len(), sheet.sections.len()), (2, 1));
        let section = &sheet.sections[0];
        assert_eq!((section.panels.len(), section.answers.len()), (4, 2));
        let names: Vec<&str> = section.implementations.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["c.openssl", "rust.blake2", "rust.blake2b_simd"]);
        assert_eq!(section.baselines, [(0, 1), (1, 1)]);
        let first = &section.panels[0].rows[0];
        assert_eq!(section.implementations[first.implementation].name, "rust.blake2b_simd");
        assert!(first.fastest && first.speed_up.unwrap()[0] > 0.0);
        assert_eq!(sheet.title, "hashes/blake2b");
    }

    #[test]
    fn what_is_left_out_changes_nobodys_colour() {
        let mut run = made_up::run();
        let lane = |name: &str| Lane::new(made_up::id(name), Role::Contender);
        run.plan.contests[0].lanes = ["rust.blake2", "c.openssl", "rust.blake2b_simd"].map(lane).to_vec();
        let mut less = made_up::ladder(&[64, 1024]);
        for comparison in &mut less.comparisons {
            comparison.rows.retain(|row| row.implementation != made_up::id("c.openssl"));
        }
        let colours = |contest| {
            let sheet = Sheet::of(&[(&run, &made_up::findings(vec![contest]))], "");
            sheet.sections[0].implementations.iter().map(|one| (one.name.clone(), one.colour)).collect::<Vec<_>>()
        };
        let (all, part) = (colours(made_up::ladder(&[64, 1024])), colours(less));
        assert!(part.len() < all.len() && part.iter().all(|one| all.contains(one)), "{part:?} of {all:?}");
    }

    #[test]
    fn the_same_findings_make_the_same_sheet() {
        let (run, findings) = (made_up::run(), made_up::findings(vec![made_up::every_verdict()]));
        let made = || serde_json::to_string(&Sheet::of(&[(&run, &findings)], "")).unwrap();
        assert_eq!(made(), made());
    }

    #[test]
    fn doubts_stand_with_their_rows() {
        let (run, findings) = (made_up::run(), made_up::findings(vec![made_up::every_verdict()]));
        let sheet = Sheet::of(&[(&run, &findings)], "");
        let panel = &sheet.sections[0].panels[0];
        assert_eq!(panel.numbered, 2);
        assert_eq!(panel.rows[5].doubts.len(), 2);
        assert!(panel.doubts.iter().any(|text| text.contains("not idle")));
        assert_eq!(panel.rows.iter().filter(|row| row.times.is_none()).count(), 2);
    }

    #[test]
    fn trials_have_their_metrics_and_no_time() {
        let (run, findings) = (made_up::run(), made_up::findings(vec![made_up::trials()]));
        let section = &Sheet::of(&[(&run, &findings)], "").sections[0];
        assert_eq!((section.decides, section.measures.len()), (Some(0), 3));
        let [best, base, lost] = &section.panels[0].rows[..] else { panic!("three rows") };
        assert!([best, base, lost].iter().all(|row| row.times.is_none() && row.heap.is_none()));
        assert_eq!(best.trials[0].as_ref().map(|(trials, average)| (trials.len(), *average)), Some((5, 40.2)));
        assert_eq!(
            (best.values[0], best.trials[2].is_none(), lost.is_measured()),
            (Some([39.9, 38.0, 43.0]), true, false)
        );
        // More is better: of the best's depth the next has three quarters.
        assert_eq!(base.to_best.map(|[value, low, high]| value < 0.75 && low < value && value < high), Some(true));
        assert_eq!(best.verdict, "at least 1.25x as much");
        assert_eq!(section.panels[0].footer, ["5 trials of each · noise 0.31 %"]);
    }
}
