//! From a file of known answers to inputs with their answers, or the lines that are neither.
//!
//! A line is an input and, as its last word, the answer; parameters may come first, and `#` begins a
//! comment line. Whether the benchmark has such a parameter is seen elsewhere.

use crate::model::{Bytes, KnownAnswer, Params};

/// Inputs longer than this are refused: a slip in a count would fill the memory.
const LONGEST: usize = 1 << 30;

/// What is wrong with one line, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadLine {
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// Every known answer of a file, and every line that is malformed.
pub(crate) fn parse_answers(text: &str) -> (Vec<KnownAnswer>, Vec<BadLine>) {
    let mut answers = Vec::new();
    let mut bad = Vec::new();
    let lines = text.lines().map(str::trim).zip(1..);
    for (text, line) in lines.filter(|(text, _)| !text.is_empty() && !text.starts_with('#')) {
        match parse_line(text) {
            Ok((params, input, answer)) => answers.push(KnownAnswer { input, params, answer, line }),
            Err(text) => bad.push(BadLine { line, text }),
        }
    }
    (answers, bad)
}

fn parse_line(line: &str) -> Result<(Params, Bytes, Vec<u8>), String> {
    let (params, rest) = parse_params(line)?;
    let (input, answer) = rest
        .rsplit_once(char::is_whitespace)
        .ok_or_else(|| format!("`{}` is one word; expected an input and its answer", short(rest)))?;
    Ok((params, parse_input(input.trim_end())?, parse_answer(answer)?))
}

/// The words `param:NAME=VALUE` at the beginning, and the rest of the line.
fn parse_params(line: &str) -> Result<(Params, &str), String> {
    let (mut params, mut rest) = (Params::new(), line);
    while let Some(after) = rest.strip_prefix("param:") {
        let (word, next) = after.split_once(char::is_whitespace).unwrap_or((after, ""));
        let pair = word.split_once('=').filter(|(name, _)| !name.is_empty());
        let (name, value) =
            pair.ok_or_else(|| format!("`param:{}` sets nothing; expected `param:NAME=VALUE`", short(word)))?;
        if params.insert(name.to_owned(), value.to_owned()).is_some() {
            return Err(format!("`{}` is set twice in this line", short(name)));
        }
        rest = next.trim_start();
    }
    Ok((params, rest))
}

fn parse_input(text: &str) -> Result<Bytes, String> {
    let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
    match kind {
        "hex" => Ok(Bytes::Plain(parse_hex(rest)?)),
        "text" => Ok(Bytes::Plain(rest.as_bytes().to_vec())),
        "count" => {
            let (length, modulus) = rest.split_once('%').unwrap_or((rest, "256"));
            let modulus = modulus.parse().ok().filter(|modulus| (1..=256).contains(modulus)).ok_or_else(|| {
                format!("`{}` counts to no byte; expected 1 to 256 after `%`, as in `count:1000%251`", short(text))
            })?;
            Ok(Bytes::Counting { length: parse_length(length)?, modulus })
        }
        "repeat" => {
            let (byte, times) = rest
                .split_once('x')
                .ok_or_else(|| format!("`{}` repeats nothing; expected `repeat:61x1000000`", short(text)))?;
            match parse_hex(byte)?[..] {
                [byte] => Ok(Bytes::Repeat(byte, parse_length(times)?)),
                _ => Err(format!("`{}` must repeat one byte; expected two hexadecimal digits before `x`", short(text))),
            }
        }
        _ => Err(format!(
            "unknown kind of input `{}`; expected `hex:`, `count:`, `repeat:` or `text:` and its value",
            short(kind)
        )),
    }
}

fn parse_answer(text: &str) -> Result<Vec<u8>, String> {
    let Some(number) = text.strip_prefix("u64:") else { return parse_hex(text.strip_prefix("hex:").unwrap_or(text)) };
    let number: u64 = number.parse().map_err(|_| format!("`{}` is no number below 2^64", short(number)))?;
    Ok(number.to_le_bytes().to_vec())
}

