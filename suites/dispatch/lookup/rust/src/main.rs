//! Texts of four locales by Fluent, the locale negotiated for each text or once, and by a hash table.
//!
//! In: bytes, each of which asks for a text, a quarter of them for each locale; out: what the texts fold to.

use std::borrow::Cow;
use std::collections::HashMap;

use fluent_bundle::{FluentBundle, FluentResource};
use fluent_langneg::{NegotiationStrategy, negotiate_languages};
use paragone_sdk::Driver;
use unic_langid::LanguageIdentifier;

type Bundle = FluentBundle<FluentResource>;

const LOCALES: [&str; 4] = ["en", "nl", "id", "es"];

fn keys() -> Vec<String> {
    (0..64).map(|number| format!("message-{number:02}")).collect()
}

fn identifier(locale: &str) -> LanguageIdentifier {
    locale.parse().expect("a locale's name")
}

fn source(locale: &str) -> String {
    let path = format!("catalogue/fluent/{locale}.ftl");
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn bundle(locale: &str) -> Bundle {
    let resource = FluentResource::try_new(source(locale)).expect("a catalogue without mistakes");
    let mut bundle = FluentBundle::new(vec![identifier(locale)]);
    bundle.add_resource(resource).expect("each message stands there once");
    bundle
}

fn bundles() -> HashMap<LanguageIdentifier, Bundle> {
    LOCALES.iter().map(|locale| (identifier(locale), bundle(locale))).collect()
}

fn text<'a>(bundle: &'a Bundle, key: &str) -> Cow<'a, str> {
    let pattern = bundle.get_message(key).and_then(|message| message.value()).expect("a message with a text");
    bundle.format_pattern(pattern, None, &mut Vec::new())
}

fn add(folded: u32, text: &str) -> u32 {
    let middle = text.as_bytes()[text.len() / 2];
    folded.wrapping_mul(31).wrapping_add((text.len() as u32) << 8).wrapping_add(u32::from(middle))
}

/// The bytes that ask for texts of each locale.
fn quarters(input: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    (0..4).map(|quarter| (quarter, &input[quarter * input.len() / 4..(quarter + 1) * input.len() / 4]))
}

fn main() {
    let mut driver = Driver::new();
    driver.bench("lookup", "fluent-every", |_cell| {
        let (keys, bundles) = (keys(), bundles());
        let available: Vec<LanguageIdentifier> = LOCALES.map(identifier).to_vec();
        move |input: &[u8]| {
            let mut folded = 1;
            for (quarter, part) in quarters(input) {
                for byte in part {
                    let wanted = [identifier(LOCALES[quarter])];
                    let found = negotiate_languages(&wanted, &available, None, NegotiationStrategy::Lookup);
                    folded = add(folded, &text(&bundles[found[0]], &keys[usize::from(byte & 63)]));
                }
            }
            folded
        }
    });
    driver.bench("lookup", "fluent-kept", |_cell| {
        let (keys, bundles) = (keys(), LOCALES.map(bundle));
        move |input: &[u8]| {
            let mut folded = 1;
            for (quarter, part) in quarters(input) {
                for byte in part {
                    folded = add(folded, &text(&bundles[quarter], &keys[usize::from(byte & 63)]));
                }
            }
            folded
        }
    });
    driver.bench("lookup", "table", |_cell| {
        let keys = keys();
        let tables: HashMap<&str, HashMap<String, String>> = LOCALES
            .map(|locale| {
                let lines = source(locale);
                let entries = lines.lines().filter_map(|line| line.split_once(" = "));
                (locale, entries.map(|(key, text)| (key.to_owned(), text.to_owned())).collect())
            })
            .into();
        move |input: &[u8]| {
            let mut folded = 1;
            for (quarter, part) in quarters(input) {
                let table = &tables[LOCALES[quarter]];
                for byte in part {
                    folded = add(folded, &table[&keys[usize::from(byte & 63)]]);
                }
            }
            folded
        }
    });
    driver.serve();
}
