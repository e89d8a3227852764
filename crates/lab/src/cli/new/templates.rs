//! What a new suite is made from, a line for each language: the files of `templates/` and of the SDKs
//! themselves, which travel within this program. It knows no folder.

/// A file's path below the suite's folder, and its text.
pub(super) type File = (&'static str, &'static str);

/// What one language brings.
pub(super) struct Template {
    pub language: &'static str,
    /// What people type instead of its name.
    pub also: &'static [&'static str],
    /// Its table in suite.toml.
    pub driver: &'static str,
    pub files: &'static [File],
    pub sdk: &'static [File],
}

/// What every suite has; braces of `@` stand for what differs.
pub(super) const SUITE: [File; 3] = [
    ("suite.toml", include_str!("../../../templates/suite/suite.toml")),
    ("lines.txt", include_str!("../../../templates/suite/lines.txt")),
    ("README.md", include_str!("../../../templates/suite/README.md")),
];

/// From a language, its other names, the files of its template, and those of its SDK.
macro_rules! template {
    ($language:literal $also:tt, $($file:literal)*, $($sdk:literal)*) => {
        Template {
            language: $language,
            also: &$also,
            driver: include_str!(concat!("../../../templates/", $language, "/driver.toml")),
            files: &[$((
                concat!($language, "/", $file),
                include_str!(concat!("../../../templates/", $language, "/", $file)),
            )),*],
            sdk: &[$((concat!("sdk/", $sdk), include_str!(concat!("../../../../../sdk/", $sdk)))),*],
        }
    };
}

/// In the order in which help lists them.
pub(super) const TEMPLATES: [Template; 10] = [
    template!("rust" ["rs"], "Cargo.toml" "Cargo.lock" "src/main.rs", "rust/Cargo.toml" "rust/src/lib.rs"
        "rust/empty/Cargo.toml" "rust/empty/Cargo.lock" "rust/empty/src/main.rs"),
    template!("c" [], "lines.c", "c/paragone.h" "c/paragone.c" "c/empty/empty.c"),
    template!("cpp" ["c++", "cxx"], "lines.cpp", "cpp/paragone.hpp" "cpp/empty/empty.cpp" "c/paragone.h" "c/paragone.c"),
    template!(
        "objc" ["objective-c", "objectivec"], "lines.m", "objc/paragone_objc.h" "objc/empty/empty.m" "c/paragone.h" "c/paragone.c"
    ),
    template!("go" ["golang"], "go.mod" "lines.go", "go/go.mod" "go/paragone.go" "go/empty/go.mod" "go/empty/empty.go"),
    template!("java" [], "Main.java", "java/Paragone.java"),
    template!("javascript" ["js", "node"], "lines.mjs", "javascript/paragone.mjs"),
    template!("python" ["py", "python3"], "lines.py", "python/paragone.py"),
    template!("csharp" ["c#", "cs", "mono"], "Lines.cs", "csharp/Paragone.cs"),
    template!("swift" [], "main.swift", "swift/paragone.swift" "swift/empty/main.swift"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::Toolchains;

    #[test]
    fn every_language_of_the_built_in_table_has_a_template() {
        let languages = Toolchains::read(None).unwrap().written_languages();
        let mut templates: Vec<&str> = TEMPLATES.iter().map(|template| template.language).collect();
        templates.sort_unstable();
        assert_eq!(templates, languages);
    }

    #[test]
    fn what_is_generated_stays_below_the_folder_of_its_language() {
        for template in &TEMPLATES {
            let below = |files: &[File], folder: &str| files.iter().all(|(path, _)| path.starts_with(folder));
            assert!(below(template.files, &format!("{}/", template.language)) && below(template.sdk, "sdk/"));
            assert!(template.driver.contains(&format!("language   = \"{}\"", template.language)));
            assert!(template.driver.contains("[\"loop\", "), "{}: the baseline is the loop", template.language);
        }
    }
}
