//! The plot in a chart: centimetres upwards from zero with a grid; what stands below the axis is each chart's own.

use plotters::backend::SVGBackend;
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::element::{DashedPathElement, PathElement, Polygon, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, RGBColor, ShapeStyle};

use crate::frame::{Area, DrawResult};
use crate::style::{Dashes, GRID, INK, MUTED, TEXT, letters, stroke};

/// Height of the plot itself, pixels.
const HEIGHT: u32 = 280;
/// Room above it for what is measured.
const QUANTITY: u32 = 30;
/// Room at its left for the labels.
const LABELS: u32 = 44;
const RIGHT: u32 = 8;

/// How high a plot is with so many pixels below its axis.
pub(crate) const fn height(below: u32) -> u32 {
    QUANTITY + HEIGHT + below
}

/// A plot, ready to be drawn into.
pub(crate) struct Plot<'p, 'b> {
    /// What it lies in; everything is drawn in its pixels.
    pub(crate) area: &'p Area<'b>,
    chart: ChartContext<'b, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>,
    across: f64,
    top: f64,
}

impl<'p, 'b> Plot<'p, 'b> {
    /// A plot from 0 to `across` and from 0 to `top`, with what is measured above it.
    pub(crate) fn new(
        area: &'p Area<'b>,
        across: f64,
        top: f64,
        below: u32,
        quantity: &str,
    ) -> Result<Self, Box<dyn core::error::Error>> {
        let mut chart = ChartBuilder::on(area)
            .margin_top(QUANTITY)
            .margin_right(RIGHT)
            .x_label_area_size(below)
            .y_label_area_size(LABELS)
            .build_cartesian_2d(0.0..across, 0.0..top)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .disable_x_axis()
            .y_labels(6)
            .y_label_formatter(&|cm| if cm.fract() == 0.0 { format!("{cm:.0}") } else { format!("{cm:.1}") })
            .light_line_style(GRID.mix(0.0))
            .bold_line_style(stroke(GRID, 1))
            .axis_style(stroke(MUTED, 1))
            .label_style(letters(TEXT, INK))
            .draw()?;
        area.draw(&Text::new(quantity.to_owned(), (8, 2), letters(TEXT, MUTED)))?;
        let plot = Self { area, chart, across, top };
        plot.line(&[(0.0, 0.0), (across, 0.0)], stroke(MUTED, 1))?;
        Ok(plot)
    }

    /// The pixel of a value; what lies beyond the plot is moved to its edge.
    pub(crate) fn at(&self, x: f64, cm: f64) -> (i32, i32) {
        let (left, upper) = self.area.get_base_pixel();
        let inside = (x.clamp(0.0, self.across), cm.clamp(0.0, self.top));
        let (x, y) = self.chart.plotting_area().map_coordinate(&inside);
        (x - left, y - upper)
    }

    fn pixels(&self, points: &[(f64, f64)]) -> Vec<(i32, i32)> {
        points.iter().map(|(x, cm)| self.at(*x, *cm)).collect()
    }

    /// A line.
    pub(crate) fn line(&self, points: &[(f64, f64)], style: ShapeStyle) -> DrawResult {
        self.area.draw(&PathElement::new(self.pixels(points), style))?;
        Ok(())
    }

    /// Draws a dashed line.
    pub(crate) fn dashes(&self, points: &[(f64, f64)], dashes: Dashes, style: ShapeStyle) -> DrawResult {
        let Dashes { dash, gap } = dashes;
        self.area.draw(&DashedPathElement::new(self.pixels(points), dash, gap, style))?;
        Ok(())
    }

    /// The area between a lower and an upper line: x, lower, upper.
    pub(crate) fn band(&self, points: &[(f64, f64, f64)], colour: RGBColor, strength: f64) -> DrawResult {
        let lower = points.iter().map(|(x, low, _)| self.at(*x, *low));
        let upper = points.iter().rev().map(|(x, _, high)| self.at(*x, *high));
        let ring: Vec<(i32, i32)> = lower.chain(upper).collect();
        self.area.draw(&Polygon::new(ring, colour.mix(strength).filled()))?;
        Ok(())
    }

    /// Words below the axis, in the middle of `x`; rows are counted from 0.
    pub(crate) fn below(&self, x: f64, row: i32, words: &str, colour: RGBColor) -> DrawResult {
        let (x, ground) = self.at(x, 0.0);
        let style = letters(TEXT, colour).pos(Pos::new(HPos::Center, VPos::Center));
        self.area.draw(&Text::new(words.to_owned(), (x, ground + row_middle(row)), style))?;
        Ok(())
    }

    /// The head of a row below the axis, at the left of it.
    pub(crate) fn row_head(&self, row: i32, words: &str, colour: RGBColor) -> DrawResult {
        let (x, ground) = self.at(0.0, 0.0);
        let style = letters(TEXT, colour).pos(Pos::new(HPos::Right, VPos::Center));
        self.area.draw(&Text::new(words.to_owned(), (x - 10, ground + row_middle(row)), style))?;
        Ok(())
    }
}

/// Pixels of a row below the axis.
pub(crate) const ROW: u32 = 20;

fn row_middle(row: i32) -> i32 {
    15 + ROW as i32 * row
}

/// Pixels that so many rows below the axis take.
pub(crate) const fn rows(count: u32) -> u32 {
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

/// A round number at or above `most`, to end an axis at: one at which the library puts a label.
pub(crate) fn ceiling(most: f64) -> f64 {
    const ROUND: [f64; 10] = [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    if !(most > 1.0 && most.is_finite()) {
        return 1.0;
    }
    let power = 10.0_f64.powi(most.log10().floor() as i32);
    let round = ROUND.iter().map(|round| round * power).find(|round| *round >= most);
    round.unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests;
