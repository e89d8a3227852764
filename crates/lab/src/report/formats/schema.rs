//! What JSON is made of, as JSON Schema: for whoever checks some, or makes types of it. docs/json.md says what each
//! field means.

/// Of a report, `schema` 2.
pub const SCHEMA: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema/report-2.json"));
/// Of compared runs, `schema` 3.
pub const COMPARE_SCHEMA: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema/compare-3.json"));
/// Of choices, `schema` 2.
pub const CHOOSE_SCHEMA: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/schema/choose-2.json"));

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::report::choices_json;
    use crate::report::formats::compare_json;
    use crate::report::specimen::{compare_specimen, made_up};

    /// Faults of a document, and fields of it that the schema does not know, does not ask for, or has more of.
    fn assert_holds(schema: &str, text: &str) {
        let (schema, document): (Value, Value) =
            (serde_json::from_str(schema).unwrap(), serde_json::from_str(text).unwrap());
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        let mut faults: Vec<String> =
            validator.iter_errors(&document).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
        unknown(&schema, &document, "", &mut faults);
        assert!(faults.is_empty(), "{faults:#?}");
    }

    fn unknown(schema: &Value, value: &Value, path: &str, faults: &mut Vec<String>) {
        match value {
            Value::Object(object) if schema.get("properties").is_some() => {
                for (name, inner) in object {
                    match schema["properties"].get(name) {
                        Some(of) => unknown(of, inner, &format!("{path}/{name}"), faults),
                        None => faults.push(format!("{path}/{name} is not in the schema")),
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| unknown(&schema["items"], item, path, faults)),
            _ => {}
        }
    }

    /// Every path that a document has, with the places of lists left out.
    fn paths(value: &Value, path: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(object) => {
                object.iter().for_each(|(name, inner)| paths(inner, &format!("{path}/{name}"), found))
            }
            Value::Array(items) => items.iter().for_each(|item| paths(item, path, found)),
            _ => found.push(path.to_owned()),
        }
    }

    #[test]
    fn comparisons_hold_to_their_schema() {
        for found in [compare_specimen::both("c.b"), compare_specimen::machines("c.b"), compare_specimen::moved()] {
            assert_holds(COMPARE_SCHEMA, &compare_json(&found).unwrap());
        }
        let mut found = Vec::new();
        paths(&serde_json::from_str(&compare_json(&compare_specimen::both("c.b")).unwrap()).unwrap(), "", &mut found);
        for path in ["/schema", "/machines/sizes/rows/by_machine/ratio/drawn/low", "/changes/cells/verdict/verdict"] {
            assert!(found.iter().any(|one| one == path), "{path}: the specimen has too little in it: {found:?}");
        }
    }

    #[test]
    fn choices_hold_to_their_schema() {
        let mut contest = made_up::ladder(&[64, 1024]);
        contest.choices = made_up::choices();
        let text = choices_json(&made_up::run(), &made_up::findings(vec![contest])).unwrap();
        assert_holds(CHOOSE_SCHEMA, &text);
        assert!(text.contains("\"at_most\": 1.68"), "{text}");
    }

    #[test]
    fn a_schema_refuses_what_is_wrong() {
        let refuses = |schema: &str, text: &str| {
            !jsonschema::draft202012::is_valid(
                &serde_json::from_str(schema).unwrap(),
                &serde_json::from_str(text).unwrap(),
            )
        };
        let text = compare_json(&compare_specimen::moved()).unwrap();
        assert!(refuses(COMPARE_SCHEMA, &text.replace("\"code\": \"same\"", "\"code\": \"equal\"")));
        assert!(refuses(COMPARE_SCHEMA, "{}") && refuses(CHOOSE_SCHEMA, "{}") && refuses(SCHEMA, "{}"));
    }
}
