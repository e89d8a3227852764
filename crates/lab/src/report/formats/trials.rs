//! What trials came to as a table in long form: a row for each trial of an implementation and each metric that it told.

use std::sync::Arc;

use crate::model::{Findings, Run};

use super::name;
use super::table::{Table, Value};

/// In the order of the report; trials count from 1, in the order of measuring. Empty where time decides everything.
pub fn trials(run: &Run, findings: &Findings) -> Table {
    let mut table = Table::default();
    let id: Arc<str> = run.id.as_str().into();
    for (contest, comparison, row) in name::rows(findings) {
        let Some(trials) = &contest.trials else { continue };
        for metric in &trials.metrics {
            let values = row.outcome(&metric.name).map_or(&[][..], |outcome| &outcome.values);
            for (place, value) in values.iter().enumerate() {
                table.push(vec![
                    ("run", Value::Text(Some(Arc::clone(&id)))),
                    ("suite", Value::text(&contest.suite)),
                    ("benchmark", Value::text(&contest.benchmark)),
                    ("params", Value::text(name::params(&comparison.params))),
                    ("size", Value::count(comparison.size)),
                    ("implementation", Value::text(row.implementation.to_string())),
                    ("metric", Value::text(&metric.name)),
                    ("unit", Value::text(&metric.unit)),
                    ("better", Value::text(metric.better.word())),
                    ("decides", Value::text(if metric.name == trials.decides { "yes" } else { "no" })),
                    ("trial", Value::count(place + 1)),
                    ("value", Value::number(Some(*value))),
                ]);
            }
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::formats::csv;
    use crate::report::specimen::made_up;

    #[test]
    fn each_trial_has_a_row_for_each_metric_that_was_told() {
        let findings = made_up::findings(vec![made_up::every_verdict(), made_up::trials()]);
        let text = String::from_utf8(csv(&trials(&made_up::run(), &findings)).unwrap()).unwrap();
        // Two implementations with two metrics of five trials each; nobody told the price.
        assert_eq!(text.lines().count(), 1 + 2 * 2 * 5, "{text}");
        let first = "00c0ffee00c0ffee,hashes,blake2b,{},1048576,c.direct,depth,frame,more,yes,1,43";
        assert_eq!(text.lines().nth(1), Some(first));
        assert!(text.contains(",c.buffered,sustained,byte/s,more,no,3,900000000\n"), "{text}");
        assert!(trials(&made_up::run(), &made_up::findings(vec![made_up::every_verdict()])).is_empty());
    }
}
