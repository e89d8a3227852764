//! The colours of implementations, for light and for dark ground; and what tells two of one colour apart.
//!
//! Eight that people tell apart who see red and green, or blue and yellow, alike, each with a contrast of at least
//! 3 to 1 to its ground (WCAG 2.2, 1.4.11). Tests hold both.

/// On white.
pub(crate) const LIGHT: [&str; 8] =
    ["#332288", "#c9452e", "#11805f", "#9a7d00", "#3a97d6", "#9e3d8e", "#3d3d3d", "#e0609a"];
/// On `#14171a`.
pub(crate) const DARK: [&str; 8] =
    ["#7f78e6", "#f5683c", "#2bb58f", "#e3c441", "#9fd8ff", "#b04fc0", "#f2f2f2", "#ff8fc4"];

/// The colours of implementations on terminals of 256 colours, whose ground nobody knows: near both of the above, and
/// seen on either.
pub(crate) const ON_TERMINAL: [u8; 8] = [105, 166, 29, 94, 67, 170, 242, 168];

/// Dashes of the lines of each further eight.
pub(crate) const DASHES: [&str; 4] = ["", "7 3", "2 3", "9 3 2 3"];

/// Place in the palette.
pub(crate) fn colour(place: usize) -> usize {
    place % LIGHT.len()
}

/// As in SVG; empty for an unbroken line.
pub(crate) fn dash(place: usize) -> &'static str {
    DASHES[place / LIGHT.len() % DASHES.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::specimen::sight::{SIGHTS, apart, contrast};

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

    /// As xterm numbers them: a cube of six steps, then greys.
    fn hex(number: u8) -> String {
        const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        let [r, g, b] = match number {
            232.. => [8 + 10 * (number - 232); 3],
            _ => [(number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6].map(|step| STEPS[usize::from(step)]),
        };
        format!("#{r:02x}{g:02x}{b:02x}")
    }

    #[test]
    fn a_terminals_colours_are_seen_on_any_ground_and_told_apart() {
        let colours = ON_TERMINAL.map(hex);
        for (at, one) in colours.iter().enumerate() {
            assert!(contrast(one, "#ffffff") >= 3.0 && contrast(one, "#14171a") >= 3.0, "{one}");
            for (other, sight) in colours[..at].iter().flat_map(|other| SIGHTS.iter().map(move |sight| (other, sight)))
            {
                assert!(apart(sight, one, other) > 9.0, "{one} and {other}: {}", apart(sight, one, other));
            }
            // Of all eight of a page it is nearest to its own, on light ground or on dark.
            let nearest = |colours: [&str; 8]| {
                let far = |place: &usize| apart(&SIGHTS[0], one, colours[*place]);
                (0..8).min_by(|a, b| far(a).total_cmp(&far(b)))
            };
            assert!([nearest(LIGHT), nearest(DARK)].contains(&Some(at)), "{one} is {at}");
        }
    }

    #[test]
    fn the_ninth_has_the_first_ones_colour_and_another_line() {
        assert_eq!((colour(8), colour(1)), (0, 1));
        assert_eq!((dash(7), dash(8), dash(31)), ("", "7 3", "9 3 2 3"));
    }
}