fn parse_length(text: &str) -> Result<usize, String> {
    let length = text.parse().ok().filter(|&length| length <= LONGEST);
    length.ok_or_else(|| format!("`{}` is no length; expected a whole number up to {LONGEST}", short(text)))
}

fn parse_hex(text: &str) -> Result<Vec<u8>, String> {
    if text.len() % 2 == 1 {
        return Err(format!("`{}` has an odd number of hexadecimal digits", short(text)));
    }
    let digit = |byte: u8| (byte as char).to_digit(16).map(|digit| digit as u8);
    let bytes = text.as_bytes().chunks_exact(2).map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?));
    bytes.collect::<Option<Vec<u8>>>().ok_or_else(|| format!("`{}` is not hexadecimal", short(text)))
}

/// At most 40 characters: vectors can be long.
fn short(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line() {
        let text = "# comment\n\nhex:00ff  0a\nhex: 01\ncount:258 u64:5\nrepeat:61x3 FF\r\ntext:two words # 00\ntext: 00\ncount:252%251 00\n";
        let (answers, bad) = parse_answers(text);
        assert_eq!(bad, []);
        let inputs: Vec<Vec<u8>> = answers.iter().map(|answer| answer.input.to_vec()).collect();
        assert_eq!(inputs[0], [0, 255]);
        assert!(inputs[1].is_empty());
        assert_eq!((inputs[2].len(), inputs[2][257]), (258, 1));
        assert_eq!(inputs[3], b"aaa");
        assert_eq!(inputs[4], b"two words #");
        assert_eq!(inputs[5], b"");
        assert_eq!(inputs[6][249..], [249, 250, 0]);
        assert_eq!(answers[2].answer, [5, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(answers.iter().map(|answer| answer.line).collect::<Vec<usize>>(), [3, 4, 5, 6, 7, 8, 9]);
    }

    #[test]
    fn parameters_come_before_the_input() {
        let (answers, bad) = parse_answers("param:key=00ff  param:iv= text:param:a=b 01\nhex: 02\n");
        assert_eq!(bad, []);
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(answers[0].params, Params::from([pair("iv", ""), pair("key", "00ff")]));
        assert_eq!((answers[0].input.to_vec(), &answers[0].answer[..]), (b"param:a=b".to_vec(), &[1_u8][..]));
        assert!(answers[1].params.is_empty());
    }

    #[test]
    fn bad_lines_are_told_apart() {
        let text = "hex:00\nhex:0 00\nhex:zz 00\ncount:x 00\nrepeat:61 00\nrepeat:6162x4 00\nblob:00 00\nhex:00 u64:-1\ncount:99999999999 00\nhex:00 0\ncount:5%257 00\nparam:=1 hex: 00\nparam:a=1 param:a=2 hex: 00\nparam:a=1";
        let (answers, bad) = parse_answers(text);
        assert!(answers.is_empty());
        let expected = [
            "one word",
            "odd number",
            "not hexadecimal",
            "no length",
            "repeats nothing",
            "one byte",
            "unknown kind",
            "no number",
            "no length",
            "odd number",
            "counts to no byte",
            "sets nothing",
            "set twice",
            "one word",
        ];
        assert_eq!(bad.len(), expected.len());
        for (index, (bad, expected)) in bad.iter().zip(expected).enumerate() {
            assert_eq!(bad.line, index + 1);
            assert!(bad.text.contains(expected), "{}: {expected}", bad.text);
        }
    }

    proptest::proptest! {
        #[test]
        fn nothing_panics(text in "(hex|text|count|repeat|u64|param)?:?\\PC{0,60}( \\PC{0,20})?\n?\\PC{0,60}") {
            let (answers, bad) = parse_answers(&text);
            assert!(answers.len() + bad.len() <= text.lines().count());
        }
    }
}
