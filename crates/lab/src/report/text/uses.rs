//! Which implementation to use by size, where the answer does not say so already: a sentence for each set of
//! parameters.

use crate::model::{Choice, ContestFinding, ImplementationId};

use crate::report::text::Ink;
use crate::words::clean;

pub(crate) fn uses(contest: &ContestFinding, ink: &Ink) -> String {
    ink.below("which to use", &use_lines(contest))
}

/// Which to use at which size, as lines for pens that break them by themselves. Empty where one is to be used
/// throughout: the answer names it.
pub fn use_lines(contest: &ContestFinding) -> Vec<String> {
    let first = contest.choices.first().and_then(the_only);
    if contest.choices.iter().all(|choice| the_only(choice).is_some() && the_only(choice) == first) {
        return Vec::new();
    }
    let untold = contest.choices.iter().filter(|choice| !contest.answer.contains(&choice.text));
    untold.map(line).collect()
}

/// Whoever is to be used at every size; several where they cannot be told apart.
fn the_only(choice: &Choice) -> Option<&[ImplementationId]> {
    match choice.uses.as_slice() {
        [only] => Some(&only.implementations),
        _ => None,
    }
}

fn line(choice: &Choice) -> String {
    let params: Vec<String> = choice.params.iter().map(|(name, value)| format!("{name} {value}")).collect();
    match params.as_slice() {
        [] => clean(&choice.text),
        params => clean(&format!("{}: {}", params.join(", "), choice.text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::made_up;

    /// A choice for each level.
    fn by_level(levels: &[&str]) -> ContestFinding {
        let mut contest = made_up::ladder(&[64, 1024, 65536]);
        let of = |level: &&str| {
            let mut choice = made_up::choices().remove(0);
            choice.params.insert("level".into(), (*level).into());
            choice
        };
        contest.choices = levels.iter().map(of).collect();
        contest
    }

    #[test]
    fn what_the_answer_says_is_not_said_again() {
        let mut contest = made_up::ladder(&[64, 1024, 65536]);
        contest.choices = made_up::choices();
        let told = contest.choices[0].text.clone();
        assert_eq!(use_lines(&contest), std::slice::from_ref(&told));
        contest.answer = format!("{told} No time for c.bad (failed at every size).");
        assert!(use_lines(&contest).is_empty());
        assert_eq!(uses(&contest, &Ink::PLAIN), "");
    }

    #[test]
    fn each_set_of_parameters_has_its_sentence() {
        let contest = by_level(&["1", "6"]);
        let lines = use_lines(&contest);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].starts_with("level 6: Use rust.blake2b_simd up to 820 B and c.openssl from"), "{lines:?}");
        let text = uses(&contest, &Ink::PLAIN);
        assert!(
            text.starts_with("which to use\n  level 1: Use ") && text.lines().all(|line| line.len() <= 100),
            "{text}"
        );
    }

    #[test]
    fn one_for_everything_is_no_choice() {
        let mut contest = by_level(&["1", "6"]);
        for choice in &mut contest.choices {
            choice.uses.truncate(1);
        }
        assert!(use_lines(&contest).is_empty());
        // Another at each level is one.
        contest.choices[1].uses[0].implementations = vec![made_up::id("c.openssl")];
        assert_eq!(use_lines(&contest).len(), 2);
    }
}
