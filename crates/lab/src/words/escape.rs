//! Text from outside in, the same text for SVG and HTML out: no letter of it begins or ends an element or an attribute.

pub(crate) fn escaped(text: &str) -> String {
    // The sign that all the others become comes first.
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_text() {
        assert_eq!(escaped("</a><b c='\"'>&amp; é"), "&lt;/a&gt;&lt;b c=&#39;&quot;&#39;&gt;&amp;amp; é");
    }
}
