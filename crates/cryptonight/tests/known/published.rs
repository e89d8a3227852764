//! The published hashes: from the files in `tests/vectors` to inputs and answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use cryptonight::Variant;
use serde::Deserialize;
use serde_json::from_str;

/// An input with its hash.
pub(crate) struct Known {
    pub(crate) input: Vec<u8>,
    pub(crate) hash: Vec<u8>,
}

#[derive(Deserialize)]
struct Line {
    variant: Option<String>,
    height: Option<u64>,
    input: String,
    hash: String,
}

#[derive(Deserialize)]
struct Lines {
    vectors: Vec<Line>,
}

impl Line {
    fn known(&self) -> Known {
        Known { input: bytes(&self.input), hash: bytes(&self.hash) }
    }

    fn variant(&self) -> Variant {
        match (self.variant.as_deref(), self.height) {
            (Some("cn/0"), None) => Variant::V0,
            (Some("cn/1"), None) => Variant::V1,
            (Some("cn/2"), None) => Variant::V2,
            (Some("cn/r"), Some(height)) => Variant::R { height },
            (Some("cn-lite/0"), None) => Variant::Lite0,
            other => panic!("no variant: {other:?}"),
        }
    }
}

/// All hashes of CryptoNight.
pub(crate) fn hashes() -> Vec<(Variant, Known)> {
    let lines: Lines = from_str(&file("cryptonight.json")).unwrap();
    assert_eq!(lines.vectors.len(), 52);
    lines.vectors.iter().map(|line| (line.variant(), line.known())).collect()
}

/// All hashes of the component whose name begins so.
pub(crate) fn of_component(name: &str) -> Vec<Known> {
    let all: BTreeMap<String, Lines> = from_str(&file("cryptonight-components.json")).unwrap();
    let found = all.iter().find(|(key, _)| key.starts_with(name)).unwrap();
    found.1.vectors.iter().map(Line::known).collect()
}

fn file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(name)).unwrap()
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}
