//! Draws the picture that represents a page where its link is shared: 1200 by 630 pixels, light, with letters legible
//! at a third of that size. The renderer ignores style sheets, so every part has its own colours.
//!
//! Words and formatted numbers are arguments. Others cache such a picture for a long time, so it has a date instead of
//! an age, which would soon be wrong.

use crate::style::{Colour, GRID, INK, MUTED, PAPER, SUBJECT, WARNING, hex};

mod paper;

use paper::{Paper, Pen, fitted, in_two, wide, wrapped};

/// Width of the picture, pixels.
pub const WIDTH: i32 = 1200;
/// Height of the picture, pixels.
pub const HEIGHT: i32 = 630;
/// Space left and right of everything, pixels.
const SIDE: i32 = 56;
/// Width of the content.
const INNER: i32 = WIDTH - 2 * SIDE;
/// Height of the warning strip.
const STRIP: i32 = 48;
/// Left and upper corner, width and height of the box of days, without a warning.
const WEEK: [i32; 4] = [40, 168, 1120, 262];
/// Height of a bar of snow.
const ROOM: i32 = 86;
/// Upper edge of the band at the foot.
const FOOT: i32 = 566;

const GROUND: Colour = Colour(0xF3, 0xF6, 0xF9);
const EDGE: Colour = Colour(0xD6, 0xE0, 0xE8);
const BEST: Colour = Colour(0xE4, 0xEE, 0xF6);
const MEASURED: Colour = Colour(0x0B, 0x60, 0x38);
const RANGE: Colour = Colour(0xC9, 0xDF, 0xF3);
const BRAND: Colour = Colour(0x0A, 0x5A, 0x94);
const PALE: Colour = Colour(0xDC, 0xEB, 0xF7);
/// Bars of a day by the steps of its snow.
const STEPS: [Colour; 7] = [
    Colour(0xD8, 0xEB, 0xFB),
    Colour(0xD8, 0xEB, 0xFB),
    Colour(0xA8, 0xCE, 0xEF),
    Colour(0x77, 0xB1, 0xE2),
    Colour(0x48, 0x94, 0xD0),
    Colour(0x1A, 0x77, 0xB7),
    Colour(0x06, 0x5B, 0x90),
];

/// A formatted number with its origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Name of the quantity.
    pub name: String,
    /// Number with its unit, or a text that it is not reported.
    pub told: String,
    /// Whether it is a number.
    pub is_known: bool,
    /// Whether it was measured or reported, not modelled.
    pub is_observed: bool,
    /// Drawing of its kind, 32 pixels wide.
    pub mark: String,
    /// Kind, place and time; empty if unknown.
    pub from: String,
}

/// A danger level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Danger {
    /// Drawing of the level, 48 pixels wide.
    pub tile: String,
    /// Name of the quantity.
    pub name: String,
    /// Name of the level.
    pub level: String,
}

/// A coming day.
#[derive(Debug, Clone, PartialEq)]
pub struct Day {
    pub name: String,
    /// Drawing of the sky, 32 pixels wide.
    pub sky: String,
    /// New snow: the least and the most of the models, and the value; `None` if unknown.
    pub snow: Option<[f64; 3]>,
    /// Step of the snow, 0 to 6.
    pub step: usize,
    /// Value without a unit, or a dash.
    pub told: String,
    /// Range of the models, if it is one.
    pub range: String,
    /// Highest temperature.
    pub degrees: String,
    /// Whether it is the day with the most snow.
    pub is_best: bool,
}

/// The parts that surround the content of every such picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Warning of synthetic data, if any.
    pub warning: Option<String>,
    /// Name of the service.
    pub service: String,
    /// Address of the service.
    pub address: String,
}

/// The picture of a resort.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// Surrounding parts.
    pub frame: Frame,
    /// Name of the resort.
    pub title: String,
    /// Region, country and status.
    pub place: String,
    /// Avalanche danger; `None` if no level is in force.
    pub danger: Option<Danger>,
    /// Snow depth.
    pub depth: Fact,
    pub days: Vec<Day>,
    /// Minimum value of a full-height bar.
    pub least: f64,
    /// Text if no day is known.
    pub nothing: String,
    /// The outlook.
    pub sentence: String,
    /// Quantity of the days with its unit, and date of the picture.
    pub about: String,
    /// Credit of the data.
    pub sources: String,
}

