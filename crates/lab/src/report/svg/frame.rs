//! The room that a picture has: where its axes lie, with their lines, labels and marks.

use crate::report::figure::{Figure, Point, Scale};

use super::ink::{At, line, rect, text, upright, width};

/// Pixels across.
pub(super) const WIDE: f64 = 760.0;
pub(super) const TOP: f64 = 64.0;

/// The rectangle between a figure's axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<'a> {
    pub figure: &'a Figure,
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

impl Frame<'_> {
    pub(super) fn x(&self, value: f64) -> f64 {
        self.left + self.figure.x.place(value).clamp(0.0, 1.0) * (self.right - self.left)
    }

    pub(super) fn y(&self, value: f64) -> f64 {
        self.bottom - self.figure.y.place(value).clamp(0.0, 1.0) * (self.bottom - self.top)
    }

    /// Rules, labels and titles of the axes, and marks.
    pub(super) fn drawn(&self) -> String {
        let figure = self.figure;
        let mut drawn = String::new();
        let mut last = f64::NEG_INFINITY;
        for (value, label) in &figure.x.ticks {
            let x = self.x(*value);
            drawn += &line((x, self.top), (x, self.bottom), "rule");
            let half = width(label) / 2.0;
            let centre = x.min(WIDE - half);
            if centre - half > last + 6.0 {
                drawn += &text((centre, self.bottom + 18.0), "quiet", "middle", label);
                last = centre + half;
            }
        }
        // Names stand beside what they are names of, and not at rules.
        let has_rules = figure.y.scale != Scale::Names;
        for (value, label) in figure.y.ticks.iter().filter(|_| has_rules) {
            let y = self.y(*value);
            drawn += &line((self.left, y), (self.right, y), "rule");
            drawn += &text((self.left - 8.0, y + 4.0), "quiet", "end", label);
        }
        for mark in &figure.marks {
            let x = self.x(mark.at);
            drawn += &line((x, self.top), (x, self.bottom), "mark");
            drawn += &text((x - 4.0, self.top + 12.0), "quiet", "end", &mark.label);
        }
        if has_rules {
            drawn += &line((self.left, self.bottom), (self.right, self.bottom), "wall");
        }
        let middle: At = ((self.left + self.right) / 2.0, self.bottom + 38.0);
        drawn + &text(middle, "quiet", "middle", &figure.x.title)
    }

    /// Where bars begin: at 0, or on a logarithmic axis at the baseline: there a bar's length from anywhere else means
    /// nothing.
    pub(super) fn base(&self) -> f64 {
        match (self.figure.x.scale, self.figure.marks.first()) {
            (Scale::Logarithmic, Some(mark)) => self.x(mark.at),
            _ => self.left,
        }
    }

    /// A bar along a line, with a whisker whose ends are twice `end` high.
    pub(super) fn bar(&self, point: &Point, middle: f64, thick: f64, end: f64, class: &str) -> String {
        let (one, other) = (self.base().min(self.x(point.x)), self.base().max(self.x(point.x)));
        let mut drawn = rect((one, middle - thick / 2.0), ((other - one).max(1.0), thick), class);
        if point.low < point.high {
            let ends = [self.x(point.low), self.x(point.high)];
            drawn += &line((ends[0], middle), (ends[1], middle), "whisker");
            drawn += &ends.map(|x| upright(x, middle, end)).concat();
        }
        drawn
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
        let frame = Frame { figure: &figure, left: 108.0, right: 740.0, top: TOP, bottom: 400.0 };
        let drawn = frame.drawn();
        let it = drawn.lines().find(|line| line.contains(label)).unwrap();
        let x: f64 = it.split('"').nth(1).unwrap().parse().unwrap();
        assert!(x + width(label) / 2.0 <= WIDE + 0.1, "{it}");
    }
}
