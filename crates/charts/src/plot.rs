//! The plot in a chart: centimetres upwards from zero with a grid; what stands below the axis is each chart's own.

use crate::canvas::{Across, Along, Area, Letters};
use crate::style::{Colour, Dashes, GRID, INK, MUTED, Stroke, TEXT, stroke};

/// Height of the plot itself, pixels.
const HEIGHT: i32 = 280;
/// Room above it for what is measured.
const QUANTITY: i32 = 30;
/// Room at its left for the labels.
const LABELS: i32 = 44;
const RIGHT: i32 = 8;
/// Length of the mark between the axis and a label.
const TICK: i32 = 5;
/// At most this many labels.
const MOST_LABELS: f64 = 6.0;

/// How high a plot is with this many pixels below its axis.
pub(crate) const fn height(below: i32) -> i32 {
    QUANTITY + HEIGHT + below
}

/// A plot, ready to be drawn into.
pub(crate) struct Plot<'p> {
    /// The area that contains it; everything is drawn in its pixels.
    pub(crate) area: Area<'p>,
    across: f64,
    top: f64,
    /// The last pixels of the plot, to the right and down.
    corner: (i32, i32),
}

impl<'p> Plot<'p> {
    /// A plot from 0 to `across` and from 0 to `top`, with what is measured above it.
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
            let letters = Letters::new(TEXT, INK).at(Across::End, Along::Middle);
            self.area.text(&label, (LABELS - 2 * TICK, y), letters);
            self.area.line(&[(axis - TICK, y), (axis, y)], stroke(MUTED, 1));
        }
    }

    /// The pixel of a value; what lies beyond the plot is moved to its edge.
    pub(crate) fn at(&self, x: f64, cm: f64) -> (i32, i32) {
        /// A value that is a pixel but for a rounding error is that pixel.
        const NEAR: f64 = 1e-3;
        let (right, ground) = self.corner;
        let x = f64::from(right - LABELS) * (x.clamp(0.0, self.across) / self.across);
        let y = f64::from(QUANTITY - ground) * (cm.clamp(0.0, self.top) / self.top);
        (LABELS + (x + NEAR).floor() as i32, ground + (y - NEAR).ceil() as i32)
    }

    fn pixels(&self, points: &[(f64, f64)]) -> Vec<(i32, i32)> {
        points.iter().map(|(x, cm)| self.at(*x, *cm)).collect()
    }

    /// A line.
    pub(crate) fn line(&mut self, points: &[(f64, f64)], stroke: Stroke) {
        self.area.line(&self.pixels(points), stroke);
    }

    /// Draws a dashed line.
    pub(crate) fn dashes(&mut self, points: &[(f64, f64)], dashes: Dashes, stroke: Stroke) {
        self.area.dashes(&self.pixels(points), dashes, stroke);
    }

    /// The area between a lower and an upper line: x, lower, upper.
    pub(crate) fn band(&mut self, points: &[(f64, f64, f64)], colour: Colour, strength: f64) {
        let lower = points.iter().map(|(x, low, _)| self.at(*x, *low));
        let upper = points.iter().rev().map(|(x, _, high)| self.at(*x, *high));
        let ring: Vec<(i32, i32)> = lower.chain(upper).collect();
        self.area.polygon(&ring, colour, strength);
    }

    /// Words below the axis, in the middle of `x`; rows are counted from 0.
    pub(crate) fn below(&mut self, x: f64, row: i32, words: &str, colour: Colour) {
        let (x, ground) = self.at(x, 0.0);
        let letters = Letters::new(TEXT, colour).at(Across::Middle, Along::Middle);
        self.area.text(words, (x, ground + row_middle(row)), letters);
    }

    /// The head of a row below the axis, at the left of it.
    pub(crate) fn row_head(&mut self, row: i32, words: &str, colour: Colour) {
        let (x, ground) = self.at(0.0, 0.0);
        let letters = Letters::new(TEXT, colour).at(Across::End, Along::Middle);
        self.area.text(words, (x - 10, ground + row_middle(row)), letters);
    }
}

/// Pixels of a row below the axis.
pub(crate) const ROW: i32 = 20;

fn row_middle(row: i32) -> i32 {
    15 + ROW * row
}

/// Pixels that so many rows below the axis take.
pub(crate) const fn rows(count: i32) -> i32 {
    6 + ROW * count
}

/// Values that follow one another; where one is unknown or left out a new run begins, so that no line crosses the gap.
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

/// A round number at or above `most`, to end an axis at: one that gets a label.
pub(crate) fn ceiling(most: f64) -> f64 {
    const ROUND: [f64; 10] = [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    if !(most > 1.0 && most.is_finite()) {
        return 1.0;
    }
    let power = 10.0_f64.powi(most.log10().floor() as i32);
    let round = ROUND.iter().map(|round| round * power).find(|round| *round >= most);
    round.unwrap_or(10.0 * power)
}

/// Values from 0 to `top` that are labelled: as many as are allowed, apart by a power of ten or by a half, a fifth or a
/// tenth of one.
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

/// What is left of `value` after whole steps; 0 for a rounding error below a step.
fn remainder(value: f64, step: f64) -> f64 {
    let left = value - (value / step).floor() * step;
    if (left - step).abs() < f64::EPSILON { 0.0 } else { left }
}

#[cfg(test)]
mod tests;
