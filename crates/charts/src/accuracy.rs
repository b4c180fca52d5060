//! Accuracy by lead: mean absolute error of the blend with its interval, of every model, and of what they should beat.

use plotters::chart::ChartBuilder;
use plotters::element::{Circle, PathElement, Polygon, Text};
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, RGBColor};

use crate::frame::{Area, Drawn, Heading, ceiling, framed};
use crate::style::{BLEND, GRID, INK, MODELS, MUTED, letters, stroke};

/// The axis ends at so many times the most that the blend and the references reach: a model that is further off would press
/// all others to the ground. It is named as off the scale.
const SCALE: f64 = 2.0;
/// Pixels of the legend.
const LEGEND: u32 = 200;
const LEGEND_LINE: i32 = 20;

/// One lead.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Days, 1 for the day of the forecast.
    pub lead: u8,
    /// Mean absolute error, cm; `None` leaves a gap.
    pub cm: Option<f64>,
    /// Interval, cm.
    pub interval: Option<(f64, f64)>,
}

/// One forecaster.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Name in the legend.
    pub name: String,
    /// By lead, ascending.
    pub points: Vec<Point>,
}

/// The chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Accuracy {
    /// What stands around it.
    pub heading: Heading,
    /// The blend, with its interval.
    pub blend: Option<Line>,
    /// Models; from the ninth on colours repeat.
    pub models: Vec<Line>,
    /// What a forecast should beat.
    pub references: Vec<Line>,
}

impl Accuracy {
    /// The chart as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        framed(&self.heading, |area| self.draw(area))
    }

    fn draw(&self, area: &Area<'_>) -> Drawn {
        let width = area.dim_in_pixel().0.saturating_sub(LEGEND);
        let (left, right) = area.split_horizontally(width);
        let mut chart = ChartBuilder::on(&left)
            .margin_left(8)
            .x_label_area_size(38)
            .y_label_area_size(48)
            .build_cartesian_2d(0.6_f64..14.4, 0.0..self.top())?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(14)
            .x_label_formatter(&|lead| format!("{lead:.0}"))
            .y_labels(6)
            .y_label_formatter(&|cm| if cm.fract() == 0.0 { format!("{cm:.0}") } else { format!("{cm:.1}") })
            .light_line_style(GRID.mix(0.0))
            .bold_line_style(stroke(GRID, 1))
            .axis_style(stroke(MUTED, 1))
            .label_style(letters(14, INK))
            .x_desc("days ahead, 1 = the day of the forecast")
            .y_desc("mean absolute error, cm of new snow")
            .axis_desc_style(letters(14, MUTED))
            .draw()?;
        if let Some(blend) = &self.blend {
            for part in runs(blend, |point| point.interval.map(|interval| (point.lead, interval))) {
                let low = part.iter().map(|(lead, (low, _))| (f64::from(*lead), *low));
                let high = part.iter().rev().map(|(lead, (_, high))| (f64::from(*lead), *high));
                let ring: Vec<(f64, f64)> = low.chain(high).collect();
                chart.draw_series([Polygon::new(ring, BLEND.mix(0.18).filled())])?;
            }
        }
        for (nth, line) in self.references.iter().enumerate() {
            for part in lines(line) {
                let (dash, gap) = dashes(nth);
                chart.draw_series(DashedLineSeries::new(part, dash, gap, stroke(MUTED, 2)))?;
            }
        }
        let models = self.models.iter().zip(MODELS.iter().cycle());
        for (line, colour, width) in models
            .map(|(line, colour)| (line, *colour, 2))
            .chain(self.blend.iter().map(|line| (line, BLEND, 4)))
        {
            for part in within(line, self.top()) {
                chart.draw_series(LineSeries::new(part.clone(), stroke(colour, width)))?;
                let size = if width > 2 { 4 } else { 3 };
                chart.draw_series(part.into_iter().map(|at| Circle::new(at, size, colour.filled())))?;
            }
        }
        self.legend(&right)
    }

    fn legend(&self, area: &Area<'_>) -> Drawn {
        let mut top = 14;
        let mut entry = |name: &str, colour: RGBColor, width: u32, dash: Option<(i32, i32)>| -> Drawn {
            let pieces = match dash {
                None => vec![(10, 40)],
                Some((dash, gap)) => (10..40)
                    .step_by((dash + gap) as usize)
                    .map(|from| (from, (from + dash).min(40)))
                    .collect(),
            };
            for (from, to) in pieces {
                area.draw(&PathElement::new(vec![(from, top), (to, top)], stroke(colour, width)))?;
            }
            let text = letters(14, INK).pos(Pos::new(HPos::Left, VPos::Center));
            area.draw(&Text::new(name.to_owned(), (48, top), text))?;
            top += LEGEND_LINE;
            Ok(())
        };
        if let Some(blend) = &self.blend {
            entry(&blend.name, BLEND, 4, None)?;
            if blend.points.iter().any(|point| point.interval.is_some()) {
                entry("its 95 % interval", BLEND_BAND, 10, None)?;
            }
        }
        for (line, colour) in self.models.iter().zip(MODELS.iter().cycle()) {
            let off = line.points.iter().any(|point| point.cm.is_some_and(|cm| cm > self.top()));
            let name = if off { format!("{} (off the scale)", line.name) } else { line.name.clone() };
            entry(&name, *colour, 2, None)?;
        }
        for (nth, line) in self.references.iter().enumerate() {
            entry(&line.name, MUTED, 2, Some(dashes(nth)))?;
        }
        Ok(())
    }

    /// Where the axis ends.
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

/// The band of the interval, as a colour of its own in the legend: the blend's, thinned on light paper.
const BLEND_BAND: RGBColor = RGBColor(0x9F, 0xC4, 0xE4);

/// Dash and gap of a reference, pixels.
const fn dashes(nth: usize) -> (i32, i32) {
    if nth == 0 { (8, 5) } else { (2, 4) }
}

/// Leads that follow one another without a gap.
fn runs<T>(line: &Line, pick: impl Fn(&Point) -> Option<T>) -> Vec<Vec<T>> {
    let mut out: Vec<Vec<T>> = Vec::new();
    let mut before: Option<u8> = None;
    for point in &line.points {
        let Some(picked) = pick(point) else {
            before = None;
            continue;
        };
        let follows = before.is_some_and(|lead| lead.checked_add(1) == Some(point.lead));
        match out.last_mut() {
            Some(run) if follows => run.push(picked),
            Some(_) | None => out.push(vec![picked]),
        }
        before = Some(point.lead);
    }
    out
}

fn lines(line: &Line) -> Vec<Vec<(f64, f64)>> {
    let finite = |point: &Point| point.cm.filter(|cm| cm.is_finite());
    runs(line, |point| finite(point).map(|cm| (f64::from(point.lead), cm)))
}

/// The same, cut where it leaves the scale.
fn within(line: &Line, top: f64) -> Vec<Vec<(f64, f64)>> {
    runs(line, |point| point.cm.filter(|cm| *cm <= top).map(|cm| (f64::from(point.lead), cm)))
}

#[cfg(test)]
mod tests;
