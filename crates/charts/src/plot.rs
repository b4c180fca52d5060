//! The plot of a chart: centimetres upwards from zero with a grid. Each chart draws the part below the axis itself.

use crate::canvas::{Area, HorizontalAnchor, Letters, VerticalAnchor};
use crate::style::{Colour, Dashes, GRID, INK, MUTED, Stroke, TEXT, stroke};

/// Height of the plot itself, pixels.
const HEIGHT: i32 = 280;
/// Space above it for the name of the quantity.
const QUANTITY: i32 = 30;
/// Space at its left for the labels.
const LABELS: i32 = 44;
const RIGHT: i32 = 8;
/// Length of the mark between the axis and a label.
const TICK: i32 = 5;
/// Maximum number of labels.
const MOST_LABELS: f64 = 6.0;

/// Returns the height of a plot with this many pixels below its axis.
pub(crate) const fn height(below: i32) -> i32 {
    QUANTITY + HEIGHT + below
}

/// A plot to draw into.
pub(crate) struct Plot<'p> {
    /// Area that contains it; drawing uses its pixels.
    pub(crate) area: Area<'p>,
    across: f64,
    top: f64,
    /// Last pixels of the plot, to the right and down.
    corner: (i32, i32),
}

impl<'p> Plot<'p> {
    /// Returns a plot from 0 to `across` and from 0 to `top`, with the quantity named above it.
    pub(crate) fn new(area: Area<'p>, across: f64, top: f64, below: i32, quantity: &str) -> Self {
        let (width, height) = area.size();
        let mut plot = Self { area, across, top, corner: (width - RIGHT - 1, height - below - 1) };
        plot.scale();
        plot.area.text(quantity, (8, 2), Letters::new(TEXT, MUTED));
        plot.line(&[(0.0, 0.0), (across, 0.0)], stroke(MUTED, 1));
        plot
    }

    /// Draws the grid, the axis at the left and its labels.
    fn scale(&mut self) {
        let ((right, ground), labels) = (self.corner, labels(self.top));
        for cm in &labels {
            let (_, y) = self.at(0.0, *cm);
            self.area.rule((LABELS, y), (right, y), stroke(GRID, 1));
        }
        let axis = LABELS - 1;
        self.area.line(&[(axis, QUANTITY), (axis, ground)], stroke(MUTED, 1));
        for cm in labels {
            let (_, y) = self.at(0.0, cm);
            let label = if cm.fract() == 0.0 { format!("{cm:.0}") } else { format!("{cm:.1}") };
            let letters = Letters::new(TEXT, INK).at(HorizontalAnchor::End, VerticalAnchor::Middle);
            self.area.text(&label, (LABELS - 2 * TICK, y), letters);
            self.area.line(&[(axis - TICK, y), (axis, y)], stroke(MUTED, 1));
        }
    }

    /// Returns the pixel of a value; values beyond the plot are moved to its edge.
    pub(crate) fn at(&self, x: f64, cm: f64) -> (i32, i32) {
        /// Tolerance of a rounding error, within which a value belongs to the pixel.
        const NEAR: f64 = 1e-3;
        let (right, ground) = self.corner;
        let x = f64::from(right - LABELS) * (x.clamp(0.0, self.across) / self.across);
        let y = f64::from(QUANTITY - ground) * (cm.clamp(0.0, self.top) / self.top);
        (LABELS + (x + NEAR).floor() as i32, ground + (y - NEAR).ceil() as i32)
    }

    fn pixels(&self, points: &[(f64, f64)]) -> Vec<(i32, i32)> {
        points.iter().map(|(x, cm)| self.at(*x, *cm)).collect()
    }

    /// Draws a line.
    pub(crate) fn line(&mut self, points: &[(f64, f64)], stroke: Stroke) {
        self.area.line(&self.pixels(points), stroke);
    }

    /// Draws a dashed line.
    pub(crate) fn dashes(&mut self, points: &[(f64, f64)], dashes: Dashes, stroke: Stroke) {
        self.area.dashes(&self.pixels(points), dashes, stroke);
    }

