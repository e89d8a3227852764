//! What a parameter that intervenes tells of its cause: a table for each size, and sentences for pens that have none.

use crate::model::names::capitalised;
use crate::model::{Amount, ContestFinding, Effect, EffectRow, Intervention, Share, metric, unit};

use crate::model::names::listed;
use crate::report::text::{Column, Grid, GridEntry, Ink, Tone};
use crate::words::{clean, point, wrap};

/// Empty for a benchmark without such a parameter.
pub(crate) fn effects(contest: &ContestFinding, ink: &Ink) -> String {
    let Some(intervention) = contest.intervention.as_ref().filter(|_| !contest.effects.is_empty()) else {
        return String::new();
    };
    let mut text = format!("{}\n", ink.paint(Tone::Strong, &heading(intervention)));
    text += &Grid::fitted([false, true], ink, |stacked| tables(contest, intervention, stacked));
    for line in notes(contest, intervention) {
        text += &format!("{}\n", ink.paint(Tone::Quiet, &wrap("  ", &line, ink.width)));
    }
    text
}

fn heading(intervention: &Intervention) -> String {
    clean(&format!("how much of the time is {}", intervention.cause))
}

/// What the sentences stand below, with a great letter; empty without such a parameter.
pub fn cause(contest: &ContestFinding) -> String {
    contest.intervention.as_ref().map(|intervention| capitalised(&heading(intervention))).unwrap_or_default()
}

/// What an intervention found, in sentences; none where there is none.
pub fn effect_lines(contest: &ContestFinding) -> Vec<String> {
    let Some(intervention) = contest.intervention.as_ref().filter(|_| !contest.effects.is_empty()) else {
        return Vec::new();
    };
    let several = contest.effects.len() > 1;
    let mut lines = Vec::new();
    for effect in &contest.effects {
        for row in &effect.rows {
            let at = if several { format!(" at {}", place(contest, effect)) } else { String::new() };
            let each = effect.values.iter().zip(times(contest, effect, row));
            let each: Vec<String> = each.map(|(value, time)| format!("{time} with {value}")).collect();
            let counts = counted(contest, effect, row).map_or(String::new(), |counts| {
                format!("; {} {}, in that order", title(intervention), listed(&counts))
            });
            let name = contest.label(&row.implementation);
            let told = match row.share {
                _ if row.is_ruler() => "what the others are timed beside".to_owned(),
                Some(share) => told(&share, intervention),
                None => "not enough data to tell a part".to_owned(),
            };
            let what = format!("{name}{at}: {told}; {} takes {}{counts}", an_item(contest, effect), listed(&each));
            lines.push(clean(&what));
        }
    }
    lines.extend(notes(contest, intervention));
    lines
}

fn told(share: &Share, intervention: &Intervention) -> String {
    let value = format!("{} {}", intervention.param, intervention.with);
    let [likely, low, high] = percents(share);
    if share.low <= 0.0 && share.high >= 0.0 {
        return format!("no part that is certain of its time with {value} ({low} to {high} %)");
    }
    if share.high < 0.0 {
        let Intervention { param, without, .. } = intervention;
        return format!(
            "no part of its time with {value}, which is the shorter one: with {param} {without} it takes longer"
        );
    }
    format!("{likely} % of its time with {value} ({low} to {high} %)")
}

