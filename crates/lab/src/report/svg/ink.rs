//! Elements of SVG: text from outside is escaped, numbers have one decimal, so that the same figure is the same file.

/// Where an element is drawn.
pub(super) type At = (f64, f64);

/// `12.3`, `-0.1`, `7`.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// What would end an element, an attribute or the file loses its power; what XML forbids is replaced.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            letter if letter.is_control() => safe.push('\u{fffd}'),
            letter => safe.push(letter),
        }
    }
    safe
}

pub(super) fn text((x, y): At, class: &str, anchor: &str, words: &str) -> String {
    let (x, y, words) = (number(x), number(y), escaped(words));
    format!("<text x=\"{x}\" y=\"{y}\" class=\"{class}\" text-anchor=\"{anchor}\">{words}</text>\n")
}

pub(super) fn line((x1, y1): At, (x2, y2): At, class: &str) -> String {
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(number);
    format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" class=\"{class}\"/>\n")
}

pub(super) fn rect((x, y): At, (width, height): At, class: &str) -> String {
    let [x, y, width, height] = [x, y, width.max(0.0), height].map(number);
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" class=\"{class}\"/>\n")
}

pub(super) fn points(places: &[At]) -> String {
    places.iter().map(|(x, y)| format!("{},{}", number(*x), number(*y))).collect::<Vec<_>>().join(" ")
}

/// About so wide are these letters at 13 pixels, in whatever font the reader has.
pub(super) fn width(words: &str) -> f64 {
    words.chars().count() as f64 * 6.9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_text_is_harmless() {
        assert_eq!([1.0, -0.04, 12.34].map(number), ["1", "0", "12.3"]);
        assert_eq!(escaped("</text><script>'\"&\u{1b}"), "&lt;/text&gt;&lt;script&gt;&#39;&quot;&amp;\u{fffd}");
    }
}
