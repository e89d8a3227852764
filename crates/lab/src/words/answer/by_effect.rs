//! What an intervention found, in sentences to stand before who is fastest: one for each size.

use crate::model::names::listed;
use crate::model::{Effect, Intervention, Share, Throughput};
use crate::words::answer::phrase::some;
use crate::words::size_label;

/// Implementations whose parts a sentence tells one by one, the greatest first; the others are told of together.
const MOST_TOLD: usize = 6;

/// Sizes that have a sentence; a report has all of them in tables.
const MOST_SIZES: usize = 3;

/// `None` where no part is known.
pub(crate) fn answer_by_effect(intervention: &Intervention, effects: &[Effect], unit: &Throughput) -> Option<String> {
    let told: Vec<String> =
        effects.iter().filter_map(|effect| sentence(intervention, effect, unit)).take(MOST_SIZES).collect();
    (!told.is_empty()).then(|| told.join(" "))
}

fn sentence(intervention: &Intervention, effect: &Effect, unit: &Throughput) -> Option<String> {
    let known = effect.rows.iter().filter_map(|row| Some((row.implementation.to_string(), row.share?)));
    let mut shares: Vec<(String, Share)> = known.collect();
    shares.sort_by(|(_, one), (_, other)| other.likely.total_cmp(&one.likely));
    let (certain, uncertain): (Vec<_>, Vec<_>) = shares.into_iter().partition(|(_, share)| share.low > 0.0);
    let hundredths = |part: f64| format!("{:.0}", part * 100.0);
    let (told, together) = certain.split_at(certain.len().min(MOST_TOLD));
    let mut parts: Vec<String> = told
        .iter()
        .map(|(name, share)| {
            let [likely, low, high] = [share.likely, share.low, share.high].map(hundredths);
            format!("{likely} % of {name}'s time ({low} to {high} %)")
        })
        .collect();
    if let (Some((_, most)), Some((_, least))) = (together.first(), together.last()) {
        let (least, most) = (hundredths(least.likely), hundredths(most.likely));
        let span = if least == most { most } else { format!("{least} to {most}") };
        parts.push(format!("{span} % of that of {} more", together.len()));
    }
    if !uncertain.is_empty() {
        let names: Vec<&str> = uncertain.iter().map(|(name, _)| name.as_str()).collect();
        let of = if parts.is_empty() { "the time" } else { "that" };
        parts.push(format!("no certain part of {of} of {}", some(&names)));
    }
    let Intervention { param, with, cause, .. } = intervention;
    let others: String = effect.params.iter().map(|(name, value)| format!(", {name}={value}")).collect();
    let at = size_label(effect.size, unit);
    (!parts.is_empty()).then(|| format!("At {at} with {param}={with}{others}, {cause} are {}.", listed(&parts)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{EffectRow, Params};

    fn told(shares: &[(&str, Option<[f64; 3]>)]) -> Option<String> {
        let intervention = Intervention {
            param: "data".into(),
            with: "fresh".into(),
            without: "known".into(),
            cause: "wrong guesses".into(),
            beside: "c.base".parse().unwrap(),
            counted: None,
        };
        let row = |(name, share): &(&str, Option<[f64; 3]>)| EffectRow {
            implementation: name.parse().unwrap(),
            times_ns: vec![1.0, 2.0],
            beside: Some("c.base".parse().unwrap()),
            share: share.map(|[low, likely, high]| Share { likely, low, high }),
            counted: None,
        };
        let values = vec!["known".into(), "fresh".into()];
        let effect = Effect { params: Params::new(), size: 64, values, rows: shares.iter().map(row).collect() };
        answer_by_effect(&intervention, &[effect], &Throughput::of("element"))
    }

    #[test]
    fn parts_are_told_from_the_greatest_down_and_those_that_may_be_none_last() {
        let shares = [
            ("c.base", None),
            ("c.a", Some([0.4, 0.5, 0.6])),
            ("c.none", Some([-0.1, 0.0, 0.1])),
            ("c.b", Some([0.7, 0.8, 0.9])),
        ];
        assert_eq!(
            told(&shares).unwrap(),
            "At 64 elements with data=fresh, wrong guesses are 80 % of c.b's time (70 to 90 %), 50 % of c.a's time \
             (40 to 60 %) and no certain part of that of c.none."
        );
    }

    #[test]
    fn many_are_told_of_together_and_nobody_is_no_sentence() {
        let names = ["c.a", "c.b", "c.c", "c.d", "c.e", "c.f", "c.g", "c.h"];
        let shares = names.map(|name| (name, Some([0.2, 0.3, 0.4])));
        let text = told(&shares).unwrap();
        assert!(text.ends_with("and 30 % of that of 2 more."), "{text}");
        assert_eq!(told(&[("c.base", None)]), None);
        let text = told(&[("c.a", Some([-0.1, 0.0, 0.1])), ("c.b", Some([-0.3, -0.2, -0.1]))]).unwrap();
        assert!(text.ends_with("wrong guesses are no certain part of the time of c.a and c.b."), "{text}");
    }
}
