//! Who leads at which sizes, and where that was found to change, in; which one to use, and what a simpler choice would
//! cost, out.

use crate::judge::crossover::brackets::{ladders, led};
use crate::model::leaders::LeaderStretch;
use crate::model::names::each_once;
use crate::model::{Alone, Choice, ComparisonFinding, Crossover, CrossoverPlace, ImplementationId, Use};
use crate::words::answer::choice::ChoiceClause;
use crate::words::answer::phrase::Words;

/// One choice for each set of parameters. `metric`: what decides, where that is not time.
pub(crate) fn choices(
    comparisons: &[ComparisonFinding],
    crossovers: &[Crossover],
    words: Words<'_>,
    metric: Option<&str>,
) -> Vec<Choice> {
    let clause = ChoiceClause { words, metric };
    ladders(comparisons).iter().filter_map(|ladder| choice(ladder, crossovers, &clause)).collect()
}

fn choice(ladder: &[&ComparisonFinding], crossovers: &[Crossover], clause: &ChoiceClause<'_>) -> Option<Choice> {
    // Who is alone has nobody to be chosen from.
    if ladder.iter().all(|one| one.rows.iter().filter(|row| row.times.is_some()).count() < 2) {
        return None;
    }
    let params = ladder[0].params.clone();
    let crossovers: Vec<&Crossover> = crossovers.iter().filter(|one| one.params == params).collect();
    let uses = uses(ladder, &crossovers);
    let firsts = uses.iter().filter(|_| uses.len() > 1).filter_map(|it| it.implementations.first());
    let alone: Vec<Alone> = each_once(firsts).into_iter().filter_map(|one| most(ladder, &crossovers, one)).collect();
    let text = clause.text(&uses, &alone, &crossovers);
    Some(Choice { params, text, uses, alone })
}

fn uses(ladder: &[&ComparisonFinding], crossovers: &[&Crossover]) -> Vec<Use> {
    let of = |stretch: &LeaderStretch<ImplementationId>| Use {
        implementations: stretch.leaders.clone(),
        from: ladder[stretch.from].size,
        to: ladder[stretch.to].size,
        at_most: stretch.leaders.first().and_then(|first| costs_at_most(&ladder[stretch.from..=stretch.to], first)),
        confidence: None,
    };
    let mut uses: Vec<Use> = led(ladder).iter().map(of).collect();
    for index in 1..uses.len() {
        let [before, after] = [&uses[index - 1], &uses[index]];
        let is_of = |one: &&&Crossover| {
            before.implementations.first() == Some(&one.first)
                && after.implementations.first() == Some(&one.second)
                && one.low >= before.from
                && one.high <= after.to
        };
        let Some(found) = crossovers.iter().find(is_of) else { continue };
        let Some((to, from)) = border(found) else { continue };
        (uses[index - 1].to, uses[index - 1].confidence) = (to, Some(found.confidence));
        uses[index].from = from;
    }
    uses
}

/// What an implementation takes longer than the fastest at most, at some sizes.
fn costs_at_most(ladder: &[&ComparisonFinding], id: &ImplementationId) -> Option<f64> {
    let cost = |one: &&ComparisonFinding| {
        let row = one.row(id)?;
        Some(row.to_best?.2 - 1.0).filter(|share| share.is_finite() && !row.raced)
    };
    let costs: Option<Vec<f64>> = ladder.iter().map(cost).collect();
    costs?.into_iter().max_by(f64::total_cmp)
}

/// The last size for the one, and the first for the other; what lies between may be left to either.
fn border(found: &Crossover) -> Option<(u64, u64)> {
    match found.place {
        CrossoverPlace::Same => found.same_from.zip(found.same_to),
        CrossoverPlace::Once | CrossoverPlace::Times | CrossoverPlace::Between => found.below.zip(found.above),
        CrossoverPlace::Nowhere | CrossoverPlace::Open => None,
    }
}

