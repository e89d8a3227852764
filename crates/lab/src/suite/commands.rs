//! The keys of a driver whose implementations are whole commands. It knows that one table.

use std::path::Path;

use crate::model::{COMMAND, CallKind, CommandSpec, DriverSpec};
use crate::suite::parts::fields::Fields;
use crate::suite::parts::functions::Served;
use crate::suite::parts::mistake::{did_you_mean_or, listed};

/// Keys that only such a driver has.
const KEYS: [&str; 4] = ["commands", "prepare", "cleanup", "exit-code"];

/// The commands of a driver, by name; none where its language is another.
pub(super) fn read_commands(fields: &Fields<'_>, folder: &Path, driver: &DriverSpec) -> Vec<(String, CommandSpec)> {
    if !CallKind::of_language(&driver.language).is_command() {
        fields.elsewhere(&KEYS, &format!("it belongs to a driver with `language = \"{COMMAND}\"`"));
        return Vec::new();
    }
    let example = "the commands, such as `commands = { grep = [\"grep\", \"-c\", \"x\", \"{input}\"] }`";
    fields.require("commands", example);
    let Some(table) = fields.table("commands", "`commands`") else { return Vec::new() };
    let words = |fields: &Fields<'_>, key: &str| fields.texts(key).into_iter().map(|word| word.value).collect();
    let exit_code = fields.number("exit-code").map_or(0, |code| code.value as i32);
    let mut commands = Vec::new();
    for name in table.keys() {
        table.check_name(&name);
        let own: Vec<String> = words(&table, &name.value);
        if own.is_empty() {
            table.tell(&name.place, format!("`{}` has no words; write a program and its arguments", name.value));
        }
        let text = own.join(" ");
        let command = CommandSpec {
            prepare: words(fields, "prepare"),
            cleanup: words(fields, "cleanup"),
            exit_code: Some(exit_code),
            folder: std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()),
            cores: driver.cores,
            ..CommandSpec::plain(own, text)
        };
        commands.push((name.value, command));
    }
    commands
}

/// Tells of what is served without a command, and of commands that serve nothing.
pub(super) fn check_served(fields: &Fields<'_>, commands: &[(String, CommandSpec)], implements: &[Served]) {
    let names = || commands.iter().map(|(name, _)| name.as_str());
    for (_, served) in implements.iter().filter(|(_, served)| names().all(|name| name != served.value)) {
        let hint = did_you_mean_or(&served.value, names(), || format!("; there are {}", listed(names())));
        fields.tell(&served.place, format!("`commands` has no `{}`{hint}", served.value));
    }
    for name in names().filter(|name| implements.iter().all(|(_, served)| served.value != *name)) {
        let text = format!("the command `{name}` is in no benchmark's list under `implements`; add it, or take it out");
        fields.tell(&fields.place, text);
    }
}
