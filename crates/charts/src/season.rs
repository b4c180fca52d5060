//! Draws a season against its norm: the winter's line over the band of past winters. Line and norm are from one data
//! set. The chart takes no other series, since a reanalysis' centimetre is not a station's.

use std::ops::Range;

use chrono::{Datelike as _, NaiveDate};

use crate::canvas::{Area, HorizontalAnchor, Letters, VerticalAnchor};
use crate::frame::{Heading, framed, framed_text};
use crate::legend::{Legend, Sign};
use crate::mark::Shape;
use crate::plot::{self, Plot, ceiling, runs};
use crate::style::{BAND, Dashes, GRID, INK, MUTED, PAPER, SUBJECT, TEXT, stroke};
use crate::text_width::width;

/// A day of the winter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeasonDay {
    /// Local date.
    pub date: NaiveDate,
    /// Value of the winter, cm; `None` for an unreported day, which interrupts the line.
    pub cm: Option<f64>,
    /// Distribution of past winters on the day; `None` if too few are known.
    pub norm: Option<Norm>,
}

/// The distribution of past winters on a day, cm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Norm {
    /// 10th percentile.
    pub p10: f64,
    /// 25th percentile.
    pub p25: f64,
    /// 50th percentile.
    pub median: f64,
    /// 75th percentile.
    pub p75: f64,
    /// 90th percentile.
    pub p90: f64,
}

impl Norm {
    fn is_finite(&self) -> bool {
        [self.p10, self.p25, self.median, self.p75, self.p90].iter().all(|cm| cm.is_finite())
    }
}

/// The season chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Season {
    /// Texts around the drawing.
    pub heading: Heading,
    /// Quantity with its unit: `snow depth, cm`.
    pub quantity: String,
    /// Name of the winter in the legend.
    pub winter: String,
    /// Consecutive days of the winter.
    pub days: Vec<SeasonDay>,
    /// Day with a mark and its value; it must be known.
    pub marked: Option<NaiveDate>,
    /// Text in place of a drawing if nothing is known.
    pub nothing: String,
}

/// Rows below the axis: months, and years at their start.
const MONTH: i32 = 0;
const YEAR: i32 = 1;
const BELOW: i32 = plot::rows(2);
/// Opacity of the outer band, and of the inner one on top of it.
const OUTER: f64 = 0.2;
const INNER_BAND: f64 = 0.3;
/// Dash and gap of the median, pixels.
const DASHES: Dashes = Dashes { dash: 7, gap: 4 };

