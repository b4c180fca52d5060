//! Letters and shapes on a picture of a fixed size: estimates the width of texts and fits them. No font is read: a wide
//! one is assumed, so a text that fits here fits with every other font.

use std::fmt::Write as _;

use super::{HEIGHT, WIDTH};
use crate::style::{Colour, PAPER, hex};

/// Text style with a size in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pen {
    pub(super) size: i32,
    is_bold: bool,
}

impl Pen {
    pub(super) const fn plain(size: i32) -> Self {
        Self { size, is_bold: false }
    }

    pub(super) const fn bold(size: i32) -> Self {
        Self { size, is_bold: true }
    }

    /// Returns the approximate width of a letter, in hundredths of the size.
    const fn letter(self, letter: char) -> i32 {
        match (letter, self.is_bold) {
            // Full-width characters of East Asian fonts.
            ('\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7A3}', _)
            | ('\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE6F}' | '\u{FF00}'..='\u{FF60}', _)
            | ('\u{1F000}'.., _) => 100,
            ('M' | 'W' | 'm' | 'w' | '@' | '%' | '…', _) => 110,
            ('A'..='Z', false) => 72,
            ('A'..='Z', true) => 80,
            ('f' | 'i' | 'j' | 'l' | 't' | 'r' | '.' | ',' | ':' | ' ' | '\'' | '(' | ')', false) => 42,
            ('f' | 'i' | 'j' | 'l' | 't' | 'r' | '.' | ',' | ':' | ' ' | '\'' | '(' | ')', true) => 50,
            (_, false) => 64,
            (_, true) => 72,
        }
    }
}

/// Returns the approximate width of a text in pixels.
pub(super) fn wide(text: &str, pen: Pen) -> i32 {
    let hundredths: i32 = text.chars().take(2_000).map(|letter| pen.letter(letter)).sum();
    (hundredths * pen.size + 99) / 100
}

/// Fits a text into `pixels`: with smaller letters if necessary, and truncated if the smallest are too large.
pub(super) fn fitted(text: &str, pen: Pen, least: i32, pixels: i32) -> (String, Pen) {
    let sizes = (least..=pen.size).rev().map(|size| Pen { size, ..pen });
    let fits = sizes.into_iter().find(|pen| wide(text, *pen) <= pixels);
    fits.map_or_else(
        || {
            let pen = Pen { size: least, ..pen };
            (cut(text, pen, pixels), pen)
        },
        |pen| (text.to_owned(), pen),
    )
}

/// Truncates a text that is too wide.
fn cut(text: &str, pen: Pen, pixels: i32) -> String {
    let mut kept = String::new();
    for letter in text.chars() {
        kept.push(letter);
        if wide(&kept, pen) + wide("…", pen) > pixels {
            kept.pop();
            break;
        }
    }
    format!("{}…", kept.trim_end())
}

/// Wraps a text into at most `most` lines; the last is truncated if the text is longer. A text without spaces breaks
/// anywhere.
pub(super) fn wrapped(text: &str, pen: Pen, pixels: i32, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() && lines.len() < most {
        if lines.len() + 1 == most || wide(rest, pen) <= pixels {
            let last = if wide(rest, pen) <= pixels { rest.to_owned() } else { cut(rest, pen, pixels) };
            lines.push(last);
            break;
        }
        let fits = rest.char_indices().map(|(at, letter)| at + letter.len_utf8());
        let fits = fits.take_while(|end| wide(rest.get(..*end).unwrap_or_default(), pen) <= pixels);
        let end = fits.last().unwrap_or_else(|| rest.chars().next().map_or(0, char::len_utf8));
        let (line, _) = rest.split_at(end);
        let end = line.rfind(' ').filter(|at| *at > 0).unwrap_or(end);
        let (line, after) = rest.split_at(end);
        lines.push(line.trim_end().to_owned());
        rest = after.trim_start();
    }
    lines
}

/// Wraps a text into two lines, with smaller letters if necessary, and truncated if the smallest are too large.
pub(super) fn in_two(text: &str, pen: Pen, least: i32, pixels: i32) -> (Vec<String>, Pen) {
    let sizes = (least..=pen.size).rev().map(|size| Pen { size, ..pen });
    let fits = sizes.into_iter().find(|pen| {
        let lines = wrapped(text, *pen, pixels, 3);
        lines.len() <= 2 && lines.iter().all(|line| wide(line, *pen) <= pixels)
    });
    let pen = fits.unwrap_or(Pen { size: least, ..pen });
    (wrapped(text, pen, pixels, 2), pen)
}

/// A point on a text's base line, and the side of the text at that point.
struct Anchor {
    x: i32,
    base: i32,
    /// A value of the SVG attribute `text-anchor`.
    side: &'static str,
}

/// The picture drawn so far.
pub(super) struct Paper {
    svg: String,
}

impl Paper {
    pub(super) fn new() -> Self {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             font-family=\"sans-serif\">"
        );
        let mut paper = Self { svg };
        paper.rect(0, 0, WIDTH, HEIGHT, &hex(PAPER));
        paper
    }

    pub(super) fn rect(&mut self, x: i32, y: i32, width: i32, height: i32, fill: &str) {
        // Writing to a string cannot fail.
        let _ = write!(
            self.svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
        );
    }

    /// Draws a box with round corners and an edge of two pixels.
    pub(super) fn card(&mut self, [x, y, width, height]: [i32; 4], radius: i32, fill: Colour, edge: Colour) {
        let _ = write!(
            self.svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" fill=\"{}\" stroke=\"{}\" \
             stroke-width=\"2\"/>",
            hex(fill),
            hex(edge)
        );
    }

    /// Puts a drawing with its own colours at a point; `percent` scales it.
    pub(super) fn drawing(&mut self, svg: &str, x: i32, y: i32, percent: i32) {
        let scale = f64::from(percent) / 100.0;
        let _ = write!(self.svg, "<g transform=\"translate({x} {y}) scale({scale})\">{svg}</g>");
    }

    pub(super) fn shape(&mut self, path: &str, fill: &str) {
        let _ = write!(self.svg, "<path d=\"{path}\" fill=\"{fill}\"/>");
    }

    /// Writes a text that starts at a point.
    pub(super) fn text(&mut self, text: &str, x: i32, base: i32, pen: Pen, colour: Colour) {
        self.write_text(text, Anchor { x, base, side: "start" }, pen, colour);
    }

    /// Writes a text that ends at a point.
    pub(super) fn text_to(&mut self, text: &str, x: i32, base: i32, pen: Pen, colour: Colour) {
        self.write_text(text, Anchor { x, base, side: "end" }, pen, colour);
    }

    /// Writes a text centred at a point.
    pub(super) fn text_at(&mut self, text: &str, x: i32, base: i32, pen: Pen, colour: Colour) {
        self.write_text(text, Anchor { x, base, side: "middle" }, pen, colour);
    }

    fn write_text(&mut self, text: &str, anchor: Anchor, pen: Pen, colour: Colour) {
        if text.is_empty() {
            return;
        }
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let Anchor { x, base, side } = anchor;
        let (size, weight) = (pen.size, if pen.is_bold { 700 } else { 400 });
        let _ = write!(
            self.svg,
            "<text x=\"{x}\" y=\"{base}\" font-size=\"{size}\" font-weight=\"{weight}\" text-anchor=\"{side}\" fill=\"{}\">{text}</text>",
            hex(colour)
        );
    }

    pub(super) fn done(mut self) -> String {
        self.svg.push_str("</svg>");
        self.svg
    }
}

#[cfg(test)]
mod tests;
