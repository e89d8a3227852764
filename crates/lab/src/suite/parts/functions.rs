//! From a driver's `functions` to whose machine code a report shows. It knows that one table.

use glob::Pattern;

use crate::model::CallKind;
use crate::suite::parts::fields::Fields;
use crate::suite::parts::mistake::{Spot, did_you_mean_or, listed};

/// A benchmark, and the implementation of it that a driver serves.
pub(crate) type Served = (Spot<String>, Spot<String>);

/// By implementation's name; `implements` is what the driver serves.
pub(crate) fn read_functions(fields: &Fields<'_>, language: &str, implements: &[Served]) -> Vec<(String, String)> {
    let Some(table) = fields.table("functions", "`functions`") else { return Vec::new() };
    if CallKind::of_language(language).is_command() {
        table.tell(&table.place, "whole commands have no functions that a suite could name; take it out");
    }
    let served = || implements.iter().map(|(_, name)| name.value.as_str());
    let mut functions = Vec::new();
    for name in table.keys() {
        if served().all(|one| one != name.value) {
            let hint = did_you_mean_or(&name.value, served(), || format!("; it has {}", listed(served())));
            table.tell(&name.place, format!("this driver has no implementation `{}`{hint}", name.value));
        }
        let Some(Spot { value: function, place }) = table.text(&name.value) else { continue };
        match Pattern::new(&function) {
            Ok(_) if function.trim().is_empty() => {
                table.tell(&place, "an empty text names no function; write it as its source does");
            }
            Ok(_) => functions.push((name.value, function)),
            Err(err) => table.tell(&place, format!("`{function}` is no pattern of names: {err}")),
        }
    }
    table.finish();
    functions
}
