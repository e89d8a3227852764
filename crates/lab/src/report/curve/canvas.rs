//! Lines and letters on a grid of characters: dots of braille where there is Unicode, full stops
//! where there is not. Knows no sizes, times or names.

use crate::report::text::{Ink, Tone};

/// Dots of a braille character, by row and column: bits of its number.
const BRAILLE: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

#[derive(Clone, Default)]
struct CanvasSpot {
    dots: u8,
    series: Option<usize>,
    mark: Option<(usize, char)>,
}

pub(crate) struct Canvas {
    columns: usize,
    rows: usize,
    spots: Vec<CanvasSpot>,
}

impl Canvas {
    pub(crate) fn new(columns: usize, rows: usize) -> Canvas {
        Canvas { columns, rows, spots: vec![CanvasSpot::default(); columns * rows] }
    }

    /// Between two places; 0 is left and below, 1 is right and above. What was drawn first keeps
    /// its colour where lines meet.
    pub(crate) fn line(&mut self, series: usize, from: (f64, f64), to: (f64, f64)) {
        let (wide, high) = ((self.columns * 2 - 1) as f64, (self.rows * 4 - 1) as f64);
        let steps = ((to.0 - from.0).abs() * wide).max((to.1 - from.1).abs() * high).ceil().max(1.0);
        for step in 0..=steps as usize {
            let share = step as f64 / steps;
            let x = from.0 + (to.0 - from.0) * share;
            let y = from.1 + (to.1 - from.1) * share;
            if (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y) {
                let (x, y) = ((x * wide).round() as usize, ((1.0 - y) * high).round() as usize);
                let spot = &mut self.spots[y / 4 * self.columns + x / 2];
                spot.dots |= BRAILLE[y % 4][x % 2];
                spot.series.get_or_insert(series);
            }
        }
    }

    /// A letter at a place, `*` where letters of several meet.
    pub(crate) fn mark(&mut self, series: usize, letter: char, place: (f64, f64)) {
        let (column, row) = (self.column(place.0), self.row(place.1));
        let spot = &mut self.spots[row * self.columns + column];
        spot.mark = match spot.mark {
            Some((other, there)) if other != series => Some((other, if there == letter { there } else { '*' })),
            _ => Some((series, letter)),
        };
    }

    /// Whether letters of several met somewhere.
    pub(crate) fn has_meetings(&self) -> bool {
        self.spots.iter().any(|spot| matches!(spot.mark, Some((_, '*'))))
    }

    /// The column that a place falls into.
    pub(crate) fn column(&self, x: f64) -> usize {
        ((x * (self.columns * 2 - 1) as f64).round() as usize / 2).min(self.columns - 1)
    }

    /// The row that a place falls into, from above.
    pub(crate) fn row(&self, y: f64) -> usize {
        (((1.0 - y) * (self.rows * 4 - 1) as f64).round() as usize / 4).min(self.rows - 1)
    }

    /// Rows from above.
    pub(crate) fn lines(&self, ink: &Ink) -> Vec<String> {
        self.spots.chunks(self.columns).map(|row| row.iter().map(|spot| drawn(spot, ink)).collect()).collect()
    }
}

fn drawn(spot: &CanvasSpot, ink: &Ink) -> String {
    if let Some((series, letter)) = spot.mark {
        let tone = if letter == '*' { Tone::Strong } else { Tone::Series(series) };
        return ink.paint(tone, &letter.to_string());
    }
    let Some(series) = spot.series else { return " ".to_owned() };
    let dots = if ink.unicode { char::from_u32(0x2800 + u32::from(spot.dots)).unwrap_or('.') } else { '.' };
    ink.paint(Tone::Series(series), &dots.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crossing() -> Canvas {
        let mut canvas = Canvas::new(9, 3);
        canvas.line(0, (0.0, 0.0), (1.0, 1.0));
        canvas.line(1, (0.0, 1.0), (1.0, 0.0));
        canvas.mark(0, 'A', (0.0, 0.0));
        canvas.mark(1, 'B', (0.0, 1.0));
        canvas.mark(0, 'A', (0.5, 0.5));
        canvas.mark(1, 'B', (0.5, 0.5));
        canvas
    }

    #[test]
    fn two_lines_cross_in_full_stops() {
        insta::assert_snapshot!(crossing().lines(&Ink::PLAIN).join("\n"), @r"
        B..   ...
           .*.   
        A..   ...
        ");
    }

    #[test]
    fn two_lines_cross_in_braille() {
        insta::assert_snapshot!(crossing().lines(&Ink { unicode: true, ..Ink::PLAIN }).join("\n"), @r"
        B⠢⣀   ⣀⠔⠊
           ⡱*⢎   
        A⠔⠉   ⠉⠢⢄
        ");
    }

    #[test]
    fn places_outside_are_not_drawn() {
        let mut canvas = Canvas::new(3, 2);
        canvas.line(0, (0.5, 3.0), (2.0, 1.5));
        canvas.mark(0, 'A', (7.0, -7.0));
        assert_eq!(canvas.lines(&Ink::PLAIN), ["   ", "  A"]);
    }
}
