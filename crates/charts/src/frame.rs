//! The frame of every chart: heading, warning, credit, and the text for screen readers.
//!
//! It is as wide as a phone can show with legible letters, and as high as its content.

use crate::canvas::{Area, HorizontalAnchor, Letters, VerticalAnchor};
use crate::style::{Colour, INK, MUTED, PAPER, SMALL, TEXT, WARNING, sheet};
use crate::text_width::{letters_in, wrapped};

/// Width of the picture, pixels; it scales to the available width.
pub const WIDTH: u32 = 640;
/// Space left and right of letters, pixels.
const MARGIN: i32 = 16;
/// Space left and right of the drawing, pixels.
const SIDE: i32 = 8;
/// Width of the drawing, pixels.
pub(crate) const INNER: i32 = WIDTH as i32 - 2 * SIDE;

/// Size of the title, pixels.
const TITLE: i32 = 22;
const TITLE_LINES: usize = 2;
const SUBTITLE_LINES: usize = 3;
const CREDIT_LINES: usize = 6;
/// Line height of a text in place of a drawing, in pixels, and its number of lines.
const SAID_LINE: i32 = 22;
const SAID_LINES: usize = 6;

/// The texts around a drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Title of the picture, also for screen readers.
    pub title: String,
    /// Subtitle: quantity, time and unit.
    pub subtitle: String,
    /// Description of the numbers for screen readers.
    pub description: String,
    /// Whether the data is synthetic, which the picture then states.
    pub synthetic: bool,
    /// Credit of the sources.
    pub credit: String,
}

/// A line of letters, from the top.
struct Line {
    text: String,
    top: i32,
    size: i32,
    colour: Colour,
}

/// Draws `inside`, which is `height` pixels high, between heading and credit.
pub(crate) fn framed(heading: &Heading, height: i32, inside: impl FnOnce(&mut Area<'_>)) -> String {
    let above = above(heading);
    let top = above.last().map_or(0, |line| line.top + line.size) + 10;
    let bottom = top + height + 12;
    let below = below(heading, bottom);
    let whole = below.last().map_or(bottom, |line| line.top + line.size + 10);
    let mut svg = opened(heading, whole);
    let mut area = Area::new(&mut svg, WIDTH as i32, whole);
    area.rectangle([(0, 0), area.size()], PAPER, 1.0);
    for line in above.into_iter().chain(below) {
        area.text(&line.text, (MARGIN, line.top), Letters::new(line.size, line.colour));
    }
    inside(&mut area.between((SIDE, top), (SIDE + INNER, top + height)));
    svg.push_str("</svg>\n");
    svg
}

/// Draws a text between heading and credit, if there is nothing to draw.
pub(crate) fn framed_text(heading: &Heading, words: &str) -> String {
    let lines = wrapped(words, letters_in(INNER - 2 * MARGIN, TEXT), SAID_LINES, "…");
    let height = SAID_LINE * (lines.len() as i32 + 2);
    framed(heading, height, |area| {
        for (nth, line) in (1..).zip(&lines) {
            let letters = Letters::new(TEXT, INK).at(HorizontalAnchor::Middle, VerticalAnchor::Top);
            area.text(line, (INNER / 2, SAID_LINE * nth), letters);
        }
    })
}

/// Returns warning, title and subtitle.
fn above(heading: &Heading) -> Vec<Line> {
    let mut top = 12;
    let mut lines = Vec::new();
    let mut put = |text: String, size: i32, colour, step: i32| {
        lines.push(Line { text, top, size, colour });
        top += step;
    };
    if heading.synthetic {
        put("SYNTHETIC DATA: invented, says nothing of the real world".to_owned(), TEXT, WARNING, TEXT + 9);
    }
    for text in wrapped(&heading.title, fitting(TITLE), TITLE_LINES, "…") {
        put(text, TITLE, INK, TITLE + 7);
    }
    for text in wrapped(&heading.subtitle, fitting(TEXT), SUBTITLE_LINES, "…") {
        put(text, TEXT, MUTED, TEXT + 5);
    }
    lines
}

/// Returns the credit. Sources that do not fit are left to the credits of the answer, which the text says.
fn below(heading: &Heading, top: i32) -> Vec<Line> {
    let lines = wrapped(&heading.credit, fitting(SMALL), CREDIT_LINES, " and others, see credits");
    let line = |(nth, text)| Line { text, top: top + (SMALL + 3) * nth, size: SMALL, colour: MUTED };
    (0..).zip(lines).map(line).collect()
}

fn fitting(size: i32) -> usize {
    letters_in(WIDTH as i32 - 2 * MARGIN, size)
}

/// Returns the opening tag with title, description and style sheet.
fn opened(heading: &Heading, height: i32) -> String {
    let warning = if heading.synthetic { "Synthetic data. " } else { "" };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\" style=\"max-width:100%;height:auto\">\
         <title id=\"title\">{}</title><desc id=\"desc\">{warning}{}</desc>{}\n",
        escaped(&heading.title),
        escaped(&sentences(&[&heading.subtitle, &heading.description, &heading.credit])),
        sheet(),
    )
}

/// Joins sentences, each with its end: a screen reader pauses there.
fn sentences(parts: &[&str]) -> String {
    let parts = parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty());
    let closed = |part: &str| {
        let end = if part.ends_with(['.', '!', '?']) { "" } else { "." };
        format!("{part}{end}")
    };
    parts.map(closed).collect::<Vec<_>>().join(" ")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests;
