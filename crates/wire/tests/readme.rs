//! The page that is the law and the code that keeps it name the same messages.
//!
//! In: `protocol/README.md` and `src/message.rs`; out: what stands in one of them alone.

use paragone_wire::{Decoder, Limits, Reply, Request};
use std::collections::BTreeSet;

const README: &str = include_str!("../../../protocol/README.md");
const MESSAGE: &str = include_str!("../src/message.rs");

/// What stands between the first two backticks of a line that starts so.
fn form<'a>(line: &'a str, start: &str) -> Option<&'a str> {
    line.trim_start().strip_prefix(start)?.split_once('`').map(|(form, _)| form)
}

/// A section of the page.
fn section(title: &str) -> &'static str {
    let (_, rest) = README.split_once(&format!("\n## {title}\n")).expect("the page has this section");
    rest.split("\n## ").next().unwrap_or_default()
}

/// The forms of both tables, Paragone's and the driver's.
fn tables() -> [BTreeSet<&'static str>; 2] {
    let (requests, replies) = section("Words").split_once("The driver replies:").expect("the page has both tables");
    [requests, replies].map(|table| table.lines().filter_map(|line| form(line, "| `")).collect())
}

/// The forms that the comments of an item and its parts begin with.
fn documented(item: &str) -> BTreeSet<&'static str> {
    let (_, rest) = MESSAGE.split_once(&format!("pub {item} {{")).expect("the file has this item");
    let body = rest.split("\n}\n").next().unwrap_or_default();
    body.lines().filter_map(|line| form(line, "/// `")).collect()
}

#[test]
fn the_tables_name_what_the_code_names() {
    let [requests, replies] = tables();
    // `end` has no part of its own in the code: it ends the details of `prepare`.
    let coded: BTreeSet<&str> = documented("enum Request").into_iter().chain(["end"]).collect();
    assert_eq!(requests, coded);
    let coded: BTreeSet<&str> = documented("enum Reply").into_iter().chain(documented("struct Greeting")).collect();
    assert_eq!(replies, coded);
}

#[test]
fn the_lab_says_the_words_of_the_table_and_no_others() {
    let prepare = Request::Prepare {
        benchmark: "b".into(),
        implementation: "i".into(),
        inputs: vec!["/a b".into()],
        params: vec![("n".into(), "v w".into())],
    };
    let all = [
        Request::Hello { version: 2 },
        prepare,
        Request::Answer { input: 0 },
        Request::Time { calls: 1 },
        Request::Last,
        Request::Audit { calls: 1 },
        Request::Quit,
    ];
    let said: String = all.iter().map(|request| String::from_utf8(request.encode().unwrap()).unwrap()).collect();
    let first = |line: &'static str| line.split(' ').next().unwrap_or_default().to_owned();
    let words: BTreeSet<String> =
        said.lines().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect();
    assert_eq!(words, tables()[0].iter().map(|form| first(form)).collect());
}

/// The example of the page is understood, and shows every reply but `error`.
#[test]
fn the_conversation_of_the_page_is_one() {
    let mut decoder = Decoder::new(Limits::default());
    let mut words = BTreeSet::from(["error".to_owned()]);
    let mut replies = Vec::new();
    for line in section("Life of a conversation").lines() {
        if line == "driver   (8 bytes)" {
            decoder.push(&[0; 8]);
        } else if let Some(line) = line.strip_prefix("driver < ") {
            words.insert(line.split(' ').next().unwrap_or_default().to_owned());
            decoder.push(format!("{line}\n").as_bytes());
        }
        replies.extend(decoder.next_reply().expect("the page shows replies"));
    }
    assert_eq!(words, tables()[1].iter().map(|form| form.split(' ').next().unwrap_or_default().to_owned()).collect());
    assert_eq!((replies.len(), decoder.pending()), (6, 0));
    assert!(matches!(&replies[0], Reply::Greeting(greeting) if greeting.version == paragone_wire::VERSION));
}
