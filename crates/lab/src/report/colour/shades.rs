//! The colours of a heat map's steps, for light and for dark ground: a field, and the text on it.
//!
//! Blue for faster and brown for slower, which people tell apart who see red and green alike; the deeper, the further
//! from the same. Every text has a contrast of at least 4.5 to 1 to its field (WCAG 2.2, 1.4.3). Tests hold both.

use crate::report::colour::palette::{DARK, LIGHT};

/// From much faster to much slower.
pub(crate) const STEPS: usize = 9;

/// Field and text, on light ground.
pub(crate) const ON_LIGHT: [(&str, &str); STEPS] = [
    ("#174f8f", "#ffffff"),
    ("#5596d8", "#06121f"),
    ("#9cc6ee", "#06121f"),
    ("#d3e6f8", "#06121f"),
    ("#eceef0", "#1b1f23"),
    ("#fbe6cd", "#221200"),
    ("#f4bf83", "#221200"),
    ("#d98636", "#1d0f00"),
    ("#8f4503", "#ffffff"),
];
/// On dark ground the far ends are the lightest.
pub(crate) const ON_DARK: [(&str, &str); STEPS] = [
    ("#8fc4ff", "#06121f"),
    ("#4a90dd", "#030a12"),
    ("#275f9e", "#ffffff"),
    ("#1f3b59", "#f2f6fa"),
    ("#2f343a", "#f2f4f6"),
    ("#523616", "#fbf3ea"),
    ("#86520f", "#ffffff"),
    ("#cc852c", "#150b00"),
    ("#ffc679", "#1d0f00"),
];

/// The shades on terminals of 256 colours: ground and letters, so that both are known.
pub(crate) const ON_TERMINAL: [(u8, u8); STEPS] =
    [(25, 231), (68, 16), (110, 16), (153, 16), (254, 16), (223, 16), (215, 16), (172, 16), (94, 231)];

/// Custom properties for all colours of fields, texts and series.
pub(crate) fn properties(steps: [(&str, &str); STEPS]) -> String {
    let of = |(place, (field, text)): (usize, &(&str, &str))| format!("--h{place}:{field};--t{place}:{text};");
    steps.iter().enumerate().map(of).collect()
}

/// The colours of series as classes below `within`.
pub(crate) fn series(within: &str, dark: bool) -> String {
    let colours = if dark { DARK } else { LIGHT };
    colours.iter().enumerate().map(|(place, colour)| format!("{within}.c{place}{{--c:{colour}}}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::sight::{SIGHTS, apart, contrast};

    #[test]
    fn every_text_can_be_read_on_its_field() {
        for (field, text) in ON_LIGHT.into_iter().chain(ON_DARK) {
            assert!(contrast(field, text) >= 4.5, "{text} on {field}: {}", contrast(field, text));
        }
    }

    #[test]
    fn steps_are_told_apart_by_any_sight() {
        for steps in [ON_LIGHT, ON_DARK] {
            for sight in &SIGHTS {
                for pair in steps.windows(2) {
                    let apart = apart(sight, pair[0].0, pair[1].0);
                    assert!(apart > 6.0, "{} and {}: {apart}", pair[0].0, pair[1].0);
                }
                // A step faster must not pass for the same step slower.
                for place in 0..STEPS / 2 {
                    let (one, other) = (steps[place].0, steps[STEPS - 1 - place].0);
                    assert!(apart(sight, one, other) > 15.0, "{one} and {other}: {}", apart(sight, one, other));
                }
            }
        }
    }
}