fn tables(contest: &ContestFinding, intervention: &Intervention, stacked: bool) -> Grid {
    let values = contest.effects.iter().map(|effect| effect.values.len()).max().unwrap_or_default();
    let mut columns = vec![Column::LEFT];
    columns.extend(vec![Column::RIGHT; values]);
    columns.extend([Column::RIGHT.tight(), Column::LEFT]);
    columns.extend(vec![Column::RIGHT; values]);
    let mut grid = Grid::new(&columns, if stacked { 4 } else { 0 });
    for effect in &contest.effects {
        grid.apart();
        let heading = grid.above(format!("{}: {}", place(contest, effect), an_item(contest, effect)));
        let padded = |texts: Vec<String>| texts.into_iter().chain(std::iter::repeat(String::new())).take(values);
        let parts = ["part", "95 %"].map(str::to_owned);
        let heads = padded(effect.values.clone()).chain(parts).chain(padded(vec![title(intervention)]));
        grid.titled(heading, heads);
        for row in &effect.rows {
            let mut entries = vec![GridEntry::plain(grid.above(contest.label(&row.implementation)))];
            entries.extend(padded(times(contest, effect, row)).map(GridEntry::plain));
            let (part, span) = match row.share {
                Some(share) => {
                    let [likely, low, high] = percents(&share);
                    (format!("{likely} %"), format!("{low}..{high} %"))
                }
                None if row.is_ruler() => (String::new(), "beside it".to_owned()),
                None => ("?".to_owned(), String::new()),
            };
            entries.extend([GridEntry::plain(part), GridEntry::new(Tone::Quiet, span)]);
            entries.extend(padded(counted(contest, effect, row).unwrap_or_default()).map(GridEntry::plain));
            grid.row(entries);
        }
    }
    grid
}

/// What the numbers are, and why some are not there.
fn notes(contest: &ContestFinding, intervention: &Intervention) -> Vec<String> {
    let Intervention { param, with, without, beside, cause, .. } = intervention;
    let rows = || contest.effects.iter().flat_map(|effect| &effect.rows);
    let base = contest.label(beside);
    let mut notes = vec![clean(&if rows().any(|row| row.beside.is_some()) {
        format!(
            "The part is what the time with {param} {with} has more than that with {param} {without}, each beside \
             {base} in the same rounds, which has no {cause} with either; it lies in the interval at 95 % at least."
        )
    } else {
        format!("No part is told without {base}, which has no {cause}, and which the others are timed beside.")
    })];
    let amounts = rows().filter_map(|row| row.counted.as_ref());
    let unknown = amounts.flatten().find_map(|amount| match amount {
        Amount::Unknown(unknown) => Some(unknown),
        Amount::Known(_) => None,
    });
    if let Some(unknown) = unknown {
        let remedy = unknown.remedy.as_ref().map(|remedy| format!("; to know them, {remedy}")).unwrap_or_default();
        let title = capitalised(&title(intervention));
        notes.push(clean(&format!("{title} are not counted for all: {}{remedy}.", unknown.why)));
    }
    notes
}

fn place(contest: &ContestFinding, effect: &Effect) -> String {
    point(effect.size, &contest.unit, &effect.params)
}

/// What a time is of.
fn an_item(contest: &ContestFinding, effect: &Effect) -> String {
    match items(contest, effect) {
        Some(_) => {
            let word = &contest.unit.unit;
            let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            format!("{article} {word}")
        }
        None => "a call".to_owned(),
    }
}

fn items(contest: &ContestFinding, effect: &Effect) -> Option<f64> {
    (effect.size > 0 && !contest.unit.is_name()).then_some(effect.size as f64)
}

fn times(contest: &ContestFinding, effect: &Effect, row: &EffectRow) -> Vec<String> {
    row.times_ns.iter().map(|ns| unit::time(ns / items(contest, effect).unwrap_or(1.0))).collect()
}

/// `None` where nothing of it is known: a note says why.
fn counted(contest: &ContestFinding, effect: &Effect, row: &EffectRow) -> Option<Vec<String>> {
    let of = |amount: &Amount| match amount.known() {
        Some(value) => unit::significant(value / items(contest, effect).unwrap_or(1.0), 2),
        None => "unknown".to_owned(),
    };
    let amounts = row.counted.as_ref().filter(|amounts| amounts.iter().any(|amount| amount.known().is_some()))?;
    Some(amounts.iter().map(of).collect())
}

/// The counted metric as tables name it; nothing where none is.
fn title(intervention: &Intervention) -> String {
    let name = intervention.counted.as_deref().unwrap_or_default();
    metric(name).map_or(name, |metric| metric.title).to_owned()
}

