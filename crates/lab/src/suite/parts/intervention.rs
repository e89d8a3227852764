//! From a benchmark's `intervention` to which of its parameters tells what a cause takes.

use std::collections::BTreeSet;

use crate::model::{Counted, ImplementationId, Intervention, METRICS, Params, Per};
use crate::suite::parts::fields::Fields;
use crate::suite::parts::mistake::{Spot, did_you_mean_or, listed};

/// `params` are the benchmark's sets of parameters. An intervention without `beside`, and the name of that: its
/// implementations are not known yet. `None`: no parameter is there for such a thing.
pub(crate) fn read_intervention(fields: &Fields<'_>, params: &[Params]) -> Option<(Intervention, Spot<String>)> {
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
    table.finish();
    let param = param?;
    let values: BTreeSet<&str> = params.iter().filter_map(|set| set.get(&param.value)).map(String::as_str).collect();
    if values.is_empty() {
        let names = params.iter().flat_map(Params::keys).map(String::as_str);
        let hint = did_you_mean_or(&param.value, names, || "; name one of `params`".to_owned());
        fields.tell(&param.place, format!("`{}` is no parameter of this benchmark{hint}", param.value));
        return None;
    }
    let (with, without) = (with?, without?);
    for value in [&with, &without].into_iter().filter(|value| !values.contains(value.value.as_str())) {
        let known = listed(values.iter().copied());
        fields.tell(&value.place, format!("`{}` has no value `{}`; there are {known}", param.value, value.value));
    }
    if with.value == without.value {
        fields.tell(&without.place, "`with` and `without` are the same value; nothing differs between them");
    }
    let cause = cause?;
    if cause.value.trim().is_empty() {
        fields.tell(&cause.place, "`cause` is empty; write what the intervention adds or takes away");
        return None;
    }
    let [param, with, without, cause] = [param, with, without, cause].map(|text| text.value);
    let counted = counted.map(|metric| metric.value);
    let intervention = Intervention { param, with, without, cause, beside: ImplementationId::default(), counted };
    Some((intervention, beside.filter(|_| is_timed)?))
}

/// Of a process or a file there is no count for each value.
fn is_counted(table: &Fields<'_>, metric: &Spot<String>) -> bool {
    let names = || METRICS.iter().filter(|it| it.per == Per::Call && it.counted == Counted::Times).map(|it| it.name);
    if names().any(|name| name == metric.value) {
        return true;
    }
    let hint = did_you_mean_or(&metric.value, names(), || format!("; expected one of {}", listed(names())));
    table.tell(&metric.place, format!("`{}` is no metric that is counted in a call{hint}", metric.value));
    false
}
