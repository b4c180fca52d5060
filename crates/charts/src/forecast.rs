//! The forecast of the coming days: the blend as bars, the spread of the models as a line from the lowest to the highest.

use chrono::{Datelike, NaiveDate};
use plotters::chart::ChartBuilder;
use plotters::coord::ranged1d::{IntoSegmentedCoord as _, SegmentValue};
use plotters::element::{PathElement, Rectangle, Text};
use plotters::style::Color as _;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::frame::{Area, Drawn, Heading, ceiling, framed};
use crate::style::{BLEND, GRID, INK, MODELS, MUTED, letters, stroke};

/// One day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Day {
    /// Local date.
    pub date: NaiveDate,
    /// Blended new snow, cm; `None` for a day that no model reports.
    pub cm: Option<f64>,
    /// Lowest and highest model, cm.
    pub spread: Option<(f64, f64)>,
    /// Whether the day is withheld from whoever looks.
    pub withheld: bool,
}

/// The chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Forecast {
    /// What stands around it.
    pub heading: Heading,
    /// Days from today on, each after the other.
    pub days: Vec<Day>,
}

impl Forecast {
    /// The chart as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        framed(&self.heading, |area| self.draw(area))
    }

    fn draw(&self, area: &Area<'_>) -> Drawn {
        let count = i32::try_from(self.days.len()).unwrap_or(i32::MAX).max(1);
        let top = self.top();
        let mut chart = ChartBuilder::on(area)
            .margin_left(8)
            .margin_right(10)
            .margin_top(26)
            .x_label_area_size(56)
            .y_label_area_size(48)
            .build_cartesian_2d((0..count - 1).into_segmented(), 0.0..top)?;
        let date = |place: &SegmentValue<i32>| match place {
            SegmentValue::CenterOf(nth) => self.label(*nth),
            SegmentValue::Exact(_) | SegmentValue::Last => String::new(),
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(self.days.len())
            .x_label_formatter(&date)
            .y_labels(6)
            .y_label_formatter(&|cm| if cm.fract() == 0.0 { format!("{cm:.0}") } else { format!("{cm:.1}") })
            .light_line_style(GRID.mix(0.0))
            .bold_line_style(stroke(GRID, 1))
            .axis_style(stroke(MUTED, 1))
            .label_style(letters(14, INK))
            .y_desc("new snow, cm a day")
            .axis_desc_style(letters(14, MUTED))
            .draw()?;
        let plot = chart.plotting_area();
        let pixel =
            |nth: i32, cm: f64| plot.map_coordinate(&(SegmentValue::CenterOf(nth), cm.clamp(0.0, top)));
        let half = plot.dim_in_pixel().0 as i32 / count / 2;
        for (nth, day) in (0..).zip(&self.days) {
            self.day(area, day, half, &|cm| pixel(nth, cm))?;
        }
        legend(area)
    }

    /// One day, in pixels of the area that the chart lies in.
    fn day(&self, area: &Area<'_>, day: &Day, half: i32, pixel: &dyn Fn(f64) -> (i32, i32)) -> Drawn {
        let (origin_x, origin_y) = area.get_base_pixel();
        let at = |cm: f64| {
            let (x, y) = pixel(cm);
            (x - origin_x, y - origin_y)
        };
        let (x, ground) = at(0.0);
        let (_, ceiling) = at(f64::MAX);
        let words = |text: &str, y: i32| {
            let style = letters(14, MUTED).pos(Pos::new(HPos::Center, VPos::Center));
            Text::new(text.to_owned(), (x, y), style)
        };
        if day.withheld {
            area.draw(&Rectangle::new([(x - half, ceiling), (x + half, ground)], GRID.mix(0.5).filled()))?;
            area.draw(&words("Pro", ground + VALUE_BELOW))?;
            return Ok(());
        }
        let Some(cm) = day.cm.filter(|cm| cm.is_finite()) else {
            area.draw(&words("no report", ground + VALUE_BELOW))?;
            return Ok(());
        };
        let (_, bar_top) = at(cm);
        let wide = (half * 3 / 5).clamp(3, 24);
        area.draw(&Rectangle::new([(x - wide, bar_top), (x + wide, ground)], BLEND.filled()))?;
        if let Some((low, high)) = day.spread {
            let ((_, low), (_, high)) = (at(low), at(high));
            let line = |from, to| PathElement::new(vec![from, to], stroke(SPREAD, 2));
            area.draw(&line((x, low), (x, high)))?;
            area.draw(&line((x - 6, low), (x + 6, low)))?;
            if day.spread.is_some_and(|(_, high)| high > self.top()) {
                // Beyond the axis: an arrow, and how far it goes.
                area.draw(&line((x - 5, high + 7), (x, high)))?;
                area.draw(&line((x + 5, high + 7), (x, high)))?;
                let far = day.spread.map(|(_, high)| format!("{high:.0}")).unwrap_or_default();
                let style = letters(12, MUTED).pos(Pos::new(HPos::Left, VPos::Top));
                area.draw(&Text::new(far, (x + 8, high), style))?;
            } else {
                area.draw(&line((x - 6, high), (x + 6, high)))?;
            }
        }
        let number = if cm == 0.0 || cm >= 9.95 { format!("{cm:.0} cm") } else { format!("{cm:.1} cm") };
        let style = letters(14, BLEND).pos(Pos::new(HPos::Center, VPos::Center));
        area.draw(&Text::new(number, (x, ground + VALUE_BELOW), style))?;
        Ok(())
    }

    fn label(&self, nth: i32) -> String {
        let day = usize::try_from(nth).ok().and_then(|nth| self.days.get(nth));
        day.map_or_else(String::new, |day| {
            let name = day.date.weekday();
            if self.days.len() > 10 {
                format!("{}", day.date.day())
            } else {
                format!("{name} {}", day.date.day())
            }
        })
    }

    /// Where the axis ends: at the highest model, unless that is far beyond any blend.
    fn top(&self) -> f64 {
        let told = || self.days.iter().filter(|day| !day.withheld);
        let most = |values: &mut dyn Iterator<Item = f64>| {
            values.filter(|value| value.is_finite()).fold(0.0, f64::max)
        };
        let blend = most(&mut told().filter_map(|day| day.cm));
        let high = most(&mut told().filter_map(|day| day.spread).map(|(_, high)| high));
        ceiling(high.min((SCALE * blend).max(LEAST_CM)).max(blend))
    }
}

/// The axis ends at so many times the biggest blend, where a model goes further.
const SCALE: f64 = 2.5;
/// But not below this, cm.
const LEAST_CM: f64 = 10.0;
/// The number of a day stands below its date, where it cannot be taken for the end of the spread; pixels below the axis.
const VALUE_BELOW: i32 = 36;

/// The spread stands out from the bar that it crosses, in light and in dark.
const SPREAD: plotters::style::RGBColor = MODELS[0];

fn legend(area: &Area<'_>) -> Drawn {
    let text = |text: &'static str, x: i32| {
        Text::new(text, (x, 10), letters(14, INK).pos(Pos::new(HPos::Left, VPos::Center)))
    };
    area.draw(&Rectangle::new([(60, 5), (74, 16)], BLEND.filled()))?;
    area.draw(&text("blend of the models", 80))?;
    let line = |from, to| PathElement::new(vec![from, to], stroke(SPREAD, 2));
    for (from, to) in [((222, 10), (246, 10)), ((222, 5), (222, 15)), ((246, 5), (246, 15))] {
        area.draw(&line(from, to))?;
    }
    area.draw(&text("lowest to highest model", 252))?;
    Ok(())
}

#[cfg(test)]
mod tests;
