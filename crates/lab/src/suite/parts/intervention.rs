//! From a benchmark's `intervention` to which of its parameters tells what a cause takes.

use std::collections::BTreeSet;

use crate::model::{Counted, ImplementationId, Intervention, METRICS, Params, Per};
use crate::suite::parts::fields::Fields;
use crate::suite::parts::mistake::{Spot, did_you_mean_or, listed};

/// An intervention whose implementations are not known yet.
pub(crate) struct InterventionDraft {
    param: String,
    with: String,
    without: String,
    cause: String,
    counted: Option<String>,
    pub(crate) beside: Spot<String>,
}

impl InterventionDraft {
    pub(crate) fn beside(self, beside: ImplementationId) -> Intervention {
        let InterventionDraft { param, with, without, cause, counted, .. } = self;
        Intervention { param, with, without, cause, beside, counted }
    }
}

/// `params` are the benchmark's sets of parameters. `None`: no parameter is there for such a thing.
pub(crate) fn read_intervention(fields: &Fields<'_>, params: &[Params]) -> Option<InterventionDraft> {
    let table = fields.table("intervention", "`intervention`")?;
    let param = table.required_text("param", "the parameter that intervenes, such as `param = \"data\"`");
    let with = table.required_text("with", "the value with which the cause is there");
    let without = table.required_text("without", "the value with which it is not");
    let cause = table.required_text("cause", "what is there or not, such as `cause = \"wrongly predicted branches\"`");
    let beside =
        table.required_text("beside", "an implementation on which the cause has no hold, to time others beside");
    let counted = table.text("counted").filter(|metric| is_counted(&table, metric));
    let is_timed = fields.item("decides").is_none();
    if !is_timed {
        table.tell(&table.place, "an intervention is told by times, and here `decides` names something else");
    }
    let found = param.and_then(|param| {
        let values: Vec<&str> = params.iter().filter_map(|set| set.get(&param.value)).map(String::as_str).collect();
        if values.is_empty() {
            let names = || params.iter().flat_map(Params::keys).map(String::as_str);
            let hint = did_you_mean_or(&param.value, names(), || "; name one of `params`".to_owned());
            table.tell(&param.place, format!("`{}` is no parameter of this benchmark{hint}", param.value));
            return None;
        }
        Some((param, values))
    });
    table.finish();
    let (param, values) = found?;
    let (with, without) = (with?, without?);
    for value in [&with, &without].into_iter().filter(|value| !values.contains(&value.value.as_str())) {
        let known: BTreeSet<&str> = values.iter().copied().collect();
        let text = format!("`{}` has no value `{}`; there are {}", param.value, value.value, listed(known));
        fields.tell(&value.place, text);
    }
    if with.value == without.value {
        fields.tell(&without.place, "`with` and `without` are the same value; nothing differs between them");
    }
    let cause = cause.filter(|cause| {
        let is_empty = cause.value.trim().is_empty();
        if is_empty {
            fields.tell(&cause.place, "`cause` is empty; write what the intervention adds or takes away");
        }
        !is_empty
    })?;
    let beside = beside.filter(|_| is_timed)?;
    Some(InterventionDraft {
        beside,
        param: param.value,
        with: with.value,
        without: without.value,
        cause: cause.value,
        counted: counted.map(|metric| metric.value),
    })
}

/// Of a process or a file there is no count for each value.
fn is_counted(table: &Fields<'_>, metric: &Spot<String>) -> bool {
    let usable = || METRICS.iter().filter(|one| one.per == Per::Call && one.counted == Counted::Times);
    let names = || usable().map(|one| one.name);
    if names().any(|name| name == metric.value) {
        return true;
    }
    let hint = did_you_mean_or(&metric.value, names(), || format!("; expected one of {}", listed(names())));
    table.tell(&metric.place, format!("`{}` is no metric that is counted in a call{hint}", metric.value));
    false
}
