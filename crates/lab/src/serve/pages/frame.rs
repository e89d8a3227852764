//! What every page has around it, pages that have nothing else, and addresses of pages: names of any bytes become parts
//! of a query, and nothing else.

use axum::response::Html;
use form_urlencoded::Serializer;
use maud::{DOCTYPE, Markup, html as markup};

use crate::model::unit;
use crate::store::CellSubject;

/// A page as it is sent.
pub(in crate::serve) fn html(page: Markup) -> Html<String> {
    Html(page.into_string())
}

/// A page with its title, which is its first heading too.
pub(in crate::serve) fn frame(title: &str, body: &Markup) -> Markup {
    styled(title, &[], body)
}

/// A whole page with further styles of ours.
pub(in crate::serve) fn styled(title: &str, styles: &[&str], body: &Markup) -> Markup {
    markup! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · Paragone" }
                link rel="stylesheet" href="/style.css";
                @for style in styles { link rel="stylesheet" href=(style); }
            }
            body {
                a.skip href="#main" { "Skip to the page" }
                header { nav aria-label="Pages" { ul {
                    li { a href="/" { "Runs" } }
                    li { a href="/history" { "History" } }
                    li { a href="/compare" { "Compare" } }
                } } }
                main id="main" {
                    h1 { (title) }
                    (body)
                }
            }
        }
    }
}

/// Nobody has measured anything yet: an answer, and no error.
pub(in crate::serve) fn no_store() -> Markup {
    frame("No runs yet", &markup! { p { "There is no store yet: " code { "paragone run" } " makes one." } })
}

/// A page that says why there is none; `title`: in two or three words.
pub(in crate::serve) fn refused(title: &str, text: &str) -> Markup {
    frame(title, &markup! { p { (text) } p { a href="/" { "All runs" } } })
}

/// Seconds since 1970 as a date that machines read too.
pub(in crate::serve) fn date(seconds: i64) -> Markup {
    let text = unit::date(seconds);
    let exact = text.replacen(' ', "T", 1).replace(" UTC", "Z");
    markup! { time datetime=(exact) { (text) } }
}

/// `/history?suite=words&benchmark=a%2Fb`.
pub(in crate::serve) fn address(path: &str, asked: &[(&str, &str)]) -> String {
    let query = Serializer::new(String::new()).extend_pairs(asked).finish();
    if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") }
}

/// The history of a cell.
pub(in crate::serve) fn of_cell(subject: &CellSubject) -> String {
    let CellSubject { suite, benchmark, implementation, params, size, machine } = subject;
    let asked = [
        ("suite", suite.as_str()),
        ("benchmark", benchmark),
        ("implementation", implementation),
        ("params", params),
        ("size", &size.to_string()),
        ("machine", machine),
    ];
    address("/history", &asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_within_its_part() {
        assert_eq!(address("/", &[]), "/");
        let evil = "\"></script>&suite=x#/../%00";
        let found = address("/history", &[("suite", evil)]);
        assert_eq!(found, "/history?suite=%22%3E%3C%2Fscript%3E%26suite%3Dx%23%2F..%2F%2500");
        let back: Vec<(String, String)> =
            form_urlencoded::parse(found.split_once('?').unwrap().1.as_bytes()).into_owned().collect();
        assert_eq!(back, [("suite".to_owned(), evil.to_owned())]);
    }
}