    /// Draws the area between a lower and an upper line: x, lower, upper.
    pub(crate) fn band(&mut self, points: &[(f64, f64, f64)], colour: Colour, strength: f64) {
        let lower = points.iter().map(|(x, low, _)| self.at(*x, *low));
        let upper = points.iter().rev().map(|(x, _, high)| self.at(*x, *high));
        let ring: Vec<(i32, i32)> = lower.chain(upper).collect();
        self.area.polygon(&ring, colour, strength);
    }

    /// Writes a text below the axis, centred at `x`; rows are counted from 0.
    pub(crate) fn below(&mut self, x: f64, row: i32, words: &str, colour: Colour) {
        let (x, ground) = self.at(x, 0.0);
        let letters = Letters::new(TEXT, colour).at(HorizontalAnchor::Middle, VerticalAnchor::Middle);
        self.area.text(words, (x, ground + row_middle(row)), letters);
    }

    /// Writes the label of a row below the axis, at its left.
    pub(crate) fn row_head(&mut self, row: i32, words: &str, colour: Colour) {
        let (x, ground) = self.at(0.0, 0.0);
        let letters = Letters::new(TEXT, colour).at(HorizontalAnchor::End, VerticalAnchor::Middle);
        self.area.text(words, (x - 10, ground + row_middle(row)), letters);
    }
}

/// Height of a row below the axis, in pixels.
pub(crate) const ROW: i32 = 20;

fn row_middle(row: i32) -> i32 {
    15 + ROW * row
}

/// Returns the height of `count` rows below the axis, in pixels.
pub(crate) const fn rows(count: i32) -> i32 {
    6 + ROW * count
}

/// Splits values into runs of consecutive known ones, so that lines do not cross gaps.
pub(crate) fn runs<T>(values: impl IntoIterator<Item = (i32, Option<T>)>) -> Vec<Vec<(i32, T)>> {
    let mut out: Vec<Vec<(i32, T)>> = Vec::new();
    for (at, value) in values {
        let Some(value) = value else { continue };
        match out.last_mut() {
            Some(run) if run.last().is_some_and(|(before, _)| before + 1 == at) => run.push((at, value)),
            Some(_) | None => out.push(vec![(at, value)]),
        }
    }
    out
}

/// Returns a round number at or above `most` for the end of an axis, which gets a label.
pub(crate) fn ceiling(most: f64) -> f64 {
    const ROUND: [f64; 10] = [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    if !(most > 1.0 && most.is_finite()) {
        return 1.0;
    }
    let power = 10.0_f64.powi(most.log10().floor() as i32);
    let round = ROUND.iter().map(|round| round * power).find(|round| *round >= most);
    round.unwrap_or(10.0 * power)
}

/// Returns the labelled values from 0 to `top`: as many as allowed, at steps of a power of ten or of a half, a fifth or
/// a tenth of one.
fn labels(top: f64) -> Vec<f64> {
    let (step, mut labels, mut next) = (step(top), Vec::new(), 0.0);
    let last = top - remainder(top, step);
    while last - next >= -f64::EPSILON {
        labels.push(next);
        next += step;
    }
    labels
}

fn step(top: f64) -> f64 {
    let mut whole = 10.0_f64.powf(top.log10().floor());
    if 1.0 + (top / whole).floor() > MOST_LABELS {
        whole *= 10.0;
    }
    let mut step = whole;
    loop {
        for part in [2.0, 5.0, 10.0] {
            let finer = whole / part;
            let count = 1.0 + (top - remainder(top, finer)) / whole * part;
            if count.round() > MOST_LABELS || count.is_nan() {
                return step;
            }
            step = finer;
        }
        whole /= 10.0;
    }
}

/// Returns the remainder of `value` after whole steps; 0 for a rounding error below a step.
fn remainder(value: f64, step: f64) -> f64 {
    let left = value - (value / step).floor() * step;
    if (left - step).abs() < f64::EPSILON { 0.0 } else { left }
}

#[cfg(test)]
mod tests;
