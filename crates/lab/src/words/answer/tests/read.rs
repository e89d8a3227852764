//! An answer's sentences back to what they say: who is fastest where, of whom it is not known yet, and which factors.
//!
//! A test holds every sentence against the table below it by what is read here. It knows the text alone; `None` where a
//! sentence is none of ours.

/// Said where the fastest changes: it claims nothing.
const BETWEEN: &str = " (between these sizes nothing was measured)";

/// One thing that an answer says, and where.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ReadClause {
    /// As it stands in the text: `up to 1 KiB`; empty where nothing is said of that.
    pub(crate) place: String,
    pub(crate) what: What,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    /// These are fastest, and of those it is not known.
    Fastest {
        fastest: Names,
        undecided: Names,
        at_most: Option<f64>,
    },
    AllSame,
    Undecided {
        names: Names,
        at_most: Option<f64>,
    },
    /// These are fastest at some sizes and may be at the others.
    Leaders {
        names: Names,
        at_most: Option<f64>,
    },
    Alone(String),
    Nobody,
    /// What the first of those takes who are behind, from and to.
    Next(f64, f64),
    /// Which one to use; `others` may be used as well.
    Use {
        name: String,
        others: Vec<String>,
        at_most: Option<f64>,
    },
    /// A command runs so many times as fast as another, from and to; without an end, at least that.
    TimesAsFast {
        name: String,
        other: String,
        ratio: f64,
        ends: Option<(f64, f64)>,
    },
    /// Comparisons that say the same, counted or named.
    Group {
        label: String,
        at: Vec<String>,
        count: usize,
        changes: bool,
    },
    /// A sentence that names nobody as the fastest.
    Other,
}

/// Names of which the last may be counted only.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Names {
    pub(crate) names: Vec<String>,
    pub(crate) more: usize,
}

/// What an answer says, sentence by sentence.
pub(crate) fn read_answer(text: &str) -> Option<Vec<ReadClause>> {
    let mut said = Vec::new();
    for sentence in sentences(text) {
        said.extend(read_sentence(sentence)?);
    }
    Some(said)
}

/// A full stop ends a sentence where a space or nothing follows.
fn sentences(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.find(". ").map_or(rest.len(), |at| at + 1);
        all.push(rest[..end].trim().trim_end_matches('.'));
        rest = rest[end..].trim_start();
    }
    all
}

fn read_sentence(text: &str) -> Option<Vec<ReadClause>> {
    if let Some(said) = read_metric(text) {
        return Some(said);
    }
    let says_nothing = ["No time for ", "In doubt: ", "Emulated: ", "Nothing can be said", "At "];
    if says_nothing.iter().any(|start| text.starts_with(start)) || text.contains(" is the same code as at ") {
        return Some(vec![ReadClause { place: String::new(), what: What::Other }]);
    }
    if let Some(uses) = text.strip_prefix("Use ") {
        return read_use(uses);
    }
    if let Some((over, groups)) = text.split_once(" comparisons: ") {
        let changes = over.starts_with("The fastest changes over the ");
        return (changes || over.starts_with("Fastest, over the ")).then(|| read_groups(groups, changes));
    }
    if let Some((name, clauses)) = text.split_once(" runs ") {
        return Some(read_times_as_fast(name, clauses));
    }
    if text.contains(" takes ") && text.contains("half of its") || text.contains(" take the same time, within ") {
        return Some(vec![ReadClause { place: String::new(), what: What::Other }]);
    }
    let text = text.replace(BETWEEN, "");
    text.split("; ").map(read_clause).collect::<Option<Vec<_>>>().map(|parts| parts.concat())
}

