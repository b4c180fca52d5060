//! The chart of the next days: the blend as bars, the range of the models as lines.

use charts::inline::{Bar, Bars};
use conditions_core::record::DailyRow;

use crate::axis::Axis;
use crate::quantity::ValueFormat;

/// Minimum end of a chart's axis, centimetres.
pub(crate) const LEAST_CM: f64 = 10.0;

/// Draws the days as bars with the range of the models.
pub(crate) fn chart(label: &str, show: ValueFormat, days: &[DailyRow]) -> String {
    let row = |day: &DailyRow| {
        let spread = day.spread_cm.filter(|spread| spread.high > spread.low);
        let spread = spread.map(|spread| {
            (Axis::Snow.scaled(show, spread.low.get()), Axis::Snow.scaled(show, spread.high.get()))
        });
        let words = match day.snowfall_cm {
            _ if day.pro_required => show.words.pro.to_owned(),
            Some(cm) => show.snow(cm),
            None => show.words.not_reported.to_owned(),
        };
        Bar {
            name: (show.words.day)(day.date),
            value: day.snowfall_cm.map(|cm| Axis::Snow.scaled(show, cm.get())),
            range: spread,
            words,
            withheld: day.pro_required,
        }
    };
    let rows = days.iter().map(row).collect();
    Bars {
        label: format!("{label}: {}", show.words.chart_says),
        rows,
        least: Axis::Snow.scaled(show, LEAST_CM),
    }
    .svg()
}
