//! Each implementation beside itself as it was: builds of an earlier revision added to a suite's drivers.

use crate::model::{Build, DriverSpec, ImplementationId, Suite};

/// Ends the name of a build of an earlier revision, before digits of the commit.
const AT: &str = "at-";

/// Digits of a commit that a build's name has.
const DIGITS: usize = 10;

/// Adds a build at a commit (40 hexadecimal digits) to each build of each driver that is built.
pub fn add_revision(suite: &mut Suite, commit: &str) {
    for driver in suite.drivers.iter_mut().filter(|driver| driver.commands.is_empty()) {
        let earlier = |build: &Build| Build {
            name: Some(earlier_build(build.name.as_deref(), commit)),
            rev: Some(commit.to_owned()),
            ..build.clone()
        };
        let added: Vec<Build> = driver.builds.iter().filter(|build| build.rev.is_none()).map(earlier).collect();
        driver.builds.extend(added);
    }
}

/// Whether builds of an earlier revision were added to a driver.
pub fn stands_beside_itself(driver: &DriverSpec) -> bool {
    driver.builds.iter().any(|build| match (&build.name, &build.rev) {
        (Some(name), Some(commit)) => commit.len() > DIGITS && name.ends_with(&earlier_build(None, commit)),
        _ => false,
    })
}

/// What an implementation is called at a commit.
pub fn earlier(id: &ImplementationId, commit: &str) -> ImplementationId {
    ImplementationId { build: Some(earlier_build(id.build.as_deref(), commit)), ..id.clone() }
}

/// The digits of the commit that a build's name tells, if it is of an earlier revision.
pub fn commit_of(id: &ImplementationId) -> Option<&str> {
    let (before, digits) = id.build.as_deref()?.rsplit_once(AT)?;
    let whole = digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    (whole && (before.is_empty() || before.ends_with('-'))).then_some(digits)
}

/// The implementation that it is an earlier state of, or itself.
pub fn today(id: &ImplementationId) -> ImplementationId {
    let Some(digits) = commit_of(id) else { return id.clone() };
    let build = id.build.as_deref().and_then(|build| build.strip_suffix(digits)?.strip_suffix(AT));
    let build = build.map(|build| build.trim_end_matches('-').to_owned()).filter(|build| !build.is_empty());
    ImplementationId { build, ..id.clone() }
}

/// What a build is called at a commit.
pub fn earlier_build(build: Option<&str>, commit: &str) -> String {
    let digits = &commit[..commit.len().min(DIGITS)];
    build.map_or_else(|| format!("{AT}{digits}"), |build| format!("{build}-{AT}{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_the_commit() {
        let commit = "0123456789abcdef0123456789abcdef01234567";
        for id in ["c.hash", "c.hash@gcc-o3", "c.hash@at-last"] {
            let id: ImplementationId = id.parse().unwrap();
            assert_eq!(commit_of(&id), None);
            let before = earlier(&id, commit);
            assert_eq!(commit_of(&before), Some("0123456789"));
            assert_eq!(before.to_string().parse::<ImplementationId>().unwrap(), before);
        }
    }
}
