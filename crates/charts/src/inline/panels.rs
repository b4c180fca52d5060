//! Draws stacked panels over the same hours, days or months: lines, columns and ranges, each panel with its own axis.
//! Unknown values are gaps.

use std::fmt::Write as _;

use super::{WIDTH, escaped, opened};

/// Stacked charts that share the horizontal axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Panels {
    /// Description for screen readers; the table next to the chart has the numbers.
    pub label: String,
    /// Number of hours, days or months.
    pub steps: usize,
    /// Step, counted from 0, with its label.
    pub ticks: Vec<(usize, String)>,
    /// Panels from top to bottom.
    pub panels: Vec<Panel>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// Quantity with its unit.
    pub title: String,
    /// Marks of the axis with their labels, from its start to its end.
    pub marks: Vec<(f64, String)>,
    /// Series, in drawing order.
    pub series: Vec<Series>,
}

/// One value per step.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// CSS class.
    pub class: &'static str,
    /// Form and values.
    pub shape: Shape,
}

/// The form of a series.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A line that is interrupted at unknown steps.
    Line(Vec<Option<f64>>),
    /// A column at each step, side by side with those of other series: the number of such series, and the index of this
    /// one.
    Columns(Vec<Option<f64>>, usize, usize),
    /// A thin line from the lowest to the highest at each step.
    Ranges(Vec<Option<(f64, f64)>>),
}

impl Shape {
    /// Returns whether any step is known.
    #[must_use]
    pub fn is_known(&self) -> bool {
        match self {
            Self::Line(values) | Self::Columns(values, ..) => values.iter().any(Option::is_some),
            Self::Ranges(values) => values.iter().any(Option::is_some),
        }
    }
}

/// Space for the marks at the left.
const LEFT: f64 = 50.0;
/// Heights of a title, of the drawing, and of the space below.
const TITLE: f64 = 20.0;
const PLOT: f64 = 84.0;
const GAP: f64 = 12.0;
const TICKS: f64 = 18.0;
/// Approximate width of a label below the chart; with less space it is omitted.
const NAME: f64 = 56.0;

impl Panels {
    /// Returns whether there is anything to draw.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.panels.iter().flat_map(|panel| &panel.series).any(|series| series.shape.is_known())
    }

    /// Returns the chart as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let height = (TITLE + PLOT + GAP) * self.panels.len() as f64 + TICKS;
        let mut svg = opened(&self.label, height);
        let across = (WIDTH - LEFT) / self.steps.max(1) as f64;
        // Writing to a string cannot fail.
        for (step, name) in &self.ticks {
            let x = LEFT + across * *step as f64;
            let _ =
                write!(svg, "<path class=\"grid\" d=\"M{x:.1} {TITLE}V{:.1}\"/>", height - TICKS - GAP / 2.0);
            if x + NAME > WIDTH {
                continue;
            }
            let _ = write!(
                svg,
                "<text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + 2.0,
                height - 6.0,
                escaped(name)
            );
        }
        for (nth, panel) in self.panels.iter().enumerate() {
            let top = (TITLE + PLOT + GAP) * nth as f64 + TITLE;
            Plot { top, across, panel }.draw(&mut svg);
        }
        svg.push_str("</svg>");
        svg
    }
}

/// A panel in its position.
struct Plot<'a> {
    top: f64,
    across: f64,
    panel: &'a Panel,
}

