//! The room that a picture has: where its axes lie, with their lines, labels and marks.

use crate::report::figure::{Axis, Figure, Scale};

use super::ink::{At, line, text, width};

/// Pixels across.
pub(super) const WIDE: f64 = 760.0;
pub(super) const TOP: f64 = 64.0;

/// The rectangle between the axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

impl Frame {
    pub(super) fn x(&self, axis: &Axis, value: f64) -> f64 {
        self.left + axis.place(value).clamp(0.0, 1.0) * (self.right - self.left)
    }

    pub(super) fn y(&self, axis: &Axis, value: f64) -> f64 {
        self.bottom - axis.place(value).clamp(0.0, 1.0) * (self.bottom - self.top)
    }

    /// Rules, labels and titles of the axes, and marks.
    pub(super) fn drawn(&self, figure: &Figure) -> String {
        let mut drawn = String::new();
        let mut last = f64::NEG_INFINITY;
        for (value, label) in &figure.x.ticks {
            let x = self.x(&figure.x, *value);
            drawn += &line((x, self.top), (x, self.bottom), "rule");
            let half = width(label) / 2.0;
            let centre = x.min(WIDE - half);
            if centre - half > last + 6.0 {
                drawn += &text((centre, self.bottom + 18.0), "quiet", "middle", label);
                last = centre + half;
            }
        }
        for (value, label) in &figure.y.ticks {
            let y = self.y(&figure.y, *value);
            drawn += &line((self.left, y), (self.right, y), "rule");
            drawn += &text((self.left - 8.0, y + 4.0), "quiet", "end", label);
        }
        for mark in &figure.marks {
            let x = self.x(&figure.x, mark.at);
            drawn += &line((x, self.top), (x, self.bottom), "mark");
            drawn += &text((x - 4.0, self.top + 12.0), "quiet", "end", &mark.label);
        }
        if figure.y.scale != Scale::Names {
            drawn += &line((self.left, self.bottom), (self.right, self.bottom), "wall");
        }
        let middle: At = ((self.left + self.right) / 2.0, self.bottom + 38.0);
        drawn + &text(middle, "quiet", "middle", &figure.x.title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::figure::figures;
    use crate::report::sheet::Sheet;
    use crate::report::specimen::made_up;

    #[test]
    fn a_long_label_at_the_edge_stays_within_the_picture() {
        let (run, findings) = (made_up::run(), made_up::findings(vec![made_up::ladder(&[64, 65536])]));
        let mut figure = figures(&Sheet::of(&[(&run, &findings)], "")).remove(0);
        let label = "lines=1,000,000,000";
        figure.x.ticks = vec![(figure.x.high, label.to_owned())];
        let frame = Frame { left: 108.0, right: 740.0, top: TOP, bottom: 400.0 };
        let drawn = frame.drawn(&figure);
        let it = drawn.lines().find(|line| line.contains(label)).unwrap();
        let x: f64 = it.split('"').nth(1).unwrap().parse().unwrap();
        assert!(x + width(label) / 2.0 <= WIDE + 0.1, "{it}");
    }
}
