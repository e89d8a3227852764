//! Two texts in, in which order a reader expects them out: numbers by what they are worth, so that 2 comes before 10.

use std::cmp::Ordering;

use crate::model::{ImplementationId, Params};

/// Numbers come before all other texts; of these, numbers within are compared as numbers too, as in `v2` and `v10`.
pub fn natural(one: &str, other: &str) -> Ordering {
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let by_worth = match (number(one), number(other)) {
        (Some(one), Some(other)) => one.total_cmp(&other),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => by_parts(one, other),
    };
    // What is worth the same, as `1` and `1.0`, keeps an order all the same.
    by_worth.then_with(|| one.cmp(other))
}

/// Sets of parameters, by their values in the order of their names.
pub fn by_params(one: &Params, other: &Params) -> Ordering {
    let pairs = one.iter().zip(other);
    let first = pairs.map(|(one, other)| one.0.cmp(other.0).then_with(|| natural(one.1, other.1)));
    first.into_iter().find(|order| order.is_ne()).unwrap_or_else(|| one.len().cmp(&other.len()))
}

/// What stands at a size with a set of parameters: by size, and by parameters within it.
pub fn by_size_and_params(one: (u64, &Params), other: (u64, &Params)) -> Ordering {
    one.0.cmp(&other.0).then_with(|| by_params(one.1, other.1))
}

/// Implementations, by language, name and build.
pub fn by_name(one: &ImplementationId, other: &ImplementationId) -> Ordering {
    let builds = || match (&one.build, &other.build) {
        (Some(one), Some(other)) => natural(one, other),
        (one, other) => one.is_some().cmp(&other.is_some()),
    };
    one.language.cmp(&other.language).then_with(|| natural(&one.name, &other.name)).then_with(builds)
}

fn by_parts(one: &str, other: &str) -> Ordering {
    let (mut one, mut other) = (one, other);
    while !one.is_empty() && !other.is_empty() {
        let ((first, rest), (second, remains)) = (part(one), part(other));
        let digits = |text: &str| text.starts_with(|letter: char| letter.is_ascii_digit());
        let are_numbers = digits(first) && digits(second);
        let order = if are_numbers { worth(first).cmp(&worth(second)) } else { first.cmp(second) };
        if order.is_ne() {
            return order;
        }
        (one, other) = (rest, remains);
    }
    one.len().cmp(&other.len())
}

/// The digits that a text begins with, or what stands before the first, and the rest.
fn part(text: &str) -> (&str, &str) {
    let is_digit = text.starts_with(|letter: char| letter.is_ascii_digit());
    let end = text.find(|letter: char| letter.is_ascii_digit() != is_digit).unwrap_or(text.len());
    text.split_at(end)
}

/// Of digits, however many: without zeros in front the longer ones are worth more.
fn worth(digits: &str) -> (usize, &str) {
    let digits = digits.trim_start_matches('0');
    (digits.len(), digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(mut texts: Vec<&str>) -> Vec<&str> {
        texts.sort_by(|one, other| natural(one, other));
        texts
    }

    #[test]
    fn numbers_are_in_the_order_of_their_worth() {
        assert_eq!(sorted(vec!["10", "1", "2"]), ["1", "2", "10"]);
        assert_eq!(sorted(vec!["1.5", "-3", "1.25", "1e3", "0.5"]), ["-3", "0.5", "1.25", "1.5", "1e3"]);
        assert_eq!(sorted(vec!["fast", "10", "v10", "v2", "9"]), ["9", "10", "fast", "v2", "v10"]);
        assert_eq!(sorted(vec!["v02x", "v2", "v2x"]), ["v2", "v02x", "v2x"]);
        assert_eq!(sorted(vec!["1.0", "1"]), ["1", "1.0"]);
        assert_eq!(sorted(vec!["nan", "inf", "7"]), ["7", "inf", "nan"]);
    }

    #[test]
    fn sets_of_parameters_go_by_their_values() {
        let set = |level: &str| Params::from([("format".into(), "zlib".into()), ("level".into(), level.into())]);
        let mut sets = [set("10"), set("2"), set("1")];
        sets.sort_by(by_params);
        assert_eq!(sets, [set("1"), set("2"), set("10")]);
        assert_eq!(by_params(&Params::new(), &set("1")), Ordering::Less);
    }

    #[test]
    fn implementations_go_by_the_numbers_in_their_names() {
        let mut ids = ["c.zlib@10", "c.zlib", "c.brotli-11", "c.zlib@9", "c.brotli-5"].map(|id| id.parse().unwrap());
        ids.sort_by(by_name);
        assert_eq!(
            ids.map(|id: ImplementationId| id.to_string()),
            ["c.brotli-5", "c.brotli-11", "c.zlib", "c.zlib@9", "c.zlib@10"]
        );
    }
}
