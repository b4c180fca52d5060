//! Draws the forecast of the coming days: the blend as bars, the spread of the models as a line from the lowest to the
//! highest.

use chrono::{Datelike as _, NaiveDate};

use crate::canvas::{Area, HorizontalAnchor, Letters, VerticalAnchor};
use crate::frame::{Heading, framed};
use crate::legend::{Legend, Sign};
use crate::plot::{self, Plot, ceiling};
use crate::style::{Colour, GRID, INK, MODELS, MUTED, PAPER, SMALL, SUBJECT, stroke};

/// A day of the forecast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Day {
    /// Local date.
    pub date: NaiveDate,
    /// Blended new snow, cm; `None` for a day without a reporting model.
    pub cm: Option<f64>,
    /// Lowest and highest model, cm.
    pub spread: Option<(f64, f64)>,
    /// Probability of 15 cm or more, 0–1; `None` if unknown.
    pub powder: Option<f64>,
    /// Whether the day is withheld from the viewer.
    pub withheld: bool,
}

impl Day {
    /// Returns the blend of a day that is reported and not withheld.
    fn shown_blend(&self) -> Option<f64> {
        self.cm.filter(|cm| cm.is_finite() && !self.withheld)
    }
}

/// The forecast chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Forecast {
    /// Texts around the drawing.
    pub heading: Heading,
    /// Consecutive days from today.
    pub days: Vec<Day>,
}

/// Rows below the axis: centimetres, probability of powder, weekday, day, and month at its start.
const VALUE: i32 = 0;
const POWDER: i32 = 1;
const WEEKDAY: i32 = 2;
const DATE: i32 = 3;
const MONTH: i32 = 4;
const BELOW: i32 = plot::rows(5);

/// Maximum factor from the largest blend to the end of the axis, if a model goes further.
const SCALE: f64 = 2.5;
/// Minimum end of the axis, cm.
const LEAST_CM: f64 = 10.0;
/// Placeholder for a day without a reporting model.
const UNKNOWN: &str = "–";
/// Opacity of the shade over withheld days.
const SHADE: f64 = 0.6;

/// Label of the row of probabilities, short enough for the space left of the axis.
const ROW_OF_POWDER: &str = "≥15";

/// Colour of the spread, visible on the bar that it crosses, in light and in dark.
const SPREAD: Colour = MODELS[0];

