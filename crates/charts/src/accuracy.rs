//! Draws accuracy by lead: the mean absolute error of the blend with its interval, of every model, and of the
//! references.

use crate::canvas::Area;
use crate::frame::{Heading, framed, framed_text};
use crate::legend::{Legend, Sign};
use crate::mark::{OTHERS, Shape};
use crate::plot::{self, Plot, ceiling, runs};
use crate::style::{BAND, Colour, Dashes, INK, MODELS, MUTED, SUBJECT, stroke};

/// Factor from the maximum of the blend and the references to the end of the axis. A model beyond it would squeeze all
/// others, so it is marked as off the scale.
const SCALE: f64 = 2.0;
/// Number of leads.
const LEADS: u8 = 14;
/// Opacity of the interval.
const INTERVAL: f64 = 0.3;
/// Height of the rows below the axis: leads and their caption.
const BELOW: i32 = plot::rows(2);

/// The error at one lead.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Lead in days, 1 for the day of the forecast.
    pub lead: u8,
    /// Mean absolute error, cm; `None` leaves a gap.
    pub cm: Option<f64>,
    /// Interval, cm.
    pub interval: Option<(f64, f64)>,
}

/// The line of one forecaster.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Name in the legend.
    pub name: String,
    /// Points by lead, ascending.
    pub points: Vec<Point>,
}

impl Line {
    /// Returns runs of consecutive leads with the values that `pick` selects.
    fn runs<T>(&self, pick: impl Fn(&Point) -> Option<T>) -> Vec<Vec<(f64, T)>> {
        let picked = self.points.iter().map(|point| (i32::from(point.lead), pick(point)));
        let place = |(lead, value)| (f64::from(lead) - 0.5, value);
        runs(picked).into_iter().map(|run| run.into_iter().map(place).collect()).collect()
    }

    /// Returns runs of errors, split where they leave the scale.
    fn within(&self, top: f64) -> Vec<Vec<(f64, f64)>> {
        self.runs(|point| point.cm.filter(|cm| *cm <= top))
    }
}

/// The accuracy chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Accuracy {
    /// Texts around the drawing.
    pub heading: Heading,
    /// The blend, with its interval.
    pub blend: Option<Line>,
    /// Models; from the ninth on colours repeat with another shape.
    pub models: Vec<Line>,
    /// References that a forecast should beat.
    pub references: Vec<Line>,
    /// Text in place of a drawing without lines.
    pub nothing: String,
}

impl Accuracy {
    /// Returns the chart as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        if self.blend.is_none() && self.models.is_empty() && self.references.is_empty() {
            return framed_text(&self.heading, &self.nothing);
        }
        let legend = self.legend();
        framed(&self.heading, legend.height() + plot::height(BELOW), |area| self.draw(area, &legend))
    }

    fn draw(&self, area: &mut Area<'_>, legend: &Legend) {
        legend.draw(area);
        let (top, leads) = (self.top(), f64::from(LEADS));
        let mut plot = Plot::new(
            area.below(legend.height()),
            leads,
            top,
            BELOW,
            "mean absolute error, cm of new snow a day; lower is better",
        );
        for lead in 1..=LEADS {
            plot.below(f64::from(lead) - 0.5, 0, &lead.to_string(), INK);
        }
        plot.below(leads / 2.0, 1, "days ahead; 1 is the day of the forecast", MUTED);
        if let Some(blend) = &self.blend {
            let finite = |(low, high): &(f64, f64)| low.is_finite() && high.is_finite();
            for run in blend.runs(|point| point.interval.filter(finite)) {
                let band: Vec<_> = run.into_iter().map(|(x, (low, high))| (x, low, high)).collect();
                plot.band(&band, BAND, INTERVAL);
            }
        }
        for (nth, line) in self.references.iter().enumerate() {
            for run in line.within(top) {
                plot.dashes(&run, dashes(nth), stroke(MUTED, 2));
            }
        }
        for (line, look) in self.models.iter().zip(looks()).chain(self.blend.iter().map(|line| (line, BLEND)))
        {
            for run in line.within(top) {
                plot.line(&run, stroke(look.colour, look.width));
                for (x, cm) in run {
                    let at = plot.at(x, cm);
                    look.shape.draw(&mut plot.area, at, look.size, look.colour);
                }
            }
        }
    }

    fn legend(&self) -> Legend {
        let mut legend = Legend::default();
        if let Some(blend) = &self.blend {
            legend.add(BLEND.sign(), &blend.name);
            if blend.points.iter().any(|point| point.interval.is_some()) {
                legend.add(Sign::Area(BAND, &[INTERVAL]), "its 95 % interval");
            }
        }
        for (line, look) in self.models.iter().zip(looks()) {
            let off = line.points.iter().any(|point| point.cm.is_some_and(|cm| cm > self.top()));
            let name = if off { format!("{} (off the scale)", line.name) } else { line.name.clone() };
            legend.add(look.sign(), name);
        }
        for (nth, line) in self.references.iter().enumerate() {
            legend.add(Sign::Dashes(MUTED, dashes(nth)), &line.name);
        }
        legend
    }

    /// Returns the end of the axis.
    fn top(&self) -> f64 {
        let most = |lines: &mut dyn Iterator<Item = &Line>| {
            let values = lines.flat_map(|line| &line.points).filter_map(|point| point.cm);
            values.filter(|value| value.is_finite()).fold(0.0, f64::max)
        };
        let bands = self.blend.iter().flat_map(|line| &line.points).filter_map(|point| point.interval);
        let band = bands.map(|(_, high)| high).filter(|high| high.is_finite()).fold(0.0, f64::max);
        let measure = most(&mut self.blend.iter().chain(&self.references)).max(band);
        let models = most(&mut self.models.iter());
        ceiling(if measure > 0.0 { models.min(SCALE * measure).max(measure) } else { models })
    }
}

/// The style that distinguishes a line.
#[derive(Debug, Clone, Copy)]
struct LineStyle {
    colour: Colour,
    width: u32,
    shape: Shape,
    size: i32,
}

impl LineStyle {
    const fn sign(self) -> Sign {
        Sign::Line(self.colour, self.width, Some(self.shape))
    }
}

const BLEND: LineStyle = LineStyle { colour: SUBJECT, width: 4, shape: Shape::Disc, size: 5 };

/// Returns the styles of the models: all colours in turn, each time with another shape.
fn looks() -> impl Iterator<Item = LineStyle> {
    let pairs = MODELS.iter().cycle().zip(OTHERS.iter().cycle());
    pairs.map(|(colour, shape)| LineStyle { colour: *colour, width: 2, shape: *shape, size: 4 })
}

/// Returns dash and gap of a reference.
const fn dashes(nth: usize) -> Dashes {
    if nth == 0 { Dashes { dash: 8, gap: 5 } } else { Dashes { dash: 2, gap: 4 } }
}

#[cfg(test)]
mod tests;
