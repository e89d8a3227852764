//! Where below the cache a build goes: a driver and a build of it in, folders out. It makes none of them.

use std::path::{Path, PathBuf};

use crate::driver::building::digest::Digest;
use crate::driver::building::task::BuildTask;
use crate::driver::language::available::driver_id;
use crate::model::{Build, DriverSpec, Suite};

/// Below the cache: every build of every suite has a folder there.
pub(crate) const BUILDS: &str = "builds";

/// A folder of its own for every build.
pub fn build_folder(suite: &Suite, spec: &DriverSpec, build: &Build, cache: &Path) -> Result<PathBuf, String> {
    Ok(suite_folder(suite, cache)?.join(driver_id(spec, build)))
}

/// A folder for all drivers of one manifest that are built by the same compiler with the same flags, in all versions: what
/// they depend on is compiled there once. None where the toolchain has no place for it.
pub fn shared_folder(task: BuildTask<'_>) -> Result<Option<PathBuf>, String> {
    let BuildTask { suite, spec, build, toolchains, cache } = task;
    let Some(manifest) = spec.manifest.as_ref().filter(|_| toolchains.of(spec).is_ok_and(|way| way.takes("shared")))
    else {
        return Ok(None);
    };
    let mut digest = Digest::default();
    digest.value(manifest.as_os_str().as_encoded_bytes()).values(&build.compiler).values(&build.flags);
    let name = format!("{}.shared-{}", spec.language, &digest.hex()[..12]);
    Ok(Some(suite_folder(suite, cache)?.join(name)))
}

/// The path's digest tells suites of the same name apart.
fn suite_folder(suite: &Suite, cache: &Path) -> Result<PathBuf, String> {
    let digest = Digest::default().value(absolute(&suite.folder)?.as_os_str().as_encoded_bytes()).hex();
    Ok(absolute(cache)?.join(BUILDS).join(format!("{}-{}", suite.name, &digest[..12])))
}

/// A path from the root on.
pub(crate) fn absolute(path: &Path) -> Result<PathBuf, String> {
    std::path::absolute(path).map_err(|err| format!("failed to find `{}`: {err}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::language::toolchains::Toolchains;

    #[test]
    fn drivers_of_one_manifest_share_a_folder_where_they_are_built_alike() {
        let (suite, toolchains) = (Suite::new("demo", "/suites/demo".into()), Toolchains::read(None).unwrap());
        let of = |name: &str, manifest: &str, build: &Build| {
            let (name, manifest) = (name.to_owned(), Some(PathBuf::from(manifest)));
            let spec = DriverSpec { language: "rust".to_owned(), name, manifest, ..DriverSpec::default() };
            let cache = Path::new("/cache");
            shared_folder(BuildTask { suite: &suite, spec: &spec, build, toolchains: &toolchains, cache }).unwrap()
        };
        let usual = Build::default();
        let one = of("one", "rust/Cargo.toml", &usual).unwrap();
        assert!(one.starts_with("/cache/builds") && one.display().to_string().contains("/rust.shared-"), "{one:?}");
        assert_eq!(of("two", "rust/Cargo.toml", &usual).as_ref(), Some(&one));
        assert_ne!(of("one", "other/Cargo.toml", &usual).as_ref(), Some(&one));
        let flags = Build { flags: vec!["-Ctarget-cpu=native".to_owned()], ..Build::default() };
        assert_ne!(of("one", "rust/Cargo.toml", &flags).as_ref(), Some(&one));
        let earlier = Build { rev: Some("0123".to_owned()), ..Build::default() };
        assert_eq!(of("one", "rust/Cargo.toml", &earlier).as_ref(), Some(&one));
    }

    #[test]
    fn a_driver_without_a_manifest_shares_nothing() {
        let (suite, toolchains) = (Suite::new("demo", "/suites/demo".into()), Toolchains::read(None).unwrap());
        let spec = DriverSpec { language: "c".to_owned(), name: "one".to_owned(), ..DriverSpec::default() };
        let task = BuildTask {
            suite: &suite,
            spec: &spec,
            build: &Build::default(),
            toolchains: &toolchains,
            cache: Path::new("/cache"),
        };
        assert_eq!(shared_folder(task).unwrap(), None);
    }
}
