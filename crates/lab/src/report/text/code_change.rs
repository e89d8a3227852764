//! What became of code between two versions, in sentences: of all that stand beside themselves, and of each.

use std::collections::BTreeMap;

use crate::model::names::at_most;
use crate::model::{CodeChange, ContestFinding, Findings, Revised};
use crate::words::clean;

/// So many implementations are named.
const NAMED: usize = 8;

/// How many implementations are the same code as before; nothing where none is.
pub(crate) fn same_code_line(findings: &Findings) -> Option<String> {
    let mut all: BTreeMap<(&str, String), bool> = BTreeMap::new();
    let mut revision = "";
    for contest in &findings.contests {
        let Some(name) = today(contest) else { continue };
        // Whoever could not be built is not known to be the same.
        let same = contest.revised.as_ref().is_some_and(|revised| revised.is_same());
        revision = contest.revised.as_ref().map_or(revision, Revised::short_revision);
        *all.entry((&contest.suite, name)).or_insert(true) &= same;
    }
    let same: Vec<String> = all.iter().filter(|(_, same)| **same).map(|((_, name), _)| name.clone()).collect();
    let (count, are) = (same.len(), if same.len() == 1 { "is" } else { "are" });
    let rest = match count == all.len() {
        true => "nothing to measure".to_owned(),
        false => format!("not measured, {}", at_most(&same, NAMED)),
    };
    let who = match count {
        0 => return None,
        _ if count < all.len() => format!("{count} of {} implementations", all.len()),
        1 => "1 implementation".to_owned(),
        _ => format!("{count} implementations"),
    };
    Some(clean(&format!("{who} {are} the same code as at {revision}: {rest}.")))
}

fn today(contest: &ContestFinding) -> Option<String> {
    let mut rows = contest.comparisons.iter().flat_map(|comparison| &comparison.rows);
    rows.find(|row| row.implementation != contest.baseline).map(|row| row.implementation.to_string())
}

/// Why a version was measured, and which functions changed; nothing of others.
pub fn change_line(contest: &ContestFinding) -> Option<String> {
    let revised = contest.revised.as_ref()?;
    let CodeChange::Other { why, functions, more } = &revised.change else {
        let is_of = "a self-test: the same code as at";
        return revised
            .is_self_test()
            .then(|| clean(&format!("{is_of} {}, in layouts of its own", revised.short_revision())));
    };
    let line = format!("since {}: {why}", revised.short_revision());
    let named = match (functions.as_slice(), more) {
        ([], _) => String::new(),
        (functions, 0) => format!("; changed functions: {}", functions.join(", ")),
        (functions, more) => format!("; changed functions: {} and {more} more", functions.join(", ")),
    };
    Some(clean(&(line + &named)))
}
