//! A benchmark's inputs, parameters and known answers in; their digest out, by which a run that goes on is known to be
//! the run that it was. What is hashed is written out here, field by field, so that it changes with what a suite says and
//! with nothing else: neither with a name in the code, nor with how Rust prints a value.

use anyhow::Context;
use sha2::{Digest, Sha256};

use crate::measure::{ContestPrograms, Supply};
use crate::model::{Contest, InputKind, KnownAnswer, Params};

/// Before all else that is hashed: another one for another way of writing it down.
const FORM: &str = "definition 2";

/// What a benchmark is fed and held against, as a name and a digest: a run that goes on with other
/// inputs than it began with would be two runs.
pub(super) fn definition(contest: &Contest, entry: &ContestPrograms) -> anyhow::Result<(String, String)> {
    let mut fields = Fields(Sha256::new());
    fields.add("form", FORM);
    add_input(&mut fields, &entry.input)?;
    add_params(&mut fields, &entry.fixed);
    entry.vectors.iter().for_each(|known| add_known(&mut fields, known));
    match &entry.given {
        Supply::Bytes => fields.add("given", "bytes"),
        Supply::Paths => fields.add("given", "paths"),
        Supply::Server { address, program, .. } => {
            fields.add("given", "server");
            fields.add("address", address);
            fields.add("program", program.as_ref().map(|program| program.artefact.as_str()).unwrap_or_default());
        }
    }
    Ok((format!("inputs and known answers of {}/{}", contest.suite, contest.benchmark), fields.digest()))
}

fn add_input(fields: &mut Fields, input: &InputKind) -> anyhow::Result<()> {
    match input {
        InputKind::Random { seed, count } => {
            fields.add("input", "random");
            fields.add("seed", seed.to_le_bytes());
            fields.add("count", count.to_le_bytes());
        }
        InputKind::Zeros => fields.add("input", "zeros"),
        InputKind::Number => fields.add("input", "number"),
        InputKind::Words { seed, count, repeat } => {
            fields.add("input", "words");
            fields.add("seed", seed.to_le_bytes());
            fields.add("count", count.to_le_bytes());
            fields.add("repeat", [u8::from(*repeat)]);
        }
        InputKind::File { path } => {
            let bytes = std::fs::read(path).with_context(|| format!("failed to read input `{}`", path.display()))?;
            fields.add("input", "file");
            fields.add("bytes", bytes);
        }
    }
    Ok(())
}

fn add_params(fields: &mut Fields, params: &Params) {
    for (name, value) in params {
        fields.add("parameter", name);
        fields.add("value", value);
    }
}

fn add_known(fields: &mut Fields, known: &KnownAnswer) {
    fields.add("known input", known.input.to_vec());
    add_params(fields, &known.params);
    fields.add("answer", &known.answer);
}

/// Each field has its name and the lengths of both before it, so that no two lists of fields are the same bytes.
struct Fields(Sha256);

impl Fields {
    fn add(&mut self, name: &str, value: impl AsRef<[u8]>) {
        for part in [name.as_bytes(), value.as_ref()] {
            self.0.update((part.len() as u64).to_le_bytes());
            self.0.update(part);
        }
    }

    fn digest(self) -> String {
        self.0.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Bytes;

    fn digest(input: &InputKind, params: &[(&str, &str)], answers: &[(&[u8], &[u8])]) -> String {
        let mut fields = Fields(Sha256::new());
        add_input(&mut fields, input).unwrap();
        add_params(&mut fields, &params.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect());
        for (line, (input, answer)) in answers.iter().enumerate() {
            let input = Bytes::Plain(input.to_vec());
            add_known(&mut fields, &KnownAnswer { input, params: Params::new(), answer: answer.to_vec(), line });
        }
        fields.digest()
    }

    #[test]
    fn whatever_differs_in_a_definition_differs_in_its_digest() {
        let random = |seed, count| InputKind::Random { seed, count };
        let words = |repeat| InputKind::Words { seed: 1, count: 2, repeat };
        let one: &[(&[u8], &[u8])] = &[(b"ab", b"c")];
        let digests = [
            digest(&random(1, 2), &[], &[]),
            digest(&random(2, 1), &[], &[]),
            digest(&words(true), &[], &[]),
            digest(&words(false), &[], &[]),
            digest(&InputKind::Zeros, &[], &[]),
            digest(&InputKind::Number, &[], &[]),
            digest(&InputKind::Zeros, &[("level", "6")], &[]),
            digest(&InputKind::Zeros, &[("level6", "")], &[]),
            digest(&InputKind::Zeros, &[], one),
            digest(&InputKind::Zeros, &[], &[(b"a", b"bc")]),
        ];
        let different: std::collections::BTreeSet<&String> = digests.iter().collect();
        assert_eq!(different.len(), digests.len(), "{digests:?}");
    }

    #[test]
    fn the_digest_is_the_same_in_every_version() {
        let digest = digest(&InputKind::Random { seed: 7, count: 16 }, &[("level", "6")], &[(b"in", b"out")]);
        assert_eq!(digest, "ff0db4ed3c834e46");
    }
}
