//! Axes of charts: values in the chart's system of units, and round marks in the language's number format.

use charts::inline::{Panel, Series, Shape, marks};

use crate::quantity::{CM_PER_INCH, METRES_PER_FOOT, MPS_TO_MPH, ValueFormat};

/// The quantity of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Axis {
    /// Given in centimetres.
    Snow,
    /// Given in millimetres.
    Rain,
    /// Given in degrees Celsius.
    Degrees,
    /// Given in metres per second.
    Wind,
    /// Given in metres.
    Metres,
}

impl Axis {
    /// Converts a value to the axis.
    pub(crate) fn scaled(self, show: ValueFormat, value: f64) -> f64 {
        match (self, show.in_inches()) {
            (Self::Snow, true) => value / CM_PER_INCH,
            (Self::Rain, true) => value / 10.0 / CM_PER_INCH,
            (Self::Degrees, true) => value.mul_add(1.8, 32.0),
            (Self::Wind, true) => value * MPS_TO_MPH,
            (Self::Wind, false) => value * show.metric_wind().0,
            (Self::Metres, true) => value / METRES_PER_FOOT,
            (Self::Snow | Self::Rain | Self::Degrees | Self::Metres, false) => value,
        }
    }

    /// Returns the symbol of its unit.
    pub(crate) const fn unit(self, show: ValueFormat) -> &'static str {
        match (self, show.in_inches()) {
            (Self::Snow | Self::Rain, true) => "in",
            (Self::Snow, false) => "cm",
            (Self::Rain, false) => "mm",
            (Self::Degrees, true) => "°F",
            (Self::Degrees, false) if show.words.is_japanese() => "℃",
            (Self::Degrees, false) => "°C",
            (Self::Wind, true) => "mph",
            (Self::Wind, false) => show.metric_wind().1,
            (Self::Metres, true) => "ft",
            (Self::Metres, false) => "m",
        }
    }

    /// Returns the minimum end of the axis, in the unit of the values, so that small amounts do not look large.
    const fn least(self) -> f64 {
        match self {
            Self::Snow => 10.0,
            Self::Rain => 2.0,
            Self::Degrees => 6.0,
            Self::Wind => 10.0,
            Self::Metres => 1000.0,
        }
    }

    /// Returns a panel of series, with values in the quantity's own unit.
    pub(crate) fn panel(self, show: ValueFormat, title: &str, series: Vec<Series>) -> Panel {
        self.panel_to(show, title, series, self.least())
    }

    /// Like [`Self::panel`], with an axis up to at least `most`, in the unit of the values.
    pub(crate) fn panel_to(self, show: ValueFormat, title: &str, series: Vec<Series>, most: f64) -> Panel {
        let series: Vec<Series> =
            series.into_iter().map(|one| Series { shape: self.shape(show, one.shape), ..one }).collect();
        let ends: Vec<f64> = series.iter().flat_map(|one| known_values(&one.shape)).collect();
        let high = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let low = ends.iter().copied().fold(f64::INFINITY, f64::min);
        let (low, high) = if self == Self::Degrees {
            let least = self.scaled(show, most) - self.scaled(show, 0.0);
            (low, high.max(low + least))
        } else {
            (0.0, high.max(self.scaled(show, most)))
        };
        Panel { title: format!("{title}, {}", self.unit(show)), marks: self.marks(show, low, high), series }
    }

    /// Returns marks with their numbers, which are already on the axis.
    fn marks(self, show: ValueFormat, low: f64, high: f64) -> Vec<(f64, String)> {
        let marks = marks(low, high);
        let step = marks.first().zip(marks.get(1)).map_or(1.0, |(first, second)| second - first);
        let decimals = if step < 0.1 { 2 } else { usize::from(step < 1.0) };
        marks.into_iter().map(|mark| (mark, show.number(mark, decimals))).collect()
    }

    fn shape(self, show: ValueFormat, shape: Shape) -> Shape {
        let each = |values: Vec<Option<f64>>| -> Vec<Option<f64>> {
            values.into_iter().map(|value| value.map(|value| self.scaled(show, value))).collect()
        };
        match shape {
            Shape::Line(values) => Shape::Line(each(values)),
            Shape::Columns(values, of, nth) => Shape::Columns(each(values), of, nth),
            Shape::Ranges(values) => {
                let both = |(low, high)| (self.scaled(show, low), self.scaled(show, high));
                Shape::Ranges(values.into_iter().map(|value| value.map(both)).collect())
            }
        }
    }
}

fn known_values(shape: &Shape) -> Vec<f64> {
    match shape {
        Shape::Line(values) | Shape::Columns(values, ..) => values.iter().flatten().copied().collect(),
        Shape::Ranges(values) => values.iter().flatten().flat_map(|(low, high)| [*low, *high]).collect(),
    }
}