/// Likely, at least and at most, in hundredths: a decimal more where that is what the interval bears.
fn percents(share: &Share) -> [String; 3] {
    let decimals = if share.high - share.low < 0.03 { 1 } else { 0 };
    // Nothing is written as -0.
    let scale = 10f64.powi(decimals as i32);
    let rounded = |part: f64| (part * 100.0 * scale).round() / scale + 0.0;
    [share.likely, share.low, share.high].map(|part| format!("{:.decimals$}", rounded(part)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Throughput, Unknown};
    use crate::report::specimen::effect_specimen;

    #[test]
    fn a_table_and_sentences_say_the_same() {
        let contest = effect_specimen::intervened();
        insta::assert_snapshot!(effects(&contest, &Ink::PLAIN), @r"
        how much of the time is wrongly predicted branches
        262,144 elements: an element  predictable  alternated    fresh   part 95 %
        ---------------------------------------------------------------------------------
        rust.blake2                       3.40 ns     3.41 ns  3.42 ns        beside it
        c.openssl                         3.90 ns     4.00 ns  15.6 ns   75 % 73..77 %
        rust.blake2b_simd                 2.00 ns     2.00 ns  2.01 ns  0.5 % -0.4..1.4 %
        c.late                            2.00 ns     2.00 ns  2.01 ns      ?
          The part is what the time with data fresh has more than that with data predictable, each beside
          rust.blake2 in the same rounds, which has no wrongly predicted branches with either; it lies in
          the interval at 95 % at least.
        ");
        insta::assert_snapshot!(effect_lines(&contest).join("\n"), @r"
        rust.blake2: what the others are timed beside; an element takes 3.40 ns with predictable, 3.41 ns with alternated and 3.42 ns with fresh
        c.openssl: 75 % of its time with data fresh (73 to 77 %); an element takes 3.90 ns with predictable, 4.00 ns with alternated and 15.6 ns with fresh
        rust.blake2b_simd: no part that is certain of its time with data fresh (-0.4 to 1.4 %); an element takes 2.00 ns with predictable, 2.00 ns with alternated and 2.01 ns with fresh
        c.late: not enough data to tell a part; an element takes 2.00 ns with predictable, 2.00 ns with alternated and 2.01 ns with fresh
        The part is what the time with data fresh has more than that with data predictable, each beside rust.blake2 in the same rounds, which has no wrongly predicted branches with either; it lies in the interval at 95 % at least.
        ");
    }

    #[test]
    fn a_narrow_page_has_names_above_their_rows() {
        let text = effects(&effect_specimen::intervened(), &Ink { width: 60, ..Ink::PLAIN });
        assert!(text.lines().all(|line| line.len() <= 60), "{text}");
    }

    #[test]
    fn what_was_counted_stands_beside() {
        let mut contest = effect_specimen::intervened();
        contest.effects[0].rows[1].counted = Some([0.0, 100.0, 131_072.0].map(Amount::Known).to_vec());
        let text = effects(&contest, &Ink::PLAIN);
        assert!(text.contains("branch misses") && text.contains("0.50"), "{text}");
        assert!(effect_lines(&contest)[1].contains("0.50"), "{text}");
        let nobody = Amount::Unknown(Unknown::unless("this machine has no counters", "ask for some"));
        contest.effects[0].rows[1].counted = Some(vec![nobody; 3]);
        let lines = effect_lines(&contest);
        assert!(
            lines.last().unwrap().ends_with("this machine has no counters; to know them, ask for some."),
            "{lines:?}"
        );
    }

    #[test]
    fn a_size_that_is_a_name_has_times_of_a_call() {
        let mut contest = effect_specimen::intervened();
        contest.unit = Throughput::of("n=");
        assert!(effect_lines(&contest)[0].contains("a call takes"), "{:?}", effect_lines(&contest));
        contest.intervention = None;
        assert!(effect_lines(&contest).is_empty() && effects(&contest, &Ink::PLAIN).is_empty());
    }
}
