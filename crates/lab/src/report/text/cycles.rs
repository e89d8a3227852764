//! Cycles for each unit of size, in a comparison's rows: whose cycles they are and how many, for a column.
//!
//! Cycles of the core are what a program takes. Those of the time-stamp counter stand in where the core's speed was not
//! looked at.

use crate::model::unit::significant;
use crate::model::{ComparisonFinding, Row};

type CyclesOf = fn(&Row) -> Option<f64>;

const CLOCKS: [(&str, CyclesOf); 2] = [("core", |row| row.core_cycles), ("TSC", |row| row.tsc_cycles)];

/// `core cycles/byte`; nothing where no row has any.
pub(crate) fn title(comparison: &ComparisonFinding, per: &str) -> String {
    clock(comparison).map_or(String::new(), |(name, _)| format!("{name} cycles/{per}"))
}

/// How many a row takes, of those that the column is about.
pub(crate) fn of(comparison: &ComparisonFinding, row: &Row) -> Option<f64> {
    clock(comparison).and_then(|(_, known)| known(row))
}

/// `2.00`, `350`, `71.1 M`.
pub(crate) fn number(cycles: f64) -> String {
    match cycles {
        few if few < 1e4 => significant(few, 3),
        thousands if thousands < 1e6 => format!("{} k", significant(thousands / 1e3, 3)),
        millions if millions < 1e9 => format!("{} M", significant(millions / 1e6, 3)),
        more => format!("{} G", significant(more / 1e9, 3)),
    }
}

fn clock(comparison: &ComparisonFinding) -> Option<(&'static str, CyclesOf)> {
    CLOCKS.into_iter().find(|(_, known)| comparison.rows.iter().any(|row| known(row).is_some()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    #[test]
    fn many_are_told_by_three_digits() {
        assert_eq!(
            [2.0, 350.2, 71_136_073.0, 12_345.0, 3.2e9].map(number),
            ["2.00", "350", "71.1 M", "12.3 k", "3.20 G"]
        );
    }

    #[test]
    fn the_cores_come_before_the_counters() {
        let mut contest = made_up::ladder(&[64]);
        let comparison = &mut contest.comparisons[0];
        comparison.rows.iter_mut().for_each(|row| (row.tsc_cycles, row.core_cycles) = (None, None));
        assert_eq!(title(comparison, "byte"), "");
        comparison.rows[0].tsc_cycles = Some(2.0);
        assert_eq!(title(comparison, "byte"), "TSC cycles/byte");
        assert_eq!(of(comparison, &comparison.rows[0]), Some(2.0));
        comparison.rows[0].core_cycles = Some(3.0);
        assert_eq!(title(comparison, "step"), "core cycles/step");
        assert_eq!(of(comparison, &comparison.rows[0]), Some(3.0));
        assert_eq!(of(comparison, &comparison.rows[1]), None);
    }
}
