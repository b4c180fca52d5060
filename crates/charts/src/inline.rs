//! Draws charts that are part of a page: for 360 pixels, so that letters are legible on a phone without shrinking, and
//! without fixed colours. Parts have classes, which the page's style sheet formats in its theme.
//!
//! Words and formatted numbers are arguments: a page has its own language and units.

use std::fmt::Write as _;

mod panels;

pub use panels::{Panel, Panels, Series, Shape, marks};

/// Width of the drawing; it scales to the available width.
const WIDTH: f64 = 360.0;
/// Minimum length of an axis, in its own unit, so that a chart of zeros has one too.
const SMALLEST: f64 = 0.001;

/// A row of [`Bars`].
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Label at its left.
    pub name: String,
    /// Length; `None` if not reported or withheld.
    pub value: Option<f64>,
    /// Lowest and highest.
    pub range: Option<(f64, f64)>,
    /// Label after it: the value in words.
    pub words: String,
    /// Whether it is withheld from the viewer.
    pub withheld: bool,
}

/// Rows of bars with a line from the lowest to the highest.
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// Description for screen readers; the table next to the chart has the numbers.
    pub label: String,
    /// Rows from top to bottom.
    pub rows: Vec<Bar>,
    /// Minimum end of the axis.
    pub least: f64,
}

/// Height of a row, space for names at the left and for values at the right.
const ROW: f64 = 24.0;
const NAMES: f64 = 88.0;
const VALUES: f64 = 104.0;

impl Bars {
    /// Returns the chart as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let height = ROW * self.rows.len() as f64 + 4.0;
        let mut svg = opened(&self.label, height);
        let ends = self.rows.iter().flat_map(|row| [row.value, row.range.map(|(_, high)| high)]).flatten();
        let scale = (WIDTH - NAMES - VALUES) / ends.fold(self.least.max(SMALLEST), f64::max);
        // Writing to a string cannot fail.
        let _ = write!(svg, "<path class=\"axis\" d=\"M{NAMES} 0V{height}\"/>");
        for (nth, row) in self.rows.iter().enumerate() {
            let top = ROW * nth as f64 + 4.0;
            let base = top + 14.0;
            let _ = write!(svg, "<text x=\"0\" y=\"{base}\">{}</text>", escaped(&row.name));
            let mut end = NAMES;
            if row.withheld {
                let width = WIDTH - NAMES - VALUES;
                let _ = write!(
                    svg,
                    "<rect class=\"withheld\" x=\"{NAMES}\" y=\"{top}\" width=\"{width}\" height=\"18\"/>"
                );
                end += width;
            }
            if let Some(value) = row.value.filter(|_| !row.withheld) {
                let width = value * scale;
                let _ = write!(
                    svg,
                    "<rect class=\"bar\" x=\"{NAMES}\" y=\"{}\" width=\"{width:.1}\" height=\"14\"/>",
                    top + 2.0
                );
                end += width;
            }
            if let Some((low, high)) = row.range.filter(|_| !row.withheld) {
                let (low, high, middle) = (NAMES + low * scale, NAMES + high * scale, top + 9.0);
                let _ = write!(
                    svg,
                    "<path class=\"whisker\" d=\"M{low:.1} {0:.1}v8m0-4H{high:.1}m0-4v8\"/>",
                    middle - 4.0
                );
                end = end.max(high);
            }
            let _ = write!(svg, "<text x=\"{:.1}\" y=\"{base}\">{}</text>", end + 8.0, escaped(&row.words));
        }
        svg.push_str("</svg>");
        svg
    }
}

/// A day of [`Curve`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurveDay {
    /// Value; `None` if unknown.
    pub value: Option<f64>,
    /// Low, median and high of other years.
    pub usual: Option<[f64; 3]>,
}

/// A line over days, above its usual range.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// Description for screen readers.
    pub label: String,
    /// Consecutive days.
    pub days: Vec<CurveDay>,
    /// First day, counted from 0, and name of each month.
    pub months: Vec<(usize, String)>,
    /// Marks of the axis with their labels, from the lowest; the last is its end.
    pub marks: Vec<(f64, String)>,
}

const HEIGHT: f64 = 170.0;
const LEFT: f64 = 40.0;
/// Days between two corners of a line: more corners would be narrower than a pixel.
const STEP: usize = 2;

impl Curve {
    /// Returns the chart as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut svg = opened(&self.label, HEIGHT + 24.0);
        let end = self.marks.last().map_or(1.0, |(mark, _)| *mark).max(SMALLEST);
        let across = (WIDTH - LEFT) / self.days.len().max(1) as f64;
        let at = |day: usize, value: f64| {
            let y = HEIGHT - (value / end).clamp(0.0, 1.0) * (HEIGHT - 8.0);
            format!("{:.1} {y:.1}", LEFT + across * (day as f64 + 0.5))
        };
        // Writing to a string cannot fail.
        for (mark, words) in &self.marks {
            let y = HEIGHT - mark / end * (HEIGHT - 8.0);
            let _ = write!(svg, "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{WIDTH}\"/>");
            let (x, y) = (LEFT - 6.0, y + 4.0);
            let _ = write!(
                svg,
                "<text class=\"soft\" x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{}</text>",
                escaped(words)
            );
        }
        for (day, name) in &self.months {
            let (x, y) = (LEFT + across * *day as f64, HEIGHT + 16.0);
            let _ = write!(svg, "<text class=\"soft\" x=\"{x:.1}\" y=\"{y}\">{}</text>", escaped(name));
        }
        let usual: Vec<(usize, [f64; 3])> = self
            .days
            .iter()
            .enumerate()
            .step_by(STEP)
            .filter_map(|(day, one)| Some((day, one.usual?)))
            .collect();
        if !usual.is_empty() {
            let lower = usual.iter().map(|(day, [low, ..])| at(*day, *low));
            let upper = usual.iter().rev().map(|(day, [.., high])| at(*day, *high));
            let ring: Vec<String> = lower.chain(upper).collect();
            let _ = write!(svg, "<path class=\"band\" d=\"M{}Z\"/>", ring.join("L"));
            let median: Vec<String> = usual.iter().map(|(day, [_, median, _])| at(*day, *median)).collect();
            let _ = write!(svg, "<path class=\"median\" d=\"M{}\"/>", median.join("L"));
        }
        let _ = write!(svg, "<path class=\"curve\" d=\"{}\"/>", self.line(at));
        svg.push_str("</svg>");
        svg
    }

    /// Returns the line, which is interrupted at unknown days.
    fn line(&self, at: impl Fn(usize, f64) -> String) -> String {
        let (mut line, mut is_drawing) = (String::new(), false);
        for (day, one) in self.days.iter().enumerate() {
            let is_last = self.days.get(day + 1).is_none_or(|next| next.value.is_none());
            match one.value {
                None => is_drawing = false,
                Some(_) if is_drawing && !is_last && day % STEP != 0 => {}
                Some(value) => {
                    line.push(if is_drawing { 'L' } else { 'M' });
                    line.push_str(&at(day, value));
                    is_drawing = true;
                }
            }
        }
        line
    }
}

fn opened(label: &str, height: f64) -> String {
    format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\" \
         aria-label=\"{}\">",
        escaped(label)
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
