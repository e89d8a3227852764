//! Which implementations are worth a line in a still picture: more of them cannot be told apart.

use crate::report::sheet::{Panel, Section};

/// As many as the palette has colours.
const MOST: usize = 8;

/// Places of implementations in the order of the section, and how many were left out: the baseline, those that are
/// among the fastest somewhere, then the fastest on the whole.
pub(super) fn chosen(section: &Section, panels: &[&Panel]) -> (Vec<usize>, usize) {
    let mut found: Vec<(usize, bool, usize, f64)> = Vec::new();
    for row in panels.iter().flat_map(|panel| &panel.rows).filter(|row| row.is_measured()) {
        let place = found.iter().position(|(of, ..)| *of == row.implementation).unwrap_or_else(|| {
            let baseline = section.baselines.iter().any(|(_, baseline)| *baseline == row.implementation);
            found.push((row.implementation, baseline, 0, 0.0));
            found.len() - 1
        });
        found[place].2 += usize::from(row.fastest);
        found[place].3 += row.to_best.map_or(1.0, |[ratio, ..]| ratio.ln().abs());
    }
    found.sort_by(|one, other| (other.1, other.2).cmp(&(one.1, one.2)).then(one.3.total_cmp(&other.3)));
    let left_out = found.len().saturating_sub(MOST);
    let mut kept: Vec<usize> = found.into_iter().take(MOST).map(|(of, ..)| of).collect();
    kept.sort_unstable();
    (kept, left_out)
}
