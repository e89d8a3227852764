//! Drivers that were skipped in, a sentence for each thing that is missing out.

use std::fmt;

use crate::driver::language::available::Skipped;

/// What is missing here, and every driver that is skipped for want of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    pub why: String,
    /// Debian packages, separated by spaces.
    pub package: Option<String>,
    pub skipped: Vec<String>,
}

impl fmt::Display for Lack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        if let Some(package) = &self.package {
            write!(f, " (apt-get install {package})")?;
        }
        write!(f, "; skipped: {}", self.skipped.join(", "))
    }
}

/// In the order in which they were met; a driver that is told of twice is named once.
pub fn lacks(skipped: impl IntoIterator<Item = Skipped>) -> Vec<Lack> {
    let mut lacks: Vec<Lack> = Vec::new();
    for Skipped { what, why, package } in skipped {
        match lacks.iter_mut().find(|lack| lack.why == why && lack.package == package) {
            Some(lack) if lack.skipped.contains(&what) => {}
            Some(lack) => lack.skipped.push(what),
            None => lacks.push(Lack { why, package, skipped: vec![what] }),
        }
    }
    lacks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_for_each_thing_that_is_missing() {
        let skipped = |what: &str, why: &str, package: Option<&str>| Skipped {
            what: what.to_owned(),
            why: why.to_owned(),
            package: package.map(str::to_owned),
        };
        let (compiler, package) = ("`swiftc` is not on PATH", Some("swiftlang"));
        let found = lacks([
            skipped("swift.clocks", compiler, package),
            skipped("c.none", "there is no `x`", None),
            skipped("swift.foundation", compiler, package),
            skipped("swift.clocks", compiler, package),
        ]);
        let lines: Vec<String> = found.iter().map(Lack::to_string).collect();
        assert_eq!(
            lines,
            [
                "`swiftc` is not on PATH (apt-get install swiftlang); skipped: swift.clocks, swift.foundation",
                "there is no `x`; skipped: c.none",
            ]
        );
    }
}