/// `At 64 B: c.x has the best ratio, 2.1 in each of 3 trials; not known yet for c.y (at most 1.02x apart); the next,
/// …`.
fn read_metric(text: &str) -> Option<Vec<ReadClause>> {
    let (place, rest) = match text.strip_prefix("At ").and_then(|text| text.split_once(": ")) {
        Some((spot, rest)) => (format!("at {spot}"), rest),
        None => (String::new(), text),
    };
    let (first, further) = rest.split_once("; ").unwrap_or((rest, ""));
    if first.starts_with("All have the same ") && first.contains(" within the margin") {
        return said(&place, What::AllSame);
    }
    if first.starts_with("Nothing can be said: nobody has a ") {
        return said(&place, What::Nobody);
    }
    if let Some((name, _)) = first.split_once(" alone has a ") {
        return said(&place, What::Alone(name.to_owned()));
    }
    let (names, _) = first.split_once(" has the best ").or_else(|| first.split_once(" have the best "))?;
    if let Some(names) = names.strip_prefix("It is not known yet which of ") {
        return said(&place, What::Undecided { names: read_names(names), at_most: None });
    }
    let doubt = further.strip_prefix("not known yet for ").and_then(|doubt| doubt.split("; ").next());
    let undecided = doubt.and_then(|doubt| doubt.split(" (").next()).map(read_names).unwrap_or_default();
    let at_most = doubt.and_then(read_at_most);
    said(&place, What::Fastest { fastest: read_names(names), undecided, at_most })
}

fn read_clause(text: &str) -> Option<Vec<ReadClause>> {
    if let Some(next) = text.strip_prefix("the next takes ") {
        return Some(vec![ReadClause { place: String::new(), what: read_next(next)? }]);
    }
    if let Some((clause, next)) = text.split_once(", where the next takes ") {
        let mut said = read_clause(clause)?;
        let place = said.first()?.place.clone();
        said.push(ReadClause { place, what: read_next(next)? });
        return Some(said);
    }
    let lower = text.strip_prefix("It ").map_or(text.to_owned(), |rest| format!("it {rest}"));
    if let Some(rest) = lower.strip_prefix("it is not known yet ") {
        let (place, rest) = rest.split_once(" which of ")?;
        let (names, rest) = rest.split_once(" is fastest")?;
        return said(place, What::Undecided { names: read_names(names), at_most: read_at_most(rest) });
    }
    if let Some(place) = text
        .strip_prefix("all are the same within the margin ")
        .or(text.strip_prefix("All are the same within the margin "))
    {
        return said(place, What::AllSame);
    }
    if let Some(place) = text.strip_prefix("nobody has a time ").or(text.strip_prefix("Nobody has a time ")) {
        return said(place, What::Nobody);
    }
    if let Some((name, place)) = text.split_once(" alone has times ") {
        return said(place.split(": ").next()?, What::Alone(name.to_owned()));
    }
    for verb in [" is fastest or may be ", " are fastest or may be "] {
        if let Some((names, rest)) = text.split_once(verb) {
            let place = rest.split(" (").next()?;
            return said(place, What::Leaders { names: read_names(names), at_most: read_at_most(rest) });
        }
    }
    let (names, rest) = text.split_once(" is fastest ").or_else(|| text.split_once(" are fastest "))?;
    let (head, doubt) =
        rest.split_once(" (not known yet for ").map_or((rest, None), |(head, doubt)| (head, Some(doubt)));
    let place = head.trim_end_matches(", the same within the margin");
    let undecided = doubt.and_then(|doubt| doubt.split(": ").next()).map(read_names).unwrap_or_default();
    let at_most = doubt.and_then(read_at_most);
    said(place, What::Fastest { fastest: read_names(names), undecided, at_most })
}

fn said(place: &str, what: What) -> Option<Vec<ReadClause>> {
    Some(vec![ReadClause { place: place.trim().to_owned(), what }])
}

/// `c.x, c.y and 5 more`.
pub(crate) fn read_names(text: &str) -> Names {
    let mut found = Names::default();
    for part in text.split(", ").flat_map(|part| part.split(" and ")) {
        match part.strip_suffix(" more").and_then(|count| count.parse().ok()) {
            Some(count) => found.more = count,
            None => found.names.push(part.trim().to_owned()),
        }
    }
    found
}

/// The number in `at most 1.04x`.
fn read_at_most(text: &str) -> Option<f64> {
    let (_, rest) = text.split_once("at most ")?;
    read_factor(rest)
}

/// The number that a text begins with, before an `x`.
fn read_factor(text: &str) -> Option<f64> {
    text.split('x').next()?.trim().parse().ok()
}

/// `1.05x to 1.12x as long`.
fn read_next(text: &str) -> Option<What> {
    let from = read_factor(text)?;
    let to = text.split_once(" to ").map_or(Some(from), |(_, to)| read_factor(to))?;
    Some(What::Next(from, to))
}