impl Season {
    /// Returns the chart as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        if !self.has_line() && !self.has_norm() {
            return framed_text(&self.heading, &self.nothing);
        }
        let legend = self.legend();
        framed(&self.heading, legend.height() + plot::height(BELOW), |area| self.draw(area, &legend))
    }

    fn values(&self) -> impl Iterator<Item = (i32, Option<f64>)> {
        (0..).zip(self.days.iter().map(|day| day.cm.filter(|cm| cm.is_finite())))
    }

    fn norms(&self) -> impl Iterator<Item = (i32, Option<Norm>)> {
        (0..).zip(self.days.iter().map(|day| day.norm.filter(Norm::is_finite)))
    }

    fn has_line(&self) -> bool {
        self.values().any(|(_, cm)| cm.is_some())
    }

    fn has_norm(&self) -> bool {
        self.norms().any(|(_, norm)| norm.is_some())
    }

    fn legend(&self) -> Legend {
        let mut legend = Legend::default();
        if self.has_line() {
            legend.add(Sign::Line(SUBJECT, 3, Some(Shape::Disc)), &self.winter);
        }
        if self.has_norm() {
            legend.add(Sign::Dashes(INK, DASHES), "median");
            legend.add(Sign::Area(BAND, &[OUTER, INNER_BAND]), "half of past winters");
            legend.add(Sign::Area(BAND, &[OUTER]), "eight in ten");
        }
        legend
    }

    fn draw(&self, area: &mut Area<'_>, legend: &Legend) {
        legend.draw(area);
        let last = i32::try_from(self.days.len()).unwrap_or(i32::MAX).saturating_sub(1).max(1);
        let below = area.below(legend.height());
        let mut plot = Plot::new(below, f64::from(last), self.top(), BELOW, &self.quantity);
        self.months(&mut plot);
        self.norm(&mut plot);
        for run in runs(self.values()) {
            let line = placed(&run, |cm| *cm);
            plot.line(&line, stroke(SUBJECT, 3));
            // A line of one day would be invisible.
            if let [(x, cm)] = line.as_slice() {
                let at = plot.at(*x, *cm);
                Shape::Disc.draw(&mut plot.area, at, 2, SUBJECT);
            }
        }
        self.mark(&mut plot);
    }

    /// Draws a line at the start of each month, its name in the middle, and the year under its first month.
    fn months(&self, plot: &mut Plot<'_>) {
        let mut year = None;
        let mut first = 0_usize;
        for month in self.days.chunk_by(|a, b| a.date.month() == b.date.month()) {
            let (from, to) = (first as f64, (first + month.len() - 1) as f64);
            first += month.len();
            let Some(day) = month.first() else { continue };
            if from > 0.0 {
                plot.line(&[(from, 0.0), (from, self.top())], stroke(GRID, 1));
            }
            let middle = f64::midpoint(from, to);
            plot.below(middle, MONTH, &day.date.format("%b").to_string(), INK);
            if year.replace(day.date.year()) != Some(day.date.year()) {
                plot.below(middle, YEAR, &day.date.year().to_string(), MUTED);
            }
        }
    }

    fn norm(&self, plot: &mut Plot<'_>) {
        for run in runs(self.norms()) {
            let between = |low: fn(&Norm) -> f64, high: fn(&Norm) -> f64| -> Vec<(f64, f64, f64)> {
                run.iter().map(|(at, norm)| (f64::from(*at), low(norm), high(norm))).collect()
            };
            plot.band(&between(|norm| norm.p10, |norm| norm.p90), BAND, OUTER);
            plot.band(&between(|norm| norm.p25, |norm| norm.p75), BAND, INNER_BAND);
            for edge in [|norm: &Norm| norm.p10, |norm: &Norm| norm.p90] {
                plot.line(&placed(&run, edge), stroke(BAND, 1));
            }
            plot.dashes(&placed(&run, |norm| norm.median), DASHES, stroke(INK, 2));
        }
    }

    /// Draws a mark at a day, with its value and its date.
    fn mark(&self, plot: &mut Plot<'_>) {
        let mut days = self.values().zip(&self.days);
        let found = days.find(|(_, day)| Some(day.date) == self.marked);
        let Some(((at, Some(cm)), SeasonDay { date, .. })) = found else { return };
        let (x, y) = plot.at(f64::from(at), cm);
        Shape::Disc.draw(&mut plot.area, (x, y), 6, SUBJECT);
        let words = format!("{cm:.0} cm on {}", date.format("%-d %b"));
        let wide = width(&words, TEXT);
        // The text is above everything drawn there, on the lower side; at the upper end of the plot it is on top.
        let ((first, _), (right, ceiling)) = (plot.at(0.0, 0.0), plot.at(f64::MAX, f64::MAX));
        let place = |left: i32| {
            let free = self.highest(plot, left - 6..left + wide + 6).min(y - 6);
            (left, (free - 14).max(ceiling + 11))
        };
        let sides = [x, x - wide].into_iter().filter(|left| *left >= first && left + wide <= right);
        let (left, middle) = sides.map(place).max_by_key(|(_, middle)| *middle).unwrap_or(place(first));
        if middle + 11 < y - 6 {
            plot.area.line(&[(x, y), (x, middle + 11)], stroke(SUBJECT, 1));
        }
        let under = [(left - 2, middle - 10), (left + wide + 2, middle + 10)];
        plot.area.rectangle(under, PAPER, 0.75);
        plot.area.text(
            &words,
            (left, middle),
            Letters::new(TEXT, INK).at(HorizontalAnchor::Start, VerticalAnchor::Middle),
        );
    }

    /// Returns the uppermost pixel of line and bands within a horizontal range.
    fn highest(&self, plot: &Plot<'_>, between: Range<i32>) -> i32 {
        let norms = self.norms().filter_map(|(at, norm)| Some((at, norm?.p90)));
        let values = self.values().filter_map(|(at, cm)| Some((at, cm?)));
        let pixels = norms.chain(values).map(|(at, cm)| plot.at(f64::from(at), cm));
        pixels.filter(|(x, _)| between.contains(x)).map(|(_, y)| y).min().unwrap_or(i32::MAX)
    }

    /// Returns the end of the axis.
    fn top(&self) -> f64 {
        let norms = self.norms().filter_map(|(_, norm)| norm.map(|norm| norm.p90));
        let values = self.values().filter_map(|(_, cm)| cm);
        ceiling(norms.chain(values).fold(0.0, f64::max))
    }
}

fn placed<T>(run: &[(i32, T)], cm: impl Fn(&T) -> f64) -> Vec<(f64, f64)> {
    run.iter().map(|(at, value)| (f64::from(*at), cm(value))).collect()
}

#[cfg(test)]
mod tests;
