//! What every page has around it, and pages that have nothing else.

use axum::response::Html;
use maud::{DOCTYPE, Markup, html as markup};

use crate::model::unit;

/// A page as it is sent.
pub(in crate::serve) fn html(page: Markup) -> Html<String> {
    Html(page.into_string())
}

/// A page with its title, which is its first heading too.
pub(super) fn frame(title: &str, body: &Markup) -> Markup {
    styled(title, &[], body)
}

/// A whole page with further styles of ours.
pub(super) fn styled(title: &str, styles: &[&str], body: &Markup) -> Markup {
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
                header {
                    nav aria-label="Pages" {
                        ul {
                            li { a href="/" { "Runs" } }
                            li { a href="/history" { "History" } }
                            li { a href="/compare" { "Compare" } }
                        }
                    }
                }
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
pub(super) fn date(seconds: i64) -> Markup {
    let text = unit::date(seconds);
    let exact = text.replacen(' ', "T", 1).replace(" UTC", "Z");
    markup! { time datetime=(exact) { (text) } }
}