impl Plot<'_> {
    /// Returns start and end of the axis.
    fn ends(&self) -> (f64, f64) {
        let first = self.panel.marks.first().map_or(0.0, |(mark, _)| *mark);
        let last = self.panel.marks.last().map_or(1.0, |(mark, _)| *mark);
        (first, if last > first { last } else { first + 1.0 })
    }

    fn y(&self, value: f64) -> f64 {
        let (foot, end) = self.ends();
        self.top + PLOT - ((value - foot) / (end - foot)).clamp(0.0, 1.0) * PLOT
    }

    /// Returns the middle of a step.
    fn x(&self, step: usize) -> f64 {
        LEFT + self.across * (step as f64 + 0.5)
    }

    // Writing to a string cannot fail.
    fn draw(&self, svg: &mut String) {
        for (mark, words) in &self.panel.marks {
            let y = self.y(*mark);
            let _ = write!(
                svg,
                "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{WIDTH}\"/><text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 6.0,
                y + 4.0,
                escaped(words)
            );
        }
        let (foot, _) = self.ends();
        if foot < 0.0 {
            let _ = write!(svg, "<path class=\"axis\" d=\"M{LEFT} {:.1}H{WIDTH}\"/>", self.y(0.0));
        }
        for series in &self.panel.series {
            let path = match &series.shape {
                Shape::Line(values) => self.line(values),
                Shape::Columns(values, of, nth) => self.columns(values, *of, *nth),
                Shape::Ranges(values) => self.ranges(values),
            };
            if !path.is_empty() {
                let _ = write!(svg, "<path class=\"{}\" d=\"{path}\"/>", series.class);
            }
        }
        let _ = write!(
            svg,
            "<text x=\"{LEFT}\" y=\"{:.1}\">{}</text>",
            self.top - 6.0,
            escaped(&self.panel.title)
        );
    }

    fn line(&self, values: &[Option<f64>]) -> String {
        let (mut path, mut is_drawing) = (String::new(), false);
        for (step, value) in values.iter().enumerate() {
            let Some(value) = value else {
                is_drawing = false;
                continue;
            };
            let (x, y) = (self.x(step), self.y(*value));
            let _ = write!(path, "{}{x:.1} {y:.1}", if is_drawing { 'L' } else { 'M' });
            // A step between two unknown ones is a dot.
            let is_alone = !is_drawing && values.get(step + 1).copied().flatten().is_none();
            if is_alone {
                path.push_str("h.1");
            }
            is_drawing = true;
        }
        path
    }

    fn columns(&self, values: &[Option<f64>], of: usize, nth: usize) -> String {
        let room = self.across * 0.8;
        let wide = room / of.max(1) as f64;
        let (foot, _) = self.ends();
        let base = self.y(foot.max(0.0));
        let mut path = String::new();
        for (step, value) in values.iter().enumerate() {
            let Some(value) = value.filter(|value| *value > 0.0) else { continue };
            let left = LEFT + self.across * (step as f64 + 0.1) + wide * nth as f64;
            let top = self.y(value);
            let _ = write!(path, "M{left:.1} {base:.1}V{top:.1}h{:.1}V{base:.1}z", wide.max(0.5));
        }
        path
    }

    fn ranges(&self, values: &[Option<(f64, f64)>]) -> String {
        let mut path = String::new();
        for (step, value) in values.iter().enumerate() {
            let Some((low, high)) = value else { continue };
            let (x, low, high) = (self.x(step), self.y(*low), self.y(*high));
            let _ = write!(path, "M{:.1} {low:.1}h6m-3 0V{high:.1}m-3 0h6", x - 3.0);
        }
        path
    }
}

/// Returns three or four marks of an axis from `low` to `high` at round steps; the first is its start, the last its
/// end.
#[must_use]
pub fn marks(low: f64, high: f64) -> Vec<f64> {
    const PARTS: f64 = 3.0;
    /// Maximum number of marks, whatever the numbers.
    const MOST: i32 = 12;
    let (low, high) =
        if low.is_finite() && high.is_finite() && low < high { (low, high) } else { (0.0, 1.0) };
    let least = (high - low) / PARTS;
    let power = 10.0_f64.powi(least.log10().floor() as i32);
    let round = [1.0, 2.0, 5.0, 10.0].into_iter().map(|round| round * power);
    let step = round.clone().find(|step| *step >= least * 0.999).unwrap_or(10.0 * power);
    let foot = (low / step).floor();
    let count = ((high / step).ceil() - foot).clamp(1.0, f64::from(MOST)) as i32;
    (0..=count).map(|nth| (foot + f64::from(nth)) * step).collect()
}

#[cfg(test)]
mod tests;
