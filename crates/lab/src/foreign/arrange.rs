//! Results in, a run's plan and events out: what belongs together side by side, by names that Paragone can use.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::names::each_once;
use crate::model::{
    Block, CallKind, CommandSpec, Comparison, Contest, Event, ImplementationId, Lane, Mode, Plan, Role, Sample,
};

use super::{Foreign, Results};

/// The plan and the events that `store` keeps as a run. `together`: all results are implementations of one job of this
/// name, by the word of who imports them.
pub fn arrange(results: &Results, together: Option<&str>) -> (Plan, Vec<Event>) {
    let mut cells = results.cells.clone();
    if let Some(name) = together {
        for cell in &mut cells {
            if cell.benchmark != cell.implementation {
                cell.implementation = format!("{}-{}", cell.benchmark, cell.implementation);
            }
            name.clone_into(&mut cell.benchmark);
        }
    }
    let benchmarks = distinct(cells.iter().map(|cell| cell.benchmark.clone()), |name, turn| clean(name, turn));
    let mut events = vec![Event::Imported(results.source.clone())];
    events.extend(results.notices.iter().map(|text| Event::Notice { text: text.clone() }));
    let mut contests = Vec::new();
    for (raw, name) in benchmarks {
        let of: Vec<&Foreign> = cells.iter().filter(|cell| cell.benchmark == raw).collect();
        let (contest, told) = contest(contests.len(), &results.source.tool, &raw, &name, &of);
        contests.push(contest);
        events.extend(told);
    }
    // Nothing of it is measured by this lab, so that its wishes stay empty.
    (Plan { mode: Mode::Imported, alpha: Plan::ALPHA, contests, ..Plan::default() }, events)
}

fn contest(index: usize, tool: &str, raw: &str, name: &str, cells: &[&Foreign]) -> (Contest, Vec<Event>) {
    let ids = distinct(cells.iter().map(|cell| (cell.implementation.clone(), cell.language)), id);
    let comparison_of = |cell: &&Foreign| Comparison { params: cell.params.clone(), size: cell.size };
    let comparisons = each_once(cells.iter().map(comparison_of));
    let mut lanes_of: BTreeMap<(usize, usize), Vec<&Foreign>> = BTreeMap::new();
    for cell in cells {
        let place = comparisons.iter().position(|known| *known == comparison_of(cell));
        let lane =
            ids.iter().position(|((name, language), _)| (name, *language) == (&cell.implementation, cell.language));
        lanes_of.entry((place.unwrap_or(0), lane.unwrap_or(0))).or_default().push(cell);
    }
    let mut events = Vec::new();
    for ((comparison, lane), cells) in lanes_of {
        let samples: Vec<Sample> = cells.iter().flat_map(|cell| cell.samples.clone()).collect();
        if !samples.is_empty() {
            // A block for each, since another tool's samples have no partners.
            let mut lanes = vec![Vec::new(); ids.len()];
            lanes[lane] = samples;
            let block = Block { contest: index, comparison, index: lane as u32, lanes, ..Block::default() };
            events.push(Event::Block(block));
        }
        let per_call_ns: Vec<f64> = cells.iter().flat_map(|cell| cell.per_call_ns.clone()).collect();
        let summary: BTreeMap<String, f64> = cells.iter().flat_map(|cell| cell.summary.clone()).collect();
        if !per_call_ns.is_empty() || !summary.is_empty() {
            events.push(Event::Told { contest: index, comparison, lane, per_call_ns, summary });
        }
    }
    let command = |((text, language), id): &((String, &str), ImplementationId)| {
        let is_command = CallKind::of_language(language).is_command();
        is_command.then(|| (id.name.clone(), CommandSpec::plain(Vec::new(), text.clone())))
    };
    let lanes = ids.iter().map(|(_, id)| Lane::new(id.clone(), Role::Contender));
    let contest = Contest {
        question: if raw == name { String::new() } else { format!("{raw}, as {tool} calls it") },
        commands: ids.iter().filter_map(command).collect(),
        ..Contest::new(&clean(tool, 0), name, cells[0].unit.clone(), lanes.collect(), comparisons)
    };
    (contest, events)
}

/// Each of the names once, in their order, with one of Paragone's that no other has.
fn distinct<K: Ord + Clone, N: Ord + Clone>(
    names: impl Iterator<Item = K>,
    named: impl Fn(&K, usize) -> N,
) -> Vec<(K, N)> {
    let (mut known, mut taken) = (BTreeSet::new(), BTreeSet::new());
    let new = names.filter(|name| known.insert(name.clone()));
    new.filter_map(|name| {
        let free = (0..).map(|turn| named(&name, turn)).find(|free| taken.insert(free.clone()))?;
        Some((name, free))
    })
    .collect()
}

/// An id of Paragone's where the name is one, as this lab writes them, and else the tool's language and the name.
fn id((name, language): &(String, &'static str), turn: usize) -> ImplementationId {
    let told =
        name.parse::<ImplementationId>().ok().filter(|_| turn == 0 && !CallKind::of_language(language).is_command());
    told.unwrap_or_else(|| ImplementationId { language: (*language).to_owned(), name: clean(name, turn), build: None })
}

/// Lower case, with dashes for what may not stand in a name of Paragone's; another one at each turn.
fn clean(name: &str, turn: usize) -> String {
    let mut text = String::new();
    for letter in name.chars().flat_map(char::to_lowercase) {
        let kept = if matches!(letter, 'a'..='z' | '0'..='9' | '_' | '+') { letter } else { '-' };
        if kept != '-' || !text.is_empty() && !text.ends_with('-') {
            text.push(kept);
        }
    }
    let text = text.trim_end_matches('-');
    match (text, turn) {
        ("", turn) => format!("unnamed-{}", turn + 1),
        (text, 0) => text.to_owned(),
        (text, turn) => format!("{text}-{}", turn + 1),
    }
}
