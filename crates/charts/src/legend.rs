//! Draws the legend above a plot: a sample of each mark with its meaning, in as many rows as necessary.

use crate::canvas::{Area, HorizontalAnchor, Letters, VerticalAnchor};
use crate::frame::INNER;
use crate::mark::Shape;
use crate::style::{Colour, Dashes, INK, MUTED, TEXT, stroke};
use crate::text_width::width;

/// Height of a row, width of a sample and space between two entries, in pixels.
const ROW: i32 = 22;
const SAMPLE: i32 = 32;
const BETWEEN: i32 = 16;
/// Start of the first entry of a row.
const LEFT: i32 = 8;

/// A sample in the legend.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Sign {
    /// A line of a width with a shape on it.
    Line(Colour, u32, Option<Shape>),
    Dashes(Colour, Dashes),
    /// An area of a colour, in layers of these strengths.
    Area(Colour, &'static [f64]),
    /// A line from the lowest to the highest.
    Whisker(Colour),
    /// A text symbol.
    Letter(&'static str),
}

/// Samples with their meanings.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Legend(Vec<(Sign, String)>);

impl Legend {
    /// Adds an entry.
    pub(crate) fn add(&mut self, sign: Sign, meaning: impl Into<String>) {
        self.0.push((sign, meaning.into()));
    }

    /// Returns its height in pixels.
    pub(crate) fn height(&self) -> i32 {
        self.places().last().map_or(0, |(_, top)| top + ROW + 4)
    }

    /// Returns left and top of each entry.
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
    pub(crate) fn draw(&self, area: &mut Area<'_>) {
        for ((sign, meaning), (left, top)) in self.0.iter().zip(self.places()) {
            let middle = top + ROW / 2;
            sample(area, *sign, left, middle);
            let letters = Letters::new(TEXT, INK).at(HorizontalAnchor::Start, VerticalAnchor::Middle);
            area.text(meaning, (left + SAMPLE, middle), letters);
        }
    }
}

fn sample(area: &mut Area<'_>, sign: Sign, left: i32, y: i32) {
    let (right, middle) = (left + 24, left + 12);
    match sign {
        Sign::Line(colour, wide, shape) => {
            area.line(&[(left, y), (right, y)], stroke(colour, wide));
            if let Some(shape) = shape {
                shape.draw(area, (middle, y), 4, colour);
            }
        }
        Sign::Dashes(colour, dashes) => area.dashes(&[(left, y), (right, y)], dashes, stroke(colour, 2)),
        Sign::Area(colour, layers) => {
            for strength in layers {
                area.rectangle([(left, y - 7), (right, y + 7)], colour, *strength);
            }
        }
        Sign::Whisker(colour) => {
            area.line(&[(left, y), (right, y)], stroke(colour, 2));
            area.line(&[(left, y - 5), (left, y + 5)], stroke(colour, 2));
            area.line(&[(right, y - 5), (right, y + 5)], stroke(colour, 2));
        }
        Sign::Letter(letter) => {
            area.text(
                letter,
                (middle, y),
                Letters::new(TEXT, MUTED).at(HorizontalAnchor::Middle, VerticalAnchor::Middle),
            );
        }
    }
}

#[cfg(test)]
mod tests;
