//! Strings lower-cased and decomposed by ICU4X, with its own compiled data and the default allocator.
//!
//! In: strings made in the set-up; out: the sum of the results' hashes.

use icu_casemap::CaseMapper;
use icu_locale_core::LanguageIdentifier;
use icu_normalizer::DecomposingNormalizer;
use paragone_sdk::Driver;
use paragone_suite_strings_texts::{bench, hash};

fn main() {
    let mut driver = Driver::new();
    bench(&mut driver, "icu4x", || {
        let (cases, normalizer) = (CaseMapper::new(), DecomposingNormalizer::new_nfd());
        move |text: &[u8]| {
            let decoded = String::from_utf8(text.to_vec()).expect("the strings are UTF-8");
            let lower = cases.lowercase_to_string(&decoded, &LanguageIdentifier::UNKNOWN);
            hash(normalizer.normalize(&lower).as_bytes())
        }
    });
    driver.serve()
}
