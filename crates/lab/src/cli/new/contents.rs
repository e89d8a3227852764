//! From the languages of a new suite to its files, as paths and texts. It touches no disk.

use std::collections::BTreeMap;

use toml_edit::{DocumentMut, Item};

use crate::cli::new::templates::{SUITE, Template};
use crate::model::names::listed;

/// Whose fields the manifests of the Rust SDK inherit where it lies in the repository.
const WORKSPACE: &str = include_str!("../../../../../Cargo.toml");

/// Every file of the suite of that name, by path. `templates`: at least one, each once; `baseline`: the language that the
/// others are compared with.
pub(super) fn contents(name: &str, templates: &[&Template], baseline: &str) -> BTreeMap<&'static str, String> {
    let filled = |text: &str| {
        text.replace("@name@", name)
            .replace("@baseline@", baseline)
            .replace("@languages@", &languages(templates))
            .replace("@files@", &rows(templates))
            .replace("@version@", env!("CARGO_PKG_VERSION"))
    };
    let mut files: BTreeMap<&'static str, String> = SUITE.iter().map(|(path, text)| (*path, filled(text))).collect();
    for template in templates {
        files.extend(template.files.iter().map(|(path, text)| (*path, filled(text))));
        files.extend(template.sdk.iter().map(|(path, text)| (*path, alone(path, text))));
        let suite = files.entry("suite.toml").or_default();
        *suite += "\n";
        *suite += template.driver;
    }
    files
}

/// The languages of templates, as a sentence has them.
pub(super) fn languages(templates: &[&Template]) -> String {
    listed(&templates.iter().map(|template| template.language).collect::<Vec<&str>>())
}

/// The languages' folders, as rows of the README's table.
fn rows(templates: &[&Template]) -> String {
    let row = |template: &&Template| {
        let program = template.files.last().map_or(template.language, |(path, _)| path);
        format!("| `{program}` | the ways in {} |", template.language)
    };
    templates.iter().map(row).collect::<Vec<String>>().join("\n")
}

/// An SDK's file as it has to be where there is no workspace to inherit from.
fn alone(path: &str, text: &str) -> String {
    if !path.ends_with("/Cargo.toml") {
        return text.to_owned();
    }
    let (Ok(mut manifest), Ok(workspace)) = (text.parse::<DocumentMut>(), WORKSPACE.parse::<DocumentMut>()) else {
        return text.to_owned();
    };
    manifest.remove("lints");
    if let Some(package) = manifest["package"].as_table_mut() {
        for (key, item) in package.iter_mut() {
            let inherits = item.get("workspace").and_then(Item::as_bool) == Some(true);
            if let Some(value) = workspace["workspace"]["package"].get(key.get()).filter(|_| inherits) {
                *item = value.clone();
            }
        }
    }
    manifest.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::new::templates::TEMPLATES;

    #[test]
    fn nothing_is_left_to_fill_in_and_nothing_is_inherited() {
        let templates: Vec<&Template> = TEMPLATES.iter().collect();
        let files = contents("mine", &templates, "c");
        for (path, text) in files.iter().filter(|(path, _)| !path.starts_with("sdk/")) {
            let places = ["@name@", "@baseline@", "@languages@", "@files@", "@version@"];
            assert!(!places.iter().any(|place| text.contains(place)), "{path}: {text}");
        }
        assert_eq!(files["suite.toml"].matches("[[driver]]").count(), TEMPLATES.len());
        assert!(files["README.md"].starts_with("# mine\n") && files["README.md"].contains("| `c/lines.c` |"));
        let manifest = &files["sdk/rust/Cargo.toml"];
        assert!(!manifest.contains("workspace") && manifest.contains("edition = \"2024\""), "{manifest}");
        assert!(manifest.contains(&format!("version = \"{}\"", env!("CARGO_PKG_VERSION"))), "{manifest}");
    }

    #[test]
    fn languages_are_listed() {
        let templates: Vec<&Template> = TEMPLATES.iter().collect();
        assert_eq!(languages(&templates[1..2]), "c");
        assert_eq!(languages(&templates[..3]), "rust, c and cpp");
    }
}
