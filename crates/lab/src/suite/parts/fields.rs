//! A table of a suite's file, key by key: typed values out, mistakes into the ledger.
//!
//! It knows TOML and not what the keys mean. What nobody took by the end was an unknown key.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use toml_edit::{Item, TableLike, Value};

use crate::model::ImplementationId;
use crate::suite::parts::mistake::{MistakeLedger, Spot, TextPlace, did_you_mean_or, listed};

/// One table under reading.
pub(crate) struct Fields<'a> {
    table: &'a dyn TableLike,
    /// Where the table begins.
    pub(crate) place: TextPlace,
    /// `a benchmark`, `the suite`: whose keys these are.
    whose: &'static str,
    asked: RefCell<Vec<String>>,
    /// Keys that have been told of already.
    told: RefCell<Vec<String>>,
    pub(crate) ledger: &'a MistakeLedger,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(
        table: &'a dyn TableLike,
        place: TextPlace,
        whose: &'static str,
        ledger: &'a MistakeLedger,
    ) -> Fields<'a> {
        Fields { table, place, whose, asked: RefCell::default(), told: RefCell::default(), ledger }
    }

    fn at(&self, span: Option<Range<usize>>) -> TextPlace {
        TextPlace { source: Rc::clone(&self.place.source), span: span.unwrap_or_else(|| self.place.span.clone()) }
    }

    /// Tells of a mistake.
    pub(crate) fn tell(&self, place: &TextPlace, text: impl Into<String>) {
        self.ledger.add(place, text);
    }

    /// Each key once, however often it was looked at.
    fn ask(&self, key: &str) {
        let mut asked = self.asked.borrow_mut();
        if !asked.iter().any(|known| known == key) {
            asked.push(key.to_owned());
        }
    }

    /// Tells of keys that belong somewhere else: `where_to` says where. They are not offered as keys of this table.
    pub(crate) fn elsewhere(&self, keys: &[&str], where_to: &str) {
        for key in self.keys().into_iter().filter(|key| keys.contains(&&*key.value)) {
            self.tell(&key.place, format!("`{}` is no key of {}: {where_to}", key.value, self.whose));
            self.told.borrow_mut().push(key.value);
        }
    }

    /// The value of a key, and where it stands.
    pub(crate) fn item(&self, key: &str) -> Option<(&'a Item, TextPlace)> {
        self.ask(key);
        let item = self.table.get(key).filter(|item| !item.is_none())?;
        let span = item.span().or_else(|| self.table.key(key).and_then(|key| key.span()));
        Some((item, self.at(span)))
    }

    pub(crate) fn missing(&self, key: &str, expected: &str) {
        self.tell(&self.place, format!("{} lacks `{key}`; add {expected}", self.whose));
    }

    /// Tells of a key that is not there, and has to be.
    pub(crate) fn require(&self, key: &str, expected: &str) {
        if self.item(key).is_none() {
            self.missing(key, expected);
        }
    }

    /// Tells of a text that is no name.
    pub(crate) fn check_name(&self, name: &Spot<String>) {
        if !ImplementationId::is_part(&name.value) {
            self.tell(&name.place, format!("`{}` is no name; use a-z 0-9 _ + - and nothing else", name.value));
        }
    }

    fn holds(&self, key: &str, value: &Value, place: &TextPlace, expected: &str) {
        self.tell(place, format!("`{key}` holds {}; expected {expected}", article(value.type_name())));
    }

    /// The value of a key that is of this type, and where it stands; another is told of.
    fn typed<T>(&self, key: &str, expected: &str, read: impl FnOnce(&'a Item) -> Option<T>) -> Option<(T, TextPlace)> {
        let (item, place) = self.item(key)?;
        let value = read(item);
        if value.is_none() {
            self.tell(&place, format!("`{key}` is {}; expected {expected}", article(item.type_name())));
        }
        Some((value?, place))
    }

    pub(crate) fn text(&self, key: &str) -> Option<Spot<String>> {
        let (value, place) = self.typed(key, "text in quotes", Item::as_str)?;
        Some(Spot { value: value.to_owned(), place })
    }

    /// The text of a key that must be there; `expected` says what to add.
    pub(crate) fn required_text(&self, key: &str, expected: &str) -> Option<Spot<String>> {
        self.require(key, expected);
        self.text(key)
    }

    /// What the word stands for; another word is told of, and what is wrong with it.
    pub(crate) fn choice<T>(&self, word: Spot<String>, choices: [(&str, T); 2], wrong: &str) -> Option<T> {
        let found = choices.into_iter().find(|(known, _)| *known == word.value);
        if found.is_none() {
            self.tell(&word.place, format!("`{}` {wrong}", word.value));
        }
        found.map(|(_, choice)| choice)
    }

    /// Text, or a whole number as it is written.
    pub(crate) fn text_or_number(&self, key: &str) -> Option<Spot<String>> {
        let (item, place) = self.item(key)?;
        match item.as_integer() {
            Some(number) => Some(Spot { value: number.to_string(), place }),
            None => self.text(key),
        }
    }

    /// A whole number that is not negative.
    pub(crate) fn number(&self, key: &str) -> Option<Spot<u64>> {
        let (number, place) = self.typed(key, "a whole number", Item::as_integer)?;
        let negative = |_| self.tell(&place, format!("`{key}` is negative; expected 0 or more"));
        let value = u64::try_from(number).map_err(negative).ok()?;
        Some(Spot { value, place })
    }

    pub(crate) fn truth(&self, key: &str) -> Option<bool> {
        self.typed(key, "`true` or `false`", Item::as_bool).map(|(value, _)| value)
    }

    /// The values of an array, with their places.
    pub(crate) fn array(&self, key: &str, expected: &str) -> Option<Vec<(&'a Value, TextPlace)>> {
        let (array, place) = self.typed(key, expected, Item::as_array)?;
        Some(array.iter().map(|value| (value, self.at(value.span().or(Some(place.span.clone()))))).collect())
    }

    pub(crate) fn texts(&self, key: &str) -> Vec<Spot<String>> {
        let mut texts = Vec::new();
        for (value, place) in self.array(key, "an array of texts, such as `[\"…\"]`").unwrap_or_default() {
            match value.as_str() {
                Some(text) => texts.push(Spot { value: text.to_owned(), place }),
                None => self.holds(key, value, &place, "texts in quotes"),
            }
        }
        texts
    }

    pub(crate) fn table(&self, key: &str, whose: &'static str) -> Option<Fields<'a>> {
        let (table, place) = self.typed(key, "a table, such as `{ … }`", Item::as_table_like)?;
        Some(Fields::new(table, place, whose, self.ledger))
    }

    /// `[[key]]` tables, or an array of inline ones.
    pub(crate) fn tables(&self, key: &str, whose: &'static str) -> Vec<Fields<'a>> {
        if let Some((Item::ArrayOfTables(tables), _)) = self.item(key) {
            return tables.iter().map(|table| Fields::new(table, self.at(table.span()), whose, self.ledger)).collect();
        }
        let mut tables = Vec::new();
        for (value, place) in self.array(key, "an array of tables").unwrap_or_default() {
            match value.as_inline_table() {
                Some(table) => tables.push(Fields::new(table, place, whose, self.ledger)),
                None => self.holds(key, value, &place, "tables, such as `{ … }`"),
            }
        }
        tables
    }

    /// Every key, for tables whose keys are names of their own.
    pub(crate) fn keys(&self) -> Vec<Spot<String>> {
        let key = |(key, _): (&str, _)| {
            let place = self.at(self.table.key(key).and_then(|key| key.span()));
            Spot { value: key.to_owned(), place }
        };
        self.table.iter().map(key).collect()
    }

    /// Tells of every key that nobody asked for.
    pub(crate) fn finish(self) {
        let (asked, told) = (self.asked.borrow(), self.told.borrow());
        for key in self.keys() {
            if !asked.contains(&key.value) && !told.contains(&key.value) {
                let names = || asked.iter().map(String::as_str);
                let hint = did_you_mean_or(&key.value, names(), || format!("; expected {}", listed(names())));
                self.tell(&key.place, format!("unknown key `{}` of {}{hint}", key.value, self.whose));
            }
        }
    }
}

/// The text without its place; none is an empty one.
pub(crate) fn value_of(text: Option<Spot<String>>) -> String {
    text.map(|text| text.value).unwrap_or_default()
}

/// A type's name as a sentence needs it.
pub(crate) fn article(kind: &str) -> String {
    match kind {
        "string" => "text".to_owned(),
        kind if kind.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {kind}"),
        kind => format!("a {kind}"),
    }
}
