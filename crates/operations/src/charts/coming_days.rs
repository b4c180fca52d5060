//! Chart of a resort's forecast as the caller may see it: fourteen days at mid mountain, with the spread of the models.

use std::fmt::Write as _;

use ::charts::{Day, Forecast, Heading};
use conditions_core::record::{Band, DailyRow};

use super::{Drawing, credit};
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method};
use crate::shapes::OneResort;
use world::Tier;
use world::{Service, View, VisibleResort};

/// The chart's entry in the table of charts.
pub struct Chart;

impl Drawing for Chart {
    const META: Meta = Meta {
        name: "forecast_chart",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Rest,
        path: "/resorts/{slug}/charts/forecast.svg",
        title: "Forecast of a resort, drawn",
        description: "New snow of the next fourteen days at mid mountain as a picture (SVG): the blend of \
            the weather models as bars, the spread from the lowest to the highest model as a line, the \
            probability of 15 cm below. Days without data have no bar, withheld days are shaded. The \
            numbers are in get_weather_forecast.",
    };
    type Args = OneResort;

    fn svg(view: &View<'_>, args: OneResort) -> Result<String, OpError> {
        Ok(svg(&view.resort(&args.slug)?, view.service()))
    }
}

/// Returns the chart of one resort.
#[must_use]
pub fn svg(seen: &VisibleResort<'_>, service: &Service) -> String {
    let rows = seen.days(Band::Mid);
    let chances = seen.chances(Band::Mid);
    let powder = |day: usize| {
        let [_, powder, _] = chances.days.get(day)?.as_ref()?.told.at_least;
        Some(powder)
    };
    let description: Vec<String> =
        rows.iter().enumerate().map(|(day, row)| in_words(row, powder(day))).collect();
    let heading = Heading {
        title: format!("Snow forecast: {}", seen.resort().name),
        subtitle: subtitle(seen, &rows),
        description: description.join(" "),
        synthetic: service.synthetic,
        credit: credit(service, seen.carries()),
    };
    let day = |(nth, row): (usize, &DailyRow)| Day {
        date: row.date,
        cm: row.snowfall_cm.map(|cm| cm.get()),
        spread: row.spread_cm.map(|spread| (spread.low.get(), spread.high.get())),
        powder: powder(nth),
        withheld: row.pro_required,
    };
    Forecast { heading, days: rows.iter().enumerate().map(day).collect() }.svg()
}

fn subtitle(seen: &VisibleResort<'_>, rows: &[DailyRow]) -> String {
    let mut subtitle = "New snow of each day at mid mountain".to_owned();
    // Writing to a string cannot fail.
    if let Some(metres) = conditions_core::hourly::request_elevation(seen.profile()) {
        let _ = write!(subtitle, ", {metres:.0} m");
    }
    let captured = seen.evidence().forecast.as_ref().map(|snapshot| snapshot.captured_at);
    let _ = match (rows.first().zip(rows.last()), captured) {
        (Some((first, last)), Some(at)) => write!(
            subtitle,
            "; {} to {}; models fetched {}",
            first.date,
            last.date,
            at.utc().format("%Y-%m-%d %H:%M UTC")
        ),
        _ => write!(subtitle, "; no weather model has data"),
    };
    subtitle
}

fn in_words(row: &DailyRow, powder: Option<f64>) -> String {
    let powder = powder.map(|share| format!(" At least 15 cm: {:.0} %.", 100.0 * share)).unwrap_or_default();
    match (row.snowfall_cm, row.spread_cm) {
        _ if row.pro_required => format!("{}: needs the Pro tier.", row.date),
        (None, _) => format!("{}: not reported.", row.date),
        (Some(cm), None) => format!("{}: {} cm.{powder}", row.date, cm.get()),
        (Some(cm), Some(spread)) => {
            format!(
                "{}: {} cm, models {} to {} cm.{powder}",
                row.date,
                cm.get(),
                spread.low.get(),
                spread.high.get()
            )
        }
    }
}