/// What an implementation takes longer than the best at most. `None` where at some size nothing is known of it.
fn most(ladder: &[&ComparisonFinding], crossovers: &[&Crossover], id: &ImplementationId) -> Option<Alone> {
    let planned = ladder.iter().map(|one| {
        let row = one.row(id)?;
        Some((one.size, row.to_best.filter(|_| !row.raced)?.2 - 1.0))
    });
    let mut costs = planned.collect::<Option<Vec<(u64, f64)>>>()?;
    for one in crossovers.iter().filter(|one| [&one.first, &one.second].contains(&id)) {
        costs.extend(one.points.iter().filter_map(|point| {
            let judged = point.judged.filter(|judged| judged.low.is_finite() && judged.high.is_finite())?;
            Some((point.size, if one.first == *id { -judged.low } else { judged.high }.exp_m1()))
        }));
    }
    let (size, at_most) = costs.into_iter().max_by(|one, other| one.1.total_cmp(&other.1))?;
    at_most.is_finite().then(|| Alone { implementation: id.clone(), at_most: at_most.max(0.0), size })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Throughput;
    use crate::model::specimen::finding;
    use crate::words::answer::{refuted, tables_of};

    fn crossover(place: CrossoverPlace) -> Crossover {
        Crossover {
            low: 512,
            high: 1024,
            place,
            below: Some(820),
            above: Some(855),
            same_from: Some(700),
            same_to: Some(900),
            changes: 1,
            ..Crossover::open("c.x".parse().unwrap(), "rust.y".parse().unwrap(), 0.95)
        }
    }

    const X: &[(&str, f64)] = &[("c.x", 1.0), ("rust.y", 1.05), ("c.z", 2.0)];
    const Y: &[(&str, f64)] = &[("rust.y", 1.0), ("c.x", 1.2), ("c.z", 2.0)];

    fn ladder() -> Vec<ComparisonFinding> {
        [(64, X), (512, X), (1024, Y), (4096, Y)].map(|(size, rows)| finding(size, rows, &[0])).to_vec()
    }

    fn said(crossovers: &[Crossover]) -> String {
        choices(&ladder(), crossovers, Words::with(&Throughput::of("byte")), None).remove(0).text
    }

    #[test]
    fn commands_are_called_by_their_names_alone() {
        let unit = Throughput::of("byte");
        let words = Words { unit: &unit, are_commands: true };
        let text = choices(&ladder(), &[crossover(CrossoverPlace::Once)], words, None).remove(0).text;
        assert!(text.starts_with("Use x up to 820 B and y from 855 B on, either between; x alone costs"), "{text}");
    }

    #[test]
    fn the_borders_are_what_was_found() {
        assert_eq!(
            said(&[crossover(CrossoverPlace::Once)]),
            "Use c.x up to 820 B and rust.y from 855 B on, either between; c.x alone costs at most 1.22x the time and \
             rust.y alone at most 1.061x the time at any size measured."
        );
        assert!(
            said(&[crossover(CrossoverPlace::Same)])
                .contains("c.x up to 700 B and rust.y from 900 B on, either, which")
        );
        assert!(said(&[]).contains("c.x up to 512 B and rust.y from 1 KiB on (between these sizes nothing"));
        assert!(said(&[crossover(CrossoverPlace::Open)]).contains("(between these sizes nothing"));
    }

    #[test]
    fn whoever_leads_everywhere_is_the_choice() {
        let all = [finding(64, X, &[0]), finding(512, X, &[0])];
        let choice = choices(&all, &[], Words::with(&Throughput::of("byte")), None).remove(0);
        assert_eq!(choice.text, "Use c.x at every size measured, from 64 B to 512 B.");
        assert!(choice.alone.is_empty());
        let tied = [finding(64, X, &[0, 1])];
        let choice = choices(&tied, &[], Words::with(&Throughput::of("byte")), None).remove(0);
        assert_eq!(choice.text, "Use c.x or rust.y (at most 1.010x as long as the fastest) at 64 B.");
    }

    #[test]
    fn where_there_is_nobody_to_choose_from_nothing_is_said() {
        assert!(
            choices(&[finding(64, &[("c.x", 1.0)], &[0])], &[], Words::with(&Throughput::of("byte")), None).is_empty()
        );
        assert!(choices(&[], &[], Words::with(&Throughput::of("byte")), None).is_empty());
    }

    #[test]
    fn a_metric_is_no_time() {
        let unit = Throughput::of("byte");
        let words = Words::with(&unit);
        let text = |all: &[ComparisonFinding]| choices(all, &[], words, Some("compressed-bytes")).remove(0).text;
        assert_eq!(
            text(&ladder()),
            "Use c.x up to 512 B and rust.y from 1 KiB on (between these sizes nothing was measured); c.x alone is at \
             most 1.22x worse by compressed-bytes and rust.y alone at most 1.061x worse by compressed-bytes at any size \
             measured."
        );
        assert_eq!(
            text(&[finding(64, X, &[0, 1])]),
            "Use c.x or rust.y (at most 1.010x worse by compressed-bytes) at 64 B."
        );
    }

    /// Whose choice is by a metric is read as whose is by time.
    #[test]
    fn a_choice_by_a_metric_is_held_against_its_tables() {
        const Z: &[(&str, f64)] = &[("c.z", 1.0), ("rust.y", 1.2), ("c.x", 2.0)];
        const XY: &[(&str, f64)] = &[("c.x", 1.0), ("rust.y", 1.05), ("c.z", 2.0)];
        let unit = Throughput::of("byte");
        let words = Words::with(&unit);
        let one: &[usize] = &[0];
        for (these, begins) in [
            (vec![(X, one), (X, one)], "Use c.x at every size measured, from 64 B to 128 B."),
            (
                vec![(X, one), (Y, one), (Z, one)],
                "Use c.x up to 64 B, rust.y at 128 B and c.z from 256 B on (between these sizes nothing was",
            ),
            (
                vec![(XY, &[0, 1]), (XY, &[0, 1])],
                "Use c.x or rust.y (at most 1.010x worse by bytes) at every size measured",
            ),
        ] {
            let sizes = (0..).map(|step| 64 << step);
            let found: Vec<ComparisonFinding> =
                sizes.zip(&these).map(|(size, (rows, fastest))| finding(size, rows, fastest)).collect();
            let text = choices(&found, &[], words, Some("bytes")).remove(0).text;
            assert!(text.starts_with(begins), "{text}");
            let faults = refuted(&text, &tables_of(&found, words), 0.01);
            assert!(faults.is_empty(), "{text}\n{faults:#?}");
        }
    }
}
