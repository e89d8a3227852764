//! The part of a page that is there without any script: title, answers, machines.

use crate::report::escape::escaped;
use crate::report::sheet::Sheet;

/// The page's head line, and the way to each benchmark where there are several.
pub(super) fn header(sheet: &Sheet) -> String {
    let machines: Vec<String> = sheet.machines.iter().map(|card| escaped(&card.name)).collect();
    let entries = sheet
        .sections
        .iter()
        .map(|section| format!("<li><a href=\"#{}\">{}</a></li>", escaped(&section.slug), escaped(&section.name)));
    let ways = match sheet.sections.len() {
        0 | 1 => String::new(),
        _ => format!("<nav aria-label=\"Benchmarks\"><ul>{}</ul></nav>\n", entries.collect::<String>()),
    };
    format!(
        "<header class=\"top\"><div><h1>{}</h1><p class=\"quiet\">{}</p></div>\
         <button type=\"button\" id=\"theme\" hidden>Dark</button></header>\n{ways}",
        escaped(&sheet.title),
        machines.join(", ")
    )
}

/// What a reader without scripts sees: each question with its answer, and what it was measured on.
pub(super) fn answers(sheet: &Sheet) -> String {
    let mut text = String::new();
    for section in &sheet.sections {
        text +=
            &format!("<h2>{}</h2><p class=\"question\">{}</p>\n", escaped(&section.name), escaped(&section.question));
        for (machine, answer) in &section.answers {
            let where_measured = sheet.machines.get(*machine).map_or("", |card| card.line.as_str());
            text += &format!(
                "<p class=\"answer\">{}</p>\n<p class=\"quiet\">{}</p>\n",
                escaped(answer),
                escaped(where_measured)
            );
        }
    }
    if sheet.sections.is_empty() {
        text += "<p class=\"answer\">Nothing was measured.</p>\n";
    }
    text
}
