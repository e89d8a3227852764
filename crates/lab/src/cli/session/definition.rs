//! A benchmark's inputs, parameters and known answers in; their digest out, by which a run that goes on is known to be
//! the run that it was. What is hashed is written out here, field by field, so that it changes with what a suite says and
//! with nothing else: neither with a name in the code, nor with how Rust prints a value.

use anyhow::Context;

use crate::driver::Digest;
use crate::measure::{ContestPrograms, Supply};
use crate::model::{Contest, InputKind, KnownAnswer, Params};

/// Before all else that is hashed: another one for another way of writing it down.
const FORM: &str = "definition 2";
/// Of the digest in hexadecimal digits.
const LETTERS: usize = 16;

/// What a benchmark is fed and held against, as a name and a digest: a run that goes on with other
/// inputs than it began with would be two runs.
pub(super) fn definition(contest: &Contest, entry: &ContestPrograms) -> anyhow::Result<(String, String)> {
    let mut digest = Digest::default();
    add(&mut digest, "form", FORM);
    add_input(&mut digest, &entry.input)?;
    add_params(&mut digest, &entry.fixed);
    entry.vectors.iter().for_each(|known| add_known(&mut digest, known));
    match &entry.given {
        Supply::Bytes => add(&mut digest, "given", "bytes"),
        Supply::Paths => add(&mut digest, "given", "paths"),
        Supply::Server { address, program, .. } => {
            add(&mut digest, "given", "server");
            add(&mut digest, "address", address);
            add(&mut digest, "program", program.as_ref().map(|program| program.artefact.as_str()).unwrap_or_default());
        }
    }
    Ok((format!("inputs and known answers of {}/{}", contest.suite, contest.benchmark), short(digest)))
}

fn add_input(digest: &mut Digest, input: &InputKind) -> anyhow::Result<()> {
    match input {
        InputKind::Random { seed, count } => {
            add(digest, "input", "random");
            add(digest, "seed", seed.to_le_bytes());
            add(digest, "count", count.to_le_bytes());
        }
        InputKind::Zeros => add(digest, "input", "zeros"),
        InputKind::Number => add(digest, "input", "number"),
        InputKind::Words { seed, count, repeat } => {
            add(digest, "input", "words");
            add(digest, "seed", seed.to_le_bytes());
            add(digest, "count", count.to_le_bytes());
            add(digest, "repeat", [u8::from(*repeat)]);
        }
        InputKind::File { path } => {
            let bytes = std::fs::read(path).with_context(|| format!("failed to read input `{}`", path.display()))?;
            add(digest, "input", "file");
            add(digest, "bytes", bytes);
        }
    }
    Ok(())
}

fn add_params(digest: &mut Digest, params: &Params) {
    for (name, value) in params {
        add(digest, "parameter", name);
        add(digest, "value", value);
    }
}

fn add_known(digest: &mut Digest, known: &KnownAnswer) {
    add(digest, "known input", known.input.to_vec());
    add_params(digest, &known.params);
    add(digest, "answer", &known.answer);
}

/// A field with its name. Lengths go in too, so that no two lists of fields are the same bytes.
fn add(digest: &mut Digest, name: &str, value: impl AsRef<[u8]>) {
    digest.value(name.as_bytes());
    digest.value(value.as_ref());
}

/// So many letters are enough to tell two definitions of one benchmark apart.
fn short(digest: Digest) -> String {
    digest.hex().chars().take(LETTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Bytes;

    fn digest(input: &InputKind, params: &[(&str, &str)], answers: &[(&[u8], &[u8])]) -> String {
        let mut digest = Digest::default();
        add_input(&mut digest, input).unwrap();
        add_params(&mut digest, &params.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect());
        for (line, (input, answer)) in answers.iter().enumerate() {
            let input = Bytes::Plain(input.to_vec());
            add_known(&mut digest, &KnownAnswer { input, params: Params::new(), answer: answer.to_vec(), line });
        }
        short(digest)
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
