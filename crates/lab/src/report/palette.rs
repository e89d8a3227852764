//! The colours of implementations, for light and for dark ground; and what tells two of one colour apart.
//!
//! Eight that people tell apart who see red and green, or blue and yellow, alike, each with a contrast of at least
//! 3 to 1 to its ground (WCAG 2.2, 1.4.11). Tests hold both.

/// On white.
pub(super) const LIGHT: [&str; 8] =
    ["#332288", "#c9452e", "#11805f", "#9a7d00", "#3a97d6", "#9e3d8e", "#3d3d3d", "#e0609a"];
/// On `#14171a`.
pub(super) const DARK: [&str; 8] =
    ["#7f78e6", "#f5683c", "#2bb58f", "#e3c441", "#9fd8ff", "#b04fc0", "#f2f2f2", "#ff8fc4"];

/// Dashes of the lines of each further eight.
pub(super) const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];

/// Place in the palette.
pub(super) fn colour(place: usize) -> usize {
    place % LIGHT.len()
}

/// As in SVG; empty for an unbroken line.
pub(super) fn dash(place: usize) -> &'static str {
    DASHES[place / LIGHT.len() % DASHES.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sight::{SIGHTS, apart, contrast};

    #[test]
    fn each_colour_stands_out_from_its_ground() {
        for (colours, ground) in [(LIGHT, "#ffffff"), (DARK, "#14171a")] {
            for colour in colours {
                assert!(contrast(colour, ground) >= 3.0, "{colour} on {ground}: {}", contrast(colour, ground));
            }
        }
    }

    #[test]
    fn no_two_are_alike_to_any_sight() {
        for colours in [LIGHT, DARK] {
            for sight in &SIGHTS {
                for (at, one) in colours.iter().enumerate() {
                    for other in &colours[..at] {
                        assert!(apart(sight, one, other) > 10.0, "{one} and {other}: {}", apart(sight, one, other));
                    }
                }
            }
        }
    }

    #[test]
    fn the_ninth_has_the_first_ones_colour_and_another_line() {
        assert_eq!((colour(8), colour(1)), (0, 1));
        assert_eq!((dash(7), dash(8), dash(31)), ("", "7 3", "9 3 2 3"));
    }
}