impl Forecast {
    /// Returns the chart as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let legend = self.legend();
        framed(&self.heading, legend.height() + plot::height(BELOW), |area| self.draw(area, &legend))
    }

    fn legend(&self) -> Legend {
        let mut legend = Legend::default();
        legend.add(Sign::Area(SUBJECT, &[1.0]), "blend of the models");
        legend.add(Sign::Whisker(SPREAD), "lowest to highest model");
        if self.days.iter().any(|day| !day.withheld && day.powder.is_some()) {
            legend.add(Sign::Letter(ROW_OF_POWDER), "probability of 15 cm or more");
        }
        if self.days.iter().any(|day| !day.withheld && day.shown_blend().is_none()) {
            legend.add(Sign::Letter(UNKNOWN), "not reported");
        }
        if self.days.iter().any(|day| day.withheld) {
            legend.add(Sign::Area(GRID, &[SHADE]), "needs the Pro tier");
        }
        legend
    }

    fn draw(&self, area: &mut Area<'_>, legend: &Legend) {
        legend.draw(area);
        let below = area.below(legend.height());
        let mut plot =
            Plot::new(below, self.days.len().max(1) as f64, self.top(), BELOW, "new snow, cm a day");
        plot.row_head(VALUE, "cm", MUTED);
        plot.row_head(POWDER, ROW_OF_POWDER, MUTED);
        let mut month = None;
        for (nth, day) in (0..).zip(&self.days) {
            let middle = f64::from(nth) + 0.5;
            self.day(&mut plot, day, middle);
            if let Some(share) = day.powder.filter(|share| share.is_finite() && !day.withheld) {
                plot.below(middle, POWDER, &format!("{:.0}%", 100.0 * share), MUTED);
            }
            plot.below(middle, WEEKDAY, &day.date.format("%a").to_string(), INK);
            plot.below(middle, DATE, &day.date.day().to_string(), INK);
            if month.replace(day.date.month()) != Some(day.date.month()) {
                plot.below(middle, MONTH, &day.date.format("%b").to_string(), MUTED);
            }
        }
    }

    fn day(&self, plot: &mut Plot<'_>, day: &Day, middle: f64) {
        let ((left, ground), (right, _)) = (plot.at(middle - 0.5, 0.0), plot.at(middle + 0.5, 0.0));
        if day.withheld {
            let (_, ceiling) = plot.at(middle, self.top());
            plot.area.rectangle([(left, ceiling), (right, ground)], GRID, SHADE);
            return plot.below(middle, VALUE, "Pro", MUTED);
        }
        let Some(cm) = day.shown_blend() else { return plot.below(middle, VALUE, UNKNOWN, MUTED) };
        let (x, bar_top) = plot.at(middle, cm);
        let half = ((right - left) * 3 / 10).clamp(3, 24);
        plot.area.rectangle([(x - half, bar_top), (x + half, ground)], SUBJECT, 1.0);
        if let Some((low, high)) = day.spread.filter(|(low, high)| low.is_finite() && high.is_finite()) {
            // Outlined in the colour of the paper where it crosses the bar, on which it would hardly be visible.
            let (_, crossed) = plot.at(middle, low);
            if ground - crossed > 5 && crossed - bar_top > 5 {
                plot.area.rectangle([(x - 8, crossed - 3), (x + 8, crossed + 3)], PAPER, 1.0);
            }
            if crossed - bar_top > 5 {
                plot.area.rectangle([(x - 3, bar_top), (x + 3, crossed.min(ground - 1))], PAPER, 1.0);
            }
            self.spread(plot, middle, low, high);
        }
        let is_whole = cm >= 9.95 || (cm * 10.0).round() % 10.0 == 0.0;
        let number = if is_whole { format!("{cm:.0}") } else { format!("{cm:.1}") };
        plot.below(middle, VALUE, &number, SUBJECT);
    }

    fn spread(&self, plot: &mut Plot<'_>, middle: f64, low: f64, high: f64) {
        let ((x, bottom), (_, top)) = (plot.at(middle, low), plot.at(middle, high));
        let line = stroke(SPREAD, 2);
        plot.area.line(&[(x, bottom), (x, top)], line);
        plot.area.line(&[(x - 6, bottom), (x + 6, bottom)], line);
        if high <= self.top() {
            return plot.area.line(&[(x - 6, top), (x + 6, top)], line);
        }
        // Beyond the axis: an arrow with the value.
        plot.area.line(&[(x - 5, top + 7), (x, top)], line);
        plot.area.line(&[(x + 5, top + 7), (x, top)], line);
        let letters = Letters::new(SMALL, MUTED).at(HorizontalAnchor::Middle, VerticalAnchor::Bottom);
        plot.area.text(&format!("{high:.0}"), (x, top - 2), letters);
    }

    /// Returns the end of the axis: the highest model, unless that is far beyond any blend.
    fn top(&self) -> f64 {
        let most = |values: &mut dyn Iterator<Item = f64>| {
            values.filter(|value| value.is_finite()).fold(0.0, f64::max)
        };
        let blend = most(&mut self.days.iter().filter_map(Day::shown_blend));
        let told = self.days.iter().filter(|day| !day.withheld);
        let high = most(&mut told.filter_map(|day| day.spread).map(|(_, high)| high));
        ceiling(high.min((SCALE * blend).max(LEAST_CM)).max(blend))
    }
}

#[cfg(test)]
mod tests;
