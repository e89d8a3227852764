//! All pictures of a sheet, and those of them that somebody asked for by name.

use glob::Pattern;

use crate::model::names::each_once;
use crate::report::sheet::{MachineSheet, Panel, Section, Sheet};

use super::{Figure, at_size, over_sizes, over_time};

/// Each benchmark's, machine by machine: over sizes first, then size by size, then over time.
pub fn figures(sheet: &Sheet) -> Vec<Figure> {
    let several = sheet.machines.len() > 1;
    let number = |index: usize| if several { format!(".machine-{}", index + 1) } else { String::new() };
    let mut all = Vec::new();
    for section in &sheet.sections {
        for (index, machine) in sheet.machines.iter().enumerate() {
            let panels: Vec<&Panel> = section.panels.iter().filter(|panel| panel.machine == index).collect();
            let drawn = of_machine(section, machine, &panels).into_iter();
            all.extend(drawn.map(|figure| Figure { name: figure.name + &number(index), ..figure }));
        }
    }
    for (index, machine) in sheet.machines.iter().enumerate() {
        all.extend(over_time::machine_speed(machine, &format!("machine.speed{}", number(index))));
    }
    all
}

fn of_machine(section: &Section, machine: &MachineSheet, panels: &[&Panel]) -> Vec<Figure> {
    let mut all = Vec::new();
    for params in each_once(panels.iter().map(|panel| &panel.params)) {
        let of_set: Vec<&Panel> = panels.iter().copied().filter(|panel| panel.params == *params).collect();
        all.extend(over_sizes::figures(section, machine, params, &of_set));
    }
    for panel in panels {
        all.extend(at_size::figures(section, machine, panel));
        all.extend(over_time::course(section, machine, panel));
    }
    all
}

/// Those whose name is this, is this behind the benchmark's name, or matches it as a pattern.
pub fn named(figures: Vec<Figure>, pattern: &Pattern) -> Vec<Figure> {
    let matches = |figure: &Figure| {
        let mut parts = figure.name.split('.');
        let kind = parts.nth(1).unwrap_or_default();
        pattern.matches(&figure.name) || pattern.matches(kind)
    };
    figures.into_iter().filter(matches).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    fn names(pattern: &str) -> Vec<String> {
        let (run, findings) = (made_up::run(), made_up::findings(vec![made_up::ladder(&[64, 1024, 65536])]));
        let all = figures(&Sheet::of(&[(&run, &findings)], ""));
        named(all, &Pattern::new(pattern).unwrap()).into_iter().map(|figure| figure.name).collect()
    }

    #[test]
    fn pictures_have_names_that_can_be_asked_for() {
        let all = names("*");
        assert_eq!(
            &all[..4],
            ["hashes-blake2b.cycles", "hashes-blake2b.time", "hashes-blake2b.throughput", "hashes-blake2b.call"]
        );
        assert_eq!(names("throughput"), ["hashes-blake2b.throughput"]);
        assert_eq!(
            names("speed-up"),
            ["64-b", "1-kib", "64-kib"].map(|size| format!("hashes-blake2b.speed-up.{size}"))
        );
        assert_eq!(names("*.strips.1-kib"), ["hashes-blake2b.strips.1-kib"]);
        assert!(names("nothing").is_empty());
        let mut each = all.clone();
        each.sort();
        each.dedup();
        assert_eq!(each.len(), all.len(), "each name is one picture's");
    }
}
