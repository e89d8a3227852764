//! Who is to be used at which sizes, in; the sentence that says so out.

use crate::model::names::listed;
use crate::model::unit::factor_at_most;
use crate::model::{Alone, Crossover, CrossoverPlace, Use};
use crate::words::answer::clause::BETWEEN;
use crate::words::answer::phrase::Words;

/// Implementations that a sentence still names of those that are as fast as each other.
const MOST_NAMED: usize = 3;

/// What the sentence is made with.
#[derive(Clone, Copy)]
pub(crate) struct ChoiceClause<'a> {
    pub(crate) words: Words<'a>,
    /// What decides, where that is not time.
    pub(crate) metric: Option<&'a str>,
}

impl ChoiceClause<'_> {
    pub(crate) fn text(&self, uses: &[Use], alone: &[Alone], crossovers: &[&Crossover]) -> String {
        let size = |value: u64| self.words.size(value);
        let [first, .., last] = uses else {
            let place = |it: &Use| match it.from == it.to {
                true => format!("at {}", size(it.from)),
                false => format!("at every size measured, from {} to {}", size(it.from), size(it.to)),
            };
            return uses.first().map_or(String::new(), |it| format!("Use {} {}.", self.named(it), place(it)));
        };
        let clause = |it: &Use| match it {
            it if std::ptr::eq(it, first) => format!("{} up to {}", self.named(it), size(it.to)),
            it if std::ptr::eq(it, last) => format!("{} from {} on", self.named(it), size(it.from)),
            it if it.from == it.to => format!("{} at {}", self.named(it), size(it.from)),
            it => format!("{} from {} to {}", self.named(it), size(it.from), size(it.to)),
        };
        let clauses: Vec<String> = uses.iter().map(clause).collect();
        let between = between(uses, crossovers);
        format!("Use {}{between}{}.", listed(&clauses), self.costs(alone))
    }

    /// Who is to be used, with how far from the best that is at most.
    fn named(&self, it: &Use) -> String {
        let names = match it.implementations.as_slice() {
            [] => String::new(),
            [one] => self.words.name(one),
            some if some.len() <= MOST_NAMED => {
                let names: Vec<String> = some.iter().map(|one| self.words.name(one)).collect();
                listed(&names).replace(" and ", " or ")
            }
            [first, rest @ ..] => format!("{} or one of {} others", self.words.name(first), rest.len()),
        };
        match (it.at_most, self.metric) {
            (Some(share), None) if share > 0.0 => {
                format!("{names} (at most {} as long as the fastest)", factor_at_most(1.0 + share))
            }
            (Some(share), Some(metric)) if share > 0.0 => {
                format!("{names} (at most {} worse by {metric})", factor_at_most(1.0 + share))
            }
            (Some(_), _) => names,
            (None, _) => format!("{names} (no bound is known)"),
        }
    }

    /// What using one of them at every size would cost.
    fn costs(&self, alone: &[Alone]) -> String {
        let (verb, of) = match self.metric {
            None => ("costs", "the time".to_owned()),
            Some(metric) => ("is", format!("worse by {metric}")),
        };
        let cost = |(index, it): (usize, &Alone)| {
            let verb = if index == 0 { format!("{verb} ") } else { String::new() };
            let name = self.words.name(&it.implementation);
            format!("{name} alone {verb}at most {} {of}", factor_at_most(1.0 + it.at_most))
        };
        let costs: Vec<String> = alone.iter().enumerate().map(cost).collect();
        if costs.is_empty() { String::new() } else { format!("; {} at any size measured", listed(&costs)) }
    }
}

/// What is known of the sizes between two that are used.
fn between(uses: &[Use], crossovers: &[&Crossover]) -> String {
    let borders = &uses[..uses.len() - 1];
    match borders.iter().filter(|it| it.confidence.is_some()).count() {
        0 => BETWEEN.to_owned(),
        found if found == borders.len() && found == 1 => format!(", {} between", either(crossovers)),
        found if found == borders.len() => ", either of two neighbours between".to_owned(),
        _ => " (not every change of lead was followed between the sizes)".to_owned(),
    }
}

fn either(crossovers: &[&Crossover]) -> &'static str {
    match crossovers.first().map(|one| one.place) {
        Some(CrossoverPlace::Same) => "either, which are the same within the margin,",
        Some(CrossoverPlace::Times) => "either, which change places several times,",
        _ => "either",
    }
}
