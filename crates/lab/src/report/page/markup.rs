//! The part of a page that is there without any script: title, answers, changes of lead, machines.

use crate::report::sheet::Sheet;
use crate::words::escaped;

/// The page's head line, and the way to each benchmark where there are several.
pub(super) fn header(sheet: &Sheet) -> String {
    let machines: Vec<String> = sheet.machines.iter().map(|machine| escaped(&machine.name)).collect();
    let ways = ways(sheet.sections.iter().map(|section| [escaped(&section.slug), escaped(&section.name)]));
    format!(
        "<header class=\"top\"><div><h1>{}</h1><p class=\"quiet\">{}</p></div>\
         <button type=\"button\" id=\"theme\" hidden>Dark</button></header>\n{ways}",
        escaped(&sheet.title),
        machines.join(", ")
    )
}

/// The way to each of these parts of a page, by ids and titles in HTML; nothing where there is only one.
pub(super) fn ways(parts: impl ExactSizeIterator<Item = [String; 2]>) -> String {
    if parts.len() < 2 {
        return String::new();
    }
    let entries = parts.map(|[id, title]| format!("<li><a href=\"#{id}\">{title}</a></li>"));
    format!("<nav aria-label=\"Benchmarks\"><ul>{}</ul></nav>\n", entries.collect::<String>())
}

/// What a reader without scripts sees: each question with its answer, and what it was measured on.
pub(super) fn answers(sheet: &Sheet) -> String {
    let mut text = String::new();
    for section in &sheet.sections {
        text +=
            &format!("<h2>{}</h2><p class=\"question\">{}</p>\n", escaped(&section.name), escaped(&section.question));
        for (machine, answer) in &section.answers {
            let where_measured = sheet.machines.get(*machine).map_or("", |found| found.line.as_str());
            text += &format!(
                "<p class=\"answer\">{}</p>\n<p class=\"quiet\">{}</p>\n",
                escaped(answer),
                escaped(where_measured)
            );
            let leads = section.leads.iter().filter(|lead| lead.machine == *machine).map(|lead| lead.text.as_str());
            text += &listed("Where the lead changes", leads);
            let uses = section.uses.iter().filter(|(of, _)| of == machine).map(|(_, text)| text.as_str());
            text += &listed("Which to use", uses);
            let effects = section.effects.iter().filter(|(of, _)| of == machine).map(|(_, text)| text.as_str());
            text += &listed(&escaped(&section.cause), effects);
            let unmeasured = section.revised.iter().chain(&section.unmeasured).filter(|(of, _)| of == machine);
            text +=
                &unmeasured.map(|(_, line)| format!("<p class=\"quiet\">{}</p>\n", escaped(line))).collect::<String>();
        }
    }
    if sheet.sections.is_empty() {
        text += "<p class=\"answer\">Nothing was measured.</p>\n";
    }
    text
}

/// Nothing of nothing.
fn listed<'a>(heading: &str, lines: impl Iterator<Item = &'a str>) -> String {
    let entries: String = lines.map(|line| format!("<li>{}</li>", escaped(line))).collect();
    if entries.is_empty() { String::new() } else { format!("<h3>{heading}</h3>\n<ul>{entries}</ul>\n") }
}
