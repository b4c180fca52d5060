//! Marks on lines: each line has a shape of its own, so that nobody has to tell lines apart by their colours alone.

use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::style::{Color as _, RGBColor};

use crate::frame::{Area, DrawResult};
use crate::style::stroke;

/// A shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A full circle.
    Disc,
    /// A square.
    Square,
    /// A triangle that points up.
    Up,
    /// A square on its corner.
    Diamond,
    /// A triangle that points down.
    Down,
    /// An x.
    Cross,
    /// A plus.
    Plus,
    /// An empty circle.
    Ring,
}

/// Shapes of lines beside the subject's, which has the disc.
pub(crate) const OTHERS: [Shape; 7] =
    [Shape::Square, Shape::Up, Shape::Diamond, Shape::Down, Shape::Cross, Shape::Plus, Shape::Ring];

impl Shape {
    /// Draws it around the pixel `centre`; `size` is half of its width.
    pub(crate) fn draw(self, area: &Area<'_>, centre: (i32, i32), size: i32, colour: RGBColor) -> DrawResult {
        let (x, y) = centre;
        let polygon = |corners: &[(i32, i32)]| {
            let corners: Vec<(i32, i32)> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            area.draw(&Polygon::new(corners, colour.filled()))
        };
        let line = |(ax, ay): (i32, i32), (bx, by): (i32, i32)| {
            area.draw(&PathElement::new(vec![(x + ax, y + ay), (x + bx, y + by)], stroke(colour, 2)))
        };
        match self {
            Self::Disc => area.draw(&Circle::new(centre, size, colour.filled()))?,
            Self::Ring => area.draw(&Circle::new(centre, size, stroke(colour, 2)))?,
            Self::Square => {
                area.draw(&Rectangle::new([(x - size, y - size), (x + size, y + size)], colour.filled()))?
            }
            Self::Up => polygon(&[(-size, size), (size, size), (0, -size)])?,
            Self::Down => polygon(&[(-size, -size), (size, -size), (0, size)])?,
            Self::Diamond => polygon(&[(-size, 0), (0, -size), (size, 0), (0, size)])?,
            Self::Cross => {
                line((-size, -size), (size, size))?;
                line((-size, size), (size, -size))?;
            }
            Self::Plus => {
                line((-size, 0), (size, 0))?;
                line((0, -size), (0, size))?;
            }
        }
        Ok(())
    }
}
