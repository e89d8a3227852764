//! Two runs of one machine as a table: what became of each cell, with its interval, its verdict, and how it was taken.

use crate::report::sheet::{ChangeTable, ChangeTableRow};

use crate::words::escaped;

/// What moved, and folded away what did not.
pub(super) fn change_table(changes: &ChangeTable) -> String {
    let (news, rest): (Vec<&ChangeTableRow>, Vec<&ChangeTableRow>) = changes.rows.iter().partition(|row| row.is_news());
    let mut text = format!("<p class=\"answer\">{}</p>\n", escaped(&changes.summary).replace(" %", "\u{a0}%"));
    if !news.is_empty() {
        text += &table(changes, "what moved", &news);
    }
    if !rest.is_empty() {
        let count = rest.len();
        let open = if news.is_empty() { " open" } else { "" };
        text += &format!("<details{open}><summary>{count} that did not move for certain</summary>\n");
        text += &table(changes, "what did not move for certain", &rest);
        text += "</details>\n";
    }
    text
}

fn table(of: &ChangeTable, what: &str, rows: &[&ChangeTableRow]) -> String {
    let [from, to] = of.letters.each_ref().map(|letter| escaped(letter));
    let caption = escaped(&format!("{}, {} against {}: {what}", of.name, of.letters[1], of.letters[0]));
    let rows: String = rows.iter().map(|row| line(row)).collect();
    format!(
        "<div class=\"pan\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\"><table>\n<caption><span>{caption}</span></caption>\n\
         <thead><tr><th scope=\"col\">implementation</th><th scope=\"col\">at</th>\
         <th scope=\"col\" class=\"number\">median in {from}</th><th scope=\"col\" class=\"number\">median in {to}</th>\
         <th scope=\"col\" class=\"number\">{to} over {from}</th><th scope=\"col\" class=\"number\">interval</th>\
         <th scope=\"col\">verdict</th><th scope=\"col\">taken</th><th scope=\"col\">code</th></tr></thead>\n\
         <tbody>{rows}</tbody></table></div>\n"
    )
}

fn line(row: &ChangeTableRow) -> String {
    let [before, after] = row.times.each_ref().map(|time| escaped(time));
    let taken = if row.paired { "quiet" } else { "poor" };
    format!(
        "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"number\">{before}</td><td class=\"number\">{after}</td>\
         <td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"says {}\">{}</td><td class=\"{taken}\">{}</td>\
         <td>{}</td></tr>\n",
        escaped(&row.name),
        escaped(&row.at),
        escaped(&row.by),
        escaped(&row.within),
        row.tone.word(),
        escaped(&row.verdict),
        row.measured(),
        row.code
    )
}
