//! The frame of every chart: heading, warning, credit, and what a screen reader says.

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea as _};
use plotters::element::Text;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::style::{INK, MUTED, PAPER, WARNING, letters, sheet};

/// Size of the picture, pixels; it scales to the width that it is given.
pub const WIDTH: u32 = 800;
/// The same.
pub const HEIGHT: u32 = 440;

/// Room above and below the drawing, pixels.
const TOP: u32 = 58;
const LINE: i32 = 15;
/// Letters of a credit line that fit the width.
const CREDIT_LETTERS: usize = 140;
const CREDIT_LINES: usize = 4;
/// Letters of a title that fit beside the warning.
const TITLE_LETTERS: usize = 62;

pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// Drawing into memory fails for nothing that is drawn here; should it, there is an empty frame.
pub(crate) type Drawn = Result<(), Box<dyn core::error::Error>>;

/// What stands around a drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Title.
    pub title: String,
    /// One line below it: what, of when, in which unit.
    pub subtitle: String,
    /// The numbers in words, for whoever cannot see them.
    pub description: String,
    /// Whether the data is synthetic, which is then said in the picture.
    pub synthetic: bool,
    /// Whom to credit.
    pub credit: String,
}

/// Draws `inside` between heading and credit.
pub(crate) fn framed(heading: &Heading, inside: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut svg = String::new();
    let outcome = draw(&mut svg, heading, inside);
    debug_assert!(outcome.is_ok(), "{outcome:?}");
    accessible(&svg, heading)
}

fn draw(svg: &mut String, heading: &Heading, inside: impl FnOnce(&Area<'_>) -> Drawn) -> Drawn {
    let root = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
    root.fill(&PAPER)?;
    let credits = wrapped(&heading.credit);
    let bottom = 10 + LINE * i32::try_from(credits.len()).unwrap_or(1);
    root.draw(&Text::new(shortened(&heading.title, TITLE_LETTERS), (16, 10), letters(23, INK)))?;
    root.draw(&Text::new(heading.subtitle.clone(), (16, 36), letters(15, MUTED)))?;
    if heading.synthetic {
        let right = letters(18, WARNING).pos(Pos::new(HPos::Right, VPos::Top));
        root.draw(&Text::new("SYNTHETIC DATA", (WIDTH as i32 - 16, 14), right))?;
    }
    for (line, text) in (0..).zip(credits) {
        let top = HEIGHT as i32 - bottom + LINE * line;
        root.draw(&Text::new(text, (16, top), letters(13, MUTED)))?;
    }
    let (_, below) = root.split_vertically(TOP);
    let (middle, _) = below.split_vertically(HEIGHT - TOP - bottom as u32 - 2);
    inside(&middle.margin(0, 4, 8, 12))?;
    root.present()?;
    Ok(())
}

/// The credit in lines; what does not fit is left to the answer's own credits, and that is said.
fn wrapped(credit: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in credit.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < CREDIT_LETTERS => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    if lines.len() > CREDIT_LINES {
        lines.truncate(CREDIT_LINES);
        if let Some(last) = lines.last_mut() {
            *last = shortened(last, CREDIT_LETTERS - 24) + " and others, see credits";
        }
    }
    lines
}

fn shortened(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    text.chars().take(letters - 1).chain(['…']).collect()
}

/// Title, description and style sheet go in behind the opening tag.
fn accessible(svg: &str, heading: &Heading) -> String {
    let warning = if heading.synthetic { "Synthetic data. " } else { "" };
    let inner = svg.split_once('>').map_or("", |(_, inner)| inner);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" role=\"img\" aria-labelledby=\"title desc\" style=\"max-width:100%;height:auto\">\
         <title id=\"title\">{}</title><desc id=\"desc\">{warning}{} {} {}</desc>{}{inner}",
        escaped(&heading.title),
        escaped(&heading.subtitle),
        escaped(&heading.description),
        escaped(&heading.credit),
        sheet(),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A round number at or above `most`, to end an axis at, in steps that can be labelled.
pub(crate) fn ceiling(most: f64) -> f64 {
    const ROUND: [f64; 7] = [1.0, 2.0, 3.0, 4.0, 5.0, 8.0, 10.0];
    if !(most > 1.0 && most.is_finite()) {
        return 1.0;
    }
    let power = 10.0_f64.powi(most.log10().floor() as i32);
    let round = ROUND.iter().map(|round| round * power).find(|round| *round >= most);
    round.unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests;
