//! The legend above a plot: a sample of each mark with its meaning, in as many rows as it takes.

use plotters::element::{DashedPathElement, PathElement, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, RGBColor};

use crate::frame::{Area, DrawResult, INNER};
use crate::mark::Shape;
use crate::style::{Dashes, INK, MUTED, TEXT, letters, stroke};
use crate::text::width;

/// Pixels of a row, of a sample, and between two entries.
const ROW: i32 = 22;
const SAMPLE: i32 = 32;
const BETWEEN: i32 = 16;
/// Where the first entry of a row begins.
const LEFT: i32 = 8;

/// What stands for something.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Sign {
    /// A line of a width with a shape on it.
    Line(RGBColor, u32, Option<Shape>),
    /// A dashed line.
    Dashes(RGBColor, Dashes),
    /// An area of a colour, in layers of these strengths.
    Area(RGBColor, &'static [f64]),
    /// A line from the lowest to the highest.
    Whisker(RGBColor),
    /// A sign of writing.
    Letter(&'static str),
}

/// Signs and what they mean.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Legend(Vec<(Sign, String)>);

impl Legend {
    /// Adds an entry.
    pub(crate) fn put(&mut self, sign: Sign, meaning: impl Into<String>) {
        self.0.push((sign, meaning.into()));
    }

    /// How high it is, pixels.
    pub(crate) fn height(&self) -> u32 {
        self.places().last().map_or(0, |(_, top)| (top + ROW).unsigned_abs() + 4)
    }

    /// Left and top of each entry.
    fn places(&self) -> Vec<(i32, i32)> {
        let (mut left, mut top) = (LEFT, 0);
        let mut places = Vec::with_capacity(self.0.len());
        for (_, meaning) in &self.0 {
            let wide = SAMPLE + width(meaning, TEXT);
            if left > LEFT && left + wide > INNER {
                (left, top) = (LEFT, top + ROW);
            }
            places.push((left, top));
            left += wide + BETWEEN;
        }
        places
    }

    /// Draws it at the top of an area.
    pub(crate) fn draw(&self, area: &Area<'_>) -> DrawResult {
        for ((sign, meaning), (left, top)) in self.0.iter().zip(self.places()) {
            let middle = top + ROW / 2;
            sample(area, *sign, left, middle)?;
            let text = letters(TEXT, INK).pos(Pos::new(HPos::Left, VPos::Center));
            area.draw(&Text::new(meaning.clone(), (left + SAMPLE, middle), text))?;
        }
        Ok(())
    }
}

fn sample(area: &Area<'_>, sign: Sign, left: i32, y: i32) -> DrawResult {
    let (right, middle) = (left + 24, left + 12);
    let line = |from, to, colour, wide| area.draw(&PathElement::new(vec![from, to], stroke(colour, wide)));
    match sign {
        Sign::Line(colour, wide, shape) => {
            line((left, y), (right, y), colour, wide)?;
            if let Some(shape) = shape {
                shape.draw(area, (middle, y), 4, colour)?;
            }
        }
        Sign::Dashes(colour, Dashes { dash, gap }) => {
            let ends = [(left, y), (right, y)];
            area.draw(&DashedPathElement::new(ends, dash, gap, stroke(colour, 2)))?;
        }
        Sign::Area(colour, layers) => {
            for strength in layers {
                let corners = [(left, y - 7), (right, y + 7)];
                area.draw(&Rectangle::new(corners, colour.mix(*strength).filled()))?;
            }
        }
        Sign::Whisker(colour) => {
            line((left, y), (right, y), colour, 2)?;
            line((left, y - 5), (left, y + 5), colour, 2)?;
            line((right, y - 5), (right, y + 5), colour, 2)?;
        }
        Sign::Letter(letter) => {
            let text = letters(TEXT, MUTED).pos(Pos::new(HPos::Center, VPos::Center));
            area.draw(&Text::new(letter, (middle, y), text))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