/// The picture of the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// Surrounding parts.
    pub frame: Frame,
    /// Description of the service.
    pub line: String,
}

impl Preview {
    /// Returns the picture as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut paper = Paper::new();
        paper.rect(0, 0, WIDTH, HEIGHT, &hex(GROUND));
        let top = strip(&mut paper, self.frame.warning.as_deref());
        self.head(&mut paper, top);
        self.week(&mut paper, top);
        let (lines, pen) = in_two(&self.sentence, Pen::plain(27), 18, INNER);
        for (line, nth) in lines.iter().zip(0..) {
            paper.text(line, SIDE, top + WEEK[1] + WEEK[3] + 34 + nth * (pen.size + 7), pen, INK);
        }
        self.foot(&mut paper);
        paper.done()
    }

    /// Draws name and place, the danger level, and the depth with its origin.
    fn head(&self, paper: &mut Paper, top: i32) {
        const DANGER: i32 = 520;
        const DEPTH: i32 = 820;
        let width = if self.danger.is_some() { DANGER } else { DEPTH } - SIDE - 24;
        let (lines, pen) = match fitted(&self.title, Pen::bold(66), 44, width) {
            (title, pen) if title == self.title => (vec![title], pen),
            _ => in_two(&self.title, Pen::bold(44), 26, width),
        };
        let mut base = top + if lines.len() > 1 { 62 } else { 94 };
        for line in &lines {
            paper.text(line, SIDE, base, pen, INK);
            base += pen.size + 6;
        }
        let (place, pen) = fitted(&self.place, Pen::plain(28), 16, width);
        paper.text(&place, SIDE, top + 146, pen, MUTED);
        if let Some(danger) = &self.danger {
            paper.drawing(&danger.tile, DANGER, top + 34, 175);
            let width = DEPTH - DANGER - 120;
            let (name, pen) = fitted(&danger.name, Pen::plain(26), 15, width);
            paper.text(&name, DANGER + 100, top + 68, pen, MUTED);
            let (level, pen) = fitted(&danger.level, Pen::bold(28), 15, width);
            paper.text(&level, DANGER + 100, top + 104, pen, INK);
        }
        let Fact { name, told, is_known, is_observed, mark, from } = &self.depth;
        let width = WIDTH - SIDE - DEPTH;
        let (name, pen) = fitted(name, Pen::plain(26), 16, width);
        paper.text(&name, DEPTH, top + 50, pen, MUTED);
        let (pen, colour) = if *is_known { (Pen::bold(64), INK) } else { (Pen::bold(40), MUTED) };
        let (told, pen) = fitted(told, pen, 24, width);
        paper.text(&told, DEPTH, top + 114, pen, colour);
        paper.drawing(mark, DEPTH - 2, top + 128, 90);
        let (from, pen) = fitted(from, Pen::plain(24), 15, width - 34);
        paper.text(&from, DEPTH + 34, top + 150, pen, if *is_observed { MEASURED } else { MUTED });
    }

    /// Draws the coming days.
    fn week(&self, paper: &mut Paper, top: i32) {
        let [left, y, width, height] = WEEK;
        let top = top + y;
        paper.card([left, top, width, height], 22, PAPER, EDGE);
        let known = self.days.iter().filter_map(|day| day.snow);
        if known.clone().count() == 0 {
            let (nothing, pen) = fitted(&self.nothing, Pen::plain(30), 18, INNER - 40);
            paper.text_at(&nothing, WIDTH / 2, top + height / 2, pen, MUTED);
            return;
        }
        let most = known.flatten().fold(self.least.max(f64::MIN_POSITIVE), f64::max);
        let column = width / i32::try_from(self.days.len()).unwrap_or(width).max(1);
        for (day, nth) in self.days.iter().zip(0..) {
            draw_day(paper, day, [left + column * nth, top, column], most);
        }
    }

    /// Draws the service, the date and the credit.
    fn foot(&self, paper: &mut Paper) {
        paper.rect(0, FOOT, WIDTH, HEIGHT - FOOT, &hex(BRAND));
        let (name, pen) = fitted(&self.frame.service, Pen::bold(24), 14, INNER / 3);
        paper.text(&name, SIDE, FOOT + 30, pen, PAPER);
        let after = SIDE + wide(&name, pen) + 16;
        let (about, pen) = fitted(&self.about, Pen::plain(22), 14, INNER / 2);
        paper.text_to(&about, WIDTH - SIDE, FOOT + 30, pen, PAPER);
        let left = WIDTH - SIDE - wide(&about, pen) - 16 - after;
        let (address, pen) = fitted(&self.frame.address, Pen::plain(20), 12, left.max(0));
        paper.text(&address, after, FOOT + 30, pen, PALE);
        let (sources, pen) = fitted(&self.sources, Pen::plain(17), 12, INNER);
        paper.text(&sources, SIDE, FOOT + 54, pen, PALE);
    }
}

