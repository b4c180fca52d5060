//! Draws the picture that represents a page where its link is shared: 1200 by 630 pixels, light, with letters legible
//! at a third of that size. The renderer ignores style sheets, so every part has its own colours.
//!
//! Words and formatted numbers are arguments. Others cache such a picture for a long time, so it has a date instead of
//! an age, which would soon be wrong.

use crate::style::{GRID, INK, MUTED, PAPER, SUBJECT, WARNING, hex};

mod paper;

use paper::{Paper, Pen, fitted, wide, wrapped};

/// Width of the picture, pixels.
pub const WIDTH: i32 = 1200;
/// Height of the picture, pixels.
pub const HEIGHT: i32 = 630;
/// Space left and right of everything, pixels.
const SIDE: i32 = 64;
/// Width of the content.
const INNER: i32 = WIDTH - 2 * SIDE;
/// Height of the warning strip.
const STRIP: i32 = 54;
/// Vertical position of the names of the days.
const DAYS: i32 = 544;
/// Vertical position of the lines at the foot.
const FOOT: i32 = 584;
const SMALL_PRINT: i32 = 612;

/// A formatted number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Name of the quantity.
    pub name: String,
    /// Number with its unit, or a text that it is not reported.
    pub told: String,
    /// Whether it is a number.
    pub is_known: bool,
    /// Source and time; empty if unknown.
    pub from: String,
}

