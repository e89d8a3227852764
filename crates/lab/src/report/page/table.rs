//! A benchmark over machines as a table that is a heat map too: each field has its number, its interval and a shade.

use crate::report::sheet::{MachineTable, MachineTableRow, RunsSheet, Shade, Tile, legend};

use crate::words::escaped;

/// The table in a part of the page that scrolls by itself.
pub(super) fn machine_table(sheet: &RunsSheet, table: &MachineTable) -> String {
    let what = format!("{}, {}: {} beside {}", table.name, table.place, table.what, table.baseline);
    let with_mean = table.rows.iter().any(|row| !row.mean.is_empty());
    let heads: String = table.columns.iter().map(|place| head(sheet, *place)).collect();
    let mean = if with_mean { "<th scope=\"col\" class=\"number\">mean</th>" } else { "" };
    let sizes = if table.is_mean { "<th scope=\"col\" class=\"number\">sizes</th>" } else { "" };
    let rows: String = table.rows.iter().map(|row| line(sheet, table, row, with_mean)).collect();
    format!(
        "<div class=\"pan\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table class=\"heat\">\n<caption><span>{0}</span></caption>\n\
         <thead><tr><th scope=\"col\">implementation</th>{heads}{mean}<th scope=\"col\">best</th>{sizes}</tr></thead>\n\
         <tbody>{rows}</tbody></table></div>\n",
        escaped(&what)
    )
}

fn head(sheet: &RunsSheet, place: usize) -> String {
    let run = &sheet.runs[place];
    let unpaired = if run.unpaired { " <small class=\"poor\">unpaired</small>" } else { "" };
    let (letter, machine) = (escaped(&run.letter), escaped(&run.machine));
    format!("<th scope=\"col\" class=\"field\">{letter} <small>{machine}</small>{unpaired}</th>")
}

fn line(sheet: &RunsSheet, table: &MachineTable, row: &MachineTableRow, with_mean: bool) -> String {
    let fields: String = row.tiles.iter().map(field).collect();
    let mean = if with_mean { format!("<td class=\"number\">{}</td>", escaped(&row.mean)) } else { String::new() };
    let best = row.best.and_then(|best| table.columns.get(best)).map_or("", |run| sheet.runs[*run].letter.as_str());
    let sizes = if table.is_mean { format!("<td class=\"number\">{}</td>", row.sizes) } else { String::new() };
    let (name, best) = (escaped(&row.name), escaped(best));
    format!("<tr><th scope=\"row\">{name}</th>{fields}{mean}<td>{best}</td>{sizes}</tr>\n")
}

fn field(tile: &Tile) -> String {
    let small = |text: &str| if text.is_empty() { String::new() } else { format!("<small>{}</small>", escaped(text)) };
    let time = if tile.ratio.is_some() || tile.time.is_empty() { String::new() } else { small(&tile.time) };
    let (class, text, within) = (class(tile.shade), escaped(&tile.text), small(&tile.within));
    format!("<td class=\"field {class}\"><b>{text}</b>{within}{time}</td>")
}

fn class(shade: Shade) -> String {
    match shade {
        Shade::Step(step) => format!("h{step}"),
        Shade::Unsure => "unsure".to_owned(),
        Shade::Unknown => "none".to_owned(),
    }
}

/// What each shade says.
pub(super) fn shades() -> String {
    let entry = |(shade, words): (Shade, String)| {
        format!("<li><span class=\"swatch {}\"></span>{}</li>", class(shade), escaped(&words))
    };
    format!("<ul class=\"shades\" aria-label=\"Shades\">{}</ul>\n", legend().into_iter().map(entry).collect::<String>())
}
