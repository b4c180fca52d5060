//! A drawing of shapes and letters in whole pixels, written as SVG.

use std::fmt::Write as _;

use crate::style::{Colour, Dashes, Stroke, hex};

/// A rectangle of a drawing. Coordinates are pixels from its upper left corner.
pub(crate) struct Area<'s> {
    svg: &'s mut String,
    left: i32,
    top: i32,
    width: i32,
    height: i32,
}

/// Text style: a size in pixels, and the position relative to a point.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Letters {
    size: i32,
    colour: Colour,
    across: HorizontalAnchor,
    along: VerticalAnchor,
}

/// The horizontal anchor of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) enum HorizontalAnchor {
    Start,
    Middle,
    End,
}

/// The vertical anchor of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) enum VerticalAnchor {
    Top,
    Middle,
    Bottom,
}

impl Letters {
    /// Returns letters anchored at their upper left corner.
    pub(crate) const fn new(size: i32, colour: Colour) -> Self {
        Self { size, colour, across: HorizontalAnchor::Start, along: VerticalAnchor::Top }
    }

    /// Moves the anchor to another part of the text.
    pub(crate) const fn at(self, across: HorizontalAnchor, along: VerticalAnchor) -> Self {
        Self { across, along, ..self }
    }
}

/// Writing to a string cannot fail.
macro_rules! put {
    ($area:expr, $($text:tt)*) => {{
        let _ = writeln!($area.svg, $($text)*);
    }};
}

impl<'s> Area<'s> {
    /// Returns a drawing of a size, appended to `svg`.
    pub(crate) const fn new(svg: &'s mut String, width: i32, height: i32) -> Self {
        Self { svg, left: 0, top: 0, width, height }
    }

    /// Returns width and height.
    pub(crate) const fn size(&self) -> (i32, i32) {
        (self.width, self.height)
    }

    /// Returns the rectangle between two corners.
    pub(crate) const fn between(&mut self, (left, top): (i32, i32), (right, bottom): (i32, i32)) -> Area<'_> {
        Area {
            left: self.left + left,
            top: self.top + top,
            width: right - left,
            height: bottom - top,
            svg: self.svg,
        }
    }

    /// Returns the part from `top` down.
    pub(crate) const fn below(&mut self, top: i32) -> Area<'_> {
        let corner = self.size();
        self.between((0, top), corner)
    }

    const fn moved(&self, (x, y): (i32, i32)) -> (i32, i32) {
        (self.left + x, self.top + y)
    }

    fn points(&self, points: &[(i32, i32)]) -> String {
        points.iter().fold(String::new(), |mut text, point| {
            let (x, y) = self.moved(*point);
            // Writing to a string cannot fail.
            let _ = write!(text, "{x},{y} ");
            text
        })
    }

    /// Draws a straight line that is not joined to others.
    pub(crate) fn rule(&mut self, from: (i32, i32), to: (i32, i32), Stroke { colour, width }: Stroke) {
        let ((x1, y1), (x2, y2), colour) = (self.moved(from), self.moved(to), hex(colour));
        put!(
            self,
            "<line opacity=\"1\" stroke=\"{colour}\" stroke-width=\"{width}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
        );
    }

    /// Draws a line through points.
    pub(crate) fn line(&mut self, points: &[(i32, i32)], Stroke { colour, width }: Stroke) {
        let (points, colour) = (self.points(points), hex(colour));
        put!(
            self,
            "<polyline fill=\"none\" opacity=\"1\" stroke=\"{colour}\" stroke-width=\"{width}\" points=\"{points}\"/>"
        );
    }

    /// Draws a dashed line through points. Dashes bend with the line.
    pub(crate) fn dashes(&mut self, points: &[(i32, i32)], dashes: Dashes, stroke: Stroke) {
        let Dashes { dash, gap } = dashes;
        let exact = |(x, y): (i32, i32)| (x as f32, y as f32);
        let pixel = |(x, y): (f32, f32)| (x.round() as i32, y.round() as i32);
        if dash <= 0 || gap < 0 {
            return self.line(points, stroke);
        }
        // In pixels of the whole drawing, so that rounding does not depend on the area.
        let points: Vec<(i32, i32)> = points.iter().map(|point| self.moved(*point)).collect();
        let mut whole = Area::new(self.svg, 0, 0);
        let Some((first, rest)) = points.split_first() else { return };
        let (mut at, mut done, mut is_dash) = (exact(*first), 0.0, true);
        let mut bends = vec![*first];
        for end in rest.iter().copied().map(exact) {
            while at != end {
                let (dx, dy) = (end.0 - at.0, end.1 - at.1);
                let distance = dx.hypot(dy);
                let length = if is_dash { dash } else { gap } as f32;
                let left = length - done;
                if left < distance {
                    let share = left / distance;
                    at = (at.0 + dx * share, at.1 + dy * share);
                    done += left;
                } else {
                    at = end;
                    done += distance;
                }
                if is_dash {
                    bends.push(pixel(at));
                }
                if length <= done {
                    if is_dash {
                        whole.line(&bends, stroke);
                        bends.clear();
                    } else {
                        bends.push(pixel(at));
                    }
                    (done, is_dash) = (0.0, !is_dash);
                }
            }
        }
        if bends.len() > 1 {
            whole.line(&bends, stroke);
        }
    }

    /// Fills a polygon.
    pub(crate) fn polygon(&mut self, corners: &[(i32, i32)], colour: Colour, opacity: f64) {
        let (points, colour) = (self.points(corners), hex(colour));
        put!(self, "<polygon opacity=\"{opacity}\" fill=\"{colour}\" points=\"{points}\"/>");
    }

    /// Fills the rectangle between two opposite corners.
    pub(crate) fn rectangle(&mut self, [a, b]: [(i32, i32); 2], colour: Colour, opacity: f64) {
        let (x, y) = self.moved((a.0.min(b.0), a.1.min(b.1)));
        let (width, height) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
        let colour = hex(colour);
        put!(
            self,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" opacity=\"{opacity}\" fill=\"{colour}\" stroke=\"none\"/>"
        );
    }

    /// Fills a circle.
    pub(crate) fn disc(&mut self, centre: (i32, i32), radius: i32, colour: Colour) {
        let ((x, y), colour) = (self.moved(centre), hex(colour));
        put!(
            self,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" opacity=\"1\" fill=\"{colour}\" stroke=\"none\" stroke-width=\"1\"/>"
        );
    }

    /// Draws the outline of a circle.
    pub(crate) fn ring(&mut self, centre: (i32, i32), radius: i32, Stroke { colour, width }: Stroke) {
        let ((x, y), colour) = (self.moved(centre), hex(colour));
        put!(
            self,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" opacity=\"1\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
        );
    }

    /// Writes a text.
    pub(crate) fn text(&mut self, text: &str, at: (i32, i32), letters: Letters) {
        let ((x, y), size, colour) = (self.moved(at), letters.size, hex(letters.colour));
        let anchor = match letters.across {
            HorizontalAnchor::Start => "start",
            HorizontalAnchor::Middle => "middle",
            HorizontalAnchor::End => "end",
        };
        let drop = match letters.along {
            VerticalAnchor::Top => "0.76em",
            VerticalAnchor::Middle => "0.5ex",
            VerticalAnchor::Bottom => "-0.5ex",
        };
        put!(
            self,
            "<text x=\"{x}\" y=\"{y}\" dy=\"{drop}\" text-anchor=\"{anchor}\" font-family=\"system-ui, sans-serif\" \
             font-size=\"{size}\" opacity=\"1\" fill=\"{colour}\">\n{}\n</text>",
            escaped(text)
        );
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests;
