//! How elements of pictures look, in a file of their own or within a page, on light and on dark ground.

use crate::report::colour::shades::{ON_DARK, ON_LIGHT, STEPS, properties, series};

const LIGHT_INKS: &str = "--ink:#1b1f23;--quiet:#59636e;--rule:#dfe3e8;";
const DARK_INKS: &str = "--ink:#e8eaed;--quiet:#9aa4af;--rule:#2c3238;";
/// A page has its own.
const GROUNDS: &str = "svg{--ground:#fff}@media(prefers-color-scheme:dark){svg{--ground:#14171a}}";

/// `c0` to `c7` are the palette's, `h0` to `h8` and `t0` to `t8` fields of a heat map and the text on them.
const RULES: [(&str, &str); 19] = [
    ("text", "font:13px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;fill:var(--ink)"),
    (".title", "font-size:16px;font-weight:600"),
    (".strong", "font-weight:600"),
    (".quiet", "fill:var(--quiet);font-size:12px"),
    (".ground", "fill:var(--ground)"),
    (".rule", "stroke:var(--rule)"),
    (".wall", "stroke:var(--quiet)"),
    (".mark", "stroke:var(--quiet);stroke-dasharray:4 3"),
    (".span", "fill:var(--quiet);fill-opacity:.18;stroke:var(--quiet);stroke-opacity:.5;stroke-width:.5"),
    (".line", "fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round"),
    (".dot", "fill:var(--c)"),
    (".bar", "fill:var(--c)"),
    (".band", "fill:var(--c);opacity:.16"),
    (".hill", "fill:var(--c);fill-opacity:.35;stroke:var(--c)"),
    (".whisker", "stroke:var(--ink);stroke-width:1.5"),
    (".thin", "stroke:var(--c);stroke-width:1.5"),
    (".unsure", "fill:none;stroke:var(--quiet);stroke-dasharray:3 3"),
    (".hatch", "stroke:var(--rule);stroke-width:2"),
    (".small", "font-size:11px"),
];

/// The style of a file that stands alone.
pub(super) fn style() -> String {
    format!("<style>{GROUNDS}{}</style>\n", rules("svg", "", ""))
}

/// The style of pictures below an element of a page, and of all its other colours.
pub(in crate::report) fn style_within(element: &str) -> String {
    rules(element, &format!("{element} svg "), &format!("{element} "))
}

/// `root` holds the colours; `within` stands before what is in a picture, `around` before classes of colours.
fn rules(root: &str, within: &str, around: &str) -> String {
    let looks: String = RULES.iter().map(|(element, look)| format!("{within}{element}{{{look}}}")).collect();
    let of_step = |step| format!("{within}.h{step}{{fill:var(--h{step})}}{within}.t{step}{{fill:var(--t{step})}}");
    let fields: String = (0..STEPS).map(of_step).collect();
    format!(
        "{root}{{{LIGHT_INKS}{}}}{looks}{fields}{}@media(prefers-color-scheme:dark){{{root}{{{DARK_INKS}{}}}{}}}",
        properties(ON_LIGHT),
        series(around, false),
        properties(ON_DARK),
        series(around, true)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn within_a_page_no_rule_reaches_beyond_its_element() {
        let style = style_within(".beside");
        let light = style.split("@media").next().unwrap();
        let selectors = light.split('}').filter_map(|rule| rule.split_once('{')).map(|(selector, _)| selector);
        assert!(selectors.clone().count() > 20);
        assert!(selectors.into_iter().all(|selector| selector.starts_with(".beside")), "{light}");
    }
}
