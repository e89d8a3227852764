//! From `n=1..1024x2` and `mode=fast,slow` to sizes and parameters.

use crate::cli::exit::Misuse;
use crate::model::{ImplementationId, Params};
use crate::suite::parse_sizes;

/// What the commands are run with.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sweeps {
    /// The axis: its name and its sizes.
    pub(super) sizes: Option<(String, Vec<u64>)>,
    /// Every combination of the others' values; one empty set where there are none.
    pub(super) params: Vec<Params>,
    /// Every name, in the order in which they were typed.
    pub(super) names: Vec<String>,
}

/// Reads every `NAME=VALUES`; the first that counts is the axis.
pub(super) fn sweeps(texts: &[String]) -> Result<Sweeps, Misuse> {
    let mut found = Sweeps { sizes: None, params: vec![Params::new()], names: Vec::new() };
    for text in texts {
        let (name, values) = split(text)?;
        if found.names.contains(&name) {
            return Err(Misuse(format!("--sweep {text}: `{name}` is swept already; give it all its values at once")));
        }
        found.names.push(name.clone());
        let is_number = |value: &str| value.trim().starts_with(|first: char| first.is_ascii_digit());
        let counts = values.split(',').all(is_number);
        let sizes = parse_sizes(&values);
        let values = match sizes {
            Ok(sizes) if found.sizes.is_none() => {
                found.sizes = Some((name, sizes));
                continue;
            }
            Ok(sizes) => sizes.iter().map(u64::to_string).collect(),
            // A range that climbs nowhere is a slip; `1.5` and `8x8` are just words.
            Err(fault) if counts && values.contains("..") => return Err(Misuse(format!("--sweep {text}: {fault}"))),
            Err(_) => values.split(',').map(|value| value.trim().to_owned()).collect::<Vec<String>>(),
        };
        found.params = found.params.iter().flat_map(|one| with(one, &name, &values)).collect();
    }
    Ok(found)
}

fn with(params: &Params, name: &str, values: &[String]) -> Vec<Params> {
    let one = |value: &String| params.clone().into_iter().chain([(name.to_owned(), value.clone())]).collect();
    values.iter().map(one).collect()
}

fn split(text: &str) -> Result<(String, String), Misuse> {
    let wrong = |why: &str| Misuse(format!("--sweep {text}: {why}; write it like n=1..1024x2 or mode=fast,slow"));
    let (name, values) = text.split_once('=').ok_or_else(|| wrong("it has no `=`"))?;
    if !ImplementationId::is_part(&name.to_ascii_lowercase()) || name == "input" {
        return Err(wrong("the name before `=` must be of letters and digits, and not `input`"));
    }
    if values.trim().is_empty() {
        return Err(wrong("it has no values"));
    }
    Ok((name.to_owned(), values.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swept(texts: &[&str]) -> Result<Sweeps, String> {
        sweeps(&texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>()).map_err(|err| err.to_string())
    }

    #[test]
    fn the_first_that_counts_is_the_axis() {
        let found = swept(&["mode=fast,slow", "n=1..8x2", "level=1,6"]).unwrap();
        assert_eq!(found.sizes, Some(("n".to_owned(), vec![1, 2, 4, 8])));
        let shown: Vec<String> =
            found.params.iter().map(|params| format!("{}{}", params["mode"], params["level"])).collect();
        assert_eq!(shown, ["fast1", "fast6", "slow1", "slow6"]);
        assert_eq!(found.names, ["mode", "n", "level"]);
        assert_eq!(swept(&[]).unwrap().params, [Params::new()]);
    }

    #[test]
    fn what_does_not_count_is_values() {
        let found = swept(&["scale=0.5,1.5"]).unwrap();
        assert_eq!((found.sizes, found.params.len()), (None, 2));
    }

    #[test]
    fn slips_are_named() {
        assert!(swept(&["n"]).unwrap_err().contains("no `=`"));
        assert!(swept(&["n="]).unwrap_err().contains("no values"));
        assert!(swept(&["a b=1"]).unwrap_err().contains("letters and digits"));
        assert!(swept(&["n=8..1"]).unwrap_err().contains("descends"));
        assert!(swept(&["n=1", "n=2"]).unwrap_err().contains("already"));
    }
}