/// A coming day.
#[derive(Debug, Clone, PartialEq)]
pub struct Day {
    pub name: String,
    /// Height of its bar; `None` if unknown.
    pub value: Option<f64>,
    /// Value in words.
    pub told: String,
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
    /// Region and country.
    pub place: String,
    /// Status of the resort; `None` if not reported.
    pub status: Option<String>,
    /// The two most important numbers.
    pub facts: [Fact; 2],
    /// Sum of the coming days.
    pub sum: Fact,
    pub days: Vec<Day>,
    /// Minimum value of a full-height bar.
    pub least: f64,
    /// Text if no day is known.
    pub nothing: String,
    /// Date of the picture.
    pub date: String,
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
        let mut top = strip(&mut paper, self.frame.warning.as_deref()) + 30;
        top = self.head(&mut paper, top);
        top = self.numbers(&mut paper, top);
        self.coming(&mut paper, top);
        self.foot(&mut paper);
        paper.done()
    }

    /// Draws name, place and status, and returns their lower end.
    fn head(&self, paper: &mut Paper, mut top: i32) -> i32 {
        let in_one = fitted(&self.title, Pen::bold(72), 50, INNER);
        let lines = if in_one.0 == self.title {
            vec![in_one]
        } else {
            paper::in_two(&self.title, Pen::bold(46), INNER)
        };
        for (line, pen) in lines {
            paper.text(&line, SIDE, top + pen.size * 4 / 5, pen, INK);
            top += pen.size * 23 / 20;
        }
        let pen = Pen::plain(30);
        let status = self.status.as_deref().unwrap_or_default();
        let taken = wide(status, Pen::bold(30)) + 40;
        let (place, pen) = fitted(&self.place, pen, 20, INNER - taken);
        paper.text(&place, SIDE, top + 28, pen, MUTED);
        paper.text_to(status, WIDTH - SIDE, top + 28, Pen::bold(30), INK);
        paper.rect(SIDE, top + 48, INNER, 2, &hex(GRID));
        top + 58
    }

    /// Draws the two numbers side by side, and returns their lower end.
    fn numbers(&self, paper: &mut Paper, top: i32) -> i32 {
        const GAP: i32 = 40;
        let width = (INNER - GAP) / 2;
        let mut lowest = top;
        for (fact, x) in self.facts.iter().zip([SIDE, SIDE + width + GAP]) {
            let (name, pen) = fitted(&fact.name, Pen::plain(26), 18, width);
            paper.text(&name, x, top + 26, pen, MUTED);
            let (pen, colour) = if fact.is_known { (Pen::bold(64), SUBJECT) } else { (Pen::bold(40), MUTED) };
            let (told, pen) = fitted(&fact.told, pen, 24, width);
            paper.text(&told, x, top + 88, pen, colour);
            let (in_one, pen) = fitted(&fact.from, Pen::plain(21), 18, width);
            let lines = if in_one == fact.from { vec![in_one] } else { wrapped(&fact.from, pen, width, 2) };
            let mut base = top + 96;
            for line in lines {
                base += 26;
                paper.text(&line, x, base, pen, MUTED);
            }
            lowest = lowest.max(base);
        }
        lowest + 22
    }

    /// Draws the coming days as bars below their sum.
    fn coming(&self, paper: &mut Paper, top: i32) {
        let base = top + 28;
        let (name, pen) = fitted(&self.sum.name, Pen::plain(26), 18, INNER / 3);
        paper.text(&name, SIDE, base, pen, MUTED);
        let after = SIDE + wide(&name, pen) + 16;
        let colour = if self.sum.is_known { SUBJECT } else { MUTED };
        let (told, pen) = fitted(&self.sum.told, Pen::bold(30), 20, INNER / 3);
        paper.text(&told, after, base, pen, colour);
        let left = WIDTH - SIDE - after - wide(&told, pen) - 24;
        let (from, pen) = fitted(&self.sum.from, Pen::plain(21), 16, left);
        paper.text_to(&from, WIDTH - SIDE, base, pen, MUTED);
        let known = self.days.iter().filter_map(|day| day.value);
        if known.clone().count() == 0 {
            let (nothing, pen) = fitted(&self.nothing, Pen::plain(28), 18, INNER);
            paper.text(&nothing, SIDE, base + 60, pen, MUTED);
            return;
        }
        let highest = known.fold(self.least.max(f64::MIN_POSITIVE), f64::max);
        let ground = DAYS - 26;
        let room = (ground - base - 36).max(1);
        let width = INNER / i32::try_from(self.days.len()).unwrap_or(INNER).max(1);
        paper.rect(SIDE, ground, INNER, 2, &hex(GRID));
        for (day, nth) in self.days.iter().zip(0..) {
            let (x, middle) = (SIDE + width * nth, SIDE + width * nth + width / 2);
            let height = day.value.map_or(0, |value| (f64::from(room) * value / highest).round() as i32);
            paper.rect(x + width / 6, ground - height, width * 2 / 3, height, &hex(SUBJECT));
            let (told, pen) = fitted(&day.told, Pen::plain(21), 12, width - 8);
            let colour = if day.value.is_some() { INK } else { MUTED };
            paper.text_at(&told, middle, ground - height - 8, pen, colour);
            let (name, pen) = fitted(&day.name, Pen::plain(20), 12, width - 8);
            paper.text_at(&name, middle, DAYS, pen, MUTED);
        }
    }

    /// Draws the service, the date and the credit.
    fn foot(&self, paper: &mut Paper) {
        let date = Pen::plain(24);
        paper.text_to(&self.date, WIDTH - SIDE, FOOT, date, INK);
        let width = INNER - wide(&self.date, date) - 24;
        let (name, pen) = fitted(&self.frame.service, Pen::bold(24), 18, width * 2 / 3);
        paper.text(&name, SIDE, FOOT, pen, INK);
        let after = wide(&name, pen) + 16;
        let (address, pen) = fitted(&self.frame.address, Pen::plain(22), 16, width - after);
        paper.text(&address, SIDE + after, FOOT, pen, MUTED);
        let (sources, pen) = fitted(&self.sources, Pen::plain(18), 14, INNER);
        paper.text(&sources, SIDE, SMALL_PRINT, pen, MUTED);
    }
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
    let (warning, pen) = fitted(warning, Pen::bold(30), 20, INNER);
    paper.text(&warning, SIDE, 38, pen, PAPER);
    STRIP
}

#[cfg(test)]
mod tests;