/// Draws a day into a column: left and upper edge, and width.
fn draw_day(paper: &mut Paper, day: &Day, [left, top, width]: [i32; 3], most: f64) {
    let middle = left + width / 2;
    if day.is_best {
        paper.card([left + 6, top + 6, width - 12, WEEK[3] - 12], 18, BEST, BEST);
    }
    let line = |paper: &mut Paper, text: &str, base: i32, pen: Pen, colour: Colour| {
        let (text, pen) = fitted(text, pen, 12, width - 8);
        paper.text_at(&text, middle, top + base, pen, colour);
    };
    line(paper, &day.name, 42, Pen::bold(28), INK);
    paper.drawing(&day.sky, middle - 66, top + 54, 225);
    let ground = top + 142;
    paper.rect(middle + 16, ground, 48, 2, &hex(MUTED));
    if let Some([low, high, value]) = day.snow {
        let height = |amount: f64| (f64::from(ROOM) * (amount / most).clamp(0.0, 1.0)).round() as i32;
        let (low, high, value) = (height(low), height(high.max(low)), height(value));
        paper.rect(middle + 18, ground - high, 44, high - low, &hex(RANGE));
        let colour = STEPS.get(day.step).copied().unwrap_or(SUBJECT);
        paper.rect(middle + 28, ground - value, 24, value, &hex(colour));
    }
    let is_some = day.step > 0;
    let (pen, colour) = if is_some { (Pen::bold(46), INK) } else { (Pen::plain(46), MUTED) };
    line(paper, &day.told, 192, pen, colour);
    line(paper, &day.range, 222, Pen::plain(24), MUTED);
    line(paper, &day.degrees, 250, Pen::plain(24), INK);
}

impl Card {
    /// Returns the picture as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut paper = Paper::new();
        let top = strip(&mut paper, self.frame.warning.as_deref());
        paper.shape("M690 540 850 452 918 500 985 440 1136 540z", &hex(GRID));
        paper.rect(SIDE, top + 64, 96, 10, &hex(SUBJECT));
        let (name, pen) = fitted(&self.frame.service, Pen::bold(76), 36, INNER);
        paper.text(&name, SIDE, top + 160, pen, INK);
        for (line, nth) in wrapped(&self.line, Pen::plain(36), INNER, 4).iter().zip(0..) {
            paper.text(line, SIDE, top + 240 + 52 * nth, Pen::plain(36), INK);
        }
        paper.rect(SIDE, 540, INNER, 2, &hex(GRID));
        let (address, pen) = fitted(&self.frame.address, Pen::bold(26), 16, INNER);
        paper.text(&address, SIDE, FOOT, pen, INK);
        paper.done()
    }
}

/// Draws the warning strip, if there is a warning, and returns its lower end.
fn strip(paper: &mut Paper, warning: Option<&str>) -> i32 {
    let Some(warning) = warning else { return 0 };
    paper.rect(0, 0, WIDTH, STRIP, &hex(WARNING));
    let (warning, pen) = fitted(warning, Pen::bold(26), 16, INNER);
    paper.text_at(&warning, WIDTH / 2, 33, pen, PAPER);
    STRIP
}

#[cfg(test)]
mod tests;
