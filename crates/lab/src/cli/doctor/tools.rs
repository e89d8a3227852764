//! Compilers and runtimes that drivers can be built and started with here, each as it names its version.

use crate::cli::exit::Misuse;
use crate::cli::session::Lab;
use crate::driver::{Toolchains, missing};

/// (language, version), of the languages that can be used here. Each is asked once.
pub(super) fn tools(labs: &[Lab]) -> anyhow::Result<Vec<(String, String)>> {
    match labs.first() {
        Some(lab) => Ok(of(&lab.toolchains)),
        // Those that the program itself knows.
        None => Ok(of(&Toolchains::read(None).map_err(Misuse)?)),
    }
}

fn of(toolchains: &Toolchains) -> Vec<(String, String)> {
    let version = |language: String| {
        let usable = toolchains.ways(&language).into_iter().find(|way| missing(way, None).is_none())?;
        // A compiler that does not even tell its version says at least why.
        let version = toolchains.version(usable, None).unwrap_or_else(|fault| fault);
        Some((language, version))
    };
    toolchains.written_languages().into_iter().filter_map(version).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_here_is_asked() {
        let folder = tempfile::tempdir().unwrap();
        let table = r#"
[here]
check = ["sh", "-c", "echo sh 1"]
run = ["{program}"]
[absent]
check = ["paragone-none"]
run = ["paragone-nobody"]
debian = "absent"
"#;
        std::fs::write(folder.path().join("toolchains.toml"), table).unwrap();
        let found = of(&Toolchains::read(Some(folder.path())).unwrap());
        assert!(found.contains(&("here".to_owned(), "sh 1".to_owned())), "{found:?}");
        assert!(found.iter().all(|(language, _)| language != "absent"), "{found:?}");
    }
}
