//! Marks on lines: each line has its own shape, so that lines can be distinguished without colours.

use crate::canvas::Area;
use crate::style::{Colour, stroke};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Disc,
    Square,
    /// A triangle that points up.
    Up,
    /// A square on its corner.
    Diamond,
    /// A triangle that points down.
    Down,
    Cross,
    Plus,
    Ring,
}

/// Shapes of lines other than the subject's, which has the disc.
pub(crate) const OTHERS: [Shape; 7] =
    [Shape::Square, Shape::Up, Shape::Diamond, Shape::Down, Shape::Cross, Shape::Plus, Shape::Ring];

impl Shape {
    /// Draws it around the pixel `centre`; `size` is half of its width.
    pub(crate) fn draw(self, area: &mut Area<'_>, centre: (i32, i32), size: i32, colour: Colour) {
        let (x, y) = centre;
        let around = |(dx, dy): (i32, i32)| (x + dx, y + dy);
        let corners: &[(i32, i32)] = match self {
            Self::Disc => return area.disc(centre, size, colour),
            Self::Ring => return area.ring(centre, size, stroke(colour, 2)),
            Self::Square => {
                return area.rectangle([(x - size, y - size), (x + size, y + size)], colour, 1.0);
            }
            Self::Cross => {
                area.line(&[(-size, -size), (size, size)].map(around), stroke(colour, 2));
                return area.line(&[(-size, size), (size, -size)].map(around), stroke(colour, 2));
            }
            Self::Plus => {
                area.line(&[(-size, 0), (size, 0)].map(around), stroke(colour, 2));
                return area.line(&[(0, -size), (0, size)].map(around), stroke(colour, 2));
            }
            Self::Up => &[(-size, size), (size, size), (0, -size)],
            Self::Down => &[(-size, -size), (size, -size), (0, size)],
            Self::Diamond => &[(-size, 0), (0, -size), (size, 0), (0, size)],
        };
        let corners: Vec<(i32, i32)> = corners.iter().copied().map(around).collect();
        area.polygon(&corners, colour, 1.0);
    }
}