/// `c.x up to 382 B and rust.y (at most 1.04x as long as the fastest) from 395 B on, either between; c.x alone costs
/// …`.
fn read_use(text: &str) -> Option<Vec<ReadClause>> {
    let uses = text.split("; ").next()?.replace(BETWEEN, "");
    let uses = uses.split(", either").next()?.split(" (not every change").next()?;
    let mut all = Vec::new();
    let mut rest = uses;
    while !rest.is_empty() {
        // A place ends where the next name begins: behind a comma, or an `and`.
        let place_at = [" up to ", " at ", " from "].iter().filter_map(|start| find_outside(rest, start)).min()?;
        let (who, place) = rest.split_at(place_at);
        let end = [", ", " and "]
            .iter()
            .filter_map(|next| find_outside(place, next).filter(|at| !place[at + next.len()..].starts_with("from ")))
            .min();
        let (place, next) = match end {
            Some(at) if !place.starts_with(" at every size measured") => {
                let skip = if place[at..].starts_with(", ") { 2 } else { 5 };
                (&place[..at], &place[at + skip..])
            }
            _ => (place, ""),
        };
        all.push(ReadClause { place: place.trim().to_owned(), what: read_user(who) });
        rest = next;
    }
    Some(all)
}

/// Where something stands that is in no bracket.
fn find_outside(text: &str, what: &str) -> Option<usize> {
    text.match_indices(what)
        .map(|(at, _)| at)
        .find(|at| text[..*at].matches('(').count() == text[..*at].matches(')').count())
}

/// `c.x or rust.y (at most 1.04x as long as the fastest)`.
fn read_user(text: &str) -> What {
    let (names, bound) = text.split_once(" (").map_or((text, ""), |(names, bound)| (names, bound));
    let at_most = if bound.is_empty() { Some(1.0) } else { read_at_most(&format!("({bound}")) };
    let mut names = names.split(", ").flat_map(|part| part.split(" or ")).map(|name| name.trim().to_owned());
    let name = names.next().unwrap_or_default();
    let is_count = |text: &String| {
        let count = text.strip_prefix("one of ").and_then(|rest| rest.strip_suffix(" others"));
        count.is_some_and(|count| count.parse::<usize>().is_ok())
    };
    let others = names.filter(|other| !is_count(other)).collect();
    What::Use { name, others, at_most }
}

/// `1.30x as fast as old (1.29 to 1.31), at least 8.0x as fast as c, and faster than 2 more`.
fn read_times_as_fast(name: &str, text: &str) -> Vec<ReadClause> {
    let one = |part: &str| {
        let part = part.trim_start_matches("and ");
        let (ratio, rest) = part.split_once(" as fast as ")?;
        let (other, ends) = rest.split_once(" (").map_or((rest, None), |(other, ends)| (other, Some(ends)));
        let ends = ends.and_then(|ends| {
            let (low, high) = ends.trim_end_matches(')').split_once(" to ")?;
            Some((low.parse().ok()?, high.parse().ok()?))
        });
        let ratio = read_factor(ratio.trim_start_matches("at least "))?;
        Some(What::TimesAsFast { name: name.to_owned(), other: other.to_owned(), ratio, ends })
    };
    text.split(", ").filter_map(one).map(|what| ReadClause { place: String::new(), what }).collect()
}

/// `c.x at level=1 and level=9; rust.y at 4 of them; the table tells each`.
fn read_groups(text: &str, changes: bool) -> Vec<ReadClause> {
    let one = |part: &str| {
        let (label, at) = part.rsplit_once(" at ")?;
        let counted = at.strip_suffix(" of them").and_then(|count| count.parse().ok());
        let spots: Vec<String> = match counted {
            Some(_) => Vec::new(),
            None => at.split(", ").flat_map(|spot| spot.split(" and ")).map(str::to_owned).collect(),
        };
        let count = counted.unwrap_or(spots.len());
        Some(What::Group { label: label.to_owned(), at: spots, count, changes })
    };
    text.split("; ").filter_map(one).map(|what| ReadClause { place: String::new(), what }).collect()
}
