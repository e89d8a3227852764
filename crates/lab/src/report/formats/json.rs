//! A run and its findings as JSON for scripts: docs/json.md says what each field means.
//!
//! A field may be added within a schema; it is never taken away or changed in meaning. Numbers
//! that are infinite or unknown are null.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Value, json, to_value};

use crate::model::{Caveat, Event, Failure, Findings, Run};
use crate::words::caveat_text;

use super::document::document;

/// Counts up when a script that read the last one would misread this one.
const SCHEMA: u32 = 2;

/// Ends with a line end.
pub fn json(run: &Run, findings: &Findings) -> serde_json::Result<String> {
    let mut sheet = json!({
        "run": {
            "id": run.id,
            "began": run.began,
            "state": run.state,
            "mode": run.plan.mode,
            // In digits: a script's numbers may not hold 64 bits.
            "seed": run.plan.seed.to_string(),
            "margin": run.plan.margin,
            "alpha": run.plan.alpha,
            "command": run.command,
            "note": run.note,
            "imported": run.source(),
            // Whether launches differ in where code lies; null where nobody knows.
            "layouts": run.plan.layouts,
        },
        "machine": to_value(&run.machine)?,
        "versions": to_value(&run.versions)?,
        "summary": summary(run),
        "findings": to_value(findings)?,
        "failures": run.failures().iter().filter_map(|failure| failed(run, failure)).collect::<Value>(),
        "notices": run.events.iter().filter_map(notice).collect::<Value>(),
        "states": run.states().map(to_value).collect::<Result<Value, _>>()?,
        "slept": run.events.iter().filter_map(slept).collect::<Value>(),
    });
    add_sentences(&mut sheet);
    document(SCHEMA, sheet)
}

/// Beside the numbers of each caveat what is said of it.
fn add_sentences(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                match field {
                    Value::Array(caveats) if name == "caveats" => caveats.iter_mut().for_each(add_sentence),
                    other => add_sentences(other),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(add_sentences),
        _ => {}
    }
}

fn add_sentence(value: &mut Value) {
    let text = Caveat::deserialize(&*value).map(|caveat| caveat_text(&caveat));
    if let (Ok(text), Value::Object(fields)) = (text, value) {
        fields.insert("text".to_owned(), Value::String(text));
    }
}

fn summary(run: &Run) -> Value {
    let (timed_ns, measuring_ns) = run.timed_share();
    let launches: BTreeSet<(usize, u32)> = run.blocks.iter().map(|block| (block.contest, block.launch)).collect();
    json!({
        "timed_ns": timed_ns,
        "measuring_ns": measuring_ns,
        "timed_share": (measuring_ns > 0).then(|| timed_ns as f64 / measuring_ns as f64),
        "launches": launches.len(),
        "blocks": run.blocks.len(),
        "rounds": run.blocks.iter().map(|block| block.rounds()).sum::<usize>(),
        "samples": run.blocks.iter().flat_map(|block| &block.lanes).map(Vec::len).sum::<usize>(),
    })
}

fn failed(run: &Run, failure: &Failure) -> Option<Value> {
    let contest = run.plan.contests.get(failure.contest)?;
    let lane = contest.lanes.get(failure.lane)?;
    // Null: at every size that was to come.
    let comparison = failure.comparison.and_then(|index| contest.comparisons.get(index));
    Some(json!({
        "suite": contest.suite,
        "benchmark": contest.benchmark,
        "implementation": lane.implementation.to_string(),
        "role": lane.role,
        "size": comparison.map(|comparison| comparison.size),
        "params": comparison.map(|comparison| &comparison.params),
        "launch": failure.launch,
        "text": failure.fault.to_string(),
        "fault": failure.fault,
    }))
}

fn notice(event: &Event) -> Option<&str> {
    match event {
        Event::Notice { text } => Some(text),
        _ => None,
    }
}

