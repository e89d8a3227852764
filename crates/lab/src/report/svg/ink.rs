//! Elements of SVG: text from outside is escaped, numbers have one decimal, so that the same figure is the same file.

use std::ops::Range;

use crate::words::escaped;

/// Where an element is drawn.
pub(super) type At = (f64, f64);

/// `12.3`, `-0.1`, `7`.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A text that cannot become an element, without the letters that XML forbids.
pub(super) fn words(text: &str) -> String {
    let forbidden = |letter: char| letter.is_control() || ['\u{fffe}', '\u{ffff}'].contains(&letter);
    escaped(&text.replace(forbidden, "\u{fffd}"))
}

pub(super) fn text((x, y): At, class: &str, anchor: &str, told: &str) -> String {
    let (x, y, told) = (number(x), number(y), words(told));
    format!("<text x=\"{x}\" y=\"{y}\" class=\"{class}\" text-anchor=\"{anchor}\">{told}</text>\n")
}

pub(super) fn line((x1, y1): At, (x2, y2): At, class: &str) -> String {
    let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(number);
    format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" class=\"{class}\"/>\n")
}

pub(super) fn rect((x, y): At, (width, height): At, class: &str) -> String {
    let [x, y, width, height] = [x, y, width.max(0.0), height].map(number);
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" class=\"{class}\"/>\n")
}

/// A whisker's end, or a median: a stroke across a line at `middle`.
pub(super) fn upright(x: f64, middle: f64, half: f64) -> String {
    line((x, middle - half), (x, middle + half), "whisker")
}

/// `look`: its radius, and what else there is of it.
pub(super) fn circle((x, y): At, class: &str, look: &str) -> String {
    format!("<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" {look}/>\n", number(x), number(y))
}

pub(super) fn polygon(places: &[At], class: &str) -> String {
    format!("<polygon class=\"{class}\" points=\"{}\"/>\n", points(places))
}

/// From one row of a legend, or of a caption, to the next.
pub(super) const ROW: f64 = 20.0;

/// Names in rows from left to right, each behind its sign, and how far down they reach; `room` is that of a sign, and
/// that behind a name.
pub(super) fn in_rows<'a, T>(
    named: impl Iterator<Item = (T, &'a str)>,
    across: Range<f64>,
    top: f64,
    room: (f64, f64),
    class: &str,
    sign: impl Fn(T, At) -> String,
) -> (String, f64) {
    let (mut x, mut y) = (across.start, top);
    let mut drawn = String::new();
    for (one, name) in named {
        let wide = room.0 + width(name) + room.1;
        if x + wide > across.end && x > across.start {
            (x, y) = (across.start, y + ROW);
        }
        drawn += &(sign(one, (x, y)) + &text((x + room.0, y), class, "start", name));
        x += wide;
    }
    (drawn, y)
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
        assert_eq!(words("</text><script>'\"&\u{1b}"), "&lt;/text&gt;&lt;script&gt;&#39;&quot;&amp;\u{fffd}");
    }
}
