//! From a benchmark's `decides`, `trials` and `metric` to how it is judged where time does not decide.

use crate::model::{Better, InputKind, TrialMetric, Trials};
use crate::suite::parts::fields::{Fields, value_of};
use crate::suite::parts::mistake::{Spot, did_you_mean_or, listed};

/// Trials where the suite does not say how many, and the most that it may ask for.
const USUAL: (u32, u32) = (5, 10);
const MOST: u32 = 1000;

/// `None`: time decides.
pub(crate) fn read_trials(fields: &Fields<'_>, input: &InputKind) -> Option<Trials> {
    let decides = fields.text("decides");
    let trials = fields.text_or_number("trials");
    let tables = fields.tables("metric", "a metric");
    let mut metrics: Vec<TrialMetric> = Vec::new();
    let listed_any = !tables.is_empty();
    for table in tables {
        metrics.extend(read_metric(table, &metrics));
    }
    let Some(decides) = decides else {
        let expected = "only where `decides` names a metric; time decides otherwise";
        if fields.item("decides").is_none() {
            for (key, is_there) in [("trials", trials.is_some()), ("metric", listed_any)] {
                if let (Some((_, place)), true) = (fields.item(key), is_there) {
                    fields.tell(&place, format!("`{key}` has a meaning {expected}"));
                }
            }
        }
        return None;
    };
    if !metrics.iter().any(|metric| metric.name == decides.value) {
        let names = || metrics.iter().map(|metric| metric.name.as_str());
        let hint = did_you_mean_or(&decides.value, names(), || match metrics.is_empty() {
            true => format!("; add `[[benchmark.metric]]` with `name = \"{}\"`", decides.value),
            false => format!("; expected {}", listed(names())),
        });
        fields.tell(&decides.place, format!("no metric `{}` that could decide{hint}", decides.value));
    }
    if let InputKind::Random { count, .. } | InputKind::Words { count, .. } = input
        && *count > 1
    {
        fields.tell(&decides.place, "a trial is one call with one input; leave `count` out, or `decides`");
    }
    let (least, most) = trials.map_or(USUAL, |trials| read_range(fields, &trials));
    Some(Trials { decides: decides.value, least, most, metrics })
}

fn read_metric(table: Fields<'_>, before: &[TrialMetric]) -> Option<TrialMetric> {
    let name = table.required_text("name", "the name of the driver's reading, such as `name = \"depth\"`");
    let unit = table.text("unit");
    let better = table.required_text("better", "`better = \"more\"` or `better = \"less\"`");
    if let Some(name) = &name {
        table.check_name(name);
        if before.iter().any(|metric| metric.name == name.value) {
            table.tell(&name.place, format!("metric `{}` is there already; take one of them out", name.value));
        }
    }
    let of_a_second = |unit: &str| is_word(unit.strip_suffix("/s").unwrap_or(unit));
    if let Some(Spot { value, place }) = unit.as_ref().filter(|unit| !of_a_second(&unit.value)) {
        let text = "write one word in the singular, such as `frame`, or an amount a second, such as `byte/s`";
        table.tell(place, format!("`{value}` is no unit; {text}"));
    }
    let ways = [("more", Better::More), ("less", Better::Less)];
    let unknown = "says not which value is better; expected `more` or `less`";
    let better = better.and_then(|better| table.choice(better, ways, unknown));
    let exact = table.truth("exact").unwrap_or(false);
    table.finish();
    Some(TrialMetric { name: name?.value, unit: value_of(unit), better: better.unwrap_or(Better::More), exact })
}

/// Whether it may be a unit.
pub(crate) fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(char::is_alphabetic)
}

/// `5..10`, or `10` for exactly so many.
fn read_range(fields: &Fields<'_>, Spot { value, place }: &Spot<String>) -> (u32, u32) {
    let (first, last) = value.split_once("..").unwrap_or((value, value));
    match (first.trim().parse::<u32>(), last.trim().parse::<u32>()) {
        (Ok(least), Ok(most)) if (1..=most).contains(&least) && most <= MOST => (least, most),
        _ => {
            let expected = format!("expected `5..10`, at least and at most, or one number, up to {MOST}");
            fields.tell(place, format!("`{value}` is no number of trials; {expected}"));
            USUAL
        }
    }
}
