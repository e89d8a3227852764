//! Text from outside in, the same text for SVG and HTML out: no letter of it begins or ends an element or an attribute.

pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_text() {
        assert_eq!(escaped("</a><b c='\"'>&amp; é"), "&lt;/a&gt;&lt;b c=&#39;&quot;&#39;&gt;&amp;amp; é");
    }
}
