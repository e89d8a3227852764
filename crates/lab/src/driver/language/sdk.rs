//! Where the SDKs lie: in a suite or beside it, beside Paragone, or where PARAGONE_SDK says.

use std::path::{Path, PathBuf};

/// The SDK folder of a language.
pub(crate) fn find_sdk(suite_folder: &Path, language: &str) -> Result<PathBuf, String> {
    if let Some(root) = std::env::var_os("PARAGONE_SDK") {
        let folder = PathBuf::from(root).join(language);
        return match folder.is_dir() {
            true => Ok(std::path::absolute(&folder).unwrap_or(folder)),
            false => Err(format!("PARAGONE_SDK is set, but `{}` is no folder", folder.display())),
        };
    }
    let suite_folder = std::path::absolute(suite_folder).unwrap_or_else(|_| suite_folder.to_owned());
    let program = std::env::current_exe().ok();
    let roots = suite_folder.ancestors().chain(program.iter().flat_map(|program| program.ancestors()));
    let mut places = roots.map(|root| root.join("sdk").join(language));
    places.find(|folder| folder.is_dir()).ok_or_else(|| {
        format!(
            "found no SDK for `{language}`: looked for `sdk/{language}` in `{}`, above it and above this program; \
             set PARAGONE_SDK to the folder that holds `{language}`",
            suite_folder.display()
        )
    })
}
