//! One `[[server]]` table to the program that it describes. It knows this table and the files that it names; `check`
//! sees who asks for it.

use std::path::Path;

use crate::model::{CallKind, ServerSpec};
use crate::suite::parts::fields::{Fields, value_of};
use crate::suite::parts::mistake::Spot;
use crate::suite::program::{BUILD_KEYS, check_is_made_of_something, read_program};

/// A server of which nobody knows yet whether it is asked for.
pub(crate) struct ServerDraft {
    pub(crate) spec: ServerSpec,
    pub(crate) name: Spot<String>,
}

/// What an address has to hold, or all inputs would be one.
const PLACEHOLDERS: [&str; 2] = ["{port}", "{input}"];

pub(crate) fn read_server(fields: Fields<'_>, folder: &Path, languages: &[String]) -> ServerDraft {
    let (program, name) = read_program(&fields, folder, languages);
    if !CallKind::of_language(&program.language).is_command() {
        check_is_made_of_something(&fields);
    } else if let Some((_, place)) = fields.item("language") {
        fields.tell(&place, "a server is a program of the suite's own; write one that keeps to docs/own-driver.md");
    }
    if let Some((_, place)) = fields.item("builds").filter(|_| program.builds.len() > 1) {
        fields.tell(&place, "a server has one build; several are for drivers, to be compared");
    }
    let expected = "where an input is found, such as `address = \"http://127.0.0.1:{port}/{input}\"`";
    let address = fields.required_text("address", expected);
    if let Some(address) = &address {
        for missing in PLACEHOLDERS.iter().filter(|word| !address.value.contains(**word)) {
            fields.tell(&address.place, format!("`address` has no `{missing}`; it says {expected}"));
        }
    }
    fields.elsewhere(&BUILD_KEYS, "it belongs in its build, such as `builds = [{ flags = \"-O3\" }]`");
    fields.elsewhere(&["implements", "commands"], "a server implements nothing; a `[[driver]]` does");
    fields.finish();
    ServerDraft { spec: ServerSpec { program, address: value_of(address) }, name }
}