fn slept(event: &Event) -> Option<Value> {
    match event {
        Event::Suspended { at_ns, seconds } => Some(json!({ "at_ns": at_ns, "seconds": seconds })),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Amount, CodeChange, CrossoverPlace, LaunchTime, Revised, Unknown, Unmatched};
    use crate::report::specimen::{effect_specimen, made_up};

    const SCHEMA_TEXT: &str = crate::report::formats::SCHEMA;
    const DOCUMENT: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md"));

    fn sheet() -> Value {
        let mut findings =
            made_up::findings(vec![made_up::every_verdict(), made_up::trials(), effect_specimen::intervened()]);
        let nobody = Amount::Unknown(Unknown::because("nobody counts"));
        findings.contests[2].effects[0].rows[1].counted = Some(vec![Amount::Known(2.0), nobody]);
        findings.changes = made_up::every_change();
        let name = || vec!["BenchmarkAdd".to_owned()];
        findings.unmatched = Unmatched { new: name(), gone: name(), failed: name() };
        findings.contests[0].crossovers = vec![made_up::crossover(CrossoverPlace::Same)];
        findings.contests[0].choices = made_up::choices();
        let functions = vec!["lines::by_loop".to_owned()];
        let change = CodeChange::Other { why: "its machine code changed".to_owned(), functions, more: 2 };
        findings.contests[0].revised = Some(Revised { revision: "main".to_owned(), change });
        let launch = LaunchTime { launch: 0, seed: Some(3), time_ns: 77.6 };
        findings.contests[0].comparisons[0].rows[0].by_launch = vec![launch];
        serde_json::from_str(&json(&made_up::run_with_states(), &findings).unwrap()).unwrap()
    }

    /// Every field, as `run.id`; `[]` for what is in a list.
    fn fields(value: &Value, path: &str, found: &mut BTreeSet<String>) {
        match value {
            // Their fields are names of the suite's, of drivers and of metrics.
            _ if ["params", "readings", "resources", "told"].iter().any(|name| path.ends_with(name)) => {}
            Value::Object(object) => {
                for (name, inner) in object {
                    let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    found.insert(path.clone());
                    fields(inner, &path, found);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| fields(item, &format!("{path}[]"), found)),
            _ => {}
        }
    }

    /// Every field that docs/json.md has a row for.
    fn documented() -> BTreeSet<String> {
        let mut known = BTreeSet::new();
        let mut section = String::new();
        for line in DOCUMENT.lines() {
            if let Some(title) = line.strip_prefix("## ") {
                section = title.trim().trim_matches('`').to_owned();
            } else if let Some(name) = line.strip_prefix("| `").and_then(|rest| rest.split('`').next()) {
                known.insert(if section == "top" { name.to_owned() } else { format!("{section}.{name}") });
            }
        }
        known
    }

    /// Every field that the schema knows, named in the same way.
    fn in_schema(schema: &Value, path: &str, found: &mut BTreeSet<String>) {
        for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            found.insert(path.clone());
            let choices = inner["anyOf"].as_array().map_or(std::slice::from_ref(inner), Vec::as_slice);
            for choice in choices {
                in_schema(choice, &path, found);
                in_schema(&choice["items"], &format!("{path}[]"), found);
            }
        }
    }

    #[test]
    fn every_field_is_documented() {
        let mut found = BTreeSet::new();
        fields(&sheet(), "", &mut found);
        let known = documented();
        let missing: Vec<&String> = found.difference(&known).collect();
        assert!(missing.is_empty(), "not in docs/json.md: {missing:#?}");
    }

    /// docs/schema/report-2.json is published: what the document tells stands there, and nothing else.
    #[test]
    fn the_schema_is_that_of_the_document() {
        let mut found = BTreeSet::new();
        in_schema(&serde_json::from_str(SCHEMA_TEXT).unwrap(), "", &mut found);
        let known = documented();
        let others = ["doctor", "metrics", "caveats"];
        let of_report = known.iter().filter(|name| !others.contains(&name.split('.').next().unwrap_or_default()));
        let missing: Vec<&String> = of_report.filter(|name| !found.contains(*name)).collect();
        assert!(missing.is_empty(), "in docs/json.md and not in docs/schema/report-2.json: {missing:#?}");
        let more: Vec<&String> = found.difference(&known).collect();
        assert!(more.is_empty(), "in docs/schema/report-2.json and not in docs/json.md: {more:#?}");
    }

    #[test]
    fn every_kind_of_report_holds_to_the_schema() {
        let schema: Value = serde_json::from_str(SCHEMA_TEXT).unwrap();
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        let report = sheet();
        let faults: Vec<String> =
            validator.iter_errors(&report).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
        assert!(faults.is_empty(), "{faults:#?}");
    }

    #[test]
    fn what_is_infinite_is_null() {
        let sheet = sheet();
        let rows = sheet["findings"]["contests"][0]["comparisons"][0]["rows"].as_array().unwrap();
        let unknown = rows.iter().find(|row| row["verdict"]["verdict"] == "not-enough").unwrap();
        assert_eq!(unknown["estimate"]["interval"], serde_json::json!({ "low": null, "high": null }));
    }

    #[test]
    fn failures_bear_names() {
        let sheet = sheet();
        let failure = &sheet["failures"][1];
        assert_eq!(failure["implementation"], "c.shaky");
        assert_eq!(failure["size"], 1024);
        assert_eq!(failure["fault"]["kind"], "died");
        assert_eq!(sheet["summary"]["timed_share"], 0.912);
        assert_eq!(sheet["notices"][0], "c.libsodium is skipped: install the Debian package libsodium-dev");
        assert_eq!((&sheet["states"][0]["mains"], &sheet["slept"][0]["seconds"]), (&true.into(), &180.0.into()));
        assert_eq!(sheet["schema"], 2);
    }
}
